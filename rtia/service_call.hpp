// ServiceCall: one service call at an Ambassador, from the first attempt to the result. Every host,
// the code that runs an Ambassador, makes its calls with it: rtia/hosting/ blocks while a call
// waits, the tests deliver the next record.
#pragma once

#include <optional>
#include <type_traits>
#include <utility>

#include "rtia/ambassador.hpp"
#include "wire/codec.hpp"
#include "wire/error.hpp"

namespace triad::rtia {

// How far a call has come.
enum class CallState {
  done,   // the result is known
  waits,  // records are to be handled before the call can go on
  again,  // the call is to be made again with the same arguments
};

template <wire::Call C>
class ServiceCall {
 public:
  using Reply = typename C::Reply;

  explicit ServiceCall(Ambassador& ambassador) : ambassador_(ambassador) {}

  // Makes attempts until the call is done or waits. While it waits, the host feeds records to the
  // Ambassador and calls again. Calls `prepare` before each attempt: an error that `prepare`
  // returns is the result.
  template <class Prepare>
  CallState proceed(const C& request, Prepare&& prepare) {
    if (state_ == CallState::waits) state_ = end_wait();
    while (state_ == CallState::again) {
      std::optional<wire::Error> refusal = prepare();
      state_ = refusal ? finish(std::move(*refusal)) : attempt(request);
    }
    return state_;
  }

  // Returns whether the call ended with a wait, and not with the attempt itself.
  [[nodiscard]] bool has_waited() const { return has_waited_; }
  // Returns the result of a call that is done.
  [[nodiscard]] wire::Result<Reply> take_result() { return std::move(*result_); }

 private:
  CallState finish(wire::Result<Reply> result) {
    result_.emplace(std::move(result));
    return CallState::done;
  }
  // Makes the call once; end_wait() is called when the Ambassador has handled more input.
  CallState attempt(const C& request) {
    has_waited_ = false;
    result_.emplace(ambassador_.call(request));
    return ambassador_.is_waiting() ? CallState::waits : CallState::done;
  }
  CallState end_wait() {
    if (ambassador_.is_waiting()) return CallState::waits;
    has_waited_ = true;
    if (const auto& failed = ambassador_.pending_call().error()) return finish(*failed);
    if (ambassador_.pending_call().must_call_again()) return CallState::again;
    return finish(reply_after_wait());
  }
  // Returns a handle or nothing. Other replies are obtained by making the call again.
  wire::Result<Reply> reply_after_wait() const {
    if constexpr (std::is_void_v<Reply>) {
      return {};
    } else if constexpr (wire::IsHandle<Reply>::value) {
      return Reply(static_cast<typename Reply::integer_type>(ambassador_.pending_call().value()));
    } else {
      return wire::error(wire::ErrorCode::RTIinternalError, "a reply without its value");
    }
  }

  Ambassador& ambassador_;
  CallState state_ = CallState::again;
  bool has_waited_ = false;
  std::optional<wire::Result<Reply>> result_;
};

}  // namespace triad::rtia
