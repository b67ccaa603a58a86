# Makes the keys of tests with encrypted links: cmake -DRTICTL=PROGRAM -DFOLDER=FOLDER -P tls_keys.cmake
file(REMOVE_RECURSE ${FOLDER})
foreach(action IN ITEMS "init" "router;test;127.0.0.1;localhost;::1")
  execute_process(COMMAND ${RTICTL} keys ${action} --folder ${FOLDER} RESULT_VARIABLE failed OUTPUT_QUIET)
  if(failed)
    message(FATAL_ERROR "rtictl keys ${action} failed")
  endif()
endforeach()
