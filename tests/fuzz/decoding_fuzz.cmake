# The fuzzer of decoding tables and values, and the replay of its corpus. Included by tests/fuzz/CMakeLists.txt.
triad_library(decoding_property decoding_property.cpp DEPENDS triad_decoding)

triad_fuzzer(decoding_fuzz decoding_fuzz.cpp DEPENDS decoding_property CORPUS corpus/decoding)

triad_test(decoding_corpus_test decoding_corpus_test.cpp DEPENDS decoding_property THREADS)
if(TARGET decoding_corpus_test)
  target_compile_definitions(decoding_corpus_test PRIVATE TRIAD_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
endif()
