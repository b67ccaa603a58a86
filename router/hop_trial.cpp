#include "router/hop_trial.hpp"

#ifdef TRIAD_WITH_DEFECTS

#include <cstdio>
#include <optional>
#include <set>

#include "records/defect.hpp"
#include "router/local_data.hpp"
#include "router/relay.hpp"
#include "router/router.hpp"

namespace triad::router {

namespace {

constexpr const char* kClassNames[] = {"receive-order data", "time-stamped data", "timed deletions",
                                       "log by interest",    "log to all",        "to all others"};

// None: the record goes to the clients that the frame names.
std::optional<HopTrial::Class> class_of(const wire::RecordHeader& header) {
  if (header.to()) return std::nullopt;
  if (header.from() == wire::kRtig) {
    if ((header.flags & wire::kLogRecord) == 0) return std::nullopt;
    return header.has_interest() ? HopTrial::log_by_interest : HopTrial::log_to_all;
  }
  if (is_local_data(header)) return HopTrial::receive_order_data;
  if (header.is_data()) return HopTrial::time_stamped_data;
  if (header.has_interest()) return HopTrial::timed_deletion;
  const wire::Kind kind = header.message_kind();
  if (kind == wire::Kind::Retract || kind == wire::Kind::RequestClassAttributeValueUpdate) {
    return HopTrial::to_all_others;
  }
  return std::nullopt;
}

std::string record_kind_text(const wire::RecordHeader& header) {
  return std::string(name_of(header.message_kind())) + " of " + std::to_string(header.sender) +
         " at " + std::to_string(header.position);
}

}  // namespace

std::string HopTrial::summary_table() const {
  std::string text;
  char line[200];
  const auto add = [&](const auto&... values) {
    std::snprintf(line, sizeof line, values...);
    text += line;
  };
  add("%-18s %9s %9s %9s %6s %8s %8s %8s %8s\n", "record class", "records", "named", "given",
      "left", "unstated", "narrower", "wider", "more");
  for (std::size_t i = 0; i < kClasses; ++i) {
    const Counts& c = counts[i];
    add("%-18s %9zu %9zu %9zu %6zu %8zu %8zu %8zu %8zu\n", kClassNames[i], c.records, c.named,
        c.delivered, c.departed, c.unstated, c.narrower, c.wider, c.to_all);
  }
  add("%-18s %9s %9s %9s %8s %8s\n", "choice of links", "records", "by member", "by sum", "wider",
      "own");
  for (std::size_t i = 0; i < kClasses; ++i) {
    const Links& l = links[i];
    if (l.records == 0) continue;
    add("%-18s %9zu %9zu %9zu %8zu %8zu\n", kClassNames[i], l.records, l.by_member, l.by_sum,
        l.wider_records, l.own);
  }
  for (const auto& [kind, n] : more_kinds) add("more: %-40s %8zu\n", kind.c_str(), n);
  for (const auto& [kind, n] : by_name_kinds) add("by name: %-37s %8zu\n", kind.c_str(), n);
  return text;
}

// --- A router below the RTIG.

class HopChoice::RecordChoice {
 public:
  RecordChoice(Relay& relay, const LinkFrame& frame, const wire::Record& record, HopTrial::Class of)
      : relay_(relay), frame_(frame), record_(record), class_(of) {
    frame_.for_each_client([&](ClientNumber number) {
      if (federation_ == nullptr) federation_ = relay_.federation_of_member(LinkId{number});
      if (relay_.clients_.contains(LinkId{number})) named_.insert(number);
    });
  }

  bool counts_copies() const { return (header().flags & wire::kTimeStamped) != 0; }
  // Copies are counted for each member at the RTIG if times cannot be compared.
  bool may_choose() const {
    return federation_ == nullptr || !counts_copies() || federation_->time.is_active();
  }

  void choose() {
    if (federation_ == nullptr) return;
    const bool of_log = class_ == HopTrial::log_by_interest;
    if (header().has_interest() && header().interest_key < kLocalKeysEnd) {
      federation_->edge.interest().filter().for_each(record_.interest(),
                                                     [&](FederateHandle to) { add(to); });
    } else {
      federation_->edge.for_each_member([&](const EdgeSwitch::Place& at) { add(at.federate); });
    }
    if (!of_log) return;
    const LinkId* const cause = federation_->edge.find(header().cause());
    if (cause == nullptr) return;
    chosen_.erase(cause->value);
    const bool to_cause = (header().flags & wire::kNotToCause) == 0;
    if (to_cause && !TRIAD_DEFECT(log_by_interest_kept_from_its_cause)) add(header().cause());
  }

  // Links to lower routers, beside their members.
  void choose_links() {
    if (federation_ == nullptr || !header().has_interest()) return;
    if (header().interest_key >= kLocalKeysEnd) return;
    std::set<LinkId> by_member;
    for (const ClientNumber number : chosen_) {
      const LinkId via = via_of(number);
      const auto member = federation_->edge.member(LinkId{number});
      const bool is_cause =
          class_ == HopTrial::log_by_interest && member->federate == header().cause();
      if (via != LinkId{} && !is_cause) by_member.insert(via);
    }
    std::set<LinkId> by_sum;
    federation_->edge.interest().link_sums().for_each(record_.interest(),
                                                      [&](LinkId link) { by_sum.insert(link); });
    for (const LinkId link : by_member) {
      if (!by_sum.contains(link)) {
        hop_trial.record_fault(
            "a sum of a link at a router is narrower than a member's interest: " +
            record_kind_text(header()));
      }
    }
    if (hop_trial.mode == HopTrial::Mode::sums) add_by_sums(by_member, by_sum);
  }

  void count() const {
    HopTrial::Counts& counts = hop_trial.counts[class_];
    ++counts.records;
    counts.named += named_.size();
    counts.delivered += chosen_.size();
    for (const ClientNumber number : named_) {
      if (!chosen_.contains(number)) count_missing(counts, number);
    }
    for (const ClientNumber number : chosen_) {
      if (named_.contains(number)) continue;
      if (header().has_interest()) {
        ++counts.wider;
      } else {
        ++counts.to_all;
        ++hop_trial.more_kinds[std::string(name_of(header().message_kind()))];
      }
    }
  }

  void give() {
    if (counts_copies()) {
      frame_.for_each_client(
          [&](ClientNumber number) { relay_.record_time_stamped(LinkId{number}, false); });
    }
    for (const ClientNumber number : chosen_) {
      const LinkId client{number};
      const auto at = relay_.clients_.find(client);
      if (at == relay_.clients_.end()) continue;
      if (counts_copies()) {
        const auto member = federation_->edge.member(client);
        --federation_->time.upper_.tso_received;  // the link's copy has been counted
        federation_->time.record_tso_from_upper(member->federate, true);
      }
      Relay::record_answer(at->second, header());
      relay_.send_to_client(client, frame_.record, &header());
    }
  }

 private:
  const wire::RecordHeader& header() const { return record_.header; }
  void add(FederateHandle to) {
    const LinkId* const at = federation_->edge.find(to);
    if (at != nullptr && to != header().from() && relay_.clients_.contains(*at)) {
      chosen_.insert(at->value);
    }
  }
  LinkId via_of(ClientNumber number) const { return federation_->edge.member(LinkId{number})->via; }
  // The next router ignores the clients that the frame names.
  void add_by_sums(const std::set<LinkId>& by_member, const std::set<LinkId>& by_sum) {
    std::set<LinkId> missing;
    for (const LinkId link : by_sum) {
      if (!by_member.contains(link)) missing.insert(link);
    }
    federation_->edge.for_each_member([&](const EdgeSwitch::Place& at) {
      if (at.federate == header().from() || !missing.contains(at.via)) return;
      if (header().cause() == at.federate && class_ == HopTrial::log_by_interest) return;
      const std::size_t before = chosen_.size();
      add(at.federate);
      if (chosen_.size() > before) missing.erase(at.via);
    });
  }
  void count_missing(HopTrial::Counts& counts, ClientNumber number) const {
    const auto member =
        federation_ == nullptr ? std::nullopt : federation_->edge.member(LinkId{number});
    if (!member) {
      ++counts.departed;
    } else if (federation_->edge.interest().filter().keys_of(member->federate).empty()) {
      ++counts.unstated;
    } else {
      ++counts.narrower;
    }
  }

  Relay& relay_;
  const LinkFrame& frame_;
  const wire::Record& record_;
  const HopTrial::Class class_;
  Relay::Federation* federation_ = nullptr;
  std::set<ClientNumber> named_;
  std::set<ClientNumber> chosen_;
};

bool HopChoice::deliver(Relay& relay, const LinkFrame& frame, const wire::Record& record) {
  if (!hop_trial.is_on()) return false;
  const auto of = class_of(record.header);
  if (!of) {
    if (!record.header.to()) {
      ++hop_trial.by_name_kinds[std::string(name_of(record.header.message_kind()))];
    }
    return false;
  }
  RecordChoice choice(relay, frame, record, *of);
  if (!choice.may_choose()) return false;
  const wire::RecordHeader& header = record.header;
  const wire::RecordHeader last = std::exchange(relay.last_of_trial_, header);
  if (last.kind == header.kind && last.sender == header.sender &&
      last.position == header.position && last.flags == header.flags) {
    hop_trial.record_fault("two frames with one record without an addressee: " +
                           record_kind_text(header));
  }
  choice.choose();
  choice.choose_links();
  choice.count();
  choice.give();
  return true;
}

// --- The RTIG's router.

class LinkChoice::RecordChoice {
 public:
  RecordChoice(Router& router, const wire::Record& record) : router_(router), record_(record) {
    const wire::RecordHeader& header = record.header;
    of_log_ = (header.flags & wire::kLogRecord) != 0;
    except_ = of_log_ ? header.cause() : header.from();
    const Paths::Path* const by = router.paths_.find(header.from());
    if (!of_log_ && by != nullptr && is_local_data(header)) passed_behind_ = by->via;
    router.interest_.filter().for_each(record.interest(), [&](FederateHandle to) {
      const LinkId via = via_of(to);
      if (may_go_by(via)) (to == except_ ? by_own_ : by_member_).insert(via);
      if (may_go_by(via) && to != except_ && is_to_state_anew(to)) {
        ++hop_trial.more_kinds["to a mover, " + std::string(kClassNames[*class_of(header)])];
      }
    });
    router.interest_.link_sums().for_each(record.interest(), [&](LinkId link) {
      if (may_go_by(link)) by_sum_.insert(link);
    });
  }

  void check() const {
    for (const LinkId link : by_member_) {
      if (!by_sum_.contains(link)) {
        hop_trial.record_fault(
            "the sum of a link at the RTIG is narrower than a member's interest: " +
            record_kind_text(record_.header));
      }
    }
    HopTrial::Links& links = hop_trial.links[*class_of(record_.header)];
    ++links.records;
    links.by_member += by_member_.size();
    links.by_sum += by_sum_.size();
    bool wider = false;
    for (const LinkId link : by_sum_) {
      if (by_member_.contains(link)) continue;
      wider = true;
      if (by_own_.contains(link)) ++links.own;
    }
    if (wider) ++links.wider_records;
  }

  // A member behind each link that only the sum chooses, for which nothing has been sent.
  std::vector<FederateHandle> by_sums_alone() const {
    std::set<LinkId> left;
    for (const LinkId link : by_sum_) {
      if (!by_member_.contains(link)) left.insert(link);
    }
    std::vector<FederateHandle> members;
    router_.paths_.for_each_member([&](FederateHandle member) {
      const Paths::Path& path = *router_.paths_.find(member);
      if (member == except_ || path.leaves) return;
      if (left.erase(path.via) > 0) members.push_back(member);
    });
    return members;
  }

 private:
  LinkId via_of(FederateHandle member) const {
    const Paths::Path* const path = router_.paths_.find(member);
    return path == nullptr ? LinkId{} : path->via;
  }
  // A member that has moved. Its new router knows its interest when the member has stated it again.
  // Two digests agree only before that.
  bool is_to_state_anew(FederateHandle member) const {
    return router_.interest_.agrees(member, 0) && router_.interest_.agrees(member, 1);
  }
  bool may_go_by(LinkId link) const {
    return link != LinkId{} &&
           (passed_behind_ == LinkId{} ||
            (link != passed_behind_ && !router_.interest_.is_direct(passed_behind_, link)));
  }

  Router& router_;
  const wire::Record& record_;
  bool of_log_ = false;
  FederateHandle except_;
  LinkId passed_behind_;
  std::set<LinkId> by_member_;
  std::set<LinkId> by_own_;
  std::set<LinkId> by_sum_;
};

void LinkChoice::forward(Router& router, const wire::Record& record) {
  if (!hop_trial.is_on() || !class_of(record.header)) return;
  const RecordChoice choice(router, record);
  choice.check();
  if (hop_trial.mode != HopTrial::Mode::sums) return;
  Router::ForwardingState forwarded = router.begin_forwarding(record);
  for (const FederateHandle to : choice.by_sums_alone()) router.forward(forwarded, to);
}

void LinkChoice::log(Router& router, const wire::Record& record) {
  if (!hop_trial.is_on()) return;
  const RecordChoice choice(router, record);
  choice.check();
  if (hop_trial.mode != HopTrial::Mode::sums) return;
  const Paths::Path* const cause = router.paths_.find(record.header.cause());
  const bool to_cause = (record.header.flags & wire::kNotToCause) == 0 && cause != nullptr;
  for (const FederateHandle to : choice.by_sums_alone()) {
    const Paths::Path& path = *router.paths_.find(to);
    if (!to_cause || path.via != cause->via) router.paths_.send_by_path(path, record.frame);
  }
}

std::vector<FederateHandle> LinkChoice::send_addressed(Router& router, const wire::Record& record,
                                                       std::span<const FederateHandle> to) {
  std::vector<FederateHandle> others;
  for (const FederateHandle member : to) {
    const Paths::Path* const path = router.paths_.find(member);
    const bool goes_as_it_is =
        !hop_trial.is_on() || record.header.to() || path == nullptr || path->via == LinkId{};
    if (goes_as_it_is) {
      others.push_back(member);
      continue;
    }
    wire::Buffer copy(record.frame.begin(), record.frame.end());
    wire::set_addressee(copy, member);
    const auto addressed = wire::parse_record(copy);
    Router::ForwardingState forwarded = router.begin_forwarding(*addressed);
    router.forward(forwarded, member);
  }
  return others;
}

}  // namespace triad::router

#endif
