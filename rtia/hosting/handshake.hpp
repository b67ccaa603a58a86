// Handshake: the first record in each direction of a link, which states program and protocol
// version. Used by each process that connects to an RTIG, and between libRTI and its rtia process.
// Other programs and versions are refused with a text that says how to proceed.
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
  std::uint64_t record_bytes_max = 0;  // longest record that it takes from a member; 0: not stated
};

// Returns the name of this machine for logs; "unknown" if it has none.
std::string host_name();

// The peer accepts no connection now (wire::ComeAgain).
struct Postponement {
  std::chrono::milliseconds after{0};
  bool elsewhere = false;
};

// Sends the handshake as `program` ("libRTI", "rtia") and waits at most `timeout` for the peer's.
// Limits frames in both directions to the peer's record limit and kRecordBytesAdded, if stated.
// Returns an error and sets `postponed` if the peer asks to be tried later. Any other first record
// clears `postponed`.
wire::Result<Peer> handshake(transport::Link& link, std::string_view program,
                             transport::Duration timeout,
                             std::optional<Postponement>* postponed = nullptr);

}  // namespace triad::rtia
