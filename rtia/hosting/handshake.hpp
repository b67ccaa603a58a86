// The first record in each direction of a link: who is there, and that both speak the same
// protocol. Used by whoever connects to an RTIG and between libRTI and its rtia process. A stranger
// or another version is refused with a text that says what to do.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "transport/connect.hpp"
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

// Sends our handshake as `program` ("libRTI", "rtia") and waits for the peer's, at most `timeout`.
// From then on the link takes frames as long as the peer says that it does.
wire::Result<Peer> handshake(transport::Link& link, std::string_view program,
                             transport::Duration timeout);

// Connects to the RTIG at `url`, trying for `timeout_s` seconds as it may be starting, and greets
// it. The error says what was tried, for how long, and how to start one.
wire::Result<std::unique_ptr<transport::Link>> connect_to_rtig(const std::string& url,
                                                               double timeout_s,
                                                               std::string_view program,
                                                               const transport::LinkOptions& = {});

}  // namespace triad::rtia
