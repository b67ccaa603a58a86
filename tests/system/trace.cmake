# `rtictl trace`: see trace/trace_program_test.cpp.
add_subdirectory(trace)
