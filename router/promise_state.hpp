// State of one member at a router that reduces its promises.
#pragma once

#include <cstdint>
#include <optional>

#include "records/time_bound.hpp"
#include "wire/record.hpp"

namespace triad::router {

struct PromiseState {
  // Last report of a regulating member.
  struct Report {
    records::TimeBound promise;
    std::optional<records::TimeBound> conditional;
    std::uint64_t received = 0;  // number or fingerprint of time-stamp-ordered messages
    wire::Position position = 0;
    wire::Position log_position = 0;  // that its sender had applied
  };

  bool is_regulating = false;
  std::optional<Report> report;     // if the member regulates
  std::uint64_t tso_forwarded = 0;  // time-stamp-ordered messages sent to it
  bool is_behind = false;           // waits for an event, and had not received all when it reported
  wire::Position report_position = 0;  // position of the last report or change of regulation
  wire::Position wait_position = 0;    // position of its last wait

  void change_regulation(bool now_regulates, wire::Position request) {
    is_regulating = now_regulates;
    report_position = request;
    report.reset();
  }
  // Returns true if the report precedes a later one, or a later change of regulation. Reports that
  // go beside the stream may be read late.
  bool is_overtaken(const wire::RecordHeader& header) const {
    return header.position < report_position;
  }
  void apply_report(const wire::RecordHeader& header, const wire::TimeReport& stated) {
    report = Report{records::TimeBound::from(stated.promise), std::nullopt, stated.received,
                    header.position, header.after_position};
    if (stated.conditional) report->conditional = records::TimeBound::from(*stated.conditional);
    report_position = header.position;
  }
  // Returns true if the member waits for an event and had not received all messages that were
  // forwarded to it. A message that has not reached the router yet obeys its sender's last report
  // here.
  bool is_waiting_behind() const {
    return report && report->conditional && report->received != tso_forwarded;
  }
};

}  // namespace triad::router
