// See handshake_limits.hpp.
#include "transport/tls/handshake_limits.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>

namespace triad::transport {

std::string network_of(std::string_view address) {
  std::string host(address.substr(0, address.rfind(':')));
  if (!host.starts_with('[') || !host.ends_with(']')) return host;
  const std::string number = host.substr(1, std::min(host.find('%'), host.size() - 1) - 1);
  in6_addr parsed{};
  if (::inet_pton(AF_INET6, number.c_str(), &parsed) != 1) return host;
  if (IN6_IS_ADDR_V4MAPPED(&parsed) || IN6_IS_ADDR_LOOPBACK(&parsed)) return host;
  constexpr std::size_t kNetworkBytes = 8;
  std::memset(parsed.s6_addr + kNetworkBytes, 0, sizeof parsed.s6_addr - kNetworkBytes);
  std::array<char, INET6_ADDRSTRLEN> text{};
  ::inet_ntop(AF_INET6, &parsed, text.data(), text.size());
  return std::string(text.data()) + "/64";
}

void TokenBucket::refill(Time now) {
  if (now <= at_) return;
  const auto passed = static_cast<std::uint64_t>((now - at_).count());
  const std::uint64_t enough = milli_max_ / per_second_ + 1;  // milliseconds that fill the bucket
  milli_ = std::min(milli_max_, milli_ + std::min(passed, enough) * per_second_);
  at_ = now;
}

bool TokenBucket::take_token(Time now) {
  refill(now);
  if (milli_ < 1000) return false;
  milli_ -= 1000;
  return true;
}

bool TokenBucket::is_full(Time now) {
  refill(now);
  return milli_ == milli_max_;
}

bool HandshakeLimits::begin(std::string_view address, Time now) {
  auto found = buckets_.find(address);
  if (found == buckets_.end()) {
    if (buckets_.size() >= kAddressesMax) forget_full(now);
    const std::string key(buckets_.size() >= kAddressesMax ? std::string_view() : address);
    found = buckets_.try_emplace(key, kTokens, kTokensPerSecond).first;
  }
  return found->second.take_token(now);
}

void HandshakeLimits::record_success(std::string_view address) {
  auto found = buckets_.find(address);
  if (found == buckets_.end()) found = buckets_.find(std::string_view());
  if (found != buckets_.end()) found->second.give_back();
}

void HandshakeLimits::forget_full(Time now) {
  for (auto at = buckets_.begin(); at != buckets_.end();) {
    at = at->second.is_full(now) ? buckets_.erase(at) : std::next(at);
  }
}

std::string RefusalLines::admit(std::string line, Time now) {
  if (!bucket_.take_token(now)) {
    ++left_out_;
    return {};
  }
  if (left_out_ > 0) {
    line += " (" + std::to_string(left_out_) + " lines like this were left out before)";
    left_out_ = 0;
  }
  return line;
}

}  // namespace triad::transport
