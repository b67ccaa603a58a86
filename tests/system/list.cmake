# What passes and what waits: see list/list_program_test.cpp.
add_subdirectory(list)
