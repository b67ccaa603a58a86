# Writes the commit of the sources into OUTPUT/commit.cpp, and the identity of the build for packages into
# OUTPUT/build-identity.txt. Runs before each build. An unchanged file keeps its time, so that nothing is
# built again. Sources without a repository have the commit in commit.txt if `git archive` packed them.
file(STRINGS ${SOURCE}/version/commit.txt COMMIT LIMIT_COUNT 1)
if(COMMIT MATCHES "Format")
  set(COMMIT "unknown")
  execute_process(COMMAND git -C ${SOURCE} rev-parse --short=8 HEAD
                  OUTPUT_VARIABLE head RESULT_VARIABLE status OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(status EQUAL 0)
    execute_process(COMMAND git -C ${SOURCE} status --porcelain --untracked-files=no
                    OUTPUT_VARIABLE changes OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    set(COMMIT ${head})
    if(NOT changes STREQUAL "")
      string(APPEND COMMIT "+")
    endif()
  endif()
endif()
configure_file(${SOURCE}/version/commit.cpp.in ${OUTPUT}/commit.cpp @ONLY)

file(STRINGS ${SOURCE}/wire/message_list.hpp line REGEX "kProtocolVersion = [0-9]+")
string(REGEX REPLACE ".*= ([0-9]+).*" "\\1" PROTOCOL "${line}")
string(TOLOWER "${BUILD_TYPE}" build_type)
if(PGO STREQUAL "optimize" AND build_type STREQUAL "release")
  string(PREPEND build_type "profile-guided ")
endif()
file(CONFIGURE OUTPUT ${OUTPUT}/build-identity.txt CONTENT
  "Triad RTI ${RELEASE}\ncommit ${COMMIT}\nprotocol version ${PROTOCOL}\n${build_type} build\n")
