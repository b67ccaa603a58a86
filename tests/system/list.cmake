# Traffic and queues as `rtictl list` shows them: see list/list_program_test.cpp.
add_subdirectory(list)
