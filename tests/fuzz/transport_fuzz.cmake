# The fuzzers of transport and the replay of their corpus. Included by tests/fuzz/CMakeLists.txt.
triad_library(transport_property batches_property.cpp datagrams_property.cpp fabric_property.cpp multicast_property.cpp
              tls_property.cpp transport_property.cpp
              DEPENDS triad_transport triad_zstd OpenSSL::SSL)

triad_fuzzer(transport_frames_fuzz transport_frames_fuzz.cpp
  DEPENDS transport_property CORPUS corpus/transport/frames)
triad_fuzzer(transport_ring_fuzz transport_ring_fuzz.cpp
  DEPENDS transport_property CORPUS corpus/transport/ring)
triad_fuzzer(transport_fabric_fuzz transport_fabric_fuzz.cpp
  DEPENDS transport_property CORPUS corpus/transport/fabric)
triad_fuzzer(transport_datagrams_fuzz transport_datagrams_fuzz.cpp
  DEPENDS transport_property CORPUS corpus/transport/datagrams)
triad_fuzzer(transport_multicast_fuzz transport_multicast_fuzz.cpp
  DEPENDS transport_property CORPUS corpus/transport/multicast)
triad_fuzzer(transport_batches_fuzz transport_batches_fuzz.cpp
  DEPENDS transport_property CORPUS corpus/transport/batches)
triad_fuzzer(transport_tls_fuzz transport_tls_fuzz.cpp
  DEPENDS transport_property CORPUS corpus/transport/tls)

triad_test(transport_corpus_test transport_corpus_test.cpp DEPENDS transport_property THREADS)
if(TARGET transport_corpus_test)
  target_compile_definitions(transport_corpus_test PRIVATE TRIAD_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
endif()
