// Shared by the rtig's system tests: a server in a thread, a peer that exchanges wire records, and
// real programs as child processes. All waits are for events; ctest's time limit ends a test that
// waits forever.
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

// Collects the lines of a log, so that a test can wait for one.
class LogLines {
 public:
  rtig::Log::Sink sink();
  // Waits until `times` lines contain `part`, and returns the first of them.
  std::string wait_for(std::string_view part, std::size_t times = 1);
  std::size_t count(std::string_view part);

 private:
  std::size_t count_of(std::string_view part) const;  // mutex_ must be held

  std::mutex mutex_;
  std::condition_variable more_;
  std::vector<std::string> lines_;
};

// Runs a rtig::Server in a thread during its lifetime.
class RunningServer {
 public:
  // Returns options with this process as the rtig. The constructor adds a FED loader without a
  // search path.
  static rtig::ServerOptions default_options();

  explicit RunningServer(const std::vector<std::string>& urls,
                         rtig::ServerOptions options = default_options());
  ~RunningServer();

  const std::string& url(std::size_t i = 0) const { return server_->urls().at(i); }
  LogLines& log() { return lines_; }
  // Stops the server and waits for its thread.
  void stop();

 private:
  LogLines lines_;
  rtig::Log log_;
  std::unique_ptr<rtig::Server> server_;
  std::thread thread_;
};

// A copy of a received record.
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

// A peer of an rtig that sends any records.
class Peer {
 public:
  // Connects. Tries again while no program listens yet.
  explicit Peer(const std::string& url);
  // Uses an open link.
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

  // Returns the next record; empty when the link has ended.
  std::optional<Received> next_record();
  // Returns the next record of that type and skips others; empty when the link has ended.
  template <class Message>
  std::optional<Received> next_message() {
    for (auto received = next_record(); received; received = next_record()) {
      if (received->kind() == wire::kind_of<Message>) return received;
    }
    return std::nullopt;
  }
  template <class Message>
  std::optional<Received> request_reply(const Message& message) {
    send(message);
    return next_record();
  }
  // Joins the federation. Returns the federate's handle.
  wire::FederateHandle join(std::string_view federation, std::string_view type);

  transport::Link& link() { return *link_; }

 private:
  std::unique_ptr<transport::Link> link_;
  wire::PieceCollector pieces_;
  wire::Position position_ = 0;
};

// A short FED for any test.
extern const std::string_view kSmallFed;
void create_federation(Peer& peer, std::string_view federation,
                       std::string_view fed_text = kSmallFed);

// A TCP connection to "tcp://127.0.0.1:PORT" for arbitrary bytes.
class StrangerSocket {
 public:
  explicit StrangerSocket(const std::string& url);
  ~StrangerSocket();
  void send(std::string_view bytes);
  // Reads until the other side ends the connection. Returns the bytes.
  std::string read_to_the_end();

 private:
  int fd_ = -1;
};

// A child process with its output.
class Program {
 public:
  struct Options {
    std::vector<std::string> environment;  // "NAME=VALUE", in addition to the test's environment
    std::optional<unsigned> descriptors_max;
    bool ready = false;                                    // passes --ready-fd
    std::optional<std::size_t> memory_max = std::nullopt;  // bytes of address space
  };
  Program(std::vector<std::string> command, const Options& options);
  explicit Program(std::vector<std::string> command) : Program(std::move(command), Options()) {}
  ~Program();  // kills the process if it still runs

  // Waits until the descriptor of --ready-fd is closed. Returns its lines.
  std::vector<std::string> ready_lines();
  // Waits for a line of output that contains `part` and returns it; empty if the output ends
  // without it.
  std::string wait_for(std::string_view part);
  void signal(int number);
  // Waits for the end of the process. Returns the exit status, or 128 plus the signal.
  int wait();
  // Returns the output that wait_for() and wait() have read, from standard output and standard
  // error.
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
