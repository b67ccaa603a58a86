# The fuzzer of the parsers of figures and of requests to rtimon, and the replay of its corpus. Included by
# tests/fuzz/CMakeLists.txt.
triad_library(figures_property figures_property.cpp DEPENDS triad_proc_text triad_rtimon_query)

triad_fuzzer(figures_fuzz figures_fuzz.cpp DEPENDS figures_property CORPUS corpus/figures)

triad_test(figures_corpus_test figures_corpus_test.cpp DEPENDS figures_property THREADS)
if(TARGET figures_corpus_test)
  target_compile_definitions(figures_corpus_test PRIVATE TRIAD_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
endif()
