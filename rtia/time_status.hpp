// TimeStatusReport: the status of the federate's time, for tools that ask the RTIG which federate
// holds up which (wire/messages/time_status_messages.hpp). Nothing is decided by its texts.
#pragma once

#include <cstdint>
#include <optional>

#include "rtia/federate_ages.hpp"
#include "rtia/federate_time.hpp"
#include "rtia/member_context.hpp"

namespace triad::rtia {

class TimeStatusReport : private ServiceGroup {
 public:
  TimeStatusReport(MemberContext& context, const FederateTime& time)
      : ServiceGroup(context), time_(time) {}

  // Handle requests of the RTIG. TimeStatusRequest: the question, which send_status() answers.
  // HoldsUpOthers: logs that others wait because this federate does not tick.
  Fault receive_record(const Record&, const wire::TimeStatusRequest&);
  Fault receive_record(const Record&, const wire::HoldsUpOthers&);

  // Returns the figures that the question asks for; empty: the RTIG does not wait for
  // send_status().
  std::optional<wire::FiguresScope> request() const {
    return requested_epoch_ == 0 ? std::nullopt : std::optional(requested_figures_);
  }
  // Sends the status to the RTIG. Ages and figures are the host's, the traffic is the MOM's.
  void send_status(const FederateAges& ages, const wire::FederateTraffic& traffic,
                   const wire::Figures& figures);
  // Returns a number that changes when the federate is granted a time or begins to wait.
  std::uint64_t state_number() const;

 private:
  const FederateTime& time_;

  std::uint64_t requested_epoch_ = 0;  // epoch of the question to be answered; 0: none
  wire::FiguresScope requested_figures_ = wire::FiguresScope::none;
};

}  // namespace triad::rtia
