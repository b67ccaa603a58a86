# What every target of the project shares: language level, warnings, sanitizers, output folders.
include(GNUInstallDirs)

option(TRIAD_BUILD_TESTS "Build the tests (needs GoogleTest)" ON)
option(TRIAD_BUILD_FUZZERS "Build the libFuzzer targets (needs clang++)" OFF)
set(TRIAD_SANITIZE "" CACHE STRING "Sanitizers for every target, e.g. address,undefined or thread")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)

if(TRIAD_SANITIZE)
  add_compile_options(-fsanitize=${TRIAD_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${TRIAD_SANITIZE})
endif()

# Boost 1.81 without a warning of its own: its headers are system headers to us.
find_package(Boost 1.81 REQUIRED)
find_package(Threads REQUIRED)

if(TRIAD_BUILD_TESTS)
  enable_testing()
  find_package(GTest REQUIRED)
  include(GoogleTest)
endif()
