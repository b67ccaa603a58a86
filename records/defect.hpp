// Deliberate defects that the simulation must find (tests/simulation/defect_test.cpp). At a place
// on which a federation depends, TRIAD_DEFECT(name) is true if the code must do the wrong thing.
// Always false except in that test's own build of the cores.
#pragma once

#ifdef TRIAD_WITH_DEFECTS

namespace triad::records {

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
  floor_without_next_event,
  unreported_regulator_left_out,
  point_announced_twice,
  departure_completes_no_point,
  passive_subscription_advises,
  interest_twice_after_resubscription,
  no_rediscovery_after_local_delete,
  interaction_not_promoted,
  promise_overtakes_messages,
  departure_overtakes_messages,
  divestiture_forgets_who_waits,
  yielded_without_the_owner,
  departure_forgets_who_waits,
  regions_do_not_filter,
  region_moves_unnoticed,
  bound_told_too_early,
  bound_lost_at_a_departure,
  copy_counted_twice,
  bound_overtakes_deletion,
  interest_lost_at_a_restore,
  outside_interest_not_told,
  moved_region_not_stated,
  fall_behind_its_record,
  supply_misses_a_registration,
  deletion_forgotten_in_a_supply,
  grant_kept_by_who_forgot,
  dropped_while_negotiating,
  interest_narrowed_before_the_record,
  discovered_out_of_reach,
  decided_by_a_look,
  frame_for_the_first_alone,
  end_of_a_client_kept,
  clients_outlive_their_router,
  overtakes_what_is_gathered,
  local_data_overtakes_registration,
  local_data_before_its_stamp,
  log_passed_too_early,
  log_pass_not_told,
  settled_while_the_sum_is_under_way,
  outside_forgotten_after_restore,
  outside_forgotten_below,
  statement_forgotten_below,
  request_before_peers_received,
  peer_data_before_its_stamp,
  passed_from_peer_to_peer,
  kept_at_the_head,
  segment_names_nothing_read,
  segment_written_before_passed_on,
  segment_not_read_before_links,
  settled_before_peers_know,
  regulator_below_forgotten,
  jump_ignores_copies_to_routers,
  statement_from_before_a_restore,
  moved_before_it_settled,
  resumed_before_routers_know,
  note_overtakes_messages,
  // Defects of the trial (router/hop_trial.hpp).
  sum_of_the_last_statement,
  log_by_interest_kept_from_its_cause,
  last_record_not_addressed,
  kept_records_not_addressed,
  noted_condition_without_messages,
  noted_condition_not_lowered,
  noted_messages_not_handled,
  jump_ignores_messages_in_memory,
};

// The defect that is active in this process.
inline Defect present_defect = Defect::none;

}  // namespace triad::records

#define TRIAD_DEFECT(name) (::triad::records::present_defect == ::triad::records::Defect::name)
// Code that is compiled only in that test's build.
#define TRIAD_IN_TRIAL(...) __VA_ARGS__

#else
#define TRIAD_DEFECT(name) false
#define TRIAD_IN_TRIAL(...)
#endif
