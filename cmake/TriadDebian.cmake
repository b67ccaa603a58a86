# The Debian packages, split as Debian splits a library: libtriad-rti1 has the files that a compiled
# federate needs, triad-rti the programs, libtriad-rti-dev the files that compilation needs. Together they
# are the tree in /opt/triad that `cmake --install` makes. TriadDebTree.cmake adds the files that Debian
# requires elsewhere (man pages, the systemd unit, the loader's path ...).
set(TRIAD_MAINTAINER "Triad RTI maintainers <triad-rti@example.org>" CACHE STRING
    "Whom the Debian packages name as their maintainer: whoever publishes them")
set(TRIAD_HOMEPAGE "https://triad-rti.example.org" CACHE STRING
    "Where whoever publishes the Debian packages tells about them")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME triad-rti)
set(CPACK_PACKAGE_VENDOR "Triad RTI")
set(CPACK_PACKAGE_CONTACT "${TRIAD_MAINTAINER}")
set(CPACK_PACKAGE_HOMEPAGE_URL "${TRIAD_HOMEPAGE}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # each package has its own
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /opt/triad)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE
    GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/TriadDebTree.cmake)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL runtime tools dev)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(same_version "libtriad-rti1 (= ${PROJECT_VERSION})")
set(control ${PROJECT_SOURCE_DIR}/cmake/deb)

# Folder of the programs' own libraries, which no other package contains.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_LIBRARY_OUTPUT_DIRECTORY})

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME libtriad-rti1)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA ${control}/runtime/triggers ${control}/runtime/conffiles)
if(TRIAD_PGO STREQUAL "optimize")
  set(built "It is built with profile-guided optimization.")
else()
  set(built "It is built without profile-guided optimization.")
endif()
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "HLA 1.3 Run-Time Infrastructure, libraries of federates
Triad RTI joins simulations to federations by the High Level Architecture
1.3. This package has libRTI-NG and libFedTime, which compiled federates use.
${built}")

set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME triad-rti)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION science)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_TOOLS_PACKAGE_DEPENDS "${same_version}")
set(CPACK_DEBIAN_TOOLS_PACKAGE_CONTROL_EXTRA
    ${control}/tools/conffiles ${control}/tools/postinst ${control}/tools/prerm ${control}/tools/postrm)
set(CPACK_COMPONENT_TOOLS_DESCRIPTION "HLA 1.3 Run-Time Infrastructure, gateway and tools
Triad RTI joins simulations to federations by the High Level Architecture
1.3. This package has the gateway rtig, with a systemd unit that waits to be
enabled, the federates' rtia, rtictl, which shows, follows and ends
federations, fed-check, which reads FED files, and for a mesh the
router rtirouter and rtimesh, which checks, draws and starts it.
${built}")

set(CPACK_DEBIAN_DEV_PACKAGE_NAME libtriad-rti-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "${same_version}")
set(CPACK_DEBIAN_DEV_PACKAGE_RECOMMENDS "triad-rti")
set(CPACK_COMPONENT_DEV_DESCRIPTION "HLA 1.3 Run-Time Infrastructure, development files
Triad RTI joins simulations to federations by the High Level Architecture
1.3. This package has what compiling a federate needs: headers, the names
that linkers look for, the CMake package Triad, pkg-config's triad, and
examples.")

configure_file(cmake/deb/copyright.in ${CMAKE_BINARY_DIR}/deb/copyright @ONLY)
configure_file(cmake/deb/changelog.in ${CMAKE_BINARY_DIR}/deb/changelog @ONLY)
set(CPACK_TRIAD_DEB_FILES ${CMAKE_BINARY_DIR}/deb)
include(CPack)
