// The memory backend: both ends in one process, on one thread or two. For tests, and for routers
// that share a process. The same rings as shm, in private memory, so what holds here holds there.
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

// Two ends without a listener. On one thread all is deterministic: what was flushed is there.
[[nodiscard]] Result<MemoryPair> make_memory_pair(const LinkOptions& options = {},
                                                  const std::string& name = "pair");

[[nodiscard]] Result<std::unique_ptr<Link>> memory_connect(const Url& url,
                                                           const LinkOptions& options);
[[nodiscard]] Result<std::unique_ptr<Listener>> memory_listen(const Url& url,
                                                              const LinkOptions& options);

}  // namespace triad::transport
