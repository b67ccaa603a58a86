// Checks that rtig::Rtig is a deterministic function of its inputs: gives every input to two Rtigs.
// The first Rtig has the real host. The second Rtig has the recorded answers of that host, and has
// to make the same calls with the same bytes (journaled_host.hpp). The first difference is a fault,
// and ends the replay. Used by CoreHarness in place of an rtig::Rtig.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "rtig/rtig.hpp"
#include "tests/scenario/core/host_journal.hpp"
#include "tests/scenario/core/journaled_host.hpp"

namespace triad::test {

// Functions among the options that are called once, with the answer for both Rtigs.
enum class OptionFunctions {
  journaled,
  called_by_both,  // for tests of the replay: their answers are hidden inputs
};

class ReplayedRtig {
 public:
  // A difference goes to `faults`, which outlives this.
  ReplayedRtig(rtig::Downlinks& host, const rtig::RtigOptions& options,
               std::vector<std::string>& faults,
               OptionFunctions functions = OptionFunctions::journaled);

  // Difference that was found; empty: none.
  const std::string& difference() const { return replay_->difference; }

  // --- As rtig::Rtig has them.

  void on_link_up(rtig::LinkId link, std::string_view transport, bool trusted) {
    give("on_link_up", &Rtig::add_client, link, transport, trusted);
  }
  void on_record(rtig::LinkId link, wire::Bytes frame) {
    give("on_record", &Rtig::receive_from_client, link, frame);
  }
  bool wants(rtig::LinkId link, wire::Bytes beginning) const {
    return give("wants", &Rtig::needs_record, link, beginning);
  }
  void on_header_only(rtig::LinkId link, wire::Bytes beginning) {
    give("on_header_only", &Rtig::receive_header, link, beginning);
  }
  void end_turn() { give("end_turn", &Rtig::end_turn); }
  bool turn_is_due() const { return give("turn_is_due", &Rtig::turn_is_due); }
  void on_link_down(rtig::LinkId link, std::string_view reason) {
    give("on_link_down", &Rtig::remove_client, link, reason);
  }
  router::Fault on_word(rtig::LinkId router, const router::RouterMessage& word) {
    return give("on_word", &Rtig::receive_from_router, router, word);
  }
  void tell_digests() { give("tell_digests", &Rtig::send_digests); }
  bool digests_are_due() const { return give("digests_are_due", &Rtig::digests_are_due); }
  router::LateRouters find_late_routers(std::span<const rtig::LinkId> unread) {
    return give("find_late_routers", &Rtig::find_late_routers, unread);
  }
  void on_fed_read(std::uint64_t ticket, const wire::Result<core::ObjectModel>& model) {
    give("on_fed_read", &Rtig::receive_fed_model, ticket, model);
  }
  void on_no_memory(rtig::LinkId link) { give("on_no_memory", &Rtig::end_after_no_memory, link); }
  void on_defect(rtig::LinkId link) { give("on_defect", &Rtig::end_after_defect, link); }
  void on_save_stored(std::uint64_t ticket, const wire::Result<void>& stored) {
    give("on_save_stored", &Rtig::receive_save_result, ticket, stored);
  }
  std::string_view federation_of(rtig::LinkId link) const {
    return give("federation_of", &Rtig::federation_of, link);
  }
  std::uint64_t bytes_of_saves() const { return replay_->first->bytes_of_saves(); }
  void on_backlog(rtig::LinkId link, std::size_t bytes) {
    give("on_backlog", &Rtig::record_backlog, link, bytes);
  }
  void on_time(std::chrono::milliseconds now) { give("on_time", &Rtig::set_time, now); }
  void ask_for_waits() { give("ask_for_waits", &Rtig::request_time_status); }
  void report_waits() { give("report_waits", &Rtig::report_waits); }
  void end_long_holds() { give("end_long_holds", &Rtig::end_long_holds); }
  void end_overdue_orders() { give("end_overdue_orders", &Rtig::end_overdue_orders); }
  void end_overdue_moves() { give("end_overdue_moves", &Rtig::end_overdue_moves); }
  void end_overdue_saves() { give("end_overdue_saves", &Rtig::end_overdue_saves); }
  std::optional<std::chrono::milliseconds> next_report() const {
    return give("next_report", &Rtig::next_report);
  }
  void report_managers() { give("report_managers", &Rtig::request_manager_values); }
  bool pauses(std::string_view federation) const {
    return give("pauses", &Rtig::is_paused, federation);
  }
  // State of the first Rtig.
  const core::Federation* state(std::string_view federation) const {
    return replay_->first->state(federation);
  }
  // Compares the whole state of the federation in both Rtigs.
  void compare_states(std::string_view federation) const;

 private:
  using Rtig = rtig::Rtig;

  struct Replay {
    Replay(rtig::Downlinks& real_host, std::vector<std::string>& faults_to)
        : faults(faults_to), recorder(journal, &real_host) {}

    std::vector<std::string>& faults;
    HostJournal journal;
    JournaledHost recorder;
    JournaledHost player{journal, nullptr};
    std::unique_ptr<Rtig> first;
    std::unique_ptr<Rtig> second;  // null: the replay has ended
    std::uint64_t inputs = 0;
    std::string difference;
  };

  // Gives the input to both Rtigs. Returns the answer of the first one.
  template <class Input, class... Arguments>
  using AnswerTo = std::invoke_result_t<Input, Rtig&, const Arguments&...>;
  template <class Input, class... Arguments>
  AnswerTo<Input, Arguments...> give(std::string_view name, Input input,
                                     const Arguments&... arguments) const;
  // `repeat` gives the input to the second Rtig, and says whether its answer is the same.
  template <class Repeat>
  void replay(std::string_view name, const Repeat& repeat) const;
  void note_difference(std::string_view name, const std::string& what) const;

  std::unique_ptr<Replay> replay_;
};

template <class Input, class... Arguments>
ReplayedRtig::AnswerTo<Input, Arguments...> ReplayedRtig::give(
    std::string_view name, Input input, const Arguments&... arguments) const {
  using Answer = AnswerTo<Input, Arguments...>;
  ++replay_->inputs;
  replay_->journal.begin_recording();
  if constexpr (std::is_void_v<Answer>) {
    std::invoke(input, *replay_->first, arguments...);
    replay(name, [&] {
      std::invoke(input, *replay_->second, arguments...);
      return true;
    });
  } else {
    Answer answer = std::invoke(input, *replay_->first, arguments...);
    replay(name, [&] { return std::invoke(input, *replay_->second, arguments...) == answer; });
    return answer;
  }
}

template <class Repeat>
void ReplayedRtig::replay(std::string_view name, const Repeat& repeat) const {
  if (!replay_->second) return;
  HostJournal& journal = replay_->journal;
  journal.begin_playing();
  bool same_answer = true;
  try {
    same_answer = repeat();
  } catch (const HostJournal::NoAnswer&) {
    // The journal has noted the difference.
  }
  journal.end_playing();
  if (!journal.difference().empty()) {
    note_difference(name, journal.difference());
  } else if (!same_answer) {
    note_difference(name, "has another answer in the replay");
  }
}

}  // namespace triad::test
