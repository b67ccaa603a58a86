# The program rtimesh: see mesh/rtimesh_program_test.cpp.
add_subdirectory(mesh)
