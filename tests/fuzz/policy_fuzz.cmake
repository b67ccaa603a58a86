# The fuzzer of the policy's file, and the replay of its corpus. Included by tests/fuzz/CMakeLists.txt.
triad_library(policy_property policy_property.cpp DEPENDS triad_policy_file)

triad_fuzzer(policy_fuzz policy_fuzz.cpp DEPENDS policy_property CORPUS corpus/policy)

triad_test(policy_corpus_test policy_corpus_test.cpp DEPENDS policy_property THREADS)
if(TARGET policy_corpus_test)
  target_compile_definitions(policy_corpus_test PRIVATE TRIAD_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
endif()
