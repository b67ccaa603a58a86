// A connection of rtictl to an rtig: makes the handshake, asks, waits for the answer. Used by the
// subcommands; knows no subcommand.
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

// One record from the rtig; what its messages point to lies in it.
class Reply {
 public:
  explicit Reply(wire::Bytes frame) : frame_(frame.begin(), frame.end()) {}

  // Empty when it is no (intact) Message.
  template <class Message>
  std::optional<Message> message() const {
    const auto record = wire::parse_record(frame_);
    if (!record || record->header.message_kind() != wire::kind_of<Message>) return std::nullopt;
    return wire::decode<Message>(record->payload);
  }
  // For people.
  std::string text() const;

 private:
  wire::Buffer frame_;
};

class Client {
 public:
  // Connects and exchanges handshakes. Fails with no_answer, and advice. If the rtig is crowded
  // (wire::ComeAgain), it connects by the operators' socket of an rtig of this user on this host,
  // or tries again until the timeout is over.
  static Outcome<Client> connect(const Context& context);
  // The same for what changes something: by the socket that the rtig has for its own user, if it
  // runs on this host and this process may use it. Root becomes the user of the rtig for that. The
  // rtig may refuse what comes by another way.
  static Outcome<Client> connect_as_operator(const Context& context);

  // Sends one request and waits for what the rtig says to it. A Refused is a failure (refused).
  template <class Message>
  Outcome<Reply> ask(const Message& message) {
    send(message);
    return answer();
  }

  // The same, for an answer that may come late: empty if it has not come within `patience`, and it
  // is passed over when it comes.
  template <class Message>
  Outcome<std::optional<Reply>> ask(const Message& message, std::chrono::milliseconds patience) {
    send(message);
    return answer_within(patience);
  }

  // How time stands in a federation: what all its federates say, or what was known of those who
  // have said nothing within `patience`. Whoever ticks answers at once.
  Outcome<Reply> ask_time_status(std::string_view federation, std::chrono::milliseconds patience);

  // For an answer that is not what was asked for.
  Failure misunderstood(const Reply& reply) const;

 private:
  using Clock = std::chrono::steady_clock;

  // An rtig that serves no newcomers for now.
  struct Crowded {
    std::string why;
    std::string host;
    std::uint32_t process = 0;
    std::chrono::milliseconds after{0};
  };
  // Of one attempt: `crowded` is set where that is the answer.
  static Outcome<Client> connect_once(const Context& context, std::optional<Crowded>& crowded);
  // The handshake with the rtig at one of the URLs.
  static Outcome<Client> connect_to(const transport::Url& url, const Context& context,
                                    std::optional<Crowded>& crowded);

  Client(std::unique_ptr<transport::Link> link, const Context& context)
      : link_(std::move(link)), context_(context) {}

  template <class Message>
  void send(const Message& message) {
    wire::RecordHeader header;
    header.position = ++position_;
    wire::Buffer record;
    wire::encode_record(header, message, record);
    send_record(record);
  }
  void send_record(wire::Bytes record);

  // Empty if no answer has come by then.
  Outcome<std::optional<Reply>> handshake(Clock::time_point deadline);
  // Returns the reason if the sender of this handshake cannot be used. Records its host and
  // process.
  std::optional<Failure> check_peer(const Reply& hello);
  Outcome<Reply> answer();
  Outcome<std::optional<Reply>> answer_within(std::chrono::milliseconds patience);

  std::unique_ptr<transport::Link> link_;
  wire::PieceCollector pieces_;
  Context context_;
  std::string host_;  // the rtig's, as it says
  std::uint32_t process_ = 0;
  wire::Position position_ = 0;
};

}  // namespace triad::rtictl
