# Run by cpack after the install rules, with CMAKE_INSTALL_PREFIX at the staged /opt/triad: adds what
# a Debian package needs outside of it.
cmake_path(GET CMAKE_INSTALL_PREFIX PARENT_PATH opt)
cmake_path(GET opt PARENT_PATH root)

file(MAKE_DIRECTORY ${root}/usr/bin ${root}/etc/ld.so.conf.d)
foreach(program IN ITEMS rtig rtia rtictl fed-check)
  if(EXISTS ${CMAKE_INSTALL_PREFIX}/bin/${program})
    file(CREATE_LINK /opt/triad/bin/${program} ${root}/usr/bin/${program} SYMBOLIC)
  endif()
endforeach()
file(WRITE ${root}/etc/ld.so.conf.d/triad-rti.conf "/opt/triad/lib\n")
