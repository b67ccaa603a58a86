// Tells members their LBTS, when that is what they wait for (router/time_reduction.hpp), after the
// messages that the promises cover. Members that share memory read each other's promises, until the
// authority says that promises are reduced (rtig/time_authority.hpp). From then on they report here
// and are told their LBTS as members at links are. It counts messages in transit: if there are
// none, the reports hold together, and members that wait for events can jump (docs/architecture.md,
// "The jump"). Where times can be compared, routers below reduce the promises of their members
// (lower_times.hpp). Inputs are records, joins and departures; outputs go by the Router's paths.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "records/in_flight.hpp"
#include "router/bound_reduction.hpp"
#include "router/fault.hpp"
#include "router/lower_times.hpp"
#include "router/paths.hpp"
#include "router/promise_line.hpp"

namespace triad::router {

class PromiseReduction : private LowerTimes::Host {
 public:
  PromiseReduction(Paths& paths, const BoundOrder& order) : paths_(paths), order_(order) {}

  // --- Members.
  void member_joined(FederateHandle newcomer, bool regulates);
  // Its departure is in the log.
  void member_left(FederateHandle leaver);
  // To another router, where it joins; the log does not say so. All that it had sent has come, so
  // that nobody has to say anew what has.
  void member_moves(FederateHandle member);
  void clear();

  // --- Records. What is wrong with one, if something is.
  // Whoever reads the fabric has read a message in time-stamp order there; or the RTIG has
  // forwarded one to a link, or to the fabric.
  void tso_read(FederateHandle of, wire::Position position) { in_flight_.sent_tso(of, position); }
  void tso_forwarded_to(FederateHandle link_member);
  void tso_published(FederateHandle of, wire::Position position);
  void note_dependencies(FederateHandle by, wire::Position at,
                         std::span<const wire::StreamPosition> handled) {
    in_flight_.note_dependencies(by, at, handled);
  }
  Fault on_report(FederateHandle by, const Record& record, const wire::TimeReport& report);
  Fault on_wait(FederateHandle by, const Record& record, const wire::TimeWait& wait);
  Fault on_request(FederateHandle by, const Record& record);
  // Answers a request after reduce_fabric(), when the members that share memory have reported.
  void answer_when_all_promise(FederateHandle by, const wire::RecordHeader& request);
  // False: promises of members that share memory are not reduced.
  bool knows_all() const { return reduces_fabric_ || paths_.nobody_on_fabric(); }
  // What a router below states for those behind it.
  Fault on_stated(LinkId router, const wire::TimeStated& stated);
  // Whether the member is told its LBTS; if not, it reads the others' promises.
  bool tells(FederateHandle federate) const {
    return reduces_fabric_ || !paths_.on_fabric(federate);
  }
  // To a member that is told it, whatever it waits for.
  void tell_lbts(FederateHandle to);
  // Members that share memory are told it, too.
  bool reduces_fabric() const { return reduces_fabric_; }
  // The log has said that they are from now on (wire::PromisesReduced).
  void reduce_fabric() { reduces_fabric_ = true; }

  // --- What the log says.
  void regulation_begins(FederateHandle by, const wire::RecordHeader& request);
  void regulation_ends(FederateHandle by, const wire::RecordHeader& request);
  void constrained_begins(FederateHandle by, const wire::RecordHeader& request);
  void constrained_ends(FederateHandle by, const wire::RecordHeader& request);
  // Routers below are told no bound, nor whose it is that there is none. To be called with a
  // member that has yet to promise.
  void withhold();
  // Something has changed that may have kept an LBTS back, or the reports from holding together.
  void tell_due();
  // What members have said since then is worth a look, to be taken when there is no more of it for
  // now: an LBTS that rises with each of several reports is told once.
  bool looks_later() const { return looks_later_; }

  // Who holds back the LBTS of a member: all who have yet to promise, or all whose promise it is.
  // Of those behind routers that reduce that is known as they have said themselves for people.
  std::vector<FederateHandle> slowest(FederateHandle than) const;
  void note_said(FederateHandle by, const std::optional<wire::TimeBound>& promise);

 private:
  struct Line : PromiseLine {
    // The router behind which it is, if that reduces: what it promises then is not known here, but
    // for what it said last for people.
    LinkId below = {};
    std::optional<TimeBound> said = {};
    bool is_below() const { return below != LinkId{}; }
  };
  using Reduced = ReducedBounds;

  // --- LowerTimes::Host
  std::string_view federation() const override { return paths_.federation(); }
  std::uint64_t new_number() override { return paths_.new_number(); }
  bool send_to_router(LinkId router, wire::Bytes word) override {
    return paths_.send_to_router(router, word);
  }

  struct Request {
    FederateHandle by;
    wire::RecordHeader header;
  };

  void answer(const Request& request);
  void promise(FederateHandle by, Line& line, const Record& record, const wire::TimeReport& report);
  void wait(FederateHandle by, Line& line, const Record& record,
            const std::optional<wire::TimeBound>& bound, bool each_rise);
  void reduce(FederateHandle of, const Line& line);
  LeastPromises least(bool together) const;
  void change(FederateHandle by, Line& line, wire::MemberTimeChange change, wire::Position request);
  bool waits_behind(FederateHandle federate, const Line& line) const;
  void count(FederateHandle federate, Line& line);
  void tell(FederateHandle to, const Reduced& reduced);
  void tell_several();
  void tell_several_by_link();
  bool is_same(const Reduced& a, const Reduced& b) const;
  bool is_among(const Reduced& reduced, const TimeBound& promise) const;
  static std::optional<TimeBound> promise_of(const Line& line);
  bool reports_hold_together();
  bool fabric_holds_together();
  bool holds_up(FederateHandle federate, const Line& line);

  Paths& paths_;
  const BoundOrder& order_;
  std::map<FederateHandle, Line> lines_;
  std::size_t behind_ = 0;              // of the members at links
  wire::Position regulates_since_ = 0;  // in the log, who began to last
  FederateHandle held_up_by_;           // the last that was found so
  bool reduces_fabric_ = false;
  std::vector<Request> requests_;  // that wait until all have promised
  BoundReduction reduction_{ByOrder{&order_}};
  LowerTimes lower_{*this, order_, reduction_, reduction_};
  records::InFlight in_flight_;                    // among those who share memory, and to them
  std::vector<FederateHandle> told_same_;          // to be, with one record
  std::vector<FederateHandle> told_same_by_link_;  // with the same
  Reduced same_;                                   // which says this
  std::vector<LinkId> routers_told_;               // to be
  bool looks_later_ = false;
};

}  // namespace triad::router
