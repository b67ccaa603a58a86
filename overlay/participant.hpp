// One router's membership in an overlay, without the relaying of records. It asks the registry for
// admission, measures the delays to the other routers, reports them to the registry, and receives
// paths. If the registry is lost, the last paths remain in use for `Setup::keep_paths_for`; after
// that best effort goes directly. A pure state machine: the caller passes the time.
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
  // Host, called only from within calls of this class. Must not call back.
  class Host {
   public:
    virtual ~Host() = default;
    // Sends a complete record over the link to the router at that place. If this router is the
    // registry's, a record for the registry goes to the Registry beside this participant. `record`
    // is valid during the call.
    virtual void send_to_router(Place to, wire::Bytes record) = 0;
    virtual wire::Buffer new_nonce() = 0;
    // Carry out the plan for relays. prepare_paths(): relay records that arrive by these paths.
    // use_paths(): send by the paths with this version. use_no_paths(): send directly.
    virtual void prepare_paths(const Paths& paths) = 0;
    virtual void use_paths(std::uint64_t version) = 0;
    virtual void use_no_paths() = 0;
    // Writes a line to the log.
    virtual void log_info(std::string_view line) = 0;
    virtual void log_warning(std::string_view line) = 0;
  };

  struct Setup {
    Place own_place = 0;
    Place registry_place = 0;
    std::vector<std::string> names;  // By place.
    std::string mesh;                // Name of the mesh and hash of its file (proof_message()).
    PrivateKey key;
    PublicKey registry_key;
    // Intervals of probes, and of reports of delays to the registry.
    Time probe_interval{std::chrono::seconds(1)};
    Time report_interval{std::chrono::seconds(10)};
    Time keep_paths_for{
        std::chrono::seconds(60)};  // How long paths remain in use without a registry.
    Time request_interval{
        std::chrono::seconds(5)};  // Interval of requests until the registry answers.
  };

  // Keeps a reference to `host`, which must outlive the participant.
  Participant(Host& host, Setup setup);

  // Begins participation. Must be called first. If this router is the registry's, it asks for
  // admission at once.
  void start(Time now);
  // Handles a new or lost link to another router.
  void record_link_state(Place other, bool is_up, Time now);
  // Handles a record, and returns its fault, if any.
  [[nodiscard]] Fault receive_record(Place from, const wire::Record& record, Time now);
  // Sends due probes, reports and requests. Must be called at least once per Setup::probe_interval.
  void process_timers(Time now);

  // disconnected: no link to the registry. requesting: admission requested. refused: by the
  // registry, or because the registry has a wrong key.
  enum class State { disconnected, requesting, admitted, refused };
  State state() const { return state_; }
  // Returns the measured one-way delay; kNoDelay if unknown.
  Delay delay(Place to) const { return round_trips_.delay(to); }

 private:
  Fault receive_message(Place from, const wire::OverlayChallenge& challenge, Time now);
  Fault receive_message(Place from, const wire::OverlayAdmitted& admitted, Time now);
  Fault receive_message(Place from, const wire::OverlayRefused& refused, Time now);
  Fault receive_message(Place from, const wire::OverlayProbe& probe, Time now);
  Fault receive_message(Place from, const wire::OverlayProbed& probed, Time now);
  Fault receive_message(Place from, const wire::OverlayPaths& paths, Time now);
  Fault receive_message(Place from, const wire::OverlayPathsUsed& used, Time now);
  template <class Message>
  void send_message_to_router(Place to, const Message& message);
  void request_admission(Time now);
  void send_delays_to_registry(Time now);
  bool is_registry(Place place) const { return place == setup_.registry_place; }
  std::string registry_name() const { return "router " + setup_.names[setup_.registry_place]; }

  Host& host_;
  const Setup setup_;
  State state_ = State::disconnected;
  std::vector<bool> is_linked_;
  RoundTrips round_trips_;
  wire::Buffer nonce_;  // Nonce that the registry must sign.
  std::uint64_t prepared_version_ = 0;
  bool uses_paths_ = false;
  bool has_unsent_delays_ = false;  // Since the last report.
  std::optional<Time> registry_lost_at_;
  Time requested_at_{0};
  Time probed_at_{0};
  Time delays_sent_at_{0};
  wire::Buffer out_;
};

}  // namespace triad::overlay
