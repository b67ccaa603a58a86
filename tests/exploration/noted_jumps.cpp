// See noted_jumps.hpp.
#include "tests/exploration/noted_jumps.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <optional>
#include <random>
#include <string>

#include "records/handled_messages.hpp"
#include "rtia/hosting/notes_of_others.hpp"
#include "tests/exploration/member.hpp"

namespace triad::exploration {

namespace {

using Change = NotedJumpChange;
using Bound = records::TimeNote::Bound;
using records::TimeNote;
using transport::ParticipantId;
using wire::FederateHandle;
using Notes = rtia::NotesOfOthers<SimulatedFabric::Notes>;

constexpr double kLookahead = 1;

class JumpingMember {
 public:
  JumpingMember(Player& player, const NotedJumpPlan& plan)
      : plan_(plan), self_(player.self()), member_(player, Member::kNone) {
    for (std::size_t member = 0; member < plan.sends.size(); ++member) {
      if (member != self_) member_.attach(member, 0);
    }
  }

  void run() {
    publish_note();
    member_.start();
    while (time_ < plan_.end) {
      request_next_event();
      while (is_waiting_) run_turn();
    }
    publish_note();
    wake_after_note();
  }

 private:
  SimulatedFabric& fabric() { return member_.fabric(); }
  bool has(Change change) const { return plan_.change == change; }

  void request_next_event() {
    const auto& sends = plan_.sends[self_];
    if (request_count_ < sends.size() && sends[request_count_] >= 0)
      send(time_ + kLookahead + sends[request_count_]);
    ++request_count_;
    is_waiting_ = true;
  }
  void send(double stamp) {
    const auto word = std::bit_cast<std::uint64_t>(stamp);
    fabric().send(std::as_bytes(std::span(&word, 1)));
    handled_.add(FederateHandle(Member::id_of(self_)), ++position_);
    fabric().notes().publish_tso_position(position_);
    fabric().flush();
  }

  // As TimeManagement::settle() and FabricMember do it.
  void run_turn() {
    member_.set_state(30);
    receive_messages();
    receive_notes();
    const bool can_advance = can_jump();
    if (can_advance) {
      time_ = std::min(next_event(), double(plan_.end));
      std::erase_if(queue_, [this](double stamp) { return stamp <= time_; });
      is_waiting_ = false;
    }
    if (publish_note()) return wake_after_note();
    fabric().flush();
    fabric().release();
    if (can_advance) return;
    fabric().notes().watch(transport::WatchedNotes::all);
    member_.set_state(31);
    member_.sleep();
  }
  void receive_messages() {
    for (std::size_t member = 0; member < plan_.sends.size(); ++member) {
      if (member == self_) continue;
      const ParticipantId id = Member::id_of(member);
      while (const auto message = fabric().logs().next(id)) {
        std::uint64_t word = 0;
        std::memcpy(&word, message->data(), sizeof word);
        const auto stamp = std::bit_cast<double>(word);
        if (stamp <= time_) {
          throw Violation{"a message at " + std::to_string(stamp) + " comes to member " +
                          std::string(1, static_cast<char>('A' + self_)) +
                          ", which is already at " + std::to_string(time_)};
        }
        queue_.push_back(stamp);
        handled_.add(FederateHandle(id), ++read_[id]);
        fabric().logs().pop(id);
      }
    }
  }
  void receive_notes() {
    fabric().notes().receive([this](ParticipantId id, const TimeNote::Words& words) {
      notes_[id] = words;
      return true;
    });
  }
  double next_event() const {
    return queue_.empty() ? plan_.end
                          : std::min<double>(plan_.end, *std::ranges::min_element(queue_));
  }
  std::uint64_t sent_fingerprint() {
    return handled_.fingerprint_up_to(Notes(fabric().notes()).last_tso_positions());
  }
  bool can_jump() {
    const std::uint64_t sent = sent_fingerprint();
    if (sent != handled_.fingerprint() || notes_.size() + 1 != plan_.sends.size()) return false;
    Bound least =
        own_note_ && own_note_->condition && own_note_->condition->handled_fingerprint == sent
            ? own_note_->condition->bound
        : own_note_ ? own_note_->promise
                    : Bound{};
    bool lags = false;
    for (const auto& [id, words] : notes_) {
      const bool is_conditional = TimeNote::is_conditional(words);
      const bool has_handled = is_conditional && TimeNote::handled_fingerprint_in(words) == sent;
      const bool counts =
          is_conditional && (has_handled || has(Change::conditions_without_messages));
      least = std::min(least, counts ? TimeNote::condition_in(words) : TimeNote::promise_in(words));
      if (!is_conditional || has_handled) continue;
      fabric().wake_on_flush(id);
      lags = true;
    }
    if (lags) fabric().flush();
    lbts_ = std::max(lbts_, least);
    return Bound{next_event(), false} < lbts_;
  }

  // Returns whether it has noted something new.
  bool publish_note() {
    const Bound promise{
        (is_waiting_ ? std::max(time_, std::min(next_event(), lbts_.time)) : time_) + kLookahead,
        false};
    TimeNote note{own_note_ ? std::max(promise, own_note_->promise) : promise, {}};
    if (is_waiting_) {
      note.wait = Bound{next_event(), true};
      note.condition =
          TimeNote::Condition{{next_event() + kLookahead, false}, handled_.fingerprint()};
      const bool is_old = own_note_ && own_note_->condition && has(Change::condition_not_lowered);
      if (is_old) {
        note.condition->bound = std::max(note.condition->bound, own_note_->condition->bound);
      }
    }
    const bool is_same = own_note_ && own_note_->condition.has_value() == is_waiting_ &&
                         (is_waiting_ ? own_note_->condition->handled_fingerprint ==
                                            note.condition->handled_fingerprint
                                      : own_note_->promise == note.promise);
    if (is_same) return false;
    own_note_ = note;
    fabric().notes().publish(note.to_words());
    fabric().flush();
    return true;
  }
  // If the notes do not tell, another member is changing its note, and looks after that.
  void wake_after_note() {
    if (has(Change::no_wakeup_after_note)) return;
    member_.set_state(32);
    static_cast<void>(
        Notes(fabric().notes())
            .wake_members(
                *own_note_, std::nullopt, [](const records::PromiseScan&) { return true; },
                [](ParticipantId) { return false; }, [this] { return sent_fingerprint(); },
                [this](ParticipantId id) { fabric().wake_on_flush(id); }));
    fabric().flush();
  }

  const NotedJumpPlan& plan_;
  const std::size_t self_;
  Member member_;
  records::HandledMessages handled_;
  std::map<ParticipantId, TimeNote::Words> notes_;
  std::map<ParticipantId, std::uint64_t> read_;
  std::optional<TimeNote> own_note_;
  std::vector<double> queue_;  // Handled and not yet delivered.
  double time_ = 0;
  Bound lbts_;
  std::uint64_t position_ = 0;
  std::size_t request_count_ = 0;
  bool is_waiting_ = false;
};

}  // namespace

Scenario noted_jumps(const NotedJumpPlan& plan) {
  Scenario scenario;
  for (std::size_t member = 0; member < plan.sends.size(); ++member) {
    scenario.programs.push_back([plan](Player& player) { JumpingMember(player, plan).run(); });
  }
  for (std::size_t member = 0; member < plan.sends.size(); ++member)
    scenario.starts.push_back(member);
  return scenario;
}

NotedJumpPlan random_noted_jumps(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::uint64_t end) { return static_cast<int>(random() % end); };
  NotedJumpPlan plan;
  plan.end = 4 + below(6);
  const int members = 2 + below(2);
  for (int member = 0; member < members; ++member) {
    auto& sends = plan.sends.emplace_back();
    for (int turns = below(4); turns > 0; --turns) sends.push_back(below(4) - 1);
  }
  return plan;
}

}  // namespace triad::exploration
