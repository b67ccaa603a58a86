# Settings shared by all targets of the project: language level, warnings, sanitizers, output folders, and
# folders of installation (TriadInstall.cmake has the rules).

# An RTI has its own prefix, so that include/ contains only the RTI's headers. In a prefix that is shared
# with other software the headers go into a subfolder.
if(CMAKE_INSTALL_PREFIX_INITIALIZED_TO_DEFAULT)
  set(CMAKE_INSTALL_PREFIX /opt/triad CACHE PATH "Where to install" FORCE)
endif()
if(CMAKE_INSTALL_PREFIX MATCHES "^/usr(/local)?/?$")
  set(TRIAD_INSTALL_INCLUDEDIR include/triad)
else()
  set(TRIAD_INSTALL_INCLUDEDIR include)
endif()
set(CMAKE_INSTALL_LIBDIR lib CACHE PATH "Legacy makefiles look in $RTI_HOME/lib")
include(GNUInstallDirs)

option(TRIAD_BUILD_TESTS "Build the tests (needs GoogleTest)" ON)
option(TRIAD_BUILD_EXAMPLES "Build examples/ inside this tree, too" ON)
option(TRIAD_BUILD_FUZZERS "Build the libFuzzer targets (needs clang++)" OFF)
option(TRIAD_WITH_MPI "Let routers be ranks of an MPI job, if an MPI is installed" ON)
option(TRIAD_WITH_MULTICAST "Let routers send one datagram to several clients by UDP multicast" ON)
option(TRIAD_WITH_OVERLAY "Let routers at several sites form an overlay, with relays of best effort" ON)
# Encryption uses OpenSSL 3 (Debian: libssl-dev).
find_package(OpenSSL 3.0 QUIET COMPONENTS SSL Crypto)
option(TRIAD_WITH_TLS "Encrypt links, at tls:// URLs (needs OpenSSL 3)" ${OPENSSL_FOUND})
if(TRIAD_WITH_TLS AND NOT OPENSSL_FOUND)
  message(FATAL_ERROR "TRIAD_WITH_TLS needs OpenSSL 3 (on Debian: apt-get install libssl-dev); install it, or set TRIAD_WITH_TLS=OFF")
endif()
if((TRIAD_BUILD_TESTS OR TRIAD_BUILD_FUZZERS) AND NOT (TRIAD_WITH_MULTICAST AND TRIAD_WITH_OVERLAY AND TRIAD_WITH_TLS))
  message(FATAL_ERROR "the tests need TRIAD_WITH_MULTICAST, TRIAD_WITH_OVERLAY and TRIAD_WITH_TLS: switch them on, or set TRIAD_BUILD_TESTS=OFF")
endif()
set(TRIAD_SANITIZE "" CACHE STRING "Sanitizers for every target, e.g. address,undefined or thread")
set(TRIAD_FUZZ_RUNS 100000 CACHE STRING "Inputs that each fuzzer tries as a test of ctest")
set(TRIAD_FUZZ_SECONDS 30 CACHE STRING "and for how long at most")

# Link-time optimization makes programs smaller and faster (docs/performance.md). It takes too long for the many
# programs of the tests.
set(lto_default OFF)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_BUILD_TYPE STREQUAL Release AND NOT TRIAD_BUILD_TESTS)
  set(lto_default ON)
endif()
option(TRIAD_LTO "Optimize libraries and programs when they are linked; by default in release builds by g++ without tests"
  ${lto_default})

set(TRIAD_PGO "" CACHE STRING "Profile-guided optimization, with g++ alone: `instrument` or `optimize`; scripts/build-pgo does both")
set(TRIAD_PGO_PROFILE ${CMAKE_BINARY_DIR}/profile CACHE PATH "Folder that instrumented programs write their profile to, and `optimize` reads")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)

if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # In a unity build g++ warns that classes of a .cpp file are in a header, because the file is included.
  add_compile_options(-Wno-subobject-linkage)
endif()

if(TRIAD_SANITIZE)
  add_compile_options(-fsanitize=${TRIAD_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${TRIAD_SANITIZE})
  if(TRIAD_SANITIZE MATCHES undefined AND CMAKE_CXX_COMPILER_ID MATCHES Clang)
    # vptr tests through a pipe whether an address is readable, and gives wrong results when no descriptors
    # are left.
    add_compile_options(-fno-sanitize=vptr)
    if(TRIAD_SANITIZE MATCHES address)
      # The address sanitizer finds the same errors as these two, which take a third of the compile time.
      add_compile_options(-fno-sanitize=null,object-size)
    endif()
  endif()
  if(TRIAD_SANITIZE MATCHES thread AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    add_compile_options(-Wno-tsan)  # g++ warns that it does not see atomic_thread_fence
  endif()
  # There are many test programs with large debug information: lld links them in a fraction of the time.
  # mold does, too, but the mold of Debian 12 (1.10.1) sometimes makes a program that does not start
  # (github.com/rui314/mold, issue 1151), and with -z norelro, which prevents that, a program that does not
  # end.
  find_program(TRIAD_LLD ld.lld)
  if(TRIAD_LLD)
    add_link_options(-fuse-ld=lld)
  endif()
endif()

if(TRIAD_LTO)
  set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # Same as TRIAD_WARNINGS, for code that is compiled at link time.
    add_link_options(-Wno-stringop-overread -Wno-stringop-overflow -Wno-array-bounds -Wno-restrict
      -Wno-alloc-size-larger-than -Wno-free-nonheap-object)
  endif()
endif()

if(TRIAD_PGO)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    message(FATAL_ERROR "TRIAD_PGO needs g++")
  endif()
  # Gives object files the same names in both builds, in any build folder.
  add_compile_options(-fprofile-prefix-path=${CMAKE_BINARY_DIR})
  if(TRIAD_PGO STREQUAL instrument)
    add_compile_options(-fprofile-generate=${TRIAD_PGO_PROFILE} -fprofile-update=prefer-atomic)
    add_link_options(-fprofile-generate=${TRIAD_PGO_PROFILE})
  elseif(TRIAD_PGO STREQUAL optimize)
    file(GLOB profile ${TRIAD_PGO_PROFILE}/*.gcda)
    if(NOT profile)
      message(FATAL_ERROR "${TRIAD_PGO_PROFILE} holds no profile: run scripts/build-pgo")
    endif()
    # Compiles code that no benchmark has run as usual, and not for size. Counts of threads, and of functions
    # in other libraries, may not add up.
    add_compile_options(-fprofile-use=${TRIAD_PGO_PROFILE} -fprofile-partial-training -fprofile-correction -Wno-missing-profile)
  else()
    message(FATAL_ERROR "TRIAD_PGO is `instrument` or `optimize`, not `${TRIAD_PGO}`")
  endif()
endif()

if(TRIAD_BUILD_FUZZERS)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
    message(FATAL_ERROR "TRIAD_BUILD_FUZZERS needs clang++: use `cmake --preset asan-ubsan`")
  endif()
  enable_testing()
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

# Boost 1.81 or later. Its headers are system headers, so they give no warnings. scripts/get-boost unpacks
# it in this folder, with only the static library.
set(unpacked_boost ${PROJECT_SOURCE_DIR}/build/boost/usr)
if(EXISTS ${unpacked_boost})
  list(PREPEND CMAKE_PREFIX_PATH ${unpacked_boost})
  set(Boost_USE_STATIC_LIBS ON)
endif()
find_package(Boost 1.81 QUIET COMPONENTS program_options)
if(NOT Boost_FOUND)
  message(FATAL_ERROR "Boost 1.81 or later, with program_options, is not there. On Debian run scripts/get-boost and try "
    "again: it unpacks one in build/boost and installs nothing, so that it gets on with any other Boost. Elsewhere "
    "install one, or name its folder with -DBoost_ROOT=FOLDER.")
endif()
find_package(Threads REQUIRED)
# Only for rtirouter (mpi/). Without MPI, everything else is built.
if(TRIAD_WITH_MPI)
  find_package(MPI QUIET COMPONENTS C)
endif()
# Only for links between routers (transport/zstd). Optional as well.
find_package(zstd QUIET CONFIG)

if(TRIAD_BUILD_TESTS)
  enable_testing()
  find_package(GTest QUIET)
  if(NOT GTest_FOUND)
    message(FATAL_ERROR "The tests need GoogleTest (on Debian: apt-get install libgtest-dev). To build without tests add "
      "-DTRIAD_BUILD_TESTS=OFF.")
  endif()
  include(GoogleTest)
endif()
