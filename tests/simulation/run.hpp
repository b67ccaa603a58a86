// One random run of a federation by the state machines alone. Federates call every service, are
// slow or silent, join, resign and die at any point, under a scheduler that delivers in any order
// that links allow. The Judge checks results and callbacks. At the end all federates ask to advance
// until all have arrived. The same seed gives the same run.
//
// Source files: run.cpp (steps), run_federation.cpp, run_declarations.cpp, run_objects.cpp,
// run_ownership.cpp, run_saves.cpp, run_ddm.cpp, run_messages.cpp, run_time.cpp, run_support.cpp,
// run_mom.cpp (by group), run_mesh.cpp (routers), run_end.cpp (idle states and the end).
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tests/scenario/core/core_harness.hpp"
#include "tests/simulation/judge/judge.hpp"
#include "tests/simulation/tally.hpp"

namespace triad::test {

class FederationRun {
 public:
  // `verbose`: prints the run, step by step.
  FederationRun(std::uint64_t seed, bool verbose, Tally& tally);

  // Runs. Returns the first error; empty if there is none.
  std::string execute();

 private:
  // State of a session in the harness.
  struct FederateState {
    Member* member = nullptr;  // null: not joined
    bool lost = false;
    std::function<bool()> pending_call;           // checks the call in progress; empty: none
    bool may_divest = false;                      // the call in progress may give up attributes
    std::optional<Message> pending_message = {};  // sent by that call in receive order
    std::deque<std::function<void()>> queued_actions;  // its next actions, in order
    std::uint64_t asleep_until = 0;                    // takes no callbacks until this step
    std::uint64_t stopped_until = 0;                   // its link delivers nothing until this step
    // Object instances with attributes that it owns, without those being deleted in time-stamp
    // order.
    std::vector<ObjectHandle> owned_objects;
    std::vector<std::string> retractable_tags;  // tags of messages that it may retract
    bool is_occasional_regulator = false;       // regulates at times, while others wait for events
    // MOM: whether it subscribes to it, the last values it was told, and the numbers of messages
    // that it has sent and received.
    bool subscribes_mom = false;
    std::string reported_members;
    std::map<FederateHandle, std::map<std::uint32_t, std::string>> reported_counts;  // by attribute
    std::uint64_t updates = 0;
    std::uint64_t interactions = 0;
    std::uint64_t reflected = 0;
    std::uint64_t received = 0;
    // Manner of its advances at the end.
    double advance_step = 1;
    wire::Advance advance_kind = wire::Advance::time_advance_request;
  };

  // Groups of services. Each part of the run chooses how often each group is called.
  enum class Group {
    advances,
    messages,
    clocks,  // regulation, constraint, lookahead and related services
    objects,
    declarations,
    advisories,
    synchronization,
    federation,
    support,
    ownership,
    saves,
    regions,  // in some runs only
  };
  static constexpr std::size_t kGroups = 12;
  static constexpr std::uint64_t kDisturbancesMax = 15;  // on the way to the end

  bool has_passed() const { return history_.has_passed(); }
  void report_error(const std::string& error) { history_.report_error(error); }
  std::uint64_t random_below(std::uint64_t limit) { return random_.below(limit); }
  bool one_in(std::uint64_t n) { return random_.one_in(n); }
  template <class T>
  const T& random_element(const std::vector<T>& from) {
    return from[random_below(from.size())];
  }
  wire::Bytes encode_time(double time);
  std::string_view keep_text(std::string text) { return texts_.emplace_back(std::move(text)); }
  void log_line(Federate f, const std::string& line);
  void log_delivery(Federate f, bool up, const wire::Record& record);

  // Steps.
  std::uint64_t choose_weights();
  void step();
  void finish_call(Federate f);
  void finish_calls();
  void act(Federate f);
  void call_random_service(Federate f);
  void call_random_service(Federate f, Group group);
  void tick(Federate f, std::uint64_t limit);
  void receive_callback(Federate f, const rtia::Callback& callback);
  void react_to_callback(Federate f, bool granted);

  // Begins a call. `done` receives the result, at once or later.
  template <wire::Call C, class Done>
  void begin_call(Federate f, const std::string& arguments, const C& request, Done done);
  // Begins a call and judges its result; `effect` is called on success.
  template <wire::Call C, class Effect>
  void begin_judged_call(Federate f, const std::string& arguments, const C& request,
                         const ExpectedResult& expected_result, Effect effect);
  template <wire::Call C>
  void begin_judged_call(Federate f, const std::string& arguments, const C& request,
                         const ExpectedResult& expected_result) {
    begin_judged_call(f, arguments, request, expected_result, [](auto...) {});
  }
  // Sends a message of the member. The call completes `message`.
  template <wire::Call C>
  void post_message(Federate f, C request, Message message, ExpectedResult expected_result);

  // Federation management.
  void join(Federate f);
  void queue_first_actions(Federate f);
  void resign(Federate f, wire::ResignAction action);
  wire::ResignAction random_resign_action();
  void lose_federate(Federate f);
  void record_loss(Federate f);
  void call_federation_service(Federate f);
  void call_execution_service(Federate f);
  void call_without_membership(Federate f);
  void call_synchronization_service(Federate f);
  void register_point(Federate f);

  // Declarations.
  ObjectClassHandle random_class();
  InteractionClassHandle random_interaction_class();
  InteractionClassHandle random_published_interaction_class(Federate f);
  AttributeSet random_attributes(ObjectClassHandle object_class);
  void call_declaration_service(Federate f);
  void publish(Federate f, ObjectClassHandle object_class, const AttributeSet& attributes);
  void unpublish(Federate f, ObjectClassHandle object_class);
  void subscribe(Federate f, ObjectClassHandle object_class, const AttributeSet& attributes);
  void unsubscribe(Federate f, ObjectClassHandle object_class);
  void call_interaction_declaration_service(Federate f);
  void publish_interactions(Federate f, InteractionClassHandle interaction_class);
  void subscribe_interactions(Federate f, InteractionClassHandle interaction_class);
  void set_random_switch(Federate f);

  // Objects.
  ObjectHandle random_object(Federate f);
  void call_object_service(Federate f);
  void register_object(Federate f);
  void delete_object(Federate f);
  void delete_locally(Federate f) { delete_locally(f, random_object(f)); }
  void delete_locally(Federate f, ObjectHandle object);
  void queue_forgetting(Federate f);
  void change_attribute_delivery(Federate f);
  void change_interaction_delivery(Federate f);
  void request_values(Federate f);
  void call_support_service(Federate f);
  void look_up_instance(Federate f);
  void look_up_class(Federate f);
  void look_up_interaction_class(Federate f);
  void look_up_space(Federate f);
  void look_up_type(Federate f);
  template <class Reply>
  void expect_reply(Federate f, const char* service, const Reply& reply, const Reply& expected);

  // Ownership.
  void call_ownership_service(Federate f);
  ObjectHandle random_own_object(Federate f);
  AttributeSet random_subset(const AttributeSet& from, Federate f, ObjectHandle object);
  AttributeSet acquirable_attributes(Federate f, ObjectHandle object);
  void update_owned_objects(Federate f);
  void divest(Federate f);
  void offer_attributes(Federate f);
  void withdraw_offer(Federate f);
  void acquire(Federate f, bool if_available);
  void acquire(Federate f, ObjectHandle object, const AttributeSet& attributes, bool if_available);
  void cancel_acquisition(Federate f);
  void release_attributes(Federate f);
  void release_attributes(Federate f, ObjectHandle object, const AttributeSet& attributes);
  void query_owner(Federate f);
  void answer_callback(Federate f, const wire::RequestAttributeOwnershipAssumption& m);
  void answer_callback(Federate f, const wire::RequestAttributeOwnershipRelease& m);

  // Saves and restores.
  struct Save;
  void request_save(Federate f);
  bool is_quiet(Federate f) const;
  bool is_unjudged(Federate f) const;
  bool must_stay(Federate f) const;
  bool may_join() const;
  bool has_new_federate() const;
  bool may_tick(Federate f) const;
  bool saves_are_over() const;
  void record_delivery(Federate f, const wire::Record& record);
  void record_resignation(Federate f, const wire::Record& record);
  void end_save(Federate f);
  void cancel_restore(Save& save);
  void remove_from_saves(Federate f);
  void request_restore(Federate f);
  void call_during_pause(Federate f);
  void act_unjudged(Federate f);
  bool replace_member_of(Save& save);
  void replace_process(Federate f);
  bool is_replacement(Federate f) const;
  bool is_ignored(Federate f, const rtia::Callback& callback) const;
  void answer_callback(Federate f, const wire::InitiateFederateSave&);
  void answer_callback(Federate f, const wire::FederationSaved&);
  void answer_callback(Federate f, const wire::FederationNotSaved&);
  void answer_callback(Federate f, const wire::RequestFederationRestoreFailed&);
  void answer_callback(Federate f, const wire::FederationRestoreBegun&);
  void answer_callback(Federate f, const wire::InitiateFederateRestore&);
  void answer_callback(Federate f, const wire::FederationRestored&);
  void answer_callback(Federate f, const wire::FederationNotRestored&);

  // Data distribution management.
  void call_region_service(Federate f);
  std::vector<RegionHandle> own_regions(Federate f) const;
  RegionHandle random_region(Federate f, ExpectedResult& expected_result);
  void create_region(Federate f);
  void modify_region(Federate f);
  void delete_region(Federate f);
  void subscribe_with_region(Federate f);
  void unsubscribe_with_region(Federate f);
  void subscribe_interactions_with_region(Federate f);
  void associate(Federate f);
  void register_object_with_region(Federate f);
  void request_values_with_region(Federate f);

  // Messages.
  void call_message_service(Federate f);
  void send_interaction(Federate f);
  void update_attributes(Federate f);
  void retract(Federate f);
  std::optional<double> random_stamp(Federate f);
  void lower_by_rounding(Federate f, Message& message);
  Message make_message(Federate f, Message::Kind kind, const char* prefix);
  Delivery delivery_for(const Member& member, ObjectHandle object, AttributeHandle attribute);
  Delivery delivery_for(const Member& member, InteractionClassHandle interaction_class);

  // Time management.
  void call_time_service(Federate f);
  void regulate(Federate f);
  void begin_regulation(Federate f);
  void end_regulation(Federate f);
  void act_as_occasional_regulator(Federate f);
  void constrain(Federate f);
  void request_advance(Federate f, wire::Advance kind, double to);
  void request_random_advance(Federate f);
  void modify_lookahead(Federate f);
  void set_asynchronous(Federate f, bool on);
  void query_times(Federate f);
  void check_known_lbts();
  std::optional<double> query_time(Federate f, wire::TimeQuery which);
  double random_time(Federate f);
  double random_advance_time(Federate f);
  double random_lookahead();

  // The MOM.
  void queue_mom_subscriptions(Federate f);
  void update_mom_objects();
  template <class Callback>
  bool is_about_mom(const Callback& callback) const;
  void record_mom_values(FederateState& state, const rtia::Callback& callback);
  // Handles a callback about the MOM. Returns false for other callbacks.
  bool receive_mom_callback(Federate f, const rtia::Callback& callback);
  void judge_mom();
  void judge_counts(Federate f);
  void judge_states(Federate f, wire::AttributeHandle state);

  // Routers.
  void add_session();
  void deliver();
  void disturb_router();
  void lose_router(RouterPlace at);
  void drain_router(RouterPlace at);
  bool end_moves();
  bool deliver_one();
  void keep_move_targets_reachable();
  void record_stranded();
  void disturb_peers(std::size_t link);
  std::vector<Federate> federates_behind(RouterPlace at);

  // Rests and the end.
  void run_until_idle();
  void judge_idle_state(bool is_at_end);
  void judge_copies();
  void judge_owners();
  void check_lbts();
  void run_end_phase();
  void choose_end_advances();
  bool has_arrived(Federate f) const;
  void advance_to_end(Federate f);
  void disturb_federate(Federate f);
  void wake_all();
  void choose_end_advance(FederateState& state, bool by_events);
  std::string describe_times() const;

  // A requested save, and its restore.
  struct Save {
    std::optional<double> time;  // empty: at once
    Federate requester = 0;      // member that requests the save and its restore
    FederateHandle requester_handle;
    bool accepted = false;
    std::uint64_t requested_at = 0;  // step of the request
    bool is_restored = false;
    bool is_unjudged = false;  // between save and restore, all members act without being judged
    std::uint64_t first_callback_at = 0;  // step of the first member's callback; 0: none
    std::uint64_t restore_at = 0;         // step at which the restore is requested
    bool is_restore_requested = false;
    bool has_restore_begun = false;  // seen by any federate, also by one that does not take part
    std::optional<Federate> replacement = {};  // new process in place of a member
    std::vector<Federate> saved;               // members told of the save that wait for the restore
    std::vector<Federate> restore_received;    // members to which the restore's record has come
    std::vector<Federate> restore_delivered;   // members to which it has been delivered
  };

  const std::uint64_t seed_;
  const bool verbose_;
  const bool with_regions_;
  const bool favors_existence_;    // most actions concern the existence of instances
  const bool replaces_processes_;  // processes of members are replaced before restores
  CoreHarness harness_;
  wire::Random random_;
  Tally& tally_;
  Judge judge_;
  History& history_;
  std::vector<std::unique_ptr<FederateState>> federates_;
  std::size_t federates_max_ = 0;
  std::array<std::uint64_t, kGroups> weights_{};
  std::deque<std::string> texts_;
  std::deque<std::array<std::byte, 8>> times_;
  std::deque<Values> values_;
  OverlappingCalls registrations_by_name_;              // registrations by name
  std::map<ObjectHandle, FederateHandle> mom_objects_;  // objects of the MOM and their federates
  std::uint64_t& now_;
  struct TimesOfRun {
    double latest = 0;          // greatest stamp or time so far
    double end = 0;             // time to which all advance at the end
    double after_end = 0;       // time to which arrived members go on
    double event_distance = 0;  // distance of requested next events
  };
  TimesOfRun times_of_run_;
  struct Counts {
    std::uint64_t tags = 0;  // of messages
    std::uint64_t points = 0;
    std::uint64_t delivered = 0;
    std::uint64_t requests = 0;
    std::uint64_t disturbances = 0;
    std::uint64_t moves = 0;
  };
  Counts counts_;
  std::map<std::string, Save> saves_;       // by label
  std::map<Federate, std::string> saving_;  // members told to save, until the save is over for them
  std::set<RouterPlace> restarted_routers_;
};

// Connections of the run's members: all have links (0), all share memory (1), or some do (2).
std::size_t connections_of(std::uint64_t seed);
// Leniencies of the run's members.
rtia::TimeLeniency leniency_of(std::uint64_t seed);
// Routers of the run; none in two runs of three.
MeshOptions mesh_of(std::uint64_t seed);
// Makes queued bytes count more, so that routers report queues in a run with little room.
void raise_queue_weights(HarnessOptions& options);
// Registers the events of routers that must occur in `tally`.
void expect_routers(Tally& tally);
// Registers the events of saves that must occur in `tally`.
void expect_saves(Tally& tally);
// Returns whether the object model of the run has the MOM.
bool has_mom(std::uint64_t seed);
// Returns the model with the MOM's classes.
core::ObjectModel with_mom_classes(core::ObjectModel model);

}  // namespace triad::test
