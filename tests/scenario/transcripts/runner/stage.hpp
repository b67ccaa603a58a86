// One run of a scenario: a federation of cores (CoreHarness), the names of its objects, and waiting
// calls. Carries out one command after another (commands.hpp).
//
// After each command everything in transit is delivered, so a transcript depends neither on the
// kinds of connections nor on the scheduler's seed.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>

#include "core/time_type.hpp"
#include "tests/scenario/core/core_harness.hpp"
#include "tests/scenario/transcripts/runner/names.hpp"
#include "tests/scenario/transcripts/runner/script.hpp"

namespace triad::test {

class Stage {
 public:
  explicit Stage(HarnessOptions options);

  // Carries out the command. Returns its lines. Throws Misunderstood.
  TextLines carry_out(std::vector<std::string> words);
  // Called after the last command. Returns errors: callbacks that were not taken, calls that wait,
  // faults, and participants that disagree. Empty if there are none.
  TextLines end();

  // --- For commands.

  CoreHarness& harness() { return harness_; }
  Names& names() { return names_; }
  const core::ObjectModel& model() const { return model_; }

  // Adds a line to those of the present command.
  void add_line(std::string line) { lines_.push_back(std::move(line)); }

  // Makes the call. All words must have been taken. `tell` receives the reply, now or when the call
  // returns.
  template <wire::Call C>
  void call(Federate federate, const Words& words, const C& request) {
    begin(federate, words, request, [](const auto&) {});
  }
  template <wire::Call C>
  void call(Federate federate, const Words& words, const C& request,
            std::function<void(const typename C::Reply&)> print_reply) {
    begin(federate, words, request, std::move(print_reply));
  }

  // Keep the data that a request points to while the call may wait.
  std::string_view keep(std::string text) { return kept_texts_.emplace_back(std::move(text)); }
  wire::Bytes keep_time(const std::string& word);
  wire::ValueList keep(Values values) { return kept_values_.emplace_back(std::move(values)); }
  // Takes the option "tag"; empty if there is none.
  std::string_view tag(Words& words);

  // Takes the federate's callbacks until no more follow, with `prefix` before each line.
  void tick(Federate federate, const std::string& prefix = {});
  void tick_once(Federate federate);
  void tick_all();

  // The first member creates the federation, unless the scenario does so itself.
  bool is_federation_explicit() const { return is_federation_explicit_; }
  void set_federation_explicit() { is_federation_explicit_ = true; }
  void create_federation(Federate by);
  // Record names for the Manager.Federation object, the member and its Manager.Federate object.
  void record_federation_names();
  void record_member_names(Federate federate);

  static constexpr std::string_view kFederation = "Federation";
  static constexpr std::string_view kFed = "test.fed";

 private:
  template <class C, class Tell>
  void begin(Federate federate, const Words& words, const C& request, Tell print_reply);
  void collect_lines_of_calls(const std::vector<Federate>& waited_before);
  bool take_callbacks(Federate federate, const std::string& prefix);
  void show(Federate federate, const rtia::Callback& callback, const std::string& prefix);

  const core::ObjectModel model_;
  CoreHarness harness_;
  Names names_{model_};
  TextLines lines_;
  bool is_federation_explicit_ = false;
  // Calls that have not returned; each function returns its lines when it has, otherwise nothing
  std::map<Federate, std::function<std::optional<TextLines>()>> calls_;
  std::deque<std::string> kept_texts_;
  std::deque<core::Time> kept_times_;
  std::deque<Values> kept_values_;
};

template <class C, class Tell>
void Stage::begin(Federate federate, const Words& words, const C& request, Tell print_reply) {
  words.check_empty();
  const auto outcome = harness_.begin_call(federate, request);
  calls_[federate] = [this, outcome,
                      print_reply = std::move(print_reply)]() -> std::optional<TextLines> {
    if (!*outcome) return std::nullopt;
    const auto& result = **outcome;
    if (!result) return TextLines{"refused " + std::string(wire::name_of(result.error().code))};
    TextLines before = std::exchange(lines_, {});
    if constexpr (std::is_void_v<typename C::Reply>) {
      print_reply(std::monostate{});
    } else {
      print_reply(*result);
    }
    return std::exchange(lines_, std::move(before));
  };
}

}  // namespace triad::test
