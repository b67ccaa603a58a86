# Limits of message sizes and names, with real processes: see limits/limits_program_test.cpp.
add_subdirectory(limits)
