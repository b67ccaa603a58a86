// The Unix socket of an shm link after its handshake: it hangs up when the peer dies, and passes
// descriptors until then.
#pragma once

#include <deque>

#include "transport/descriptor_port.hpp"

namespace triad::transport {

class DescriptorChannel final : public DescriptorPort {
 public:
  // Invalid inside one process: then nothing is ever passed and nobody hangs up.
  explicit DescriptorChannel(UniqueFd socket) : socket_(std::move(socket)) {}

  void pass(const PassedDescriptors& message) override;
  std::optional<PassedDescriptors> take() override;

  // One system call at least. True: the peer is gone, or descriptors can no longer be passed
  // (fault()).
  bool has_hung_up();
  const Error& fault() const { return fault_; }

  UniqueFd& socket() { return socket_; }

 private:
  struct Waiting {
    std::array<std::byte, 48> note;
    std::array<UniqueFd, kDescriptorsPassedMax> descriptors;  // duplicates
  };
  bool send(const std::array<std::byte, 48>& note,
            const std::array<UniqueFd, kDescriptorsPassedMax>& descriptors);
  void send_waiting();

  UniqueFd socket_;
  std::deque<PassedDescriptors> received_;
  std::deque<Waiting> waiting_;
  Error fault_;  // bad_frame: by the peer; no_room: the peer may well live
};

}  // namespace triad::transport
