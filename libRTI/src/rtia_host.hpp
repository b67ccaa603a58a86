// The one entrance from the services to their RTI ambassador, wherever it runs: in this process
// (embedded_rtia_host.hpp) or in an rtia process (process_rtia_host.hpp), as RTI_RTIA says. Used by
// Session; both behave alike.
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

  // Who carries services out: an ambassador in this process, or an rtia by exchange of records.
  explicit RtiaHost(rtia::HostedAmbassador& ambassador) : here_(&ambassador) {}
  explicit RtiaHost(CallByRecord& rtia) : elsewhere_(&rtia) {}
  RtiaHost(const RtiaHost&) = delete;
  RtiaHost& operator=(const RtiaHost&) = delete;
  virtual ~RtiaHost() = default;

  // Carries a service out; blocks while it waits for the RTIG or for room at a receiver.
  template <wire::Call C>
  wire::Result<typename C::Reply> call(const C& request) {
    return here_ != nullptr ? here_->call(request) : elsewhere_->call(request);
  }

  // Joined, and not resigned since by a call: also when the federation was lost meanwhile.
  [[nodiscard]] virtual bool member() const = 0;
  // Why a member is none any more.
  [[nodiscard]] virtual std::optional<wire::Error> failure() = 0;
  // False: the connection is lost; the next create, destroy or join makes a new one.
  [[nodiscard]] virtual bool usable() const = 0;

  [[nodiscard]] virtual std::size_t callbacks_waiting() const = 0;
  [[nodiscard]] bool callback_waiting() const { return callbacks_waiting() > 0; }
  // Null when there is none. Valid until the next one is taken, whatever is called meanwhile.
  [[nodiscard]] virtual const rtia::Callback* take_callback() = 0;
  // As FederateTime::answers_enabling_soon.
  [[nodiscard]] virtual bool answers_enabling_soon() const = 0;

  // The federate's tick begins, or goes on after a callback.
  virtual void tick_begins() = 0;
  // It ends, or a callback begins.
  virtual void tick_ends() = 0;

  // Handles a bounded number of records that are there; returns how many.
  virtual std::size_t poll() = 0;
  // Whether the last poll() has left nothing that had come by then. False: perhaps not.
  [[nodiscard]] virtual bool is_drained() const = 0;
  // usable() then tells of an RTIG that has ended.
  virtual void make_sure_of_rtig() = 0;
  // Sleeps until something may have come, or until `until`.
  virtual void wait(Clock::time_point until) = 0;
  // After wait(), before anything but that and take_callback() is done. True: a callback has come.
  [[nodiscard]] virtual bool end_wait() = 0;

  // Whether there is a core for each member on this host that is awake; false: nobody knows.
  [[nodiscard]] virtual bool cores_suffice() const = 0;

  // For who sleeps by his own means, as transport::Waitable has it. prepare_wait's false: do not
  // sleep, something has come.
  [[nodiscard]] virtual int descriptor() const = 0;
  [[nodiscard]] virtual int second_descriptor() const = 0;
  [[nodiscard]] virtual bool prepare_wait() = 0;
  virtual void finish_wait() = 0;

  // The ambassador, if it is in this process; else null.
  [[nodiscard]] rtia::HostedAmbassador* ambassador_here() { return here_; }
  // The id of the process that it is in, if that is another.
  [[nodiscard]] virtual std::optional<int> rtia_process_id() const = 0;

 private:
  // One of them is null. Not a virtual function: services are templates.
  rtia::HostedAmbassador* const here_ = nullptr;
  CallByRecord* const elsewhere_ = nullptr;
};

// As RTI_RTIA says. Embedded: connects to the RTIG. Process: starts an rtia, which connects at its
// first call.
wire::Result<std::unique_ptr<RtiaHost>> connect_rtia(const config::Configuration& settings);

// Reads time.pending and time.tolerance.
rtia::TimeLeniency leniency_of(const config::Configuration& settings);

// How long who waits looks before it sleeps.
transport::Duration spin_of(const config::Configuration& settings);

}  // namespace triad::api
