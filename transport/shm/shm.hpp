// The shm backend: its functions for connect.cpp.
#pragma once

#include <memory>

#include "transport/link.hpp"
#include "transport/link_options.hpp"
#include "transport/listener.hpp"
#include "transport/url.hpp"

namespace triad::transport {

[[nodiscard]] Result<std::unique_ptr<Link>> shm_connect(const Url& url, Clock::time_point deadline,
                                                        const LinkOptions& options);

[[nodiscard]] Result<std::unique_ptr<Listener>> shm_listen(const Url& url,
                                                           const LinkOptions& options);

}  // namespace triad::transport
