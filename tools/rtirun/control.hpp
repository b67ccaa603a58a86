// Requests of `rtirun stop` and `rtirun restart` to the rtirun of the run, by a Unix socket in the
// run's folder. Its packets are JSON. Only the run's user and root may use it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/rtimesh/outcome.hpp"
#include "transport/posix/unique_fd.hpp"

namespace triad::rtirun {

using rtimesh::Fault;
using rtimesh::Outcome;

struct ControlRequest {
  enum class Command { stop, restart };
  Command command = Command::stop;
  std::string process;
};
struct ControlReply {
  bool is_done = false;
  std::string text;
};

// Limit on a packet.
inline constexpr std::size_t kControlBytesMax = 4096;

std::string as_packet(const ControlRequest& request);
std::string as_packet(const ControlReply& reply);
// Return nothing for a packet of another form.
std::optional<ControlRequest> parse_request(std::string_view packet);
std::optional<ControlReply> parse_reply(std::string_view packet);

// Side of the rtirun of the run.
class ControlServer {
 public:
  // Client that has sent no request yet, or waits for the reply.
  struct Client {
    transport::UniqueFd socket;
    std::string user;
  };
  static constexpr std::size_t kClientsMax = 64;

  // Makes the socket in the run's folder, in place of an earlier one.
  static Outcome<ControlServer> open(const std::filesystem::path& folder);

  int descriptor() const { return listener_.get(); }
  // Returns a new client, or nothing. Closes connections of other users.
  std::optional<Client> accept() const;

 private:
  explicit ControlServer(transport::UniqueFd listener) : listener_(std::move(listener)) {}

  transport::UniqueFd listener_;
};

// Result of a read from a client: no packet yet, a packet, or the end of the connection.
struct ControlInput {
  bool is_closed = false;
  std::optional<std::string> packet = {};
};
ControlInput read_packet(int socket);
// Sends a reply without waiting. Ignores a client that has disconnected.
void send_reply(int socket, const ControlReply& reply);

// Sends a request and waits for the reply.
Outcome<ControlReply> request_control(const std::filesystem::path& folder,
                                      const ControlRequest& request);

}  // namespace triad::rtirun
