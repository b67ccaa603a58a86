# The fuzzer of messages between routers of an overlay, and the replay of its corpus. Included by
# tests/fuzz/CMakeLists.txt.
triad_library(overlay_property overlay_property.cpp DEPENDS triad_relaying wire_any_message)
if(NOT TRIAD_BUILD_TESTS AND NOT TRIAD_BUILD_FUZZERS)
  set_target_properties(overlay_property PROPERTIES EXCLUDE_FROM_ALL ON)
endif()

triad_fuzzer(overlay_fuzz overlay_fuzz.cpp DEPENDS overlay_property CORPUS corpus/overlay)

triad_test(overlay_corpus_test overlay_corpus_test.cpp DEPENDS overlay_property LABELS simulation)
if(TARGET overlay_corpus_test)
  target_compile_definitions(overlay_corpus_test PRIVATE TRIAD_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
endif()
