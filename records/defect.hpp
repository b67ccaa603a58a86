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
  divestiture_forgets_waiting_federates,
  yielded_without_the_owner,
  departure_forgets_waiting_federates,
  regions_do_not_filter,
  region_moves_unnoticed,
  bound_sent_too_early,
  bound_lost_at_a_departure,
  copy_counted_twice,
  bound_overtakes_deletion,
  interest_lost_at_a_restore,
  outside_interest_not_sent,
  moved_region_not_stated,
  bound_not_lowered_by_newcomer,
  supply_misses_a_registration,
  deletion_forgotten_in_a_supply,
  grant_kept_for_unknown_instance,
  dropped_while_negotiating,
  interest_narrowed_before_the_record,
  discovered_outside_region,
  record_decided_when_examined,
  frame_sent_to_first_receiver_only,
  end_of_client_not_forwarded,
  clients_outlive_their_router,
  overtakes_collected_frames,
  data_sent_to_representative_only,
  local_data_overtakes_registration,
  local_data_before_its_stamp,
  log_forwarded_too_early,
  log_forwarding_not_reported,
  settled_while_sum_in_transit,
  outside_forgotten_after_restore,
  outside_not_applied_at_lower_router,
  statement_not_applied_at_lower_router,
  request_before_peers_received,
  peer_data_before_its_stamp,
  forwarded_from_peer_to_peer,
  local_data_kept_at_head,
  segment_states_no_read_positions,
  segment_written_before_forwarding,
  segment_not_read_before_links,
  settled_before_peers_know,
  lower_regulator_forgotten,
  jump_ignores_copies_to_routers,
  statement_from_before_a_restore,
  moved_before_it_settled,
  resumed_before_routers_know,
  note_overtakes_messages,
  log_by_interest_kept_from_its_cause,
  last_record_not_addressed,
  kept_records_not_addressed,
  log_kept_from_moved_member,
  leaver_stands_for_its_router,
  // Defects of recovery (router/recovery.hpp).
  ack_when_forwarded,
  ack_without_the_lost,
  ack_before_recovery_is_over,
  no_fence,
  merged_by_stamps_alone,
  log_before_its_causes,
  request_handled_twice,
  old_attempt_counts,
  epoch_while_away,
  reply_not_kept,
  acknowledged_during_a_restore,
  lost_regulator_left_out,
  jump_counts_forget_the_lost,
  hold_outlives_its_switch,
  interest_of_the_lost_leaves_the_sum,
  counts_not_from_zero,
  question_not_asked_again,
  group_skipped_after_its_sender,
  noted_condition_without_messages,
  noted_condition_not_lowered,
  noted_messages_not_handled,
  jump_ignores_messages_in_memory,
};

// The defect that is active in this process.
inline Defect present_defect = Defect::none;

}  // namespace triad::records

#define TRIAD_DEFECT(name) (::triad::records::present_defect == ::triad::records::Defect::name)

#else
#define TRIAD_DEFECT(name) false
#endif
