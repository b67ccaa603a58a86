#include "router/program/reception.hpp"

#include "router/program/newcomer_origin.hpp"

namespace triad::router {

namespace {

// Milliseconds after which a client that knows no other router tries a leaving router again,
// because it may have been restarted.
constexpr std::uint32_t kLeavingAfter = 500;

}  // namespace

// If many clients connect at once, operators are served at the sockets of this user, where
// strangers cannot connect.
std::optional<wire::ComeAgain> Reception::postponement_of(LinkId client, const wire::Hello& hello,
                                                          Newcomers::Origin origin, bool is_local,
                                                          Newcomers::Time now) {
  if (hello.program == wire::kOperatorTool && (is_leaving_ || is_local)) return std::nullopt;
  if (is_leaving_) {
    reason_ = name_ + " is about to leave the mesh";
    return wire::ComeAgain{kLeavingAfter, true, reason_, host_, process_};
  }
  origin.process = process_of(hello);
  const auto delay = newcomers_.serve_or_postpone(client, origin, now);
  if (!delay) return std::nullopt;
  log_postponed();
  reason_ = "more than " + std::to_string(newcomers_.served_max()) +
            " clients connect to it at once (newcomers.max)";
  return wire::ComeAgain{static_cast<std::uint32_t>(delay->count()), false, reason_, host_,
                         process_};
}

void Reception::log_postponed() {
  if (newcomers_.postponed_count() < next_report_) return;
  const ChargedTo charge(files::LineCause{});  // an operator looks for this line
  log_.info(
      "more than " + std::to_string(newcomers_.served_max()) +
      " clients connect at once (newcomers.max): " + std::to_string(newcomers_.postponed_count()) +
      " so far were asked to connect again later");
  next_report_ = 10 * newcomers_.postponed_count();
}

}  // namespace triad::router
