# A group of routers in which nothing happens: see idle/idle_mesh_test.cpp.
add_subdirectory(idle)
