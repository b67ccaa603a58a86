# Connections that are cut: see recovery/CMakeLists.txt.
add_subdirectory(recovery)
