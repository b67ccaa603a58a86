// A participant of a scenario: it sends numbered messages, reads the others', sleeps when it has
// nothing to do, and judges what it is given. Participant n has the id n + 1 and the slot n.
#pragma once

#include <map>

#include "tests/exploration/simulated_outbox.hpp"

namespace triad::exploration {

// Everything that the fabric and its two ends of logs remember.
struct State {
  static void hash_into(Hash& hash, const SimulatedFabric& fabric);

 private:
  static void hash_into(Hash& hash, const transport::LogWriter<SimulatedOutbox>& writer);
  static void hash_into(Hash& hash, const transport::LogReader<SimulatedOutbox>& reader);
};

class Member {
 public:
  // `coordinator`: a participant, or one that there is not: nobody is ever added.
  static constexpr std::size_t kNone = kMembersMax;
  Member(Player& player, std::size_t coordinator);

  // Before it attaches anybody. All of a scenario have words, or none.
  void sleep_on(Bed bed);

  SimulatedFabric& fabric() { return fabric_; }
  auto silence() {
    return [this] { return empty_doorbell(); };
  }
  static transport::ParticipantId id_of(std::size_t who) {
    return static_cast<transport::ParticipantId>(who + 1);
  }

  // Reads `who` from an offset, from this message on, and so many.
  void attach(std::size_t who, std::uint32_t messages, std::uint64_t read_from = 0,
              std::uint64_t they_read_from = 0, std::uint32_t first = 0);
  void detach(std::size_t who);
  // From here on it looks at those alone who ring it, and at the coordinator.
  void look_selectively();
  // From here on it looks at all.
  void look_at_all();
  // All that was done before is as good as long ago.
  void start();
  // The next message, of so many words; it concerns all.
  void send(std::size_t words = 1);
  void send_to_nobody(std::size_t words = 1);  // one that concerns no reader
  // In place of what it noted before: as many messages have been sent. It concerns all.
  void note(std::uint64_t value);
  // The same in words of both lines, behind a message in time-stamp order at that position.
  void note_sent(std::uint64_t position);
  // That participant 2 begins there. From the beginning: in an empty message, the only one that is
  // so short that it is not published at once.
  void send_news(std::uint64_t begins_at);
  // Takes what there is and gives the room back. `on_news` is told of a newcomer.
  void take_all();
  // Until all that is expected has come and all is sent.
  void finish();
  // Sleeps, if there is nothing to do.
  void wait();
  // The same of one that waits for nothing else.
  void sleep();
  void turn();

  bool knows_of_deaths = false;  // somebody may die
  bool may_be_cut_off = false;
  bool reads_no_more = false;      // than is expected
  bool heeds_while_awake = false;  // those who ring, if it looks selectively
  bool heeds_notes = false;        // and expects one behind the last message of each
  bool was_cut_off() const { return cut_off_; }
  std::function<void(std::uint64_t begins_at)> on_news;

  transport::RungBy empty_doorbell();
  // Before the step of its program that `place` names.
  void tell_state(std::uint64_t place);

 private:
  struct Peer {
    std::uint32_t next = 0;
    std::uint32_t end = 0;
    std::uint64_t noted = 0;
  };

  void send_words(std::size_t words);
  void take(std::size_t who, Peer& peer);
  void take_notes();
  std::uint64_t sent_by(transport::ParticipantId id) const;
  void judge(std::size_t who, Peer& peer, transport::Bytes message);
  void look_for_trouble();
  void sleep_on_doorbell(bool wakes_otherwise);
  void learn_of_deaths();
  bool has_all() const;

  Player& player_;
  Bed bed_ = Bed::doorbell;
  SimulatedFabric fabric_;
  std::map<std::size_t, Peer> peers_;
  std::uint32_t sent_ = 0;
  std::uint64_t noted_ = 0;
  std::uint32_t dead_ = 0;
  bool cut_off_ = false;
  bool has_slept_ = false;
};

}  // namespace triad::exploration
