// The first record in each direction of a link: who is there, and that both speak the same
// protocol. Used by whoever connects to an RTIG and between libRTI and its rtia process. A stranger
// or another version is refused with a text that says what to do.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "transport/link.hpp"
#include "transport/wait.hpp"
#include "wire/error.hpp"

namespace triad::rtia {

struct Peer {
  std::string program;
  std::string release;
  std::string host;
  std::uint32_t process = 0;
  std::uint64_t record_bytes_max = 0;  // that it takes of a member; 0: it did not say
};

// This machine's name, for people; "unknown" if it has none.
std::string host_name();

// It serves nobody more for now (wire::ComeAgain).
struct Postponement {
  std::chrono::milliseconds after{0};
  bool elsewhere = false;
};

// Sends our handshake as `program` ("libRTI", "rtia") and waits for the peer's, at most `timeout`.
// From then on the link takes frames as long as the peer says that it does. `postponed` is set if
// the error is that we are to come again.
wire::Result<Peer> handshake(transport::Link& link, std::string_view program,
                             transport::Duration timeout,
                             std::optional<Postponement>* postponed = nullptr);

}  // namespace triad::rtia
