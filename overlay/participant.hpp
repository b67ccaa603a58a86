// One router's part in an overlay, apart from the records that it relays: gets itself admitted by
// the registry, measures how far the others are, tells the registry, and takes its paths. While
// there is no registry the paths that are known go on for a time, and then all goes directly. A
// pure state machine, told the time.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "overlay/keys.hpp"
#include "overlay/relay_paths.hpp"
#include "overlay/round_trips.hpp"
#include "wire/record.hpp"

namespace triad::overlay {

class Participant {
 public:
  // What the host does; called from within calls of this class alone, and must not call back.
  class Host {
   public:
    virtual ~Host() = default;
    // A complete record for the router at that place, by the link to it; for the registry beside
    // this participant, if that is its own. Valid during the call.
    virtual void send(Place to, wire::Bytes record) = 0;
    virtual wire::Buffer new_nonce() = 0;
    // What comes by these paths is to be passed on; what is sent is to go by those of that version;
    // by none.
    virtual void prepare(const Paths& paths) = 0;
    virtual void use(std::uint64_t version) = 0;
    virtual void use_none() = 0;
    // A line for people.
    virtual void info(std::string_view line) = 0;
    virtual void warn(std::string_view line) = 0;
  };

  struct Setup {
    Place own = 0;
    Place registry = 0;
    std::vector<std::string> names;  // of all, by their places
    std::string mesh;                // as words_of_proof() has it
    PrivateKey key;
    PublicKey registry_key;
    Time probe_every{std::chrono::seconds(1)};
    Time tell_every{std::chrono::seconds(10)};
    Time keep{std::chrono::seconds(60)};      // paths, while there is no registry
    Time ask_every{std::chrono::seconds(5)};  // where it does not answer
  };

  // The host outlives it.
  Participant(Host& host, Setup setup);

  // The link to another one has come up, or ended. That to the registry beside it is always up.
  void start(Time now);
  void on_link(Place other, bool is_up, Time now);
  // What has come by it. What is wrong with it, if something is.
  [[nodiscard]] Fault on_word(Place from, const wire::Record& word, Time now);
  // At least as often as probes are to be sent.
  void on_tick(Time now);

  enum class State { alone, asking, admitted, refused };
  State state() const { return state_; }
  Delay delay(Place to) const { return round_trips_.delay(to); }

 private:
  Fault on(Place from, const wire::OverlayChallenge& challenge, Time now);
  Fault on(Place from, const wire::OverlayAdmitted& admitted, Time now);
  Fault on(Place from, const wire::OverlayRefused& refused, Time now);
  Fault on(Place from, const wire::OverlayProbe& probe, Time now);
  Fault on(Place from, const wire::OverlayProbed& probed, Time now);
  Fault on(Place from, const wire::OverlayPaths& paths, Time now);
  Fault on(Place from, const wire::OverlayPathsUsed& used, Time now);
  template <class Message>
  void tell(Place to, const Message& message);
  void ask(Time now);
  void tell_delays(Time now);
  bool is_registry(Place place) const { return place == setup_.registry; }
  std::string name_of_registry() const { return "router " + setup_.names[setup_.registry]; }

  Host& host_;
  const Setup setup_;
  State state_ = State::alone;
  std::vector<bool> linked_;
  RoundTrips round_trips_;
  wire::Buffer nonce_;  // that the registry is to sign
  std::uint64_t prepared_ = 0;
  bool uses_paths_ = false;
  bool delays_are_new_ = false;  // there is one that the registry knows nothing of
  std::optional<Time> lost_registry_;
  Time asked_{0};
  Time probed_{0};
  Time told_{0};
  wire::Buffer out_;
};

}  // namespace triad::overlay
