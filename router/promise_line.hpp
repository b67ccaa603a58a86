// What a router that reduces promises keeps of one member at a link of its own.
#pragma once

#include <cstdint>
#include <optional>

#include "records/time_bound.hpp"
#include "wire/record.hpp"

namespace triad::router {

struct PromiseLine {
  // What a regulating member has promised.
  struct Report {
    records::TimeBound promise;
    std::optional<records::TimeBound> conditional;
    std::uint64_t received = 0;
    wire::Position position = 0;
  };

  bool regulates = false;
  std::optional<Report> report;  // the last, if the member regulates
  std::uint64_t tso_forwarded = 0;
  bool behind = false;             // waits for an event, and had not received all when it reported
  wire::Position reported_at = 0;  // or began, or ceased, to regulate
  wire::Position waits_at = 0;     // as it said last

  void change_regulation(bool now_regulates, wire::Position request) {
    regulates = now_regulates;
    reported_at = request;
    report.reset();
  }
  // A report that comes behind a later one, or behind a later change of whether it regulates: what
  // goes beside the records that others read may be read late.
  bool is_overtaken(const wire::RecordHeader& at) const { return at.position < reported_at; }
  void take(const wire::RecordHeader& at, const wire::TimeReport& said) {
    report =
        Report{records::TimeBound::from(said.promise), std::nullopt, said.received, at.position};
    if (said.conditional) report->conditional = records::TimeBound::from(*said.conditional);
    reported_at = at.position;
  }
  // It waits for an event and had not received all that was forwarded to it. What is still on its
  // way to the router was sent by a federate that has reported before: its promise covers it.
  bool waits_behind() const {
    return report && report->conditional && report->received != tso_forwarded;
  }
};

}  // namespace triad::router
