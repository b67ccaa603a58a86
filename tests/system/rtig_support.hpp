// What the rtig's system tests share: a server in a thread, a raw peer that speaks wire records,
// and real programs as child processes. Waits are for events; a test that waits in vain is ended by
// ctest's time limit.
#pragma once

#include <sys/types.h>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "rtig/program/server.hpp"
#include "transport/connect.hpp"
#include "transport/wait.hpp"
#include "wire/pieces.hpp"
#include "wire/record.hpp"

namespace triad::tests {

// The lines of a log, for a test to wait on.
class LogLines {
 public:
  rtig::Log::Sink sink();
  // Waits for a line that contains `part`, or for so many of them, and returns the first.
  std::string wait_for(std::string_view part, std::size_t times = 1);
  std::size_t count(std::string_view part);

 private:
  std::size_t count_of(std::string_view part) const;  // under mutex_

  std::mutex mutex_;
  std::condition_variable more_;
  std::vector<std::string> lines_;
};

// A rtig::Server in a thread from start to destruction.
class RunningServer {
 public:
  // Default options: this process as the rtig, a FED loader without search path.
  static rtig::ServerOptions default_options();

  explicit RunningServer(const std::vector<std::string>& urls,
                         rtig::ServerOptions options = default_options());
  ~RunningServer();

  const std::string& url(std::size_t i = 0) const { return server_->urls().at(i); }
  LogLines& log() { return lines_; }
  // Returns when the server's thread has ended.
  void stop();

 private:
  LogLines lines_;
  rtig::Log log_;
  std::unique_ptr<rtig::Server> server_;
  std::thread thread_;
};

// A record that has come, with its bytes.
struct Received {
  wire::Buffer bytes;
  wire::Record record() const { return *wire::parse_record(bytes); }
  wire::Kind kind() const { return record().header.message_kind(); }
  template <class Message>
  std::optional<Message> as() const {
    const wire::Record whole = record();
    if (whole.header.message_kind() != wire::kind_of<Message>) return std::nullopt;
    return wire::decode<Message>(whole.payload);
  }
};

// A peer of an rtig that sends what a test wants.
class Peer {
 public:
  // Connects; tries again while nobody listens yet.
  explicit Peer(const std::string& url);
  // Of a link that is open.
  explicit Peer(std::unique_ptr<transport::Link> link) : link_(std::move(link)) {}
  // Connects and exchanges handshakes.
  static Peer after_handshake(const std::string& url);

  template <class Message>
  void send(const Message& message, wire::FederateHandle sender = {}) {
    wire::RecordHeader header;
    header.sender = sender.value;
    header.position = ++position_;
    wire::Buffer record;
    wire::encode_record(header, message, record);
    send_bytes(record);
  }
  void send_bytes(wire::Bytes frame);
  void send_hello(std::uint32_t magic = wire::kMagic,
                  std::uint32_t version = wire::kProtocolVersion);

  // The next record; empty when the link has ended.
  std::optional<Received> next();
  // The next record of that type; skips others. Empty when the link has ended.
  template <class Message>
  std::optional<Received> next_of() {
    for (auto received = next(); received; received = next()) {
      if (received->kind() == wire::kind_of<Message>) return received;
    }
    return std::nullopt;
  }
  template <class Message>
  std::optional<Received> ask(const Message& message) {
    send(message);
    return next();
  }
  // Creates and joins in one, as a federate's RTIA does. The federate's handle.
  wire::FederateHandle join(std::string_view federation, std::string_view type);

  transport::Link& link() { return *link_; }

 private:
  std::unique_ptr<transport::Link> link_;
  wire::PieceCollector pieces_;
  wire::Position position_ = 0;
};

// A FED that every test may use.
extern const std::string_view kSmallFed;
void create_federation(Peer& peer, std::string_view federation,
                       std::string_view fed_text = kSmallFed);

// A TCP connection to "tcp://127.0.0.1:PORT" that speaks no protocol of ours.
class StrangerSocket {
 public:
  explicit StrangerSocket(const std::string& url);
  ~StrangerSocket();
  void send(std::string_view bytes);
  // Reads until the other side ends the connection.
  std::string read_to_the_end();

 private:
  int fd_ = -1;
};

// A child process: its output is read to the end, or line by line as it comes.
class Program {
 public:
  struct Options {
    std::vector<std::string> environment;  // "NAME=VALUE", besides the test's own
    std::optional<unsigned> descriptors_max;
    bool ready = false;                                    // gives --ready-fd
    std::optional<std::size_t> memory_max = std::nullopt;  // bytes of address space
  };
  Program(std::vector<std::string> command, const Options& options);
  explicit Program(std::vector<std::string> command) : Program(std::move(command), Options()) {}
  ~Program();  // kills it if it still runs

  // The lines of --ready-fd.
  std::vector<std::string> ready_lines();
  // Waits for a line of output that contains `part`; the output ended without it: empty.
  std::string wait_for(std::string_view part);
  void signal(int number);
  // Waits for its end; the exit code, or 128 and the signal.
  int wait();
  // Everything it said so far, standard output and error together.
  const std::string& output() const { return output_; }
  pid_t pid() const { return pid_; }

 private:
  bool read_more();

  pid_t pid_ = -1;
  int output_fd_ = -1;
  int ready_fd_ = -1;
  std::string output_;
};

}  // namespace triad::tests
