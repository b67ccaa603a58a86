// Checks that rtig::Rtig is a deterministic function of its inputs: gives every input to two Rtigs.
// The first Rtig has the real host. The second Rtig has the recorded answers of that host, and has
// to make the same calls with the same bytes (journaled_host.hpp). The first difference is a fault,
// and ends the replay. Used by CoreHarness in place of an rtig::Rtig.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "rtig/gateway/rtig.hpp"
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

  wire::Result<void> restore_federation(std::span<const wire::Bytes> entries,
                                        std::unique_ptr<rtig::Journal> journal);
  void add_client(rtig::LinkId link, const router::NewClient& arrived) {
    apply_to_both("on_link_up", &Rtig::add_client, link, arrived);
  }
  void receive_from_client(rtig::LinkId link, wire::Bytes frame) {
    apply_to_both("on_record", &Rtig::receive_from_client, link, frame);
  }
  bool needs_record(rtig::LinkId link, wire::Bytes beginning) const {
    return apply_to_both("wants", &Rtig::needs_record, link, beginning);
  }
  void receive_header(rtig::LinkId link, wire::Bytes beginning) {
    apply_to_both("on_header_only", &Rtig::receive_header, link, beginning);
  }
  void end_turn() { apply_to_both("end_turn", &Rtig::end_turn); }
  bool turn_is_due() const { return apply_to_both("turn_is_due", &Rtig::turn_is_due); }
  void remove_client(rtig::LinkId link, std::string_view reason, router::LinkEnd end) {
    apply_to_both("on_link_down", &Rtig::remove_client, link, reason, end);
  }
  router::Fault receive_from_router(rtig::LinkId router, const router::RouterMessage& word) {
    return apply_to_both("on_word", &Rtig::receive_from_router, router, word);
  }
  void send_digests() { apply_to_both("tell_digests", &Rtig::send_digests); }
  bool digests_are_due() const { return apply_to_both("digests_are_due", &Rtig::digests_are_due); }
  router::LateRouters find_late_routers(std::span<const router::NeighbourRouter> unread) {
    return apply_to_both("find_late_routers", &Rtig::find_late_routers, unread);
  }
  void receive_fed_model(std::uint64_t ticket, const wire::Result<core::ObjectModel>& model) {
    apply_to_both("on_fed_read", &Rtig::receive_fed_model, ticket, model);
  }
  void end_after_no_memory(rtig::LinkId link) {
    apply_to_both("on_no_memory", &Rtig::end_after_no_memory, link);
  }
  void end_after_defect(rtig::LinkId link) {
    apply_to_both("on_defect", &Rtig::end_after_defect, link);
  }
  void receive_save_result(std::uint64_t ticket, std::string_view save,
                           const wire::Result<void>& stored) {
    apply_to_both("on_save_stored", &Rtig::receive_save_result, ticket, save, stored);
  }
  std::string_view federation_of(rtig::LinkId link) const {
    return apply_to_both("federation_of", &Rtig::federation_of, link);
  }
  std::uint64_t bytes_of_saves() const { return replay_->first->bytes_of_saves(); }
  void record_backlog(rtig::LinkId link, std::size_t bytes) {
    apply_to_both("on_backlog", &Rtig::record_backlog, link, bytes);
  }
  void set_time(std::chrono::milliseconds now) { apply_to_both("on_time", &Rtig::set_time, now); }
  void request_time_status() { apply_to_both("ask_for_waits", &Rtig::request_time_status); }
  void report_waits() { apply_to_both("report_waits", &Rtig::report_waits); }
  void end_long_holds() { apply_to_both("end_long_holds", &Rtig::end_long_holds); }
  void end_overdue_orders() { apply_to_both("end_overdue_orders", &Rtig::end_overdue_orders); }
  void end_overdue_moves() { apply_to_both("end_overdue_moves", &Rtig::end_overdue_moves); }
  void end_overdue_saves() { apply_to_both("end_overdue_saves", &Rtig::end_overdue_saves); }
  void check_recoveries() { apply_to_both("check_recoveries", &Rtig::check_recoveries); }
  bool recovery_checks_are_due() const {
    return apply_to_both("recovery_checks_are_due", &Rtig::recovery_checks_are_due);
  }
  std::size_t records_kept(std::string_view federation) const {
    return replay_->first->records_kept(federation);
  }
  std::optional<std::chrono::milliseconds> next_report() const {
    return apply_to_both("next_report", &Rtig::next_report);
  }
  void request_manager_values() { apply_to_both("report_managers", &Rtig::request_manager_values); }
  bool is_paused(std::string_view federation) const {
    return apply_to_both("pauses", &Rtig::is_paused, federation);
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
  AnswerTo<Input, Arguments...> apply_to_both(std::string_view name, Input input,
                                              const Arguments&... arguments) const;
  // `repeat` gives the input to the second Rtig, and says whether its answer is the same.
  template <class Repeat>
  void replay(std::string_view name, const Repeat& repeat) const;
  void record_difference(std::string_view name, const std::string& what) const;

  std::unique_ptr<Replay> replay_;
};

template <class Input, class... Arguments>
ReplayedRtig::AnswerTo<Input, Arguments...> ReplayedRtig::apply_to_both(
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
    record_difference(name, journal.difference());
  } else if (!same_answer) {
    record_difference(name, "has another answer in the replay");
  }
}

}  // namespace triad::test
