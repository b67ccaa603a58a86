// Defects for the simulation to find (tests/simulation/defect_test.cpp): where the code does
// something that time management hangs on, TRIAD_DEFECT(name) says whether it is to be done wrong.
// Constantly false but in that test's own build of core, rtia and rtig.
#pragma once

#ifdef TRIAD_WITH_DEFECTS

namespace triad::core {

enum class Defect {
  none,
  own_promise_in_lbts,
  jump_ignores_messages_in_flight,
  exclusive_flag_lost,
  regulation_without_handshake,
  lookahead_lowered_at_once,
  equal_stamps_by_arrival,
  retraction_by_present_interest,
  update_before_discovery,
};

// What is wrong in this process now.
inline Defect present_defect = Defect::none;

}  // namespace triad::core

#define TRIAD_DEFECT(name) (::triad::core::present_defect == ::triad::core::Defect::name)

#else
#define TRIAD_DEFECT(name) false
#endif
