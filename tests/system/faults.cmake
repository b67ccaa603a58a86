# kill -9, SIGSTOP: see faults/CMakeLists.txt.
add_subdirectory(faults)
