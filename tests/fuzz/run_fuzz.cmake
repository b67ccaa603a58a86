# The fuzzers of rtirun's files and packets, and the replay of their corpora. Included by
# tests/fuzz/CMakeLists.txt.
triad_library(run_property run_property.cpp DEPENDS triad_rtirun)
if(NOT TRIAD_BUILD_TESTS AND NOT TRIAD_BUILD_FUZZERS)
  set_target_properties(run_property PROPERTIES EXCLUDE_FROM_ALL ON)
endif()

triad_fuzzer(run_scenario_fuzz run_scenario_fuzz.cpp DEPENDS run_property CORPUS corpus/run_scenario)
triad_fuzzer(run_records_fuzz run_records_fuzz.cpp DEPENDS run_property CORPUS corpus/run_records)

triad_test(run_corpus_test run_corpus_test.cpp DEPENDS run_property THREADS)
if(TARGET run_corpus_test)
  target_compile_definitions(run_corpus_test PRIVATE TRIAD_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
endif()
