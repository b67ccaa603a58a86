// The registry of an overlay. It admits routers by name and key, keeps the delays that they
// measure, and finds paths. A path is used only after all admitted routers have accepted it. A pure
// state machine: the caller passes the time, and the host stores the state that must survive a
// restart.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "overlay/delays.hpp"
#include "overlay/keys.hpp"
#include "overlay/relay_paths.hpp"
#include "overlay/round_trips.hpp"
#include "wire/record.hpp"

namespace triad::overlay {

// Returns whether records of this kind are for the registry; all others are for a Participant.
inline bool is_for_registry(wire::Kind kind) {
  return kind == wire::Kind::OverlayJoin || kind == wire::Kind::OverlayProof ||
         kind == wire::Kind::OverlayDelays || kind == wire::Kind::OverlayPathsTaken;
}

// State that survives a restart of the registry's program. Vectors are indexed by place.
struct RegistryState {
  struct Router {
    std::uint64_t admissions = 0;
    std::uint64_t refusals = 0;
    bool operator==(const Router&) const = default;
  };
  std::vector<Router> routers;
  Delays delays;
  Paths paths;  // Last paths sent to the routers.
};

class Registry {
 public:
  // Host, called only from within calls of this class. Must not call back.
  class Host {
   public:
    virtual ~Host() = default;
    // Sends a complete record, which is valid during the call.
    virtual void send_to_router(Place to, wire::Bytes record) = 0;
    virtual wire::Buffer new_nonce() = 0;
    // Stores the changed state. Called at most once per process_timers().
    virtual void store_state(const RegistryState& state) = 0;
    // Writes a line to the log.
    virtual void log_info(std::string_view line) = 0;
    virtual void log_warning(std::string_view line) = 0;
  };

  struct Setup {
    Place own_place = 0;
    std::vector<std::string> names;  // By place.
    std::vector<PublicKey> keys;     // By place.
    std::string mesh;                // Name of the mesh and hash of its file (proof_message()).
    PrivateKey key;
    Bounds bounds;
    // Least time between searches due to changed delays.
    Time update_interval{std::chrono::seconds(10)};
    // Delay of the search after an admission, or after a router has reported that a link between
    // two routers is up or down: more such reports may follow.
    Time settle_delay{std::chrono::milliseconds(500)};
    Time patience{std::chrono::seconds(5)};  // Time in which a router must accept paths.
    // Least time between searches due to such links, and between two admissions of one router.
    Time damping_interval{std::chrono::seconds(5)};
  };

  // Keeps a reference to `host`, which must outlive the registry. `state` is the state stored last,
  // or an empty one for a new registry.
  Registry(Host& host, Setup setup, RegistryState state);

  // Handles the loss of the link to `router`, which is a member no longer.
  void record_lost_link(Place router, Time now);
  // Handles a record, and returns its fault, if any.
  [[nodiscard]] Fault receive_record(Place from, const wire::Record& record, Time now);
  // Finds and sends paths that are due, and removes routers that have not accepted paths in time.
  // Must be called several times per second.
  void process_timers(Time now);

  // Return the admitted routers, and the last paths sent to them.
  const Places& members() const { return members_; }
  const Paths& paths() const { return state_.paths; }

 private:
  Fault receive_message(Place from, const wire::OverlayJoin& join, Time now);
  Fault receive_message(Place from, const wire::OverlayProof& proof, Time now);
  Fault receive_message(Place from, const wire::OverlayDelays& delays, Time now);
  Fault receive_message(Place from, const wire::OverlayPathsTaken& taken, Time now);
  template <class Message>
  void send_message_to_router(Place to, const Message& message);
  void schedule_search(Time due);
  void refuse_admission(Place router);
  void remove_member(Place router, Time now);
  // Returns whether a path by relays takes longer than `delay_max` of the bounds.
  bool has_slow_path() const;
  void find_and_send_paths(Time now);

  Host& host_;
  const Setup setup_;
  RegistryState state_;
  Delays delays_at_search_;  // Delays from which the last paths were found.
  Places members_;
  // Nonces of a router that has asked for admission.
  struct AdmissionRequest {
    wire::Buffer registry_nonce;  // Nonce that the router must sign.
    wire::Buffer router_nonce;    // Nonce from the router, which the registry must sign.
  };
  struct KnownRouter {
    std::optional<AdmissionRequest> request = {};
    std::optional<Time> admitted_at = {};
    std::uint64_t refusals = 0;  // Refusals since this program started.
  };
  std::vector<KnownRouter> known_routers_;
  bool has_unstored_changes_ = false;  // Since the state was stored.
  Places pending_answers_;             // Routers that have not yet accepted the last paths.
  bool is_accepted_by_all_ = true;
  bool has_newcomers_ = false;       // Since the last search.
  bool may_have_slow_path_ = false;  // Delays were stated since the last look.
  Time paths_sent_at_{0};
  std::optional<Time> search_due_at_;
  std::optional<Time> link_search_due_at_;  // Last search due to a changed link.
  wire::Buffer out_;
};

}  // namespace triad::overlay
