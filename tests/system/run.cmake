# rtirun with a real rtig and federates: see run/rtirun_test.py, and run/remote_hosts.py for hosts by ssh,
# which needs root and sshd.
if(TRIAD_BUILD_TESTS AND NOT TRIAD_SANITIZE AND TRIAD_BUILD_EXAMPLES)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  add_test(NAME system.rtirun
    COMMAND Python3::Interpreter ${CMAKE_CURRENT_LIST_DIR}/run/rtirun_test.py
            ${CMAKE_BINARY_DIR}/bin ${PROJECT_SOURCE_DIR})
  add_test(NAME system.rtirun_hosts
    COMMAND Python3::Interpreter ${CMAKE_CURRENT_LIST_DIR}/run/remote_hosts.py
            ${CMAKE_BINARY_DIR}/bin ${PROJECT_SOURCE_DIR})
  set_tests_properties(system.rtirun system.rtirun_hosts PROPERTIES LABELS system TIMEOUT 900)
  set_tests_properties(system.rtirun_hosts PROPERTIES SKIP_RETURN_CODE 77)
endif()
