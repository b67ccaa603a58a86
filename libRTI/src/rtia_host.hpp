// Interface between the services and the RTI ambassador, which runs in this process
// (embedded_rtia_host.hpp) or in an rtia process (process_rtia_host.hpp), depending on RTI_RTIA.
// Host here means the object that runs or reaches the RTIA. Used by Session. Both implementations
// behave the same.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include "config/config.hpp"
#include "libRTI/src/call_by_record.hpp"
#include "rtia/callback.hpp"
#include "rtia/hosting/hosted_ambassador.hpp"

namespace triad::api {

class RtiaHost {
 public:
  using Clock = std::chrono::steady_clock;

  // Take the object that carries out the services: an ambassador in this process, or an rtia by
  // exchange of records.
  explicit RtiaHost(rtia::HostedAmbassador& ambassador) : local_ambassador_(&ambassador) {}
  explicit RtiaHost(CallByRecord& rtia) : rtia_process_(&rtia) {}
  RtiaHost(const RtiaHost&) = delete;
  RtiaHost& operator=(const RtiaHost&) = delete;
  virtual ~RtiaHost() = default;

  // Carries out a service. Blocks while it waits for the RTIG or for space at a receiver.
  template <wire::Call C>
  wire::Result<typename C::Reply> call(const C& request) {
    return local_ambassador_ != nullptr ? local_ambassador_->call(request)
                                        : rtia_process_->call(request);
  }

  // Returns whether the federate has joined and has not resigned. A loss of the federation does not
  // change that.
  [[nodiscard]] virtual bool is_member() const = 0;
  // Returns the reason if a member has lost its federation.
  [[nodiscard]] virtual std::optional<wire::Error> failure() = 0;
  // Returns false if the connection is lost. The next create, destroy or join makes a new one.
  [[nodiscard]] virtual bool is_usable() const = 0;

  [[nodiscard]] virtual std::size_t callback_count() const = 0;
  [[nodiscard]] bool has_callback() const { return callback_count() > 0; }
  // Takes the next callback from the queue; null if there is none. The callback is valid until the
  // next one is taken, even if services are called in between.
  [[nodiscard]] virtual const rtia::Callback* take_callback() = 0;
  // Returns TimeOutlook::answers_enabling_soon().
  [[nodiscard]] virtual bool answers_enabling_soon() const = 0;

  // Sets whether the callbacks ConnectionLost and ConnectionRestored are made. At first they are
  // not.
  virtual void watch_connection(bool is_on) = 0;

  // Records that the federate's tick begins, or continues after a callback.
  virtual void record_tick_begin() = 0;
  // Records that the tick ends, or a callback begins.
  virtual void record_tick_end() = 0;

  // Handles a bounded number of received records, and returns their number.
  virtual std::size_t poll() = 0;
  // Returns whether the last poll() has handled all input that was available. False if that is
  // unknown.
  [[nodiscard]] virtual bool is_drained() const = 0;
  // Checks the connection, so that is_usable() reflects an RTIG that has ended.
  virtual void check_rtig() = 0;
  // Sleeps until input may have arrived, or until `until`.
  virtual void wait(Clock::time_point until) = 0;
  // Ends a wait(). After wait() only this, wait() and take_callback() may be called first. Returns
  // whether a callback has arrived.
  [[nodiscard]] virtual bool end_wait() = 0;

  // Ends a tick without a time limit. `found_callbacks`: the tick has delivered some. Otherwise, if
  // `may_yield`, other processes get the processor, unless each awake one has a core.
  virtual void end_look(bool found_callbacks, bool may_yield) = 0;

  // Serve callers that sleep in a poll of their own. Call prepare_wait(); if it returns false,
  // input has arrived and the caller must not sleep. Poll both descriptors for reading (-1: none),
  // then call finish_wait().
  [[nodiscard]] virtual int descriptor() const = 0;
  [[nodiscard]] virtual int second_descriptor() const = 0;
  [[nodiscard]] virtual bool prepare_wait() = 0;
  virtual void finish_wait() = 0;

  // Returns the ambassador if it is in this process, otherwise null.
  [[nodiscard]] rtia::HostedAmbassador* local_ambassador() { return local_ambassador_; }
  // Returns the id of the rtia process, if there is one.
  [[nodiscard]] virtual std::optional<int> rtia_process_id() const = 0;

 private:
  // Exactly one is not null. They replace a virtual function, which cannot be a template.
  rtia::HostedAmbassador* const local_ambassador_ = nullptr;
  CallByRecord* const rtia_process_ = nullptr;
};

// Makes the host that RTI_RTIA selects. Embedded: connects to the RTIG. Process: starts an rtia,
// which connects at its first call.
wire::Result<std::unique_ptr<RtiaHost>> connect_rtia(const config::Configuration& settings);

// Reads time.pending and time.tolerance.
rtia::TimeLeniency leniency_of(const config::Configuration& settings);

// Returns how long a wait spins before it sleeps.
transport::Duration spin_of(const config::Configuration& settings);

}  // namespace triad::api
