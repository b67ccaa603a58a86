# The fuzzer of messages from members to a Router, and the same with seeds. Included by
# tests/fuzz/CMakeLists.txt.
triad_library(router_property router_property.cpp DEPENDS triad_router)

triad_fuzzer(router_fuzz router_fuzz.cpp DEPENDS router_property CORPUS corpus/router)

triad_test(hostile_router_test hostile_router_test.cpp DEPENDS router_property)
if(TARGET hostile_router_test)
  target_compile_definitions(hostile_router_test PRIVATE TRIAD_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
endif()
