// Groups peers that one person may control, by their addresses. Used by LinkServer for accounts,
// limits and the order of newcomers.
#pragma once

#include <string>
#include <string_view>

namespace triad::router {

// Returns the host name of "tcp HOST:PORT" or "tls HOST:PORT", or "NETWORK/64" of an IPv6 address.
// `peer` is Link::peer(), or the transport of a client behind a router, which begins with that.
// Empty for peers on this machine that belong to this user (shm, memory).
std::string address_of(std::string_view peer);

// Returns the same with the first 48 bits of an IPv6 address, the network that a provider assigns
// to a customer.
std::string network_of(std::string_view peer);

}  // namespace triad::router
