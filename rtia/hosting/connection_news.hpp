// Callbacks about the connection of one federate (RTIextensions::ConnectionObserver). They are made
// here, because the Ambassador delivers nothing while its member is away. Used by HostedAmbassador.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>

#include "rtia/callback.hpp"

namespace triad::rtia {

class ConnectionNews {
 public:
  // Sets whether callbacks are made. False drops those that are queued.
  void watch(bool is_on) {
    is_watched_ = is_on;
    if (!is_on) clear();
  }
  // Drops everything. Called at the end of a membership.
  void clear() {
    queue_.clear();
    is_loss_open_ = false;
  }

  // Records that a member has lost its link, and for how long it tries to return. Has no effect
  // before it has returned from the previous loss.
  void record_loss(std::string_view reason, std::chrono::seconds patience) {
    if (!is_watched_ || is_loss_open_) return;
    // A federate that does not tick misses the oldest loss and the return after it.
    if (queue_.size() >= kQueuedMax) queue_.erase(queue_.begin(), queue_.begin() + 2);
    const auto patience_s = std::max<std::chrono::seconds::rep>(patience.count(), 0);
    queue_.push_back({true, std::string(reason), static_cast<std::uint32_t>(patience_s)});
    is_loss_open_ = true;
  }

  // Records that the member goes on after a loss, over a link to this URL. Called while it is
  // connected.
  void record_return(std::string_view url) {
    if (!is_loss_open_) return;
    queue_.push_back({false, std::string(url), 0});
    is_loss_open_ = false;
  }

  std::size_t size() const { return queue_.empty() ? 0 : queue_.size(); }

  // Returns the next callback, valid until the next call; null: none.
  const Callback* take() {
    if (queue_.empty()) return nullptr;
    current_ = std::move(queue_.front());
    queue_.pop_front();
    if (current_.is_loss) {
      callback_ = wire::ConnectionLost{current_.text, current_.patience_s};
    } else {
      callback_ = wire::ConnectionRestored{current_.text};
    }
    return &callback_;
  }

 private:
  static constexpr std::size_t kQueuedMax = 64;

  struct News {
    bool is_loss = false;
    std::string text;  // reason or URL
    std::uint32_t patience_s = 0;
  };

  bool is_watched_ = false;
  bool is_loss_open_ = false;  // the last one recorded is a loss
  std::deque<News> queue_;
  News current_;
  Callback callback_;
};

}  // namespace triad::rtia
