# How large what federates send and name may be, with real processes: see limits/limits_program_test.cpp.
add_subdirectory(limits)
