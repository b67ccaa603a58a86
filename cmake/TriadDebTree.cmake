# Run by cpack after it has staged the trees of the packages, one for each package. Adds the files that
# Debian requires outside of /opt/triad. Changes only the staged trees.
set(here ${CMAKE_CURRENT_LIST_DIR}/deb)
foreach(component IN ITEMS runtime tools dev)
  if(NOT IS_DIRECTORY ${CPACK_TEMPORARY_DIRECTORY}/${component}/opt/triad)
    message(FATAL_ERROR "${CPACK_TEMPORARY_DIRECTORY}/${component} is no staged package of Triad")
  endif()
endforeach()

# compressed(FILE TARGET): compresses a man page or changelog as Debian requires, without a time stamp.
function(compressed file target)
  cmake_path(GET target PARENT_PATH folder)
  file(MAKE_DIRECTORY ${folder})
  execute_process(COMMAND gzip -9nc ${file} OUTPUT_FILE ${target} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# placed(FILE FOLDER)
function(placed file folder)
  file(COPY ${file} DESTINATION ${folder}
       FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
endfunction()

foreach(pair IN ITEMS runtime=libtriad-rti1 tools=triad-rti dev=libtriad-rti-dev)
  string(REGEX MATCH "^(.*)=(.*)$" ignored ${pair})
  set(root ${CPACK_TEMPORARY_DIRECTORY}/${CMAKE_MATCH_1})
  set(package ${CMAKE_MATCH_2})
  placed(${CPACK_TRIAD_DEB_FILES}/copyright ${root}/usr/share/doc/${package})
  compressed(${CPACK_TRIAD_DEB_FILES}/changelog ${root}/usr/share/doc/${package}/changelog.gz)
  placed(${here}/overrides/${package} ${root}/usr/share/lintian/overrides)
endforeach()

placed(${here}/runtime/triad-rti.conf ${CPACK_TEMPORARY_DIRECTORY}/runtime/etc/ld.so.conf.d)

# Programs are in /opt/triad/bin and in /usr/bin; man pages and completions only in Debian's folders.
set(root ${CPACK_TEMPORARY_DIRECTORY}/tools)
file(MAKE_DIRECTORY ${root}/usr/bin)
file(GLOB programs RELATIVE ${root}/opt/triad/bin ${root}/opt/triad/bin/*)
foreach(program IN LISTS programs)
  file(CREATE_LINK /opt/triad/bin/${program} ${root}/usr/bin/${program} SYMBOLIC)
  compressed(${root}/opt/triad/share/man/man1/${program}.1 ${root}/usr/share/man/man1/${program}.1.gz)
endforeach()
file(REMOVE_RECURSE ${root}/opt/triad/share/man)
file(MAKE_DIRECTORY ${root}/usr/share)
file(RENAME ${root}/opt/triad/share/bash-completion ${root}/usr/share/bash-completion)
placed(${here}/tools/rtig.service ${root}/lib/systemd/system)
placed(${here}/tools/rtig ${root}/etc/default)

# pkg-config looks in this folder by default. The file in /opt/triad finds its prefix from its own path.
set(root ${CPACK_TEMPORARY_DIRECTORY}/dev)
file(READ ${root}/opt/triad/lib/pkgconfig/triad.pc text)
string(REGEX REPLACE "^prefix=[^\n]*" "prefix=/opt/triad" text "${text}")
file(MAKE_DIRECTORY ${root}/usr/share/pkgconfig)
file(WRITE ${root}/usr/share/pkgconfig/triad.pc "${text}")
file(CHMOD_RECURSE ${root}/usr DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE
     GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
