// Defects that tests/exploration must find (defect_test.cpp). At each step on which others rely,
// TRIAD_FABRIC_DEFECT(name) says whether to do it wrong. It is constantly false outside that test.
#pragma once

#ifdef TRIAD_WITH_FABRIC_DEFECTS

namespace triad::transport {

enum class FabricDefect {
  none,
  tail_before_bytes,
  floor_after_bytes,
  cursor_before_copy,
  asleep_after_last_look,
  ring_of_concerned_forgotten,
  rung_once_for_all_sleeps,
  ring_of_writer_forgotten,
  room_without_second_look,
  room_without_ring_of_laggards,
  concern_forgotten_while_queued,
  input_before_room,
  ring_behind_pieces_forgotten,
  coordinator_not_looked_at,
  coordinator_message_in_hand_ignored,
  coordinator_cursor_before_news,
  newcomer_amid_message,
  newcomer_not_rung,
  newcomer_not_looked_at,
  rings_not_noted,
  coordinator_looked_at_too_early,
  end_of_selective_looks_untold,
  sleeper_on_words_not_woken,
  woken_as_it_was_seen,
  other_kind_of_sleep_not_noted,
  words_read_after_last_look,
  note_not_heeded,
  rung_before_note,
  note_read_without_fence,
  note_changed_without_fence,
  sent_after_note,
};

inline FabricDefect present_fabric_defect = FabricDefect::none;

}  // namespace triad::transport

#define TRIAD_FABRIC_DEFECT(name) \
  (::triad::transport::present_fabric_defect == ::triad::transport::FabricDefect::name)

#else
#define TRIAD_FABRIC_DEFECT(name) false
#endif
