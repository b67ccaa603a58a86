# The fuzzer of the readers of recordings, and the replay of its corpus. Included by
# tests/fuzz/CMakeLists.txt.
triad_library(recording_property recording_property.cpp DEPENDS triad_recording)
if(NOT TRIAD_BUILD_TESTS AND NOT TRIAD_BUILD_FUZZERS)
  set_target_properties(recording_property PROPERTIES EXCLUDE_FROM_ALL ON)
endif()

triad_fuzzer(recording_fuzz recording_fuzz.cpp DEPENDS recording_property CORPUS corpus/recording)

triad_test(recording_corpus_test recording_corpus_test.cpp DEPENDS recording_property LABELS simulation)
if(TARGET recording_corpus_test)
  target_compile_definitions(recording_corpus_test PRIVATE TRIAD_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
endif()
