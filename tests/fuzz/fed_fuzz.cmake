# The fuzzers of fed-parser and the replay of their corpus. Included by tests/fuzz/CMakeLists.txt.
triad_library(fed_property fed_property.cpp DEPENDS triad_fed_parser)

triad_fuzzer(fed_text_fuzz fed_text_fuzz.cpp DEPENDS fed_property CORPUS corpus/fed)
triad_fuzzer(fed_xml_fuzz fed_xml_fuzz.cpp DEPENDS fed_property CORPUS corpus/fed_xml)

triad_test(fed_corpus_test fed_corpus_test.cpp DEPENDS fed_property)
if(TARGET fed_corpus_test)
  target_compile_definitions(fed_corpus_test PRIVATE TRIAD_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
endif()
