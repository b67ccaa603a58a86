// Seeded run of a federation in which members lose their links again and again and return
// (docs/recovery.md). The members send interactions, register, update and delete
// instances, transfer ownership, and make calls with replies; links are cut at any time, also
// during calls and during recoveries. execute() judges the run: each reliable record arrived once,
// in its sender's order, at each member; no instance was discovered twice; no call failed or hung;
// and no side keeps a record at rest. Members may also manage time (recovery_clocks.hpp). Used by
// the scenario tests and, with planted defects, by tests/simulation/recovery_defect_test.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/test_model.hpp"
#include "tests/scenario/core/core_harness.hpp"
#include "tests/scenario/core/recovery_clocks.hpp"

namespace triad::test {

class RecoveryRun {
 public:
  // managed: the members regulate time, are constrained, or both.
  enum class Time { absent, managed };
  // made: the federation is saved again and again, also while members are away. restored: and
  // restored, while no member is away.
  enum class Saves { absent, made, restored };
  // links: members have links to routers of a mesh. routers: routers crash, too, or lose their
  // links to the router above. Members return at any router with a path to the RTIG. restarts:
  // there is no mesh; the RTIG is killed again and again, and a new one continues its journal.
  // memory: there is no mesh; every other member shares memory with the RTIG, and stays.
  // links_and_memory: as links, and the members at the RTIG itself share memory with it.
  enum class Mesh { absent, links, routers, restarts, memory, links_and_memory };
  // watched: the FED has the MOM, and members subscribe to its alerts about losses and returns.
  enum class Alerts { unwatched, watched };
  // replaced: memberships are suspended, and continue in new processes.
  enum class Processes { stay, replaced };
  explicit RecoveryRun(std::uint64_t seed, std::size_t members = 3, Time time = Time::absent,
                       Saves saves = Saves::absent, Mesh mesh = Mesh::absent,
                       Alerts alerts = Alerts::unwatched, Processes processes = Processes::stay);

  // Returns the first fault; empty: there is none.
  std::string execute(int steps = 60);
  std::uint64_t return_count() { return harness_.losses().returns; }
  // Numbers of saves during which a federate lost its link and returned, and of restores.
  std::uint64_t interrupted_save_count() const { return interrupted_saves_; }
  std::uint64_t restore_count() const { return restores_; }
  // Number of memberships that have continued in new processes.
  std::uint64_t process_count() const { return processes_replaced_; }
  // Number of images of the federation that have replaced its journal.
  std::uint64_t image_count() { return harness_.store().images; }
  // Number of alerts that members have received.
  std::uint64_t alert_count() const { return alerts_received_; }

 private:
  using Lines = std::vector<std::string>;

  // Knowledge of one federate, for the judgement. A restore replaces it by the saved one.
  struct Known {
    std::vector<wire::ObjectHandle> owned;
    std::uint64_t number = 0;  // of the last tag
    Lines sent;
    std::map<Federate, Lines> received;  // by sender
    std::set<std::uint64_t> discovered;
  };
  // Next call of a federate in a save or restore.
  enum class SaveCall { none, save_begun, save_complete, restore_complete };

  // Makes a call, and cuts links meanwhile. Returns its result.
  template <wire::Call C>
  wire::Result<typename C::Reply> call(Federate federate, const C& request);
  // As call(), and notes a failure as a fault.
  template <wire::Call C>
  void expect_success(Federate federate, const C& request);
  void set_up();
  void act(Federate federate);
  void send_interaction(Federate federate);
  void register_instance(Federate federate);
  void update(Federate federate);
  void delete_instance(Federate federate);
  void give_away(Federate federate);
  void make_call_with_reply(Federate federate);
  void replace_process(Federate federate);
  void cut_some_link();
  void lose_some_router();
  void restart_some_router();
  void restart_rtig();
  // Returns the state of the federation at the RTIG.
  wire::Buffer encoded_state();
  // --- Time (recovery_run_time.cpp).
  void act_in_time(Federate federate);
  void change_role(Federate federate);
  void request_advance(Federate federate, wire::Advance kind, double to);
  void request_some_advance(Federate federate);
  void send_in_time_stamp_order(Federate federate);
  void retract(Federate federate);
  void modify_lookahead(Federate federate);
  void query_lbts(Federate federate);
  double random_lookahead();
  // --- Saves and restores (recovery_run_saves.cpp).
  bool is_saving_or_restoring() const { return !pauses_.empty(); }
  void act_in_saves(Federate federate);
  void begin_save(Federate federate);
  void begin_restore(Federate federate);
  // Makes the federate's next call of the save or restore in progress, if it is due.
  void go_on_with_save(Federate federate);
  // Returns true if the callback belongs to a save or restore.
  bool receive_save_callback(Federate federate, const rtia::Callback& callback);
  void finish_save();
  // Lets all members advance beyond all stamps.
  void advance_to_end();
  void deliver_at_most(int records);
  // Takes the callbacks of the federate, and notes the received records.
  void take_callbacks(Federate federate);
  void take_all_callbacks();
  void judge();
  void add_fault(std::string fault) {
    if (fault_.empty()) fault_ = std::move(fault);
  }
  void cut_link_of(Federate federate);
  bool has_mesh() const {
    return mesh_ == Mesh::links || mesh_ == Mesh::routers || mesh_ == Mesh::links_and_memory;
  }
  std::string next_tag(Federate federate);
  Federate any() { return harness_.random().below(members_); }
  bool one_in(std::size_t n) { return harness_.random().below(n) == 0; }

  CoreHarness harness_;
  const std::size_t members_;
  const Time time_;
  const Saves saves_;
  const Mesh mesh_;
  const wire::InteractionClassHandle alert_class_;  // 0: alerts are not watched
  const Processes processes_;
  std::optional<Federate> suspended_;
  std::uint64_t processes_replaced_ = 0;
  std::uint64_t alerts_received_ = 0;
  RecoveryClocks clocks_;
  bool cuts_links_ = false;
  std::string fault_;
  std::map<Federate, Known> known_;
  std::uint64_t names_ = 0;
  // Of the save or restore in progress: its federates without the outcome, and their next calls.
  std::map<Federate, SaveCall> pauses_;
  std::map<Federate, Known> saved_;  // known when each federate was saved
  std::string label_;                // of the last save
  bool has_save_ = false;
  std::uint64_t returns_before_ = 0;  // at the request
  std::uint64_t interrupted_saves_ = 0;
  std::uint64_t restores_ = 0;
};

template <wire::Call C>
wire::Result<typename C::Reply> RecoveryRun::call(Federate federate, const C& request) {
  const auto outcome = harness_.begin_call(federate, request);
  int cuts_left = 8;  // more cuts, each with alerts to send again, would have no end
  for (int idle = 0; !*outcome;) {
    if (cuts_links_ && cuts_left > 0 && one_in(has_mesh() ? 400 : 40)) {
      cut_some_link();
      --cuts_left;
    }
    if (one_in(10)) (void)harness_.losses().acknowledge();
    if (harness_.deliver_one()) {
      idle = 0;
    } else if (++idle > 3) {
      const rtia::PendingCall& pending = harness_.ambassador(federate).pending_call();
      const char* const what = pending.waits_for_reply()   ? "a reply"
                               : pending.waits_for_pause() ? "the end of a pause"
                               : pending.waits_for_room()  ? "room"
                                                           : "the end of the membership";
      harness_.kill(federate);
      return wire::error(wire::ErrorCode::RTIinternalError,
                         std::string("the call hangs: it waits for ") + what);
    } else {
      // It may wait for room at another federate.
      for (Federate other = 0; other < members_; ++other) {
        if (other != federate) take_callbacks(other);
      }
    }
  }
  return std::move(**outcome);
}

template <wire::Call C>
void RecoveryRun::expect_success(Federate federate, const C& request) {
  const auto result = call(federate, request);
  if (!result) {
    add_fault("federate " + std::to_string(federate) + ": " +
              std::string(wire::name_of(wire::kind_of<C>)) + ": " + result.error().text);
  }
}

}  // namespace triad::test
