#include "rtia/hosting/connect_to_rtig.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "rtia/hosting/connect_turns.hpp"
#include "rtia/hosting/handshake.hpp"
#include "wire/record.hpp"

namespace triad::rtia {
namespace {

using Clock = std::chrono::steady_clock;

// Limits of the time for the handshake. An RTIG answers at once; another program may never answer.
// A busy RTIG gets the minimum, regardless of the timeout.
constexpr Clock::duration kHandshakeTimeoutMin = std::chrono::seconds(1);
constexpr Clock::duration kHandshakeTimeoutMax = std::chrono::seconds(10);
// Minimum time of each attempt, also of the last one and with a timeout of zero.
constexpr Clock::duration kConnectTimeoutMin = std::chrono::milliseconds(200);
// Limit of the additional time when an RTIG asks to be tried later again and again.
constexpr Clock::duration kComeAgainMost = std::chrono::minutes(2);

wire::Error no_rtig(std::string text) {
  return wire::error(wire::ErrorCode::RTIinternalError, std::move(text));
}

std::string time_text(Clock::duration time) {
  const double seconds = std::chrono::duration<double>(time).count();
  std::array<char, 32> text{};
  if (seconds < 1) {
    std::snprintf(text.data(), text.size(), "%.0f ms", seconds * 1000);
  } else {
    std::snprintf(text.data(), text.size(), "%.1f s", seconds);
  }
  return text.data();
}

bool can_retry(transport::Error::Code code) {
  using Code = transport::Error::Code;
  return code == Code::refused || code == Code::peer_closed || code == Code::peer_lost;
}

// Returns advice for a failed connection.
std::string advice(const transport::Url& url, transport::Error::Code problem) {
  using Code = transport::Error::Code;
  if (url.scheme == transport::Url::Scheme::memory) {
    return "; memory: reaches an RTIG in the same process only";
  }
  // No program can listen there, or one does.
  if (problem == Code::unknown_host || problem == Code::bad_url || problem == Code::turned_away) {
    return "";
  }
  if (url.scheme == transport::Url::Scheme::mesh) {
    return "; start the router there with: rtirouter --topology FILE --name NAME (docs/mesh.md)";
  }
  return "; start one with: rtig --listen " + transport::to_string(url);
}

std::uint64_t seed_of_this_call() {
  return static_cast<std::uint64_t>(Clock::now().time_since_epoch().count()) ^
         (static_cast<std::uint64_t>(::getpid()) << 40);
}

// Multicast carries only best effort.
transport::LinkOptions with_multicast(transport::LinkOptions options) {
  options.multicast_filter = wire::may_be_lost;
  return options;
}

class Search {
 public:
  Search(std::vector<transport::Url> urls, double timeout_s, std::string_view program,
         const transport::LinkOptions& options)
      : urls_(std::move(urls)),
        failures_(urls_.size()),
        program_(program),
        options_(with_multicast(options)),
        timeout_(
            std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(timeout_s))),
        begin_(Clock::now()),
        until_(begin_ + timeout_),
        turns_(urls_.size(), begin_, seed_of_this_call()) {}

  wire::Result<RtigLink> run() {
    for (;;) {
      const auto turn = turns_.next();
      if (!turn || (attempts_ >= urls_.size() && turn->not_before >= until_)) return failure();
      std::this_thread::sleep_until(turn->not_before);
      ++attempts_;
      if (auto link = attempt(turn->url)) {
        return RtigLink{std::move(link), transport::to_string(urls_[turn->url])};
      }
    }
  }

 private:
  struct Failure {
    std::string text;
    bool reached = false;
  };

  std::unique_ptr<transport::Link> attempt(std::size_t index) {
    const transport::Url& url = urls_[index];
    auto link = transport::connect(url, std::max(share_of_time(), kConnectTimeoutMin), options_);
    if (!link) {
      failures_[index] = {link.error().text + advice(url, link.error().code), false};
      const bool other = urls_.size() > 1 && link.error().code == transport::Error::Code::timed_out;
      if (can_retry(link.error().code) || other) {
        turns_.record_failure(index, Clock::now());
      } else {
        turns_.exclude(index);
      }
      return nullptr;
    }
    std::optional<Postponement> postponed;
    const auto timeout = std::clamp(share_of_time(), kHandshakeTimeoutMin, kHandshakeTimeoutMax);
    const auto peer = handshake(**link, program_, timeout, &postponed);
    if (peer) return std::move(*link);
    failures_[index] = {peer.error().text, true};
    if (postponed) {
      postpone(index, *postponed);
    } else {
      turns_.exclude(index);
    }
    return nullptr;
  }

  // Leaves time for the URLs that have not been tried yet.
  Clock::duration share_of_time() const {
    const std::size_t untried = urls_.size() - std::min(attempts_ - 1, urls_.size() - 1);
    return (until_ - Clock::now()) / static_cast<Clock::rep>(untried);
  }

  // A peer that asks to be tried later is alive, so the search goes on for longer. That does not
  // hold for a router that is about to leave.
  void postpone(std::size_t index, const Postponement& postponed) {
    const auto at = Clock::now() + postponed.after;
    turns_.postpone(index, at);
    if (!postponed.elsewhere) {
      until_ = std::max(until_, std::min(at + timeout_, begin_ + timeout_ + kComeAgainMost));
    }
  }

  wire::Error failure() const {
    const std::string effort =
        attempts_ == urls_.size() ? "tried once" : "tried for " + time_text(Clock::now() - begin_);
    const Failure& first = failures_.front();
    if (urls_.size() == 1) {
      return no_rtig(first.reached ? first.text
                                   : "no RTIG reached (" + effort + "): " + first.text);
    }
    std::string all;
    for (const Failure& why : failures_) all += (all.empty() ? "" : "; ") + why.text;
    return no_rtig("no RTIG reached at any of " + std::to_string(urls_.size()) + " URLs (" +
                   effort + "): " + all);
  }

  const std::vector<transport::Url> urls_;
  std::vector<Failure> failures_;  // for each URL: failure of its last attempt
  const std::string_view program_;
  const transport::LinkOptions options_;
  const Clock::duration timeout_;
  const Clock::time_point begin_;
  Clock::time_point until_;
  ConnectTurns turns_;
  std::size_t attempts_ = 0;
};

}  // namespace

wire::Result<RtigLink> connect_to_rtig(const std::string& text, double timeout_s,
                                       std::string_view program,
                                       const transport::LinkOptions& options) {
  auto urls = transport::parse_urls(text);
  if (!urls) return no_rtig(urls.error().text);
  return Search(std::move(*urls), timeout_s, program, options).run();
}

ConnectElsewhere make_connect_elsewhere(const std::string& text, double timeout_s,
                                        std::string_view program,
                                        const transport::LinkOptions& options) {
  auto urls = transport::parse_urls(text);
  if (!urls || urls->size() < 2) return {};
  return [urls = std::move(*urls), timeout_s, program = std::string(program),
          options](const std::string& excluded_url) {
    const auto is_excluded = [&](const transport::Url& url) {
      return transport::to_string(url) == excluded_url;
    };
    std::vector<transport::Url> others = urls;
    const auto at = std::ranges::find_if(others, is_excluded);
    std::rotate(others.begin(), at == others.end() ? others.begin() : at, others.end());
    std::erase_if(others, is_excluded);
    if (others.empty()) return wire::Result<RtigLink>(no_rtig("the list has no other URL"));
    return Search(std::move(others), timeout_s, program, options).run();
  };
}

Reconnect make_reconnect(const std::string& text, std::string_view program,
                         const transport::LinkOptions& options) {
  auto urls = transport::parse_urls(text);
  if (!urls) return {};
  return [urls = std::move(*urls), program = std::string(program), options](
             const std::string& first_url, std::chrono::duration<double> within) {
    std::vector<transport::Url> all = urls;
    const auto first = std::ranges::find_if(
        all, [&](const transport::Url& url) { return transport::to_string(url) == first_url; });
    if (first != all.end()) std::rotate(all.begin(), first, all.end());
    return Search(std::move(all), within.count(), program, options).run();
  };
}

}  // namespace triad::rtia
