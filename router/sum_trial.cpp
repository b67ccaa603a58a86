#include "router/sum_trial.hpp"

#ifdef TRIAD_WITH_DEFECTS

#include <cstdio>
#include <set>

#include "records/record_class.hpp"
#include "router/edge_switch.hpp"
#include "router/router.hpp"

namespace triad::router {

namespace {

constexpr const char* kClassNames[] = {"receive-order data", "time-stamped data", "timed deletions",
                                       "log by interest"};

SumTrial::Class class_of(const wire::RecordHeader& header) {
  if (header.from() == wire::kRtig) return SumTrial::log_by_interest;
  if (!header.is_data()) return SumTrial::timed_deletion;
  return records::is_local_data(header) ? SumTrial::receive_order_data
                                        : SumTrial::time_stamped_data;
}

// The record's sender, or the member that caused a record of the log.
FederateHandle exception_of(const wire::RecordHeader& header) {
  return header.from() == wire::kRtig ? header.cause() : header.from();
}

}  // namespace

std::string SumTrial::summary_table() const {
  std::string text;
  char line[200];
  const auto add = [&](const auto&... values) {
    std::snprintf(line, sizeof line, values...);
    text += line;
  };
  add("%-18s %9s %9s %9s %8s\n", "choice of links", "records", "by member", "by sum", "wider");
  for (std::size_t i = 0; i < kClasses; ++i) {
    const Links& l = links[i];
    if (l.records == 0) continue;
    add("%-18s %9zu %9zu %9zu %8zu\n", kClassNames[i], l.records, l.by_member, l.by_sum,
        l.wider_records);
  }
  return text;
}

// Links to lower routers for one record.
class SumChoice::RecordChoice {
 public:
  explicit RecordChoice(const wire::Record& record) : record_(record) {}

  void add_by_member(LinkId link) {
    if (link != LinkId{}) by_member_.insert(link);
  }
  void add_by_sum(LinkId link) { by_sum_.insert(link); }

  void check(const char* place) const {
    for (const LinkId link : by_member_) {
      if (by_sum_.contains(link) || !sum_trial.fault.empty()) continue;
      const wire::RecordHeader& header = record_.header;
      sum_trial.fault =
          std::string("the sum of a link at ") + place +
          " is narrower than a member's interest: " + std::string(name_of(header.message_kind())) +
          " of " + std::to_string(header.sender) + " at " + std::to_string(header.position);
    }
    SumTrial::Links& links = sum_trial.links[class_of(record_.header)];
    ++links.records;
    links.by_member += by_member_.size();
    links.by_sum += by_sum_.size();
    if (by_sum_.size() > by_member_.size()) ++links.wider_records;
  }
  // Returns true once for each link that only the sum chooses.
  bool take_link_by_sum_alone(LinkId link) {
    return !by_member_.contains(link) && by_sum_.erase(link) > 0;
  }

 private:
  const wire::Record& record_;
  std::set<LinkId> by_member_;
  std::set<LinkId> by_sum_;
};

// --- The root.

void SumChoice::forward(Router& router, const wire::Record& record) {
  if (!sum_trial.is_on()) return;
  const wire::RecordHeader& header = record.header;
  const Paths::Path* const by = router.paths_.find(header.from());
  const LinkId forwarding = by != nullptr && records::is_local_data(header) ? by->via : LinkId{};
  const auto may_go_by = [&](LinkId link) {
    return forwarding == LinkId{} ||
           (link != forwarding && !router.interest_.is_direct(forwarding, link));
  };
  RecordChoice choice(record);
  router.interest_.filter().for_each(record.interest(), [&](FederateHandle to) {
    const Paths::Path* const path = router.paths_.find(to);
    if (to == exception_of(header) || path == nullptr || path->leaves) return;
    if (may_go_by(path->via)) choice.add_by_member(path->via);
  });
  router.interest_.link_sums().for_each(record.interest(), [&](LinkId link) {
    if (may_go_by(link)) choice.add_by_sum(link);
  });
  choice.check("the RTIG");
  if (sum_trial.mode != SumTrial::Mode::choose) return;
  const bool is_log = header.from() == wire::kRtig;
  Router::ForwardingState forwarded = router.begin_forwarding(record);
  router.paths_.for_each_member([&](FederateHandle to) {
    const Paths::Path& path = *router.paths_.find(to);
    if (to == exception_of(header) || path.leaves) return;
    if (!choice.take_link_by_sum_alone(path.via)) return;
    is_log ? router.paths_.send_by_path(path, record.frame) : router.forward(forwarded, to);
  });
}

// The router of the cause has received the record for the cause.
void SumChoice::log(Router& router, const wire::Record& record) {
  const bool to_cause = (record.header.flags & wire::kNotToCause) == 0;
  const Paths::Path* const cause = router.paths_.find(record.header.cause());
  if (!to_cause || cause == nullptr || cause->via == LinkId{}) forward(router, record);
}

// --- A router below the root.

void SumChoice::deliver(const EdgeSwitch& edge, const wire::Record& record, const Give& give) {
  const wire::RecordHeader& header = record.header;
  if (!sum_trial.is_on() || !header.has_interest() || header.interest_key >= records::kLocalKeysEnd)
    return;
  const bool is_log = header.from() == wire::kRtig;
  if (is_log && edge.find(header.cause()) != nullptr) return;  // as in log()
  RecordChoice choice(record);
  edge.interest().filter().for_each(record.interest(), [&](FederateHandle to) {
    const LinkId* const client = edge.find(to);
    if (client == nullptr || to == exception_of(header)) return;
    const auto place = edge.member(*client);
    if (!place->has_gone) choice.add_by_member(place->via);
  });
  edge.interest().link_sums().for_each(record.interest(),
                                       [&](LinkId link) { choice.add_by_sum(link); });
  choice.check("a router");
  if (sum_trial.mode != SumTrial::Mode::choose) return;
  edge.for_each_member([&](const EdgeSwitch::Place& place) {
    if (place.federate == exception_of(header) || place.has_gone) return;
    if (choice.take_link_by_sum_alone(place.via)) give(*edge.find(place.federate), place.federate);
  });
}

}  // namespace triad::router

#endif
