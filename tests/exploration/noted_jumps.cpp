// See noted_jumps.hpp.
#include "tests/exploration/noted_jumps.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <optional>
#include <random>
#include <string>

#include "records/heard_messages.hpp"
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

class Jumper {
 public:
  Jumper(Player& player, const NotedJumpPlan& plan)
      : plan_(plan), self_(player.self()), member_(player, Member::kNone) {
    for (std::size_t who = 0; who < plan.sends.size(); ++who) {
      if (who != self_) member_.attach(who, 0);
    }
  }

  void run() {
    note();
    member_.start();
    while (time_ < plan_.end) {
      ask();
      while (waits_) turn();
    }
    note();
    wake_by_note();
  }

 private:
  SimulatedFabric& fabric() { return member_.fabric(); }
  bool has(Change change) const { return plan_.change == change; }

  void ask() {
    const auto& sends = plan_.sends[self_];
    if (asked_ < sends.size() && sends[asked_] >= 0) send(time_ + kLookahead + sends[asked_]);
    ++asked_;
    waits_ = true;
  }
  void send(double stamp) {
    const auto word = std::bit_cast<std::uint64_t>(stamp);
    fabric().send(std::as_bytes(std::span(&word, 1)));
    heard_.add(FederateHandle(Member::id_of(self_)), ++position_);
    fabric().notes().publish_tso_position(position_);
    fabric().flush();
  }

  // As TimeManagement::settle() and FabricMember do it.
  void turn() {
    member_.tell_state(30);
    take_messages();
    take_notes();
    const bool goes = look_for_jump();
    if (goes) {
      time_ = std::min(event(), double(plan_.end));
      std::erase_if(queue_, [this](double stamp) { return stamp <= time_; });
      waits_ = false;
    }
    if (note()) return wake_by_note();
    fabric().flush();
    fabric().release();
    if (goes) return;
    fabric().notes().watch(transport::WatchedNotes::all);
    member_.tell_state(31);
    member_.sleep();
  }
  void take_messages() {
    for (std::size_t who = 0; who < plan_.sends.size(); ++who) {
      if (who == self_) continue;
      const ParticipantId id = Member::id_of(who);
      while (const auto message = fabric().logs().next(id)) {
        std::uint64_t word = 0;
        std::memcpy(&word, message->data(), sizeof word);
        const auto stamp = std::bit_cast<double>(word);
        if (stamp <= time_) {
          throw Violation{"a message at " + std::to_string(stamp) + " comes to a member at " +
                          std::to_string(time_)};
        }
        queue_.push_back(stamp);
        heard_.add(FederateHandle(id), ++read_[id]);
        fabric().logs().pop(id);
      }
    }
  }
  void take_notes() {
    fabric().notes().receive([this](ParticipantId id, const TimeNote::Words& words) {
      noted_[id] = words;
      return true;
    });
  }
  double event() const {
    return queue_.empty() ? plan_.end
                          : std::min<double>(plan_.end, *std::ranges::min_element(queue_));
  }
  std::uint64_t sum_of_sent() {
    return heard_.sum_up_to(Notes(fabric().notes()).last_tso_positions());
  }
  bool look_for_jump() {
    const std::uint64_t sent = sum_of_sent();
    if (sent != heard_.sum() || noted_.size() + 1 != plan_.sends.size()) return false;
    Bound least = own_ && own_->condition && own_->condition->heard == sent ? own_->condition->bound
                  : own_                                                    ? own_->promise
                                                                            : Bound{};
    bool lags = false;
    for (const auto& [id, words] : noted_) {
      const bool is_conditional = TimeNote::is_conditional(words);
      const bool has_heard = is_conditional && TimeNote::heard_in(words) == sent;
      const bool counts = is_conditional && (has_heard || has(Change::conditions_without_messages));
      least = std::min(least, counts ? TimeNote::condition_in(words) : TimeNote::promise_in(words));
      if (!is_conditional || has_heard) continue;
      fabric().wake_on_flush(id);
      lags = true;
    }
    if (lags) fabric().flush();
    known_ = std::max(known_, least);
    return Bound{event(), false} < known_;
  }

  // Returns whether it has noted something new.
  bool note() {
    const Bound promise{
        (waits_ ? std::max(time_, std::min(event(), known_.time)) : time_) + kLookahead, false};
    TimeNote note{own_ ? std::max(promise, own_->promise) : promise, {}};
    if (waits_) {
      note.waits_for = Bound{event(), true};
      note.condition = TimeNote::Condition{{event() + kLookahead, false}, heard_.sum()};
      const bool is_old = own_ && own_->condition && has(Change::condition_not_lowered);
      if (is_old) {
        note.condition->bound = std::max(note.condition->bound, own_->condition->bound);
      }
    }
    const bool is_same =
        own_ && own_->condition.has_value() == waits_ &&
        (waits_ ? own_->condition->heard == note.condition->heard : own_->promise == note.promise);
    if (is_same) return false;
    own_ = note;
    fabric().notes().publish(note.words());
    fabric().flush();
    return true;
  }
  // If the notes do not tell, another member is changing its note, and looks after that.
  void wake_by_note() {
    if (has(Change::nobody_woken_after_note)) return;
    member_.tell_state(32);
    static_cast<void>(Notes(fabric().notes())
                          .wake_members(
                              *own_, std::nullopt, [](const records::PromiseScan&) { return true; },
                              [](ParticipantId) { return false; }, [this] { return sum_of_sent(); },
                              [this](ParticipantId id) { fabric().wake_on_flush(id); }));
    fabric().flush();
  }

  const NotedJumpPlan& plan_;
  const std::size_t self_;
  Member member_;
  records::HeardMessages heard_;
  std::map<ParticipantId, TimeNote::Words> noted_;
  std::map<ParticipantId, std::uint64_t> read_;
  std::optional<TimeNote> own_;
  std::vector<double> queue_;  // Handled and not yet delivered.
  double time_ = 0;
  Bound known_;
  std::uint64_t position_ = 0;
  std::size_t asked_ = 0;
  bool waits_ = false;
};

}  // namespace

Scenario noted_jumps(const NotedJumpPlan& plan) {
  Scenario scenario;
  for (std::size_t who = 0; who < plan.sends.size(); ++who) {
    scenario.programs.push_back([plan](Player& player) { Jumper(player, plan).run(); });
  }
  for (std::size_t who = 0; who < plan.sends.size(); ++who) scenario.starts.push_back(who);
  return scenario;
}

NotedJumpPlan random_noted_jumps(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::uint64_t end) { return static_cast<int>(random() % end); };
  NotedJumpPlan plan;
  plan.end = 4 + below(6);
  const int members = 2 + below(2);
  for (int who = 0; who < members; ++who) {
    auto& sends = plan.sends.emplace_back();
    for (int turns = below(4); turns > 0; --turns) sends.push_back(below(4) - 1);
  }
  return plan;
}

}  // namespace triad::exploration
