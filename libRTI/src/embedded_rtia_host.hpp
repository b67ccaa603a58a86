// Host of an RTIA in the federate's process: an ambassador with its link to the RTIG. Made by
// connect_rtia().
#pragma once

#include <sched.h>

#include <memory>
#include <string>

#include "libRTI/src/rtia_host.hpp"

namespace triad::api {

class EmbeddedRtiaHost final : public RtiaHost {
 public:
  // Connects to the RTIG.
  static wire::Result<std::unique_ptr<RtiaHost>> connect(const config::Configuration& settings);

  EmbeddedRtiaHost(std::unique_ptr<transport::Link> link, std::string url,
                   const rtia::HostOptions& options)
      : RtiaHost(ambassador_), ambassador_(std::move(link), std::move(url), options) {}

  [[nodiscard]] bool is_member() const override { return ambassador_.is_member(); }
  [[nodiscard]] std::optional<wire::Error> failure() override { return ambassador_.failure(); }
  [[nodiscard]] bool is_usable() const override { return ambassador_.is_usable(); }
  [[nodiscard]] std::size_t callback_count() const override {
    return ambassador_.callbacks_waiting();
  }
  [[nodiscard]] const rtia::Callback* take_callback() override {
    return ambassador_.take_callback();
  }
  [[nodiscard]] bool answers_enabling_soon() const override {
    return ambassador_.answers_enabling_soon();
  }
  void watch_connection(bool is_on) override { ambassador_.watch_connection(is_on); }
  void record_tick_begin() override { ambassador_.presence().record_tick_begin(); }
  void record_tick_end() override { ambassador_.presence().record_tick_end(); }
  std::size_t poll() override { return ambassador_.poll(); }
  [[nodiscard]] bool is_drained() const override { return ambassador_.is_drained(); }
  void check_rtig() override { ambassador_.poll_until_idle(); }
  void wait(Clock::time_point until) override { ambassador_.wait(until); }
  [[nodiscard]] bool end_wait() override { return false; }  // Callbacks arrive by poll() alone.
  // Yields after a look without callbacks, unless every member has a core: the system call would
  // take as long as the rest of an update's path.
  void end_look(bool found_callbacks, bool may_yield) override {
    if (!found_callbacks && may_yield && !ambassador_.cores_suffice()) ::sched_yield();
  }
  [[nodiscard]] int descriptor() const override { return ambassador_.descriptor(); }
  [[nodiscard]] int second_descriptor() const override { return ambassador_.second_descriptor(); }
  [[nodiscard]] bool prepare_wait() override { return ambassador_.prepare_wait(); }
  void finish_wait() override { ambassador_.finish_wait(); }
  [[nodiscard]] std::optional<int> rtia_process_id() const override { return std::nullopt; }

 private:
  rtia::HostedAmbassador ambassador_;
};

}  // namespace triad::api
