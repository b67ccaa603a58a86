# The fuzzer of the file of a mesh, and the replay of its corpus. Included by tests/fuzz/CMakeLists.txt.
triad_library(topology_property topology_property.cpp DEPENDS triad_topology)

triad_fuzzer(topology_fuzz topology_fuzz.cpp DEPENDS topology_property CORPUS corpus/topology)

triad_test(topology_corpus_test topology_corpus_test.cpp DEPENDS topology_property THREADS)
if(TARGET topology_corpus_test)
  target_compile_definitions(topology_corpus_test PRIVATE TRIAD_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
endif()
