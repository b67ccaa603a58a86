// The rtia's side of the link to its federate (rtia/hosting/process_protocol.hpp): makes the
// federate's calls on a HostedAmbassador and passes callbacks. rtia_main.cpp runs it until the
// federate's end closes. It does not know how the process was started.
#pragma once

#include <memory>
#include <string>

#include "config/config.hpp"
#include "rtia/hosting/hosted_ambassador.hpp"
#include "rtia/hosting/link_settings.hpp"
#include "rtia/hosting/returned_callbacks.hpp"
#include "transport/link.hpp"
#include "transport/wait.hpp"

namespace triad::rtia {

struct ServerOptions {
  std::string url;  // URL of the RTIG
  double connect_timeout_s = 2;
  HostOptions host;
  transport::LinkOptions link;
  TlsSettings tls = {};
};

class FederateServer final : private transport::FrameSink {
 public:
  // Serves the federate at the other end of the link, after the handshake. `lifeline` is a socket
  // with another end that only the federate holds; the caller keeps it open.
  FederateServer(transport::Link& federate, int lifeline, ServerOptions options);

  // Serves until the federate has gone. If the federate goes during a call that waits for the RTIG,
  // ends the process.
  void run();

 private:
  void receive_frame(transport::Bytes frame) override;
  void receive_request(const wire::Record& record);
  // Handles a request for a callback. This and the next functions return false if the record is
  // malformed. `had_request`: a request for a callback was unanswered when this one came.
  bool receive_callback_request(const wire::Record& record, bool had_request);
  // Handles a record that needs no answer: the federate ticks, or whether it watches its
  // connection.
  bool receive_notice(const wire::Record& record);
  // Stores a callback that the federate has returned.
  bool receive_returned(wire::Bytes frame);
  // Adds those callbacks to the state of a suspended membership.
  void add_returned(wire::SuspendedMembership& suspended);
  // Returns the next callback, or null. Those that the federate has returned precede all others.
  const Callback* next_callback();
  // Returns the next returned callback that the federate still receives; null: there is none.
  const Callback* next_returned();
  // Returns the number of returned callbacks that may be passed now.
  [[nodiscard]] std::size_t returned_count() const;
  // Sends a batch of at most `most` callbacks, beginning with this one.
  void send_callbacks(std::uint64_t position, const Callback* callback, std::uint64_t most);
  // Encodes the callback in out_.
  void encode_callback(std::uint64_t position, const Callback& callback);
  // Passes callbacks to a federate that waits in its tick, or data if its request is standing.
  void send_requested_callback();
  // Returns the next callback if it is data in receive order, or null.
  const Callback* next_plain_callback();
  template <wire::Call C>
  bool receive_call(const wire::Record& record);
  // Carries out a call that has returned to the federate already. Tells the federate if it is
  // refused.
  bool receive_posted(const wire::Record& record);
  template <wire::Call C>
  bool receive_posted_call(const wire::Record& record);
  template <wire::Call C>
  Result<typename C::Reply> carry_out(const C& call);
  // Connects to the RTIG, if there is no usable connection.
  std::optional<wire::Error> connect();
  // Returns kMayPost if libRTI may post calls like this one, which has succeeded.
  template <wire::Call C>
  std::uint16_t permit_flag(const C& call) const;
  // Tells the federate, unasked, that a callback is queued, that answers_enabling_soon() is no
  // longer true, that posted calls may be refused, or that the membership is lost.
  void send_notifications();
  // Tells the federate once that the membership is lost.
  void announce_failure();
  // Records a tick. `goes_on`: the federate stays in tick until its next record.
  void record_tick(bool goes_on);
  // Returns whether to look for more posted calls before a batch is sent. `calls`: number of calls
  // that the last look has found.
  [[nodiscard]] bool may_burst_continue(std::size_t calls);
  // Returns whether the federate waits in its tick until its request is answered.
  [[nodiscard]] bool is_federate_waiting() const {
    return callback_request_ != 0 && !is_request_standing_;
  }
  // Waits for input of the federate or the RTIG.
  void sleep();

  // Returns the header of the next record to the federate, with the present condition.
  wire::RecordHeader make_header(std::uint64_t position);
  // Encodes a record with make_header() in out_.
  template <class Message>
  void encode_reply(std::uint64_t position, const Message& message);
  template <class Message>
  void send_reply(std::uint64_t position, const Message& message);

  transport::Link& federate_;
  const int lifeline_;
  transport::Waiter waiter_;
  const ServerOptions options_;
  std::unique_ptr<HostedAmbassador> ambassador_;  // from the first create, destroy or join on
  std::uint64_t callback_request_ =
      0;  // position of the federate's unanswered request for a callback; 0: there is none
  bool is_request_standing_ = false;       // The federate does not wait for the answer in its tick.
  std::uint64_t callbacks_requested_ = 0;  // most callbacks that the request may be answered with
  bool is_callback_announced_ = false;     // the federate knows that a callback is queued
  bool is_failure_announced_ = false;
  // The federate knows that HostedAmbassador::answers_enabling_soon() is true.
  bool is_answer_announced_ = false;
  bool watches_connection_ = false;  // ConnectionLost and ConnectionRestored are passed
  bool is_protocol_broken_ = false;  // the federate's side has broken the protocol
  bool must_revoke_ = false;         // libRTI is to ask before it posts again
  std::uint64_t orders_seen_ = 0;    // orders of the MOM that libRTI has been told of by kRevoked
  std::uint64_t posts_refused_ = 0;  // posted calls
  HostedAmbassador::Clock::time_point asked_at_{};  // time of the federate's last request
  std::size_t posted_calls_ = 0;  // Posted calls since run() has polled the ambassador.
  // Lets a burst of posted calls travel in one batch. run() flushes before each sleep, so no batch
  // stays.
  struct PostedBurst final : Batching::Guard {
    bool is_guarding() const override { return true; }
    bool wake() override { return true; }
  } burst_;
  wire::Buffer out_;
  ReturnedCallbacks returned_;  // by the federate
};

}  // namespace triad::rtia
