# An idle group of routers: see idle/idle_mesh_test.cpp.
add_subdirectory(idle)
