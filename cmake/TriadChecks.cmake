# Checks of the source tree (label style) and of the installation and packages (label system), as tests of
# ctest. A sanitizer build leaves them out, because it could find nothing more with them.
if(TRIAD_SANITIZE)
  return()
endif()

foreach(check IN ITEMS format shell)
  add_test(NAME style.${check} COMMAND ${PROJECT_SOURCE_DIR}/scripts/check-${check})
  set_tests_properties(style.${check} PROPERTIES LABELS style)
endforeach()

# Checks that tests left out under the thread sanitizer are of programs that start no thread.
get_property(one_thread GLOBAL PROPERTY TRIAD_ONE_THREAD)
add_test(NAME programs.of_one_thread COMMAND ${PROJECT_SOURCE_DIR}/scripts/check-threads ${one_thread})
set_tests_properties(programs.of_one_thread PROPERTIES LABELS system)
get_property(one_thread GLOBAL PROPERTY TRIAD_ONE_THREAD_LONG)
add_test(NAME programs.of_one_thread.long COMMAND ${PROJECT_SOURCE_DIR}/scripts/check-threads ${one_thread})
set_tests_properties(programs.of_one_thread.long PROPERTIES LABELS "system;long")

find_package(Python3 COMPONENTS Interpreter REQUIRED)
foreach(check IN ITEMS check rules_test)
  add_test(NAME style.source_rules.${check}
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/source_rules/${check}.py)
  set_tests_properties(style.source_rules.${check} PROPERTIES LABELS style)
endforeach()
add_test(NAME style.commit_subjects
  COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/source_rules/commit_subjects.py)
set_tests_properties(style.commit_subjects PROPERTIES LABELS style)
