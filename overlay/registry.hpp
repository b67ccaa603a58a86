// The registry of an overlay: admits routers by name and key, keeps what they measure, finds paths,
// and sees to it that a path is used only where all on it know it. A pure state machine, told the
// time; what is to survive its program is handed to the host.
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

// What the registry takes; all else is for a Participant.
inline bool is_for_registry(wire::Kind kind) {
  return kind == wire::Kind::OverlayJoin || kind == wire::Kind::OverlayProof ||
         kind == wire::Kind::OverlayDelays || kind == wire::Kind::OverlayPathsTaken;
}

// What survives the registry's program. Of each router by its place.
struct RegistryState {
  struct Router {
    std::uint64_t admissions = 0;
    std::uint64_t refusals = 0;
    bool operator==(const Router&) const = default;
  };
  std::vector<Router> routers;
  Delays delays;
  Paths paths;  // the last that were told
};

class Registry {
 public:
  // What the host does; called from within calls of this class alone, and must not call back.
  class Host {
   public:
    virtual ~Host() = default;
    // A complete record for the router at that place; valid during the call.
    virtual void send(Place to, wire::Bytes record) = 0;
    virtual wire::Buffer new_nonce() = 0;
    // It is not what it was; called no oftener than on_tick() is.
    virtual void store(const RegistryState& state) = 0;
    // A line for people.
    virtual void info(std::string_view line) = 0;
    virtual void warn(std::string_view line) = 0;
  };

  struct Setup {
    Place own = 0;
    std::vector<std::string> names;  // of all, by their places
    std::vector<PublicKey> keys;     // of each
    std::string mesh;                // as words_of_proof() has it
    PrivateKey key;
    Bounds bounds;
    Time update_every{std::chrono::seconds(10)};  // paths, for a delay that has changed
    Time settle{std::chrono::milliseconds(500)};  // or for who has come, gone, or a new way
    Time patience{std::chrono::seconds(5)};       // for the answer to paths
    // One router's coming and going, and its words of links, make other paths so often at most.
    Time calm{std::chrono::seconds(5)};
  };

  // The host outlives it. `state` is what was stored last; of a new one, with nothing in it.
  Registry(Host& host, Setup setup, RegistryState state);

  // The link to it has ended.
  void on_lost(Place router, Time now);
  // What is wrong with it, if something is.
  [[nodiscard]] Fault on_word(Place from, const wire::Record& word, Time now);
  // Several times a second.
  void on_tick(Time now);

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
  Delays found_by_;  // that the last paths were found by
  Places members_;
  // Of those that ask to be admitted, and were.
  struct Asking {
    wire::Buffer nonce;        // that it is to sign
    wire::Buffer other_nonce;  // that it has given
  };
  struct Known {
    std::optional<Asking> asking = {};
    std::optional<Time> admitted = {};
    std::uint64_t refusals = 0;  // by this program
  };
  std::vector<Known> known_;
  bool has_changed_ = false;  // since it was stored
  Places waited_for_;         // to take the last paths
  bool is_used_ = true;
  bool has_newcomers_ = false;  // who know nothing of the last paths
  Time told_{0};
  std::optional<Time> due_;
  std::optional<Time> hurried_;  // for a way that is new, or is none any more
  wire::Buffer out_;
};

}  // namespace triad::overlay
