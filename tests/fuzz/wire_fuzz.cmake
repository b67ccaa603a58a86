# The fuzzer of wire/, the replay of its corpus, and the program that makes the corpus. Included by
# tests/fuzz/CMakeLists.txt.
triad_library(wire_property wire_property.cpp DEPENDS wire_any_message)
triad_program(wire_corpus wire_corpus.cpp DEPENDS wire_any_message)
set_target_properties(wire_corpus PROPERTIES EXCLUDE_FROM_ALL ON)

triad_fuzzer(wire_fuzz wire_fuzz.cpp DEPENDS wire_property CORPUS corpus/wire)

triad_test(wire_corpus_test wire_corpus_test.cpp DEPENDS wire_property)
if(TARGET wire_corpus_test)
  target_compile_definitions(wire_corpus_test PRIVATE TRIAD_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
endif()
