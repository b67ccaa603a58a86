# The fuzzer of the link between libRTI and an rtia process, and the replay of its corpus. Included by
# tests/fuzz/CMakeLists.txt.
if(NOT TARGET triad_api OR NOT TARGET triad_rtia_server)
  return()
endif()
triad_library(process_property process_property.cpp DEPENDS triad_api FedTime triad_rtia_server)
if(NOT TRIAD_BUILD_TESTS AND NOT TRIAD_BUILD_FUZZERS)
  set_target_properties(process_property PROPERTIES EXCLUDE_FROM_ALL ON)
endif()

triad_fuzzer(process_fuzz process_fuzz.cpp DEPENDS process_property CORPUS corpus/process)

triad_test(process_corpus_test process_corpus_test.cpp DEPENDS process_property THREADS)
if(TARGET process_corpus_test)
  target_compile_definitions(process_corpus_test PRIVATE TRIAD_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
endif()
