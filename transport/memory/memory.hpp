// Links inside one process: an RTIG in a thread of a test, router triads. The two ends may belong to two
// threads.
#pragma once

#include <memory>
#include <utility>

#include "transport/connect.hpp"

namespace triad::transport {

// Two ends of one link, joined.
std::pair<std::unique_ptr<Link>, std::unique_ptr<Link>> make_memory_pair(std::string name);

Result<std::unique_ptr<Link>> connect_memory(const Url& url, Duration timeout);
Result<std::unique_ptr<Listener>> listen_memory(const Url& url);

}  // namespace triad::transport
