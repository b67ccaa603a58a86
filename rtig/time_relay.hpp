// Passes promises on between the members: behind the messages that they speak for, and the last of
// each to those who become constrained later. It knows no time: the members' libFedTime alone can
// compare two. It counts: where nothing is under way any more, the reports hold together, and those
// who wait for events can jump to them (docs/architecture.md, "The jump"). Told of records, joins
// and departures; speaks through the federation's Delivery.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "core/in_flight.hpp"
#include "core/time_type.hpp"
#include "rtig/federation_context.hpp"

namespace triad::rtig {

class TimeRelay {
 public:
  explicit TimeRelay(FederationContext& context) : context_(context) {}

  // --- Members.
  void member_joined(FederateHandle newcomer) { lines_[newcomer]; }
  // A newcomer to the fabric, or one who became constrained and asks, wants to know what all others
  // have promised last.
  void send_last_reports(FederateHandle to) { send_last_reports(to, false); }
  // Its departure is in the log.
  void member_left(FederateHandle leaver);
  void clear();

  // --- Records.
  // Whoever reads the fabric has read a message in time-stamp order there; or the RTIG has
  // forwarded one to a link, or to the fabric.
  void tso_read(FederateHandle of, wire::Position position) { in_flight_.sent_tso(of, position); }
  void tso_forwarded_to(FederateHandle link_member) { ++lines_.at(link_member).tso_forwarded; }
  void tso_published(FederateHandle of, wire::Position position);
  void note_dependencies(FederateHandle by, const wire::CausalDependencies& dependencies) {
    in_flight_.note_dependencies(by, dependencies.handled);
  }
  // `may_wait`: nothing else is going on that needs all reports at once.
  void report(FederateHandle by, const Record& record, const wire::TimeReport& report,
              bool may_wait);

  // --- What the log says, or is about to.
  void regulation_begins(FederateHandle by) { lines_.at(by).report.reset(); }
  void regulation_ends(FederateHandle by);
  void constrained_begins(FederateHandle by);
  void constrained_ends(FederateHandle by) { forget_kept_reports(lines_.at(by)); }
  // Somebody who kept the reports from holding together has resigned.
  void send_snapshots();
  // Whatever else is said of the federation finds all reports passed on.
  void pass_kept_reports_on();

 private:
  // What a regulating member has promised (wire::TimeReport), kept for those who become constrained
  // later. The bounds are passed on and never compared.
  struct Report {
    core::TimeBound promise;
    std::optional<core::TimeBound> conditional;
    std::uint64_t received = 0;
    wire::Position position = 0;
  };
  struct Line {
    std::optional<Report> report;  // the last, if the member regulates
    std::uint64_t tso_forwarded = 0;
    // Of whom it has not been sent the last report, as its LBTS cannot rise by it yet.
    std::vector<FederateHandle> kept_reports;
    bool level = false;  // all others promised it the same
  };

  const core::Member& member(FederateHandle federate) const {
    return *context_.federation().member(federate);
  }
  void pass_to_links(FederateHandle of, bool consistent, bool may_wait);
  void pass_report_on(FederateHandle to, FederateHandle of, bool consistent, std::size_t others,
                      bool may_wait);
  void pass_kept_reports_on(FederateHandle to, Line& line, bool consistent);
  static void forget_kept_reports(Line& line);
  void send_report(FederateHandle to, FederateHandle of, const Report& report, bool consistent);
  void send_last_reports(FederateHandle to, bool consistent);
  void publish_report(FederateHandle of, const Report& report);
  void publish_snapshot();
  static wire::TimeSnapshot snapshot_for(const Line& line, bool consistent);
  bool anybody_promises_conditionally() const;
  bool is_level_for(FederateHandle to) const;
  std::size_t regulating_members() const;
  bool reports_hold_together();
  bool links_hold_together() const;

  FederationContext& context_;
  std::map<FederateHandle, Line> lines_;
  core::InFlight in_flight_;  // among those who share memory, and to them
};

}  // namespace triad::rtig
