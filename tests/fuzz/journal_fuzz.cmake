# The fuzzer of journals, the replay of its corpus, and the program that makes the corpus. Included by
# tests/fuzz/CMakeLists.txt.
triad_library(journal_property journal_property.cpp DEPENDS triad_rtig_server)
triad_program(journal_corpus journal_corpus.cpp DEPENDS journal_property)
set_target_properties(journal_corpus PROPERTIES EXCLUDE_FROM_ALL ON)
if(NOT TRIAD_BUILD_TESTS AND NOT TRIAD_BUILD_FUZZERS)
  set_target_properties(journal_property PROPERTIES EXCLUDE_FROM_ALL ON)
endif()

triad_fuzzer(journal_fuzz journal_fuzz.cpp DEPENDS journal_property CORPUS corpus/journal)

triad_test(journal_corpus_test journal_corpus_test.cpp DEPENDS journal_property THREADS)
if(TARGET journal_corpus_test)
  target_compile_definitions(journal_corpus_test PRIVATE TRIAD_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
endif()
