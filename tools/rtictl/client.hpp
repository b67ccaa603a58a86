// A connection of rtictl to an rtig: handshake, requests and answers. Used by the subcommands.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "tools/rtictl/command.hpp"
#include "transport/link.hpp"
#include "transport/url.hpp"
#include "wire/pieces.hpp"
#include "wire/record.hpp"

namespace triad::rtictl {

template <class T>
using Outcome = boost::system::result<T, Failure>;

// One record from the rtig. Owns the memory to which its messages refer.
class Reply {
 public:
  explicit Reply(wire::Bytes frame) : frame_(frame.begin(), frame.end()) {}

  // Returns nothing if the record is not a valid Message. The result refers to this Reply.
  template <class Message>
  std::optional<Message> message() const {
    const auto record = wire::parse_record(frame_);
    if (!record || record->header.message_kind() != wire::kind_of<Message>) return std::nullopt;
    return wire::decode<Message>(record->payload);
  }
  // Returns the record as text, for messages.
  std::string text() const;

 private:
  wire::Buffer frame_;
};

class Client {
 public:
  // Connects and exchanges handshakes. Fails with no_answer and advice, or with usage if the URL is
  // invalid. If the rtig has no free place (wire::ComeAgain), it connects by the operators' socket
  // of an rtig on this host. If that fails, it tries again until the timeout.
  static Outcome<Client> connect(const Context& context);
  // Connects for a request that changes state. If the rtig runs on this host, it prefers the
  // operators' socket, and root becomes the rtig's user to be able to use it. Otherwise it keeps
  // the link of connect(), by which the rtig may refuse the request.
  static Outcome<Client> connect_as_operator(const Context& context);

  // Sends one request and waits for the answer. A Refused is returned as a failure (refused).
  template <class Message>
  Outcome<Reply> request(const Message& message) {
    send_message(message);
    return receive_answer();
  }

  // Sends one request, and waits for the answer only for `patience`. Returns nothing after that; a
  // later arrival is ignored.
  template <class Message>
  Outcome<std::optional<Reply>> request(const Message& message,
                                        std::chrono::milliseconds patience) {
    send_message(message);
    return receive_answer_within(patience);
  }

  // Returns the time status of a federation. Waits up to `patience` for all its federates; for
  // those that have not answered by then it returns their last known status. A federate that ticks
  // answers at once.
  // With `figures` the answers have figures of processes and hosts as well.
  Outcome<Reply> request_time_status(std::string_view federation,
                                     std::chrono::milliseconds patience, bool figures = false);

  // Returns the failure for an unexpected answer.
  Failure unexpected_answer(const Reply& reply) const;

 private:
  using Clock = std::chrono::steady_clock;

  // Answer of an rtig that accepts no more clients for now.
  struct Busy {
    std::string reason;
    std::string host;
    std::uint32_t process = 0;
    std::chrono::milliseconds retry_after{0};
  };
  // Makes one attempt. Sets `busy` if that is the answer.
  static Outcome<Client> connect_once(const Context& context, std::optional<Busy>& busy);
  // Connects to one URL and exchanges handshakes.
  static Outcome<Client> connect_to(const transport::Url& url, const Context& context,
                                    std::optional<Busy>& busy);

  Client(std::unique_ptr<transport::Link> link, const Context& context)
      : link_(std::move(link)), context_(context) {}

  template <class Message>
  void send_message(const Message& message) {
    wire::RecordHeader header;
    header.position = ++position_;
    wire::Buffer record;
    wire::encode_record(header, message, record);
    send_record(record);
  }
  void send_record(wire::Bytes record);

  // Returns nothing at the deadline.
  Outcome<std::optional<Reply>> handshake(Clock::time_point deadline);
  // Returns the reason if the sender of this handshake cannot be used. Records its host and
  // process.
  std::optional<Failure> check_peer(const Reply& hello);
  Outcome<Reply> receive_answer();
  Outcome<std::optional<Reply>> receive_answer_within(std::chrono::milliseconds patience);

  std::unique_ptr<transport::Link> link_;
  wire::PieceCollector pieces_;
  Context context_;
  std::string host_;  // Host of the rtig, from its handshake.
  std::uint32_t process_ = 0;
  wire::Position position_ = 0;
};

}  // namespace triad::rtictl
