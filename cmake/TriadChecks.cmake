# Checks of the source tree as tests of ctest (label style), and of what is installed and packaged
# (label system). A sanitizer build has nothing to add to them.
if(TRIAD_SANITIZE)
  return()
endif()

foreach(check IN ITEMS format shell)
  add_test(NAME style.${check} COMMAND ${PROJECT_SOURCE_DIR}/scripts/check-${check})
  set_tests_properties(style.${check} PROPERTIES LABELS style)
endforeach()

find_package(Python3 COMPONENTS Interpreter REQUIRED)
foreach(check IN ITEMS check rules_test)
  add_test(NAME style.source_rules.${check}
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/source_rules/${check}.py)
  set_tests_properties(style.source_rules.${check} PROPERTIES LABELS style)
endforeach()
