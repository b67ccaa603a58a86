# Reports about the federate that holds up time: see waits/waits_program_test.cpp.
add_subdirectory(waits)
