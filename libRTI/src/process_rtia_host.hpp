// The RTIA in a process of its own, as the federate's process sees it: a link to it, over which
// every call is one exchange (rtia/hosting/process_protocol.hpp). Made by connect_rtia().
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "libRTI/src/call_by_record.hpp"
#include "libRTI/src/rtia_host.hpp"
#include "rtia/hosting/handshake.hpp"
#include "transport/link.hpp"
#include "transport/wait.hpp"

namespace triad::api {

class ProcessRtiaHost final : public RtiaHost, private CallByRecord, private transport::FrameSink {
 public:
  // Finds and starts an rtia, and makes the handshake.
  static wire::Result<std::unique_ptr<RtiaHost>> start(const config::Configuration& settings);

  ProcessRtiaHost(std::unique_ptr<transport::Link> link, rtia::Peer peer,
                  transport::Duration spin = transport::sensible_spin());
  ~ProcessRtiaHost() override;

  using RtiaHost::call;

  [[nodiscard]] bool member() const override { return member_; }
  [[nodiscard]] std::optional<wire::Error> failure() override;
  [[nodiscard]] bool usable() const override { return lost_.empty() && !rtig_lost_; }
  [[nodiscard]] std::size_t callbacks_waiting() const override {
    return callbacks_ + (callback_here_ ? 1 : 0);
  }
  [[nodiscard]] const rtia::Callback* take_callback() override;
  [[nodiscard]] bool answers_enabling_soon() const override { return answers_enabling_soon_; }
  // Tells the rtia now and then, as most ticks ask it nothing.
  void tick_begins() override;
  void tick_ends() override {}
  std::size_t poll() override;
  [[nodiscard]] bool is_drained() const override { return false; }
  // The rtia looks when it is asked.
  void make_sure_of_rtig() override { static_cast<void>(poll()); }
  // A callback that comes meanwhile is sent here at once, until end_wait().
  void wait(Clock::time_point until) override;
  [[nodiscard]] bool end_wait() override;
  [[nodiscard]] bool cores_suffice() const override { return false; }
  [[nodiscard]] int descriptor() const override { return link_->descriptor(); }
  [[nodiscard]] int second_descriptor() const override { return -1; }
  [[nodiscard]] bool prepare_wait() override { return link_->prepare_wait(); }
  void finish_wait() override { link_->finish_wait(); }
  [[nodiscard]] std::optional<int> rtia_process_id() const override {
    return static_cast<int>(peer_.process);
  }

 private:
  std::optional<wire::Error> exchange() override;
  void on_frame(transport::Bytes frame) override;
  transport::Waiter::Woken sleep(std::optional<Clock::time_point> until);
  const rtia::Callback* decode_callback();
  void lose(std::string reason);

  std::unique_ptr<transport::Link> link_;
  const rtia::Peer peer_;
  transport::Waiter waiter_;
  std::uint64_t answered_ = 0;  // the last question that was answered
  Clock::time_point told_tick_at_{};
  bool member_ = false;                   // as the rtia said last
  bool answers_enabling_soon_ = false;    // as the rtia said last
  std::size_t callbacks_ = 0;             // wait at the rtia, as it said last
  std::uint64_t awaited_ = 0;             // asked for the next callback, by this position; 0: not
  bool callback_here_ = false;            // it came and is in awaited_bytes_
  std::string lost_;                      // why the rtia is gone
  std::optional<wire::Error> rtig_lost_;  // why the federation is, as the rtia told
  std::string fault_;                     // what the rtia sent against the protocol
  wire::Buffer awaited_bytes_;
  wire::Buffer callback_bytes_;
  rtia::Callback callback_;
};

}  // namespace triad::api
