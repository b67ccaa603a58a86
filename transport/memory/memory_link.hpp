// The memory backend: links with both ends in one process, on one or two threads. For tests, and
// for routers that share a process. It uses the rings of shm in private memory, so tests of it also
// cover those rings.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "transport/link.hpp"
#include "transport/link_options.hpp"
#include "transport/listener.hpp"
#include "transport/url.hpp"

namespace triad::transport {

struct MemoryPair {
  std::unique_ptr<Link> first;
  std::unique_ptr<Link> second;
};

// Returns two connected ends without a listener. On one thread the pair is deterministic: flushed
// frames have arrived.
[[nodiscard]] Result<MemoryPair> make_memory_pair(const LinkOptions& options = {},
                                                  const std::string& name = "pair");

[[nodiscard]] Result<std::unique_ptr<Link>> memory_connect(const Url& url,
                                                           const LinkOptions& options);
[[nodiscard]] Result<std::unique_ptr<Listener>> memory_listen(const Url& url,
                                                              const LinkOptions& options);

}  // namespace triad::transport
