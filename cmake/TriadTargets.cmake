# Functions that define the targets of each folder. Include paths are "folder/header.hpp" from the root, so
# a file shows the folders that it depends on, and the link line shows the folders that it may depend on.

set(TRIAD_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # When it optimizes, g++ 12 reports copies in Boost's small_vector and in std::string (its bug 105651)
  # that cannot happen. The sanitizer builds detect real ones.
  list(APPEND TRIAD_WARNINGS -Wno-stringop-overread -Wno-array-bounds -Wno-restrict)
endif()

function(triad_target_defaults target)
  target_compile_options(${target} PRIVATE ${TRIAD_WARNINGS})
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
endfunction()

# triad_library(NAME SOURCES... [DEPENDS targets...])
# Defines a static library. Its symbols are hidden and cannot be replaced from outside, so the compiler may
# inline functions that are not declared inline, although the code is position-independent for libRTI-NG.
function(triad_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  triad_target_defaults(${name})
  target_link_libraries(${name} PUBLIC ${ARG_DEPENDS})
  set_target_properties(${name} PROPERTIES
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
endfunction()

# triad_program(NAME SOURCES... [DEPENDS targets...])
function(triad_program name)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  triad_target_defaults(${name})
  target_link_libraries(${name} PRIVATE ${ARG_DEPENDS})
endfunction()

# Fails the link of a shared library with undefined symbols. Not with sanitizers, which leave symbols
# undefined that the program defines.
function(triad_closed_library target)
  if(NOT TRIAD_SANITIZE)
    target_link_options(${target} PRIVATE -Wl,--no-undefined)
  endif()
endfunction()

# For tests: compiles their own code without optimization, which takes half of the time. The tested code is
# optimized as in the release. Fuzzers need no coverage of a test's own code.
function(triad_not_optimized target)
  if(TRIAD_SANITIZE)
    target_compile_options(${target} PRIVATE -O0)
  else()
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O0>)
  endif()
  if(TRIAD_BUILD_FUZZERS)
    target_compile_options(${target} PRIVATE -fno-sanitize=fuzzer-no-link)
  endif()
endfunction()

# For tests: compiles twice as many files as one as for the product. Headers take a third of the compile
# time of tests, and there is less to optimize.
function(triad_large_units target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD_BATCH_SIZE 16)
endfunction()

# Adds targets to `cmake --build ... --target sanitized_tests`: the programs that tests of a sanitizer build
# start. The remaining targets have no test in such a build.
function(triad_sanitized)
  if(NOT TRIAD_SANITIZE)
    return()
  endif()
  if(NOT TARGET sanitized_tests)
    add_custom_target(sanitized_tests)
  endif()
  add_dependencies(sanitized_tests ${ARGN})
endfunction()

# Keeps targets out of the default build. `cmake --build ... --target long_tests` builds them.
function(triad_only_long)
  if(NOT TARGET long_tests)
    add_custom_target(long_tests)
  endif()
  set_target_properties(${ARGN} PROPERTIES EXCLUDE_FROM_ALL ON)
  add_dependencies(long_tests ${ARGN})
endfunction()

# triad_test(NAME SOURCES... [DEPENDS targets...] [LABELS labels...] [THREADS] [LONG])
# Defines a GoogleTest program; ctest lists its cases one by one. Labels: unit, scenario, simulation,
# fabric, system, headers. The additional label long marks tests that only `scripts/test --all` runs. A
# sanitizer build has only the first four labels, and has each program as one test, because starts take long
# there. Each case may run for 300 s (tests/deadline). THREADS: the program can start threads. The thread
# sanitizer build leaves out programs without THREADS, because it could find nothing in them;
# scripts/check-threads finds programs that lack THREADS by mistake. LONG: all cases have the label long, and
# the target long_tests builds the program; it is one test, because nobody can list its cases before.
function(triad_test name)
  if(NOT TRIAD_BUILD_TESTS)
    return()
  endif()
  cmake_parse_arguments(ARG "THREADS;LONG" "" "DEPENDS;LABELS" ${ARGN})
  if(NOT ARG_LABELS)
    set(ARG_LABELS unit)
  endif()
  if(NOT ARG_LABELS MATCHES "(^|;)(unit|scenario|simulation|fabric)($|;)")
    set(sanitized FALSE)
  elseif(TRIAD_SANITIZE STREQUAL thread AND NOT ARG_THREADS)
    set(sanitized FALSE)
  else()
    set(sanitized TRUE)
  endif()
  if(TRIAD_SANITIZE AND NOT sanitized)
    return()
  endif()
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  triad_target_defaults(${name})
  triad_not_optimized(${name})
  triad_large_units(${name})
  target_link_libraries(${name} PRIVATE ${ARG_DEPENDS} GTest::gtest GTest::gtest_main)
  if(TRIAD_SANITIZE)
    triad_sanitized(${name})
    target_sources(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests/deadline/test_deadline.cpp)
    add_test(NAME ${name} COMMAND ${name} --gtest_brief=1)
    set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT 900
      ENVIRONMENT "TRIAD_TEST_SECONDS=300")
    if(ARG_LABELS MATCHES "scenario|simulation")  # the longest first, so that no core is idle at the end
      set_tests_properties(${name} PROPERTIES COST 100)
    endif()
    return()
  endif()
  if(sanitized AND NOT ARG_THREADS)
    set(one_thread TRIAD_ONE_THREAD)
    if(ARG_LONG)
      set(one_thread TRIAD_ONE_THREAD_LONG)
    endif()
    set_property(GLOBAL APPEND PROPERTY ${one_thread} $<TARGET_FILE:${name}>)
  endif()
  if(ARG_LONG)
    triad_only_long(${name})
    add_test(NAME ${name}.long COMMAND ${name} --gtest_brief=1)
    set_tests_properties(${name}.long PROPERTIES LABELS "${ARG_LABELS};long" TIMEOUT 900)
    return()
  endif()
  # NO_PRETTY_VALUES: keeps a parameter's bytes out of the test's name.
  gtest_discover_tests(${name} NO_PRETTY_VALUES PROPERTIES TIMEOUT 300 DISCOVERY_TIMEOUT 60)
  # gtest_discover_tests would keep only the first label.
  set(labels_file ${CMAKE_CURRENT_BINARY_DIR}/${name}_labels.cmake)
  file(WRITE ${labels_file} "if(${name}_TESTS)\n"
    "  set_tests_properties(\${${name}_TESTS} PROPERTIES LABELS \"${ARG_LABELS}\")\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${labels_file})
endfunction()

# triad_fuzzer(NAME SOURCES... [DEPENDS targets...] [CORPUS folder])
# Defines a libFuzzer program (its sources define LLVMFuzzerTestOneInput), and a test labelled fuzz that
# runs it with TRIAD_FUZZ_RUNS inputs or for TRIAD_FUZZ_SECONDS, starting from the corpus. New inputs go to
# the build folder, as does an input that makes it fail. Without TRIAD_BUILD_FUZZERS there is no target.
function(triad_fuzzer name)
  if(NOT TRIAD_BUILD_FUZZERS)
    return()
  endif()
  cmake_parse_arguments(ARG "" "CORPUS" "DEPENDS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  triad_target_defaults(${name})
  target_link_libraries(${name} PRIVATE ${ARG_DEPENDS})
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)

  set(found ${CMAKE_BINARY_DIR}/fuzz/${name})
  file(MAKE_DIRECTORY ${found}/corpus)
  set(corpus)
  if(ARG_CORPUS)
    get_filename_component(corpus ${ARG_CORPUS} ABSOLUTE)
  endif()
  add_test(NAME fuzz.${name}
    COMMAND ${name} -runs=${TRIAD_FUZZ_RUNS} -max_total_time=${TRIAD_FUZZ_SECONDS} -timeout=10 -rss_limit_mb=2048
            -artifact_prefix=${found}/ ${found}/corpus ${corpus})
  set_tests_properties(fuzz.${name} PROPERTIES LABELS fuzz TIMEOUT 600)

  if(NOT TARGET fuzzers)
    add_custom_target(fuzzers)
  endif()
  add_dependencies(fuzzers ${name})
endfunction()
