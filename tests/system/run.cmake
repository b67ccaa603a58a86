# rtirun with a real rtig and federates: see run/rtirun_test.py.
if(TRIAD_BUILD_TESTS AND NOT TRIAD_SANITIZE AND TRIAD_BUILD_EXAMPLES)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  add_test(NAME system.rtirun
    COMMAND Python3::Interpreter ${CMAKE_CURRENT_LIST_DIR}/run/rtirun_test.py
            ${CMAKE_BINARY_DIR}/bin ${PROJECT_SOURCE_DIR})
  set_tests_properties(system.rtirun PROPERTIES LABELS system TIMEOUT 120)
endif()
