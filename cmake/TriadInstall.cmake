# The files that `cmake --install` and `cpack` deliver, under one prefix, called RTI_HOME in legacy builds:
# bin/ has the programs, include/ only the public headers, lib/ the libraries with the names that legacy
# makefiles link, the CMake package Triad and pkg-config's triad, share/triad/ the examples and an
# environment file, share/man, share/bash-completion, and share/doc/triad/ the documents. The components are
# the Debian packages.
include(CMakePackageConfigHelpers)

set(cmake_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Triad)

foreach(program IN ITEMS rtig rtia rtirouter rtictl fed-check rtimesh rtimon rtirecord rtirun)
  if(TARGET ${program})
    set_target_properties(${program} PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
    install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tools)
  endif()
endforeach()

# RUNPATH, not RPATH: a federation's own libFedTime in LD_LIBRARY_PATH takes precedence over Triad's.
set(installed_libraries)
foreach(library IN ITEMS RTI-NG FedTime)
  if(TARGET ${library})
    list(APPEND installed_libraries ${library})
    set_target_properties(${library} PROPERTIES INSTALL_RPATH "$ORIGIN")
    target_link_options(${library} PRIVATE -Wl,--enable-new-dtags)
    target_include_directories(${library} INTERFACE
      $<INSTALL_INTERFACE:${TRIAD_INSTALL_INCLUDEDIR}>)
  endif()
endforeach()

install(DIRECTORY libRTI/include/ DESTINATION ${TRIAD_INSTALL_INCLUDEDIR} COMPONENT dev
        FILES_MATCHING PATTERN "*.hh")

if(TARGET RTI-NG AND TARGET FedTime)
  set_target_properties(RTI-NG PROPERTIES EXPORT_NAME RTI)
  add_library(Triad::RTI ALIAS RTI-NG)
  add_library(Triad::FedTime ALIAS FedTime)
  install(TARGETS ${installed_libraries} EXPORT TriadTargets
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT dev)
  install(EXPORT TriadTargets NAMESPACE Triad:: DESTINATION ${cmake_package_dir} COMPONENT dev)

  # The name that makefiles older than RTI-NG link.
  file(MAKE_DIRECTORY ${CMAKE_LIBRARY_OUTPUT_DIRECTORY})
  file(CREATE_LINK libRTI-NG.so ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/libRTI.so SYMBOLIC)
  install(FILES ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/libRTI.so DESTINATION ${CMAKE_INSTALL_LIBDIR}
          COMPONENT dev)

  # For LIBRARY_PATH (env.sh). CMake treats a folder in LIBRARY_PATH as a system folder, and leaves it out
  # of the RUNPATH of its targets. So LIBRARY_PATH names this folder of links and not the folder of the
  # libraries.
  set(link_names ${CMAKE_BINARY_DIR}/link-names)
  file(MAKE_DIRECTORY ${link_names})
  foreach(library IN ITEMS libRTI-NG.so libRTI.so libFedTime.so)
    file(CREATE_LINK ../${library} ${link_names}/${library} SYMBOLIC)
  endforeach()
  install(DIRECTORY ${link_names}/ DESTINATION ${CMAKE_INSTALL_LIBDIR}/triad COMPONENT dev)

  configure_package_config_file(cmake/TriadConfig.cmake.in ${CMAKE_BINARY_DIR}/TriadConfig.cmake
    INSTALL_DESTINATION ${cmake_package_dir} PATH_VARS TRIAD_INSTALL_INCLUDEDIR)
  write_basic_package_version_file(${CMAKE_BINARY_DIR}/TriadConfigVersion.cmake
    COMPATIBILITY SameMajorVersion)
  install(FILES ${CMAKE_BINARY_DIR}/TriadConfig.cmake ${CMAKE_BINARY_DIR}/TriadConfigVersion.cmake
          DESTINATION ${cmake_package_dir} COMPONENT dev)
endif()

file(RELATIVE_PATH TRIAD_PREFIX_FROM_PC
  /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
configure_file(cmake/triad.pc.in ${CMAKE_BINARY_DIR}/triad.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/triad.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)

configure_file(cmake/env.sh.in ${CMAKE_BINARY_DIR}/env.sh @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/env.sh DESTINATION share/triad COMPONENT dev)
install(DIRECTORY examples DESTINATION share/triad COMPONENT dev)
install(DIRECTORY ${CMAKE_BINARY_DIR}/share/man ${CMAKE_BINARY_DIR}/share/bash-completion
        DESTINATION share COMPONENT tools)
# The layout of the source tree, so that links between documents work.
install(FILES CHANGELOG.md CITATION.cff CODE_OF_CONDUCT.md CONTRIBUTING.md LICENSE README.md SECURITY.md
        DESTINATION share/doc/triad COMPONENT tools)
install(FILES ${TRIAD_BUILD_IDENTITY} DESTINATION share/doc/triad COMPONENT tools)
install(DIRECTORY docs DESTINATION share/doc/triad COMPONENT tools)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/doc)
file(CREATE_LINK ../../triad/examples ${CMAKE_BINARY_DIR}/doc/examples SYMBOLIC)
install(FILES ${CMAKE_BINARY_DIR}/doc/examples DESTINATION share/doc/triad COMPONENT dev)

include(TriadDebian)
