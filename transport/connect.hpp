// Makes links and listeners from URLs. The only place that knows all backends.
#pragma once

#include <memory>

#include "transport/link.hpp"
#include "transport/link_options.hpp"
#include "transport/listener.hpp"
#include "transport/transport_error.hpp"
#include "transport/url.hpp"

namespace triad::transport {

// Returns an open link; blocks for at most `timeout`. Fails at once if no program listens at the
// URL. The error says which URL was tried and why it failed, and names the timeout if that was the
// cause.
[[nodiscard]] Result<std::unique_ptr<Link>> connect(const Url& url, Duration timeout,
                                                    const LinkOptions& options = {});

// Returns a listener at the URL. The error names the problem and the remedy.
[[nodiscard]] Result<std::unique_ptr<Listener>> listen(const Url& url,
                                                       const LinkOptions& options = {});

}  // namespace triad::transport
