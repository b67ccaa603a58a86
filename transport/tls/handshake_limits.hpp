// Limits of unfinished TLS handshakes. A handshake costs the listener much and a peer little, so
// each address has tokens: a handshake takes one, a successful end gives it back, and time gives
// back the others. Also limits the lines about peers that were turned away. Without a clock. Used
// by the TLS listener.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace triad::transport {

// Tokens that time gives back.
class TokenBucket {
 public:
  using Time = std::chrono::milliseconds;  // since an arbitrary start
  TokenBucket(std::uint64_t tokens_max, std::uint64_t per_second)
      : milli_max_(tokens_max * 1000), per_second_(per_second), milli_(milli_max_) {}

  // Takes a token. Returns false if there is none.
  [[nodiscard]] bool take_token(Time now);
  void give_back() { milli_ = milli_ + 1000 < milli_max_ ? milli_ + 1000 : milli_max_; }
  [[nodiscard]] bool is_full(Time now);

 private:
  void refill(Time now);

  const std::uint64_t milli_max_;
  const std::uint64_t per_second_;
  std::uint64_t milli_;  // thousandths of tokens
  Time at_{0};           // time of the last refill
};

// Returns the account of a peer: its host without the port, or the first 64 bits of an IPv6
// address, because one machine may have all addresses below them. `address`: "10.0.0.1:5",
// "[fe80::1]:5".
[[nodiscard]] std::string network_of(std::string_view address);

class HandshakeLimits {
 public:
  using Time = TokenBucket::Time;
  static constexpr std::uint64_t kTokens = 256;  // of each address
  static constexpr std::uint64_t kTokensPerSecond = 16;
  static constexpr std::size_t kAddressesMax = 4096;  // further addresses share one account

  // Returns whether a peer at this address (without its port) may begin a handshake.
  [[nodiscard]] bool begin(std::string_view address, Time now);
  // Records that a handshake of this address has succeeded.
  void record_success(std::string_view address);
  [[nodiscard]] std::size_t address_count() const { return buckets_.size(); }

 private:
  void forget_full(Time now);

  std::map<std::string, TokenBucket, std::less<>> buckets_;
};

// Decides which lines about peers are written.
class RefusalLines {
 public:
  using Time = TokenBucket::Time;
  // Returns the line, with the number of lines left out before; empty if it has to be left out.
  [[nodiscard]] std::string admit(std::string line, Time now);

 private:
  TokenBucket bucket_{20, 1};
  std::uint64_t left_out_ = 0;
};

}  // namespace triad::transport
