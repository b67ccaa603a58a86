# The fuzzer of frames between routers, and the replay of its corpus. Included by
# tests/fuzz/CMakeLists.txt.
triad_library(link_frame_property link_frame_property.cpp DEPENDS triad_router)

triad_fuzzer(link_frame_fuzz link_frame_fuzz.cpp DEPENDS link_frame_property CORPUS corpus/link_frame)

triad_test(link_frame_corpus_test link_frame_corpus_test.cpp DEPENDS link_frame_property)
if(TARGET link_frame_corpus_test)
  target_compile_definitions(link_frame_corpus_test PRIVATE TRIAD_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
endif()
