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
    virtual void send(Place to, wire::Bytes record) = 0;
    virtual wire::Buffer new_nonce() = 0;
    // Stores the changed state. Called at most once per on_tick().
    virtual void store(const RegistryState& state) = 0;
    // Writes a line to the log.
    virtual void info(std::string_view line) = 0;
    virtual void warn(std::string_view line) = 0;
  };

  struct Setup {
    Place own = 0;
    std::vector<std::string> names;  // By place.
    std::vector<PublicKey> keys;     // By place.
    std::string mesh;                // As for words_of_proof().
    PrivateKey key;
    Bounds bounds;
    // Least time between searches due to changed delays.
    Time update_every{std::chrono::seconds(10)};
    // Delay of the search after an admission or a changed link.
    Time settle{std::chrono::milliseconds(500)};
    Time patience{std::chrono::seconds(5)};  // Time in which a router must accept paths.
    // Least time between searches due to changed links, and between two admissions of one router.
    Time calm{std::chrono::seconds(5)};
  };

  // `host` must outlive the registry. `state` is the state stored last, or an empty one for a new
  // registry.
  Registry(Host& host, Setup setup, RegistryState state);

  // Handles the loss of the link to `router`.
  void on_lost(Place router, Time now);
  // Handles a record, and returns its fault, if any.
  [[nodiscard]] Fault on_word(Place from, const wire::Record& word, Time now);
  // Finds and sends paths that are due, and removes routers that have not accepted paths in time.
  // Must be called several times per second.
  void on_tick(Time now);

  // Return the admitted routers, and the last paths sent to them.
  const Places& members() const { return members_; }
  const Paths& paths() const { return state_.paths; }

 private:
  Fault on(Place from, const wire::OverlayJoin& join, Time now);
  Fault on(Place from, const wire::OverlayProof& proof, Time now);
  Fault on(Place from, const wire::OverlayDelays& delays, Time now);
  Fault on(Place from, const wire::OverlayPathsTaken& taken, Time now);
  template <class Message>
  void tell(Place to, const Message& message);
  void change_at(Time when);
  void refuse(Place router);
  void leave(Place router, Time now);
  bool takes_too_long() const;
  void find_again(Time now);

  Host& host_;
  const Setup setup_;
  RegistryState state_;
  Delays found_by_;  // Delays from which the last paths were found.
  Places members_;
  // Nonces of a router that has asked for admission.
  struct Asking {
    wire::Buffer nonce;        // Nonce that the router must sign.
    wire::Buffer other_nonce;  // Nonce from the router, which the registry must sign.
  };
  struct Known {
    std::optional<Asking> asking = {};
    std::optional<Time> admitted = {};
    std::uint64_t refusals = 0;  // Refusals since this program started.
  };
  std::vector<Known> known_;
  bool has_changed_ = false;  // Since the state was stored.
  Places waited_for_;         // Routers that have not yet accepted the last paths.
  bool is_used_ = true;
  bool has_newcomers_ = false;  // Since the last search.
  Time told_{0};
  std::optional<Time> due_;
  std::optional<Time> hurried_;  // Last search due to a changed link.
  wire::Buffer out_;
};

}  // namespace triad::overlay
