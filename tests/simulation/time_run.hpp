// One random run of a time-managed federation by the state machines alone: federates that regulate
// and are constrained or not, every advance, messages with and without times, retractions,
// federates that are slow, join, resign and die, under a scheduler that delivers in any order that
// links allow. TimeJudge says whether what they are told may be; in the end all ask to advance
// until all have arrived. The same seed gives the same run.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/scenario/core/core_harness.hpp"
#include "tests/simulation/tally.hpp"
#include "tests/simulation/time_judge.hpp"

namespace triad::test {

// What every set of runs must have met: each service, callback and exception of time management.
void expect_all_of_time_management(Tally& tally);

class TimeRun {
 public:
  // `verbose`: prints the run, step by step.
  TimeRun(std::uint64_t seed, bool verbose, Tally& tally);

  // What went wrong; empty if nothing.
  std::string execute();

 private:
  // A seat in the harness.
  struct One {
    Member* member = nullptr;  // while it is one
    bool lost = false;
    std::function<bool()> finished;           // of the call in progress; notes its effect
    std::deque<std::function<void()>> to_do;  // what it does first, one after the other
    std::uint64_t asleep_until = 0;           // takes no callbacks
    std::uint64_t stopped_until = 0;          // its link delivers nothing
    // Its own object instances; those being deleted in time-stamp order, by which message.
    std::vector<wire::ObjectHandle> own;
    std::map<wire::ObjectHandle, std::string> deleting;
    std::vector<std::string> mine;  // tags of what it may have to retract
    // Order types that it has changed: timestamp or not.
    std::map<std::pair<wire::ObjectHandle, wire::AttributeHandle>, bool> orders;
    bool shots_stamped = true;
    // How it goes on at the end.
    double step = 1;
    wire::Advance kind = wire::Advance::time_advance_request;
  };

  static constexpr std::uint64_t kDisturbancesMax = 15;  // of the way to the end

  bool fine() const { return judge_.fine() && complaint_.empty(); }
  void complain(const std::string& what);
  std::uint64_t below(std::uint64_t limit) { return random_.below(limit); }
  bool one_in(std::uint64_t n) { return random_.one_in(n); }
  template <class T>
  const T& any(const std::vector<T>& from) {
    return from[below(from.size())];
  }
  bool in_order(const One& one, wire::ObjectHandle object, wire::AttributeHandle attribute) const;
  wire::Bytes at(double time);
  std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }
  void say(Federate f, const std::string& line);

  // Steps.
  void step();
  void note_finished(Federate f);
  void act(Federate f);
  void take(Federate f, std::uint64_t limit);
  void see(Federate f, const rtia::Callback& callback);
  void react(Federate f);
  void join(Federate f);
  void resign(Federate f);
  void lose(Federate f);
  void prepare(Federate f);

  // Calls. `done` is given the result, at once or when it has come.
  template <wire::Call C, class Done>
  void begin(Federate f, const char* service, const std::string& arguments, const C& request,
             Done done);
  // One of the refusals must be raised; without any it must succeed, and `effect` follows.
  template <wire::Call C, class Effect>
  void judged(Federate f, const char* service, const std::string& arguments, const C& request,
              const ClockModel::Refusals& refusals, Effect effect);
  // A message of the member's; `message` is complete but for what the call says.
  template <wire::Call C>
  void post(Federate f, const char* service, C request, Message message);

  // Random services.
  void serve(Federate f);
  void subscriptions(Federate f);
  void regulate(Federate f);
  void constrain(Federate f);
  void advance(Federate f, wire::Advance kind, double to);
  void advance_somewhere(Federate f);
  void modify_lookahead(Federate f);
  void switch_asynchronous(Federate f, bool on);
  void query(Federate f);
  std::optional<double> ask(Federate f, wire::TimeQuery which);
  void change_order(Federate f);
  void send(Federate f);
  void update(Federate f);
  void enlist(Federate f);
  void erase(Federate f);
  void retract(Federate f);
  std::optional<double> some_stamp(Federate f);
  double some_time(Federate f);
  double some_lookahead();
  Message message_of(Federate f, Message::What what, const char* prefix);

  // The end.
  void finale();
  void choose_manners();
  bool arrived(Federate f) const;
  void press_on(Federate f);
  void disturb(Federate f);
  void wake_all();
  void choose_manner(One& one, bool by_events);
  void come_to_rest();
  void check_lbts();
  std::string where_all_stand() const;

  CoreHarness harness_;
  wire::Random random_;
  const bool verbose_;
  Tally& tally_;
  TimeJudge judge_;
  std::vector<std::unique_ptr<One>> ones_;
  std::size_t federates_max_ = 0;
  std::deque<std::string> texts_;
  std::deque<std::array<std::byte, 8>> times_;
  std::deque<Values> values_;
  std::uint64_t& now_;
  double latest_ = 0;  // of all stamps and times
  double end_ = 0;     // where all go at last
  double beyond_ = 0;  // and where those go on to who have arrived
  std::uint64_t delivered_ = 0;
  std::uint64_t requests_ = 0;
  std::uint64_t disturbances_ = 0;
  std::string complaint_;
};

}  // namespace triad::test
