# The policy and the audit log of rtig: see policy/policy_program_test.cpp.
if(TRIAD_WITH_TLS)
  add_subdirectory(policy)
endif()
