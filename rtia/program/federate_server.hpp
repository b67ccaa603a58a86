// The rtia's side of the link to its federate (rtia/hosting/process_protocol.hpp): carries the
// federate's calls out on a HostedAmbassador and hands over callbacks. Run by rtia_main.cpp until
// the federate's end closes; knows nothing of how the process was started.
#pragma once

#include <memory>
#include <string>

#include "config/config.hpp"
#include "rtia/hosting/hosted_ambassador.hpp"
#include "transport/link.hpp"
#include "transport/wait.hpp"

namespace triad::rtia {

struct ServerOptions {
  std::string url;  // of the RTIG
  double connect_timeout_s = 2;
  HostOptions host;
  transport::LinkOptions link;
};

class FederateServer final : private transport::FrameSink {
 public:
  // The handshake has been made.
  FederateServer(transport::Link& federate, ServerOptions options);

  // Serves until the federate has gone, and ends the process when that happens within a call that
  // waits for the RTIG.
  void run();

 private:
  void on_frame(transport::Bytes frame) override;
  void handle(wire::Bytes frame);
  bool on_take_callback(const wire::Record& record);
  void give(std::uint64_t position, const Callback& callback);
  void give_awaited();
  template <wire::Call C>
  bool on_call(const wire::Record& record);
  template <wire::Call C>
  Result<typename C::Reply> carry_out(const C& call);
  std::optional<wire::Error> connect();
  void tell_news();
  void note_tick(bool goes_on);
  void sleep();

  wire::RecordHeader header(std::uint64_t position);
  template <class Message>
  void answer(std::uint64_t position, const Message& message);

  transport::Link& federate_;
  transport::Waiter waiter_;
  const ServerOptions options_;
  std::unique_ptr<HostedAmbassador> ambassador_;  // from the first create, destroy or join on
  std::uint64_t awaited_ =
      0;  // the federate waits for a callback, by this position; 0: it does not
  bool told_callback_ = false;  // the federate knows that a callback waits
  bool told_failure_ = false;
  bool told_answer_ = false;  // the federate waits for an answer to an enabling
  bool broken_ = false;       // the federate's side sent what it should not
  HostedAmbassador::Clock::time_point asked_at_{};  // when the federate asked for something last
  wire::Buffer in_;
  wire::Buffer out_;
};

}  // namespace triad::rtia
