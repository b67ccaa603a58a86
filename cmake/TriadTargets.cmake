# The three kinds of target that a folder makes. Include paths are "folder/header.hpp" from the root,
# so a file says which folder it leans on, and the link line says which folders it may lean on.

set(TRIAD_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror)

function(triad_target_defaults target)
  target_compile_options(${target} PRIVATE ${TRIAD_WARNINGS})
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
endfunction()

# triad_library(NAME SOURCES... [DEPENDS targets...])
function(triad_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  triad_target_defaults(${name})
  target_link_libraries(${name} PUBLIC ${ARG_DEPENDS})
endfunction()

# triad_program(NAME SOURCES... [DEPENDS targets...])
function(triad_program name)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  triad_target_defaults(${name})
  target_link_libraries(${name} PRIVATE ${ARG_DEPENDS})
endfunction()

# triad_test(NAME SOURCES... [DEPENDS targets...] [LABELS labels...])
# A GoogleTest program whose cases ctest lists one by one. Labels: unit, scenario, simulation, fabric,
# system, headers, fuzz.
function(triad_test name)
  if(NOT TRIAD_BUILD_TESTS)
    return()
  endif()
  cmake_parse_arguments(ARG "" "" "DEPENDS;LABELS" ${ARGN})
  if(NOT ARG_LABELS)
    set(ARG_LABELS unit)
  endif()
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  triad_target_defaults(${name})
  target_link_libraries(${name} PRIVATE ${ARG_DEPENDS} GTest::gtest GTest::gtest_main)
  gtest_discover_tests(${name} PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT 120 DISCOVERY_TIMEOUT 60)
endfunction()
