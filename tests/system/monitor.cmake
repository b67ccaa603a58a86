# rtimon over running federations: see monitor/CMakeLists.txt.
add_subdirectory(monitor)
