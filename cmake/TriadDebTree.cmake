# Run by cpack when the tree to be packaged is staged: adds what a Debian package needs outside of
# /opt/triad. Touches nothing but the staged tree.
set(root ${CPACK_TEMPORARY_DIRECTORY})
if(NOT IS_DIRECTORY ${root}/opt/triad/bin)
  message(FATAL_ERROR "${root} is no staged package of Triad")
endif()

file(MAKE_DIRECTORY ${root}/usr/bin ${root}/etc/ld.so.conf.d)
file(GLOB programs RELATIVE ${root}/opt/triad/bin ${root}/opt/triad/bin/*)
foreach(program IN LISTS programs)
  file(CREATE_LINK /opt/triad/bin/${program} ${root}/usr/bin/${program} SYMBOLIC)
endforeach()
file(WRITE ${root}/etc/ld.so.conf.d/triad-rti.conf "/opt/triad/lib\n")
