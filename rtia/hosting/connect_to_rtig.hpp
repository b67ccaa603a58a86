// Connection of a federate to the RTIG, or to a router on the way to it, from a list of URLs.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "transport/connect.hpp"
#include "wire/error.hpp"

namespace triad::rtia {

struct RtigLink {
  std::unique_ptr<transport::Link> link;
  std::string url;  // the one of the list that answered
};

// Connects to the RTIG at one of the URLs, which are separated by commas, and makes the handshake.
// Tries the URLs in turn for `timeout_s` seconds, because the RTIG may be starting. An RTIG that is
// too busy may ask to be tried later; the search then lasts longer. The error lists the attempts,
// their duration, and how to start an RTIG.
wire::Result<RtigLink> connect_to_rtig(const std::string& urls, double timeout_s,
                                       std::string_view program,
                                       const transport::LinkOptions& = {});

// Connects a member that has to leave its router. Tries all URLs but the given one, beginning with
// the one after it. An empty function if there is no other URL.
using ConnectElsewhere = std::function<wire::Result<RtigLink>(const std::string& but)>;
ConnectElsewhere make_connect_elsewhere(const std::string& urls, double timeout_s,
                                        std::string_view program,
                                        const transport::LinkOptions& options);

// Connects a member again that has lost its link. Tries all URLs, beginning with the given one, for
// that time.
using Reconnect = std::function<wire::Result<RtigLink>(const std::string& first_url,
                                                       std::chrono::duration<double> within)>;
Reconnect make_reconnect(const std::string& urls, std::string_view program,
                         const transport::LinkOptions& options);

}  // namespace triad::rtia
