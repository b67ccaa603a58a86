// One random run of a federation by the state machines alone. Federates call every service, are
// slow or silent, join, resign and die at any point, under a scheduler that delivers in any order
// that links allow. The Judge checks results and callbacks. At the end all federates ask to advance
// until all have arrived. The same seed gives the same run.
//
// Source files: run.cpp (steps), run_federation.cpp, run_declarations.cpp, run_objects.cpp,
// run_ownership.cpp, run_saves.cpp, run_ddm.cpp, run_messages.cpp, run_time.cpp, run_support.cpp,
// run_mom.cpp (by group), run_mesh.cpp (routers), run_finale.cpp (rests and the end).
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
  struct One {
    Member* member = nullptr;  // null: not joined
    bool lost = false;
    std::function<bool()> finished;           // checks the call in progress; empty: none
    bool releases = false;                    // the call in progress may give up attributes
    std::optional<Message> posting = {};      // sent by that call in receive order
    std::deque<std::function<void()>> to_do;  // its next actions, in order
    std::uint64_t asleep_until = 0;           // takes no callbacks until this step
    std::uint64_t stopped_until = 0;          // its link delivers nothing until this step
    // Object instances with attributes that it owns, without those being deleted in time-stamp
    // order.
    std::vector<ObjectHandle> own;
    std::vector<std::string> mine;  // tags of messages that it may retract
    bool intrudes = false;          // regulates at times, while others wait for events
    // MOM: whether it subscribes to it, the last values it was told, and the numbers of messages
    // that it has sent and received.
    bool observes = false;
    std::string told_members;
    std::map<FederateHandle, std::map<std::uint32_t, std::string>> told_counts;  // by attribute
    std::uint64_t updates = 0;
    std::uint64_t interactions = 0;
    std::uint64_t reflected = 0;
    std::uint64_t received = 0;
    // Manner of its advances at the end.
    double step = 1;
    wire::Advance kind = wire::Advance::time_advance_request;
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

  bool fine() const { return history_.fine(); }
  void complain(const std::string& what) { history_.complain(what); }
  std::uint64_t below(std::uint64_t limit) { return random_.below(limit); }
  bool one_in(std::uint64_t n) { return random_.one_in(n); }
  template <class T>
  const T& any(const std::vector<T>& from) {
    return from[below(from.size())];
  }
  wire::Bytes at(double time);
  std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }
  void say(Federate f, const std::string& line);
  void say_delivered(Federate f, bool up, const wire::Record& record);

  // Steps.
  std::uint64_t choose_weights();
  void step();
  void note_finished(Federate f);
  void note_all_finished();
  void act(Federate f);
  void serve(Federate f);
  void serve(Federate f, Group group);
  void take(Federate f, std::uint64_t limit);
  void see(Federate f, const rtia::Callback& callback);
  void react(Federate f, bool granted);

  // Begins a call. `done` receives the result, at once or later.
  template <wire::Call C, class Done>
  void begin(Federate f, const std::string& arguments, const C& request, Done done);
  // Begins a call and judges its result; `effect` is called on success.
  template <wire::Call C, class Effect>
  void judged(Federate f, const std::string& arguments, const C& request, const Fate& fate,
              Effect effect);
  template <wire::Call C>
  void judged(Federate f, const std::string& arguments, const C& request, const Fate& fate) {
    judged(f, arguments, request, fate, [](auto...) {});
  }
  // Sends a message of the member. The call completes `message`.
  template <wire::Call C>
  void post(Federate f, C request, Message message, Fate fate);

  // Federation management.
  void join(Federate f);
  void prepare(Federate f);
  void resign(Federate f, wire::ResignAction action);
  wire::ResignAction some_resign_action();
  void lose(Federate f);
  void note_lost(Federate f);
  void federation_service(Federate f);
  void execution_service(Federate f);
  void call_as_stranger(Federate f);
  void synchronize(Federate f);
  void register_point(Federate f);

  // Declarations.
  ObjectClassHandle some_class();
  InteractionClassHandle some_interaction_class();
  InteractionClassHandle published_interaction_class(Federate f);
  AttributeSet some_attributes(ObjectClassHandle object_class);
  void declare(Federate f);
  void publish(Federate f, ObjectClassHandle object_class, const AttributeSet& attributes);
  void unpublish(Federate f, ObjectClassHandle object_class);
  void subscribe(Federate f, ObjectClassHandle object_class, const AttributeSet& attributes);
  void unsubscribe(Federate f, ObjectClassHandle object_class);
  void declare_interactions(Federate f);
  void publish_interactions(Federate f, InteractionClassHandle interaction_class);
  void subscribe_interactions(Federate f, InteractionClassHandle interaction_class);
  void set_switch(Federate f);

  // Objects.
  ObjectHandle some_object(Federate f);
  void object_service(Federate f);
  void enlist(Federate f);
  void erase(Federate f);
  void delete_locally(Federate f) { delete_locally(f, some_object(f)); }
  void delete_locally(Federate f, ObjectHandle object);
  void lose_sight(Federate f);
  void change_attribute_delivery(Federate f);
  void change_interaction_delivery(Federate f);
  void request_values(Federate f);
  void look_up(Federate f);
  void look_up_instance(Federate f);
  void look_up_class(Federate f);
  void look_up_interaction_class(Federate f);
  void look_up_space(Federate f);
  void look_up_type(Federate f);
  template <class Reply>
  void expect_reply(Federate f, const char* service, const Reply& reply, const Reply& expected);

  // Ownership.
  void ownership_service(Federate f);
  ObjectHandle own_object(Federate f);
  AttributeSet some_of(const AttributeSet& from, Federate f, ObjectHandle object);
  AttributeSet wanted(Federate f, ObjectHandle object);
  void refresh_own(Federate f);
  void give_up(Federate f);
  void offer(Federate f);
  void withdraw(Federate f);
  void acquire(Federate f, bool if_available);
  void acquire(Federate f, ObjectHandle object, const AttributeSet& attributes, bool if_available);
  void cancel(Federate f);
  void release(Federate f);
  void release(Federate f, ObjectHandle object, const AttributeSet& attributes);
  void ask_owner(Federate f);
  void answer(Federate f, const wire::RequestAttributeOwnershipAssumption& m);
  void answer(Federate f, const wire::RequestAttributeOwnershipRelease& m);

  // Saves and restores.
  struct Save;
  void ask_for_save(Federate f);
  bool is_quiet(Federate f) const;
  bool is_astray(Federate f) const;
  bool must_stay(Federate f) const;
  bool may_join() const;
  bool somebody_is_new() const;
  bool may_take(Federate f) const;
  bool saves_are_over() const;
  void note_given(Federate f, const wire::Record& record);
  void note_resigned(Federate f, const wire::Record& record);
  void go_on(Federate f);
  void drop(Save& save);
  void leave_saves(Federate f);
  void restore(Federate f);
  void call_meanwhile(Federate f);
  void go_astray(Federate f);
  bool replaces_one_of(Save& save);
  void replace(Federate f);
  bool is_replacement(Federate f) const;
  bool forgets(Federate f, const rtia::Callback& callback) const;
  void answer(Federate f, const wire::InitiateFederateSave&);
  void answer(Federate f, const wire::FederationSaved&);
  void answer(Federate f, const wire::FederationNotSaved&);
  void answer(Federate f, const wire::RequestFederationRestoreFailed&);
  void answer(Federate f, const wire::FederationRestoreBegun&);
  void answer(Federate f, const wire::InitiateFederateRestore&);
  void answer(Federate f, const wire::FederationRestored&);
  void answer(Federate f, const wire::FederationNotRestored&);

  // Data distribution management.
  void region_service(Federate f);
  std::vector<RegionHandle> own_regions(Federate f) const;
  RegionHandle some_region(Federate f, Fate& fate);
  void create_region(Federate f);
  void modify_region(Federate f);
  void delete_region(Federate f);
  void subscribe_with_region(Federate f);
  void unsubscribe_with_region(Federate f);
  void subscribe_interactions_with_region(Federate f);
  void associate(Federate f);
  void enlist_with_region(Federate f);
  void request_values_with_region(Federate f);

  // Messages.
  void message_service(Federate f);
  void send(Federate f);
  void update(Federate f);
  void retract(Federate f);
  std::optional<double> some_stamp(Federate f);
  void lower_by_rounding(Federate f, Message& message);
  Message message_of(Federate f, Message::What what, const char* prefix);
  Delivery delivery_for(const Member& member, ObjectHandle object, AttributeHandle attribute);
  Delivery delivery_for(const Member& member, InteractionClassHandle interaction_class);

  // Time management.
  void clock_service(Federate f);
  void regulate(Federate f);
  void begin_regulation(Federate f);
  void end_regulation(Federate f);
  void intrude(Federate f);
  void constrain(Federate f);
  void advance(Federate f, wire::Advance kind, double to);
  void advance_somewhere(Federate f);
  void modify_lookahead(Federate f);
  void switch_asynchronous(Federate f, bool on);
  void query(Federate f);
  void watch_lbts();
  std::optional<double> ask(Federate f, wire::TimeQuery which);
  double some_time(Federate f);
  double some_goal(Federate f);
  double some_lookahead();

  // The MOM.
  void observe(Federate f);
  void note_managers();
  template <class Callback>
  bool is_management(const Callback& callback) const;
  void note_management(One& one, const rtia::Callback& callback);
  // Handles a callback about the MOM. Returns false for other callbacks.
  bool see_management(Federate f, const rtia::Callback& callback);
  void judge_management();
  void judge_counts(Federate f);
  void judge_states(Federate f, wire::AttributeHandle state);

  // Routers.
  void connect();
  void deliver();
  void trouble_router();
  void lose_router(RouterPlace at);
  void drain_router(RouterPlace at);
  bool end_moves();
  bool deliver_one();
  void keep_ways_open();
  void note_stranded();
  void trouble_peers(std::size_t link);
  std::vector<Federate> behind(RouterPlace at);

  // Rests and the end.
  void come_to_rest();
  void judge_rest(bool over);
  void judge_copies();
  void judge_owners();
  void check_lbts();
  void finale();
  void choose_manners();
  bool arrived(Federate f) const;
  void press_on(Federate f);
  void disturb(Federate f);
  void wake_all();
  void choose_manner(One& one, bool by_events);
  std::string where_all_stand() const;

  // A requested save, and its restore.
  struct Save {
    std::optional<double> at;  // empty: at once
    Federate requester = 0;    // member that requests the save and its restore
    FederateHandle requester_handle;
    bool accepted = false;
    std::uint64_t asked_at = 0;  // step of the request
    bool restores = false;
    bool astray = false;          // between save and restore, all members act without being judged
    std::uint64_t told_at = 0;    // step of the first member's callback; 0: none
    std::uint64_t return_at = 0;  // step at which the restore is requested
    bool asked_to_restore = false;
    bool restore_begun = false;  // seen by any federate, also by one that does not take part
    std::optional<Federate> replacement = {};  // new process in place of a member
    std::vector<Federate> saved;               // members told of the save that wait for the restore
    std::vector<Federate> returning;           // members to which the restore's record has come
    std::vector<Federate> restoring;           // members to which it has been delivered
  };

  const std::uint64_t seed_;
  const bool verbose_;
  const bool with_regions_;
  const bool of_existence_;  // most actions concern the existence of instances
  const bool replaces_;      // processes of members are replaced before restores
  CoreHarness harness_;
  wire::Random random_;
  Tally& tally_;
  Judge judge_;
  History& history_;
  std::vector<std::unique_ptr<One>> ones_;
  std::size_t federates_max_ = 0;
  std::array<std::uint64_t, kGroups> weights_{};
  std::deque<std::string> texts_;
  std::deque<std::array<std::byte, 8>> times_;
  std::deque<Values> values_;
  Overlaps names_;                                   // registrations by name
  std::map<ObjectHandle, FederateHandle> managers_;  // objects of the MOM and their federates
  std::uint64_t& now_;
  double latest_ = 0;                       // greatest stamp or time so far
  double end_ = 0;                          // time to which all advance at the end
  double beyond_ = 0;                       // time to which arrived members go on
  double far_ = 0;                          // distance of requested next events
  std::uint64_t tags_ = 0;                  // number of message tags
  std::uint64_t points_ = 0;                // number of synchronization points
  std::map<std::string, Save> saves_;       // by label
  std::map<Federate, std::string> saving_;  // members told to save, until the save is over for them
  std::uint64_t delivered_ = 0;
  std::uint64_t requests_ = 0;
  std::uint64_t disturbances_ = 0;
  std::set<RouterPlace> came_back_;
  std::uint64_t moves_counted_ = 0;
};

// Connections of the run's members: all have links (0), all share memory (1), or some do (2).
std::size_t way_of_members(std::uint64_t seed);
// Leniencies of the run's members.
rtia::TimeLeniency leniency_of(std::uint64_t seed);
// Routers of the run; none in two runs of three.
MeshOptions mesh_of(std::uint64_t seed);
// Makes queued bytes count more, so that routers report queues in a run with little room.
void count_more_of_what_waits(HarnessOptions& options);
// Lists the events of routers that must occur.
void expect_routers(Tally& tally);
// Lists the events of saves that must occur.
void expect_saves(Tally& tally);
// Returns whether the object model of the run has the MOM.
bool has_mom(std::uint64_t seed);
core::ObjectModel options_with_mom(core::ObjectModel model);

}  // namespace triad::test
