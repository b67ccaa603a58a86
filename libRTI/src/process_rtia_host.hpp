// Host of an RTIA in another process: a link to it, over which each call is one exchange
// (rtia/hosting/process_protocol.hpp). Made by connect_rtia().
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "libRTI/src/call_by_record.hpp"
#include "libRTI/src/callback_batch.hpp"
#include "libRTI/src/rtia_host.hpp"
#include "rtia/hosting/handshake.hpp"
#include "transport/link.hpp"
#include "transport/wait.hpp"
#include "transport/yield_policy.hpp"

namespace triad::api {

class ProcessRtiaHost final : public RtiaHost, private CallByRecord, private transport::FrameSink {
 public:
  // Finds and starts an rtia, and exchanges handshakes with it.
  static wire::Result<std::unique_ptr<RtiaHost>> start(const config::Configuration& settings);

  ProcessRtiaHost(std::unique_ptr<transport::Link> link, rtia::Peer peer,
                  transport::Duration spin = transport::sensible_spin());
  ~ProcessRtiaHost() override;

  using RtiaHost::call;

  [[nodiscard]] bool is_member() const override { return is_member_; }
  [[nodiscard]] std::optional<wire::Error> failure() override;
  [[nodiscard]] bool is_usable() const override {
    return loss_reason_.empty() && !federation_loss_;
  }
  [[nodiscard]] std::size_t callback_count() const override {
    return queued_callbacks_ + batch_.size();
  }
  [[nodiscard]] const rtia::Callback* take_callback() override;
  [[nodiscard]] bool answers_enabling_soon() const override { return answers_enabling_soon_; }
  void watch_connection(bool is_on) override;
  // Informs the rtia of ticks at intervals, because most ticks send it nothing.
  void record_tick_begin() override;
  void record_tick_end() override {}
  std::size_t poll() override;
  [[nodiscard]] bool is_drained() const override { return false; }
  // Receives frames of the rtia, or notices its end. The rtia checks the RTIG itself at each
  // request.
  void check_rtig() override { static_cast<void>(poll()); }
  // Asks the rtia to send the next callback at once. Effective until end_wait().
  void wait(Clock::time_point until) override;
  [[nodiscard]] bool end_wait() override;
  void end_look(bool found_callbacks, bool may_yield) override;
  [[nodiscard]] int descriptor() const override { return link_->descriptor(); }
  [[nodiscard]] int second_descriptor() const override { return -1; }
  [[nodiscard]] bool prepare_wait() override { return link_->prepare_wait(); }
  void finish_wait() override { link_->finish_wait(); }
  [[nodiscard]] std::optional<int> rtia_process_id() const override {
    return static_cast<int>(peer_.process);
  }

 private:
  std::optional<wire::Error> exchange() override;
  std::optional<wire::Error> post() override;
  void read_notices() override;
  void return_callbacks() override;
  // Sends question() and waits for the answer. Returns false if the rtia is lost.
  bool ask();
  void receive_frame(transport::Bytes frame) override;
  transport::Waiter::Woken sleep(std::optional<Clock::time_point> until);
  // Sends a record without waiting for an answer, because the rtia may be busy with a connection.
  template <class Message>
  void send_notice(const Message& message);
  // Asks the rtia for callbacks. Returns false if there are none.
  bool request_callbacks();
  // Asks the rtia to pass data when it comes. The request leaves with the next flush.
  void send_standing_request();
  // Sleeps until the rtia rings, for at most kRest.
  void rest();
  // Ends all requests for callbacks. Returns whether a callback has arrived.
  bool end_requests();
  // Returns the flag of a TakeCallback that tells whether a standing request is unanswered.
  [[nodiscard]] std::uint16_t standing_flag() const;
  void receive_callback(const wire::Record& record, wire::Bytes frame);
  const rtia::Callback* decode_callback();
  void end_link(std::string reason);

  std::unique_ptr<transport::Link> link_;
  const rtia::Peer peer_;
  transport::Waiter waiter_;
  std::uint64_t answered_question_ = 0;  // Number of the last question that was answered.
  Clock::time_point tick_sent_at_{};
  bool is_member_ = false;              // From the last record of the rtia.
  bool answers_enabling_soon_ = false;  // From the last record of the rtia.
  std::size_t queued_callbacks_ = 0;    // Callbacks queued at the rtia, from its last record.
  std::uint64_t callback_request_ = 0;  // Number of the request of a waiting tick; 0: none.
  std::uint64_t standing_request_ = 0;  // Number of the unanswered standing request; 0: none.
  bool ticks_in_loop_ = false;          // Whether the last tick without callbacks did not wait.
  transport::YieldPolicy yield_policy_;
  bool asks_for_callbacks_ = false;  // Whether the present question is TakeCallback.
  CallbackBatch batch_;              // Callbacks that have arrived.
  // Revocations of permits before the last of them arrived. A grant has a batch of its own.
  std::uint64_t batch_revocations_ = 0;
  std::string loss_reason_;  // Reason for the loss of the rtia; empty if it is connected.
  // Reason for the loss of the federation, as the rtia reported it.
  std::optional<wire::Error> federation_loss_;
  std::string fault_;  // Protocol violation by the rtia.
  wire::Buffer callback_bytes_;
  rtia::Callback callback_;
};

}  // namespace triad::api
