# The API reference, made by Doxygen from the docstrings of the public headers, if Doxygen is installed:
#   cmake --build build/release --target api-docs     # build/release/api-docs/html/index.html
# A declaration, parameter or exception without a docstring is an error.
find_package(Doxygen QUIET)
if(TRIAD_SANITIZE)
  return()
endif()
if(NOT DOXYGEN_FOUND)
  message(STATUS "No API reference will be built: install the Debian package doxygen, and configure again")
  return()
endif()

configure_file(cmake/Doxyfile.in ${CMAKE_BINARY_DIR}/Doxyfile @ONLY)
file(GLOB public_headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/libRTI/include/*.hh)
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/api-docs/html/index.html
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${CMAKE_BINARY_DIR}/api-docs
  COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/api-docs
  COMMAND Doxygen::doxygen ${CMAKE_BINARY_DIR}/Doxyfile
  DEPENDS ${public_headers} ${CMAKE_BINARY_DIR}/Doxyfile ${PROJECT_SOURCE_DIR}/cmake/flatten_header.py
          ${PROJECT_SOURCE_DIR}/cmake/api_main_page.md
  COMMENT "Making the API reference" VERBATIM)
add_custom_target(api-docs ALL DEPENDS ${CMAKE_BINARY_DIR}/api-docs/html/index.html)
install(DIRECTORY ${CMAKE_BINARY_DIR}/api-docs/html/ DESTINATION share/doc/triad/api COMPONENT dev)
