#include "rtia/lbts_exchange.hpp"

#include <algorithm>
#include <utility>

namespace triad::rtia {

// --- The others' bound.

bool LbtsExchange::other_regulates(FederateHandle except) const {
  return std::ranges::any_of(federation_.members(), [&](const auto& entry) {
    return entry.second.regulating && entry.first != self_ && entry.first != except;
  });
}

void LbtsExchange::set_others_bound(const std::optional<core::TimeBound>& bound) {
  time_.others().clear();
  if (other_regulates()) time_.others().add_regulator(core::Regulators::kAllOthers, bound);
}

void LbtsExchange::remove_regulator(FederateHandle federate) {
  time_.others().remove_regulator(federate);
  if (!other_regulates(federate)) time_.others().remove_regulator(core::Regulators::kAllOthers);
}

// --- Requests.

bool LbtsExchange::must_request_for_call() {
  if (std::exchange(is_fresh_, false)) return false;
  const auto asked_at = request();
  if (!asked_at) return false;
  is_requesting_ = true;
  context_.wait_for_reply(*asked_at);
  return true;
}

// A federate that is not constrained keeps no promises, so an earlier answer is forgotten.
std::optional<wire::Position> LbtsExchange::request() {
  if (context_.streams().reads_promises_directly() || !other_regulates()) return std::nullopt;
  if (!time_.state().is_constrained_or_enabling()) set_others_bound(std::nullopt);
  context_.send_message(to_reduction(), wire::RequestLbts{});
  return context_.position();
}

void LbtsExchange::receive_acceptance(wire::Position position) {
  if (flush_waits_for_ != position) return;
  flush_waits_for_.reset();
  flush_knows_lbts_ = true;
}

// A flush that is pending after a restore asks again.
void LbtsExchange::request_for_flush() {
  if (!time_.state().waits_to_flush() || flush_knows_lbts_ || flush_waits_for_) return;
  flush_waits_for_ = request();
  flush_knows_lbts_ = !flush_waits_for_;
}

void LbtsExchange::receive_answer() {
  if (!std::exchange(is_requesting_, false)) return;
  is_fresh_ = true;
  context_.make_call_again();
}

void LbtsExchange::repeat_requests() {
  flush_waits_for_.reset();
  if (std::exchange(is_requesting_, false)) context_.make_call_again();
}

std::optional<core::TimeBound> LbtsExchange::least_of(
    const std::optional<wire::TimeBound>& first, std::span<const wire::TimeBound> others) const {
  if (!first || !time_.checks().is_valid(first->time)) return std::nullopt;
  core::TimeBound least = core::TimeBound::from(*first);
  for (const wire::TimeBound& other : others) {
    if (!time_.checks().is_valid(other.time)) return std::nullopt;
    least = core::least(time_.type(), least, core::TimeBound::from(other));
  }
  return least;
}

Fault LbtsExchange::receive_record(const Record& record, const wire::LbtsTold& told) {
  if (context_.streams().reads_promises_directly())
    return "an LBTS for a member that reads the promises itself";
  if (!told.known) return {};
  const auto least = least_of(told.least, told.or_least);
  if (least) time_.others().record_promise(core::Regulators::kAllOthers, *least, std::nullopt);
  wire::Position own_report = told.own_report;
  if (!record.header.to()) {  // to all members, some of which no longer wait
    const auto own = std::ranges::find(told.own_reports, self_, &wire::StreamPosition::federate);
    if (own == told.own_reports.end()) return {};
    own_report = own->position;
  }
  const auto together = least_of(told.together, told.or_together);
  time_.apply_consistent_snapshot(together, own_report);
  // The reduction did not include this member's latest report, so it states its wait again.
  if (together && own_report != time_.reported().position()) forget_stated_wait();
  return {};
}

// --- The LBTS for which the member waits.

void LbtsExchange::send_wait() {
  const LbtsWait wait = time_.outlook(delivery_.first_stamp()).waits_for_lbts();
  const bool news = wait.bound || wait.each_rise || stated_wait_.each_rise;
  if (!news || are_equal(time_.type(), wait, stated_wait_)) return;
  wire::TimeWait message{std::nullopt, wait.each_rise};
  if (wait.bound) message.waits_for = wait.bound->to_wire();
  context_.send_message(to_reduction(), message);
  stated_wait_ = wait;
}

const LbtsWait& LbtsExchange::update_stated_wait() {
  return stated_wait_ = time_.outlook(delivery_.first_stamp()).waits_for_lbts();
}

}  // namespace triad::rtia
