// Participant of a scenario. It sends numbered messages, reads those of others, sleeps when idle,
// and checks the messages it receives. Participant n has the id n + 1 and the slot n.
#pragma once

#include <map>

#include "tests/exploration/simulated_outbox.hpp"

namespace triad::exploration {

// Hashes the whole state of the fabric and of both ends of its logs.
struct State {
  static void hash_into(Hash& hash, const SimulatedFabric& fabric);

 private:
  static void hash_into(Hash& hash, const transport::LogWriter<SimulatedOutbox>& writer);
  static void hash_into(Hash& hash, const transport::LogReader<SimulatedOutbox>& reader);
};

class Member {
 public:
  // `coordinator`: a participant, or kNone if no participant is ever added.
  static constexpr std::size_t kNone = kMembersMax;
  Member(Player& player, std::size_t coordinator);

  // Called before the first attach(). All participants of a scenario have words, or none has.
  void set_sleep_mode(SleepMode sleep_mode);

  SimulatedFabric& fabric() { return fabric_; }
  auto doorbell_reader() {
    return [this] { return take_ringers(); };
  }
  static transport::ParticipantId id_of(std::size_t participant) {
    return static_cast<transport::ParticipantId>(participant + 1);
  }

  // Reads that log from an offset, and expects `messages` messages from number `first` on.
  void attach(std::size_t participant, std::uint32_t messages, std::uint64_t read_from = 0,
              std::uint64_t they_read_from = 0, std::uint32_t first = 0);
  void detach(std::size_t participant);
  // Looks from now on only at the coordinator and at participants that ring.
  void enable_selective_scans();
  // Looks from now on at all participants.
  void disable_selective_scans();
  // Ends the setup: nothing that was done before is explored.
  void start();
  // Sends the next message, of this number of words; it concerns all.
  void send(std::size_t words = 1);
  void send_without_wakeup(std::size_t words = 1);  // a message that concerns no reader
  // Notes, in place of the last note, the number of messages sent. It concerns all.
  void publish_note(std::uint64_t value);
  // The same in words of both lines, after a message in time-stamp order at that position.
  void publish_two_line_note(std::uint64_t position);
  // Announces that participant 2 begins there. At the beginning of the log this is an empty
  // message, the only one so short that it is not published at once.
  void announce_newcomer(std::uint64_t begins_at);
  // Handles all messages and gives the room back. Calls `on_newcomer` for a new participant.
  void read_logs();
  // Runs until all expected messages have arrived and all are sent.
  void run_to_end();
  // Sleeps, if there is nothing to do.
  void wait();
  // Sleeps, of a participant that waits for nothing else.
  void sleep();
  void run_turn();

  bool detects_deaths = false;  // participants may die
  bool may_be_cut_off = false;
  bool reads_expected_only = false;        // reads no more messages than expected
  bool applies_rings_while_awake = false;  // heeds rings while awake, if it looks selectively
  bool reads_notes = false;                // expects one after the last message of each
  bool was_cut_off() const { return cut_off_; }
  std::function<void(std::uint64_t begins_at)> on_newcomer;

  transport::Ringers take_ringers();
  // Tells the scheduler the state before the step of its program that `place` names.
  void set_state(std::uint64_t place);

 private:
  struct Peer {
    std::uint32_t next = 0;
    std::uint32_t end = 0;
    std::uint64_t last_note = 0;
  };

  void send_words(std::size_t words);
  void read_log(std::size_t participant, Peer& peer);
  void receive_notes();
  std::uint64_t tso_position_of(transport::ParticipantId id) const;
  void check_message(std::size_t participant, Peer& peer, transport::Bytes message);
  void check_peer_faults();
  void sleep_on_doorbell(bool wakes_otherwise);
  void detach_dead();
  bool has_all_messages() const;

  Player& player_;
  SleepMode sleep_mode_ = SleepMode::doorbell;
  SimulatedFabric fabric_;
  std::map<std::size_t, Peer> peers_;
  std::uint32_t sent_ = 0;
  std::uint64_t last_note_ = 0;
  std::uint32_t dead_ = 0;
  bool cut_off_ = false;
  bool has_slept_ = false;
};

}  // namespace triad::exploration
