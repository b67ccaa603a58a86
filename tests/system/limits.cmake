# How much there may be in a federation, with real processes: see limits/limits_program_test.cpp.
add_subdirectory(limits)
