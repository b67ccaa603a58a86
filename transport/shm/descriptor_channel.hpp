// DescriptorChannel: the Unix socket of an shm link after its handshake. It shows the death of the
// peer and passes descriptors.
#pragma once

#include <deque>

#include "transport/descriptor_port.hpp"

namespace triad::transport {

class DescriptorChannel final : public DescriptorPort {
 public:
  // Takes the socket, which is invalid for a link within one process. Then no descriptor is passed,
  // and has_hung_up() is false.
  explicit DescriptorChannel(UniqueFd socket) : socket_(std::move(socket)) {}

  void send_descriptors(const PassedDescriptors& message) override;
  std::optional<PassedDescriptors> receive_descriptors() override;

  // Returns whether the peer is gone or descriptors can no longer be passed (fault()). Makes at
  // least one system call.
  bool has_hung_up();
  const Error& fault() const { return fault_; }

  UniqueFd& socket() { return socket_; }

 private:
  struct PendingMessage {
    std::array<std::byte, 48> note;
    std::array<UniqueFd, kDescriptorsPassedMax> descriptors;  // duplicates
  };
  bool send_note(const std::array<std::byte, 48>& note,
                 const std::array<UniqueFd, kDescriptorsPassedMax>& descriptors);
  void send_pending();

  UniqueFd socket_;
  std::deque<PassedDescriptors> received_;
  std::deque<PendingMessage> pending_;
  Error fault_;  // bad_frame: caused by the peer; no_room: the peer may still be alive
};

}  // namespace triad::transport
