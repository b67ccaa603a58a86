// From a URL to a link or a listener: the one place that knows all backends.
#pragma once

#include <memory>

#include "transport/link.hpp"
#include "transport/link_options.hpp"
#include "transport/listener.hpp"
#include "transport/transport_error.hpp"
#include "transport/url.hpp"

namespace triad::transport {

// Blocks until the link is open, at most `timeout`. Fails at once when nobody listens. The error
// says which URL was tried and why it failed, and names the timeout if that was it.
[[nodiscard]] Result<std::unique_ptr<Link>> connect(const Url& url, Duration timeout,
                                                    const LinkOptions& options = {});

// The error says what is in the way and what to do.
[[nodiscard]] Result<std::unique_ptr<Listener>> listen(const Url& url,
                                                       const LinkOptions& options = {});

}  // namespace triad::transport
