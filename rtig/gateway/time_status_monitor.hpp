// Finds members that hold up time (wire/messages/time_status_messages.hpp): asks the members for
// their time status, answers rtictl, and logs members that wait for long. FederationExecution owns
// it beside the Router. It reads the Router's promises and bounds; the authority takes no part in
// it. Times are texts here, as the members state them.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/stalls.hpp"
#include "router/fault.hpp"
#include "router/router.hpp"
#include "rtig/authority.hpp"
#include "rtig/gateway/rtig.hpp"

namespace triad::rtig {

class TimeStatusMonitor {
 public:
  // Keeps all references, which must outlive this object. `now` is the time that the RTIG's host
  // sets; `options` has Timeouts::report and the RTIG's host.
  TimeStatusMonitor(const Authority& authority, router::Router& router, const HostAccess& host,
                    const Clients& clients, const std::chrono::milliseconds& now,
                    const RtigOptions& options)
      : authority_(authority),
        router_(router),
        host_(host),
        clients_(clients),
        now_(now),
        report_waits_(options.timeouts.report),
        own_host_(options.identity.host) {}

  // Handles a TimeStatus record.
  Fault receive_time_status(FederateHandle by, const Record& record);

  // Answers a question of rtictl or rtimon, after all members have answered or at once if it asks
  // so. The link is not a member's. The question is forgotten when its link ends.
  void query(LinkId link, const wire::RecordHeader& cause, const wire::QueryTimeStatus& query);
  void forget_query(LinkId link) { queries_.erase(link); }
  // Asks all members for their time status. report_waits(), some time later, logs members that wait
  // for long.
  void request_time_status();
  void report_waits();
  // Asks members again that have not answered, after a recovery in which questions were lost.
  void repeat_requests();

  void add_member(FederateHandle newcomer) { statuses_[newcomer]; }
  void remove_member(FederateHandle leaver);
  void clear();

 private:
  // Adds the members that hold this member back to its status.
  wire::TimeStatus with_holders(FederateHandle by, wire::TimeStatus status) const;
  // Last answer of a member, and the wait of that member that the log has reported.
  struct MemberTimeStatus {
    std::uint64_t pending_epoch = 0;  // unanswered question; 0: none
    wire::Buffer encoded_status;      // wire::TimeStatus, encoded; empty: no answer yet
    std::chrono::milliseconds received_at{0};
    std::uint64_t reported_state = 0;  // number of the wait in the log; 0: none
    std::uint64_t reported_ms = 0;     // its length when it was logged
    std::uint64_t report_at_ms = 0;    // its length at which it is logged again
    bool knows_that_it_holds = false;  // the member knows that it holds up others
  };
  struct Query {
    wire::RecordHeader cause;
    std::set<FederateHandle> unanswered;  // members that have not answered
  };

  router::TimeExchange& exchange() { return router_.time(); }
  const router::TimeExchange& exchange() const { return router_.time(); }
  const core::Member& member(FederateHandle federate) const {
    return *authority_.state().member(federate);
  }
  void log(const std::string& text) const;
  // Asks each member that does not still owe an answer. While a program watches, asks for figures
  // as well: each member for its process, one member of each other host for its host.
  void send_status_requests();
  // Answers the queries that waited only for this member, which has answered or left.
  void answer_queries(FederateHandle federate);
  void send_statuses_to_client(LinkId link, const wire::RecordHeader& cause);
  std::vector<wire::FederateTimeStatus> all_statuses() const;
  wire::FederateTimeStatus status_of(FederateHandle federate) const;
  // Returns the milliseconds since that time.
  std::uint64_t age(std::chrono::milliseconds since) const;
  // Logs that federates of logged waits have continued.
  void report_resumed(const std::vector<wire::FederateTimeStatus>& all);
  // Logs members that wait for the same others: once, and again when the wait has doubled.
  void report_stall(const std::vector<wire::FederateTimeStatus>& all, const core::Stall& stall);
  // Tells each member that holds up others and does not tick, once; its RTIA warns its user.
  void notify_idle_blockers(const core::Stall& stall, const wire::FederateTimeStatus& longest);
  // Return texts for the log: about a stall, its blockers, and one member's status.
  std::string stall_text(const std::vector<wire::FederateTimeStatus>& all,
                         const core::Stall& stall) const;
  std::string blockers_text(const core::Stall& stall) const;
  std::string status_text(const wire::FederateTimeStatus& status) const;

  const Authority& authority_;
  router::Router& router_;
  const HostAccess& host_;
  const Clients& clients_;
  const std::chrono::milliseconds& now_;
  const std::chrono::milliseconds report_waits_;
  const std::string own_host_;  // the RTIG reads the figures of this host itself
  std::map<FederateHandle, MemberTimeStatus> statuses_;
  std::map<LinkId, Query> queries_;
  std::uint64_t epoch_ = 0;
  // Time until which questions ask for figures. Empty: no program has watched yet.
  std::optional<std::chrono::milliseconds> watched_until_;
};

}  // namespace triad::rtig
