// From the URLs that a federate is given to a link on which the RTIG, or a router on the way to it,
// has answered.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "transport/connect.hpp"
#include "wire/error.hpp"

namespace triad::rtia {

struct RtigLink {
  std::unique_ptr<transport::Link> link;
  std::string url;  // of those given
};

// Connects to the RTIG at one of the URLs, several with commas between them, and greets it. Tries
// them in turn for `timeout_s` seconds, as it may be starting; whoever is told to come again, since
// too many come at once, does so for longer. The error says what was tried, for how long, and how
// to start one.
wire::Result<RtigLink> connect_to_rtig(const std::string& urls, double timeout_s,
                                       std::string_view program,
                                       const transport::LinkOptions& = {});

// The same for a member whose router leaves the mesh: of the URLs all but the one given, those
// first that come behind it. None: there is no other.
using LinkElsewhere = std::function<wire::Result<RtigLink>(const std::string& but)>;
LinkElsewhere link_elsewhere(const std::string& urls, double timeout_s, std::string_view program,
                             const transport::LinkOptions& options);

}  // namespace triad::rtia
