# Checks of the source tree as tests of ctest (label style), and of what is installed and packaged
# (label system). A sanitizer build has nothing to add to them.
if(TRIAD_SANITIZE)
  return()
endif()

foreach(check IN ITEMS format shell)
  add_test(NAME style.${check} COMMAND ${PROJECT_SOURCE_DIR}/scripts/check-${check})
  set_tests_properties(style.${check} PROPERTIES LABELS style)
endforeach()
