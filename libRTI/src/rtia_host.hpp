// The one entrance from the services to their RTI ambassador, wherever it runs: in this process
// (embedded) or in an rtia process, as RTI_RTIA says. Used by Session; both sides behave alike.
#pragma once

#include <memory>
#include <optional>

#include "config/config.hpp"
#include "libRTI/src/process_rtia.hpp"
#include "rtia/host/hosted_ambassador.hpp"

namespace triad::api {

class RtiaHost {
 public:
  using Clock = std::chrono::steady_clock;

  // Embedded: connects to the RTIG. Process: starts an rtia, which connects at its first call.
  static wire::Result<std::unique_ptr<RtiaHost>> connect(const config::Configuration& settings);

  explicit RtiaHost(std::unique_ptr<rtia::HostedAmbassador> embedded)
      : embedded_(std::move(embedded)) {}
  explicit RtiaHost(std::unique_ptr<ProcessRtia> process) : process_(std::move(process)) {}

  // Carries a service out; blocks while it waits for the RTIG or for room at a receiver.
  template <wire::Call C>
  wire::Result<typename C::Reply> call(const C& request) {
    return embedded_ ? embedded_->call(request) : process_->call(request);
  }

  // Joined, and not resigned since by a call: also when the federation was lost meanwhile.
  bool member() const { return embedded_ ? embedded_->member() : process_->member(); }
  // Why a member is none any more.
  std::optional<wire::Error> failure() {
    return embedded_ ? embedded_->failure() : process_->failure();
  }
  // False: the connection is lost; the next create, destroy or join makes a new one.
  bool usable() const { return embedded_ ? embedded_->usable() : process_->usable(); }

  std::size_t callbacks_waiting() const {
    return embedded_ ? embedded_->callbacks_waiting() : process_->callbacks_waiting();
  }
  bool callback_waiting() const { return callbacks_waiting() > 0; }
  // Null when there is none. Valid until the next one is taken, whatever is called meanwhile.
  const rtia::Callback* take_callback() {
    return embedded_ ? embedded_->take_callback() : process_->take_callback();
  }

  // Handles a bounded number of records that are there; returns how many.
  std::size_t poll() { return embedded_ ? embedded_->poll() : process_->poll(); }
  // usable() then tells of an RTIG that has ended. An rtia process looks when it is asked.
  void make_sure_of_rtig() {
    embedded_ ? embedded_->make_sure_of_rtig() : static_cast<void>(process_->poll());
  }
  // Sleeps until something may have come, or until `until`.
  void wait(Clock::time_point until) { embedded_ ? embedded_->wait(until) : process_->wait(until); }
  // After wait(), before anything but that and take_callback() is done. True: a callback has come.
  bool end_wait() { return process_ != nullptr && process_->end_wait(); }

  // As HostedAmbassador has it.
  bool cores_suffice() const { return embedded_ && embedded_->cores_suffice(); }

  // For who sleeps by his own means: the descriptor rings from prepare_wait on. False: do not
  // sleep, something has come.
  int descriptor() const { return embedded_ ? embedded_->descriptor() : process_->descriptor(); }
  int second_descriptor() const { return embedded_ ? embedded_->second_descriptor() : -1; }
  bool prepare_wait() { return embedded_ ? embedded_->prepare_wait() : process_->prepare_wait(); }
  void finish_wait() { embedded_ ? embedded_->finish_wait() : process_->finish_wait(); }

  // The ambassador of an embedded host; null: it runs in an rtia process.
  rtia::HostedAmbassador* embedded() const { return embedded_.get(); }

  // The rtia's process id, if there is one.
  std::optional<int> rtia_process() const { return embedded_ ? std::nullopt : process_->process(); }

 private:
  std::unique_ptr<rtia::HostedAmbassador> embedded_;
  std::unique_ptr<ProcessRtia> process_;
};

}  // namespace triad::api
