# The fuzzer of the files of saves, the replay of its corpus, and the program that makes the
# corpus. Included by tests/fuzz/CMakeLists.txt.
triad_library(saves_property saves_property.cpp DEPENDS core_harness triad_fed_parser)
triad_program(saves_corpus saves_corpus.cpp DEPENDS saves_property)
set_target_properties(saves_corpus PROPERTIES EXCLUDE_FROM_ALL ON)
if(NOT TRIAD_BUILD_TESTS AND NOT TRIAD_BUILD_FUZZERS)
  set_target_properties(saves_property PROPERTIES EXCLUDE_FROM_ALL ON)
endif()

triad_fuzzer(saves_fuzz saves_fuzz.cpp DEPENDS saves_property CORPUS corpus/saves)

triad_test(saves_corpus_test saves_corpus_test.cpp DEPENDS saves_property LABELS simulation)
if(TARGET saves_corpus_test)
  set(bent_bytes_step 1)
  if(TRIAD_SANITIZE)  # each one restores a federation: only a sample
    set(bent_bytes_step 17)
  endif()
  target_compile_definitions(saves_corpus_test PRIVATE
    TRIAD_SOURCE_DIR="${PROJECT_SOURCE_DIR}" TRIAD_BENT_BYTES_STEP=${bent_bytes_step})
endif()
