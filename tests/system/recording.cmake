# Recordings of real federates: see recording/recording_test.py.
if(TRIAD_BUILD_TESTS AND NOT TRIAD_SANITIZE AND TARGET RTI-NG AND TARGET rtirecord)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  triad_program(recorded_federate recording/recorded_federate.cpp DEPENDS RTI-NG FedTime)
  add_dependencies(recorded_federate rtig rtia rtirecord)
  foreach(case IN ITEMS
          a_recording_has_what_the_receiver_got
          the_mcap_package_of_python_reads_a_recording
          the_file_of_a_killed_federate_is_mended
          the_rtia_process_records_to_the_end_of_a_killed_federate
          a_federate_that_waits_for_the_disk_loses_nothing
          dropped_records_are_counted_in_the_file
          a_full_disk_is_told_in_one_line_and_the_federate_goes_on
          a_directory_that_cannot_be_used_is_an_error_of_the_federate)
    add_test(NAME system.recording.${case}
      COMMAND Python3::Interpreter ${CMAKE_CURRENT_LIST_DIR}/recording/recording_test.py
              ${CMAKE_BINARY_DIR}/bin ${PROJECT_SOURCE_DIR} Recording.test_${case})
    set_tests_properties(system.recording.${case} PROPERTIES LABELS system TIMEOUT 300)
  endforeach()
endif()
