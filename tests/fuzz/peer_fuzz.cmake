# The fuzzer of messages from peers to an RTIG and to an RTIA, and the same with seeds. Included by
# tests/fuzz/CMakeLists.txt.
triad_library(peer_property peer_property.cpp DEPENDS core_harness wire_any_message)
if(NOT TRIAD_BUILD_TESTS AND NOT TRIAD_BUILD_FUZZERS)
  set_target_properties(peer_property PROPERTIES EXCLUDE_FROM_ALL ON)
endif()

triad_fuzzer(peer_fuzz peer_fuzz.cpp DEPENDS peer_property)

triad_test(hostile_peer_test hostile_peer_test.cpp DEPENDS peer_property LABELS simulation)
