# The rtig's server in a thread of the test (also under sanitizers), and the rtig and rtictl programs.
triad_test(rtig_server_test rtig_server_test.cpp rtig_federation_test.cpp rtig_log_test.cpp rtig_support.cpp
           DEPENDS triad_rtig_server LABELS fabric THREADS)

triad_test(rtig_program_test rtig_program_test.cpp rtictl_program_test.cpp rtig_support.cpp
           DEPENDS triad_rtig_server LABELS system)
if(TARGET rtig_program_test)
  target_compile_definitions(rtig_program_test PRIVATE
    TRIAD_RTIG="$<TARGET_FILE:rtig>" TRIAD_RTICTL="$<TARGET_FILE:rtictl>")
  add_dependencies(rtig_program_test rtig rtictl)
endif()
