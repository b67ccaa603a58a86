// Recovery of one federation at the RTIG (wire/messages/recovery_messages.hpp): the records that
// members have not acknowledged, the state of the recovery, and the messages about both. It stands
// between the members' links and the Router: FederationExecution shows it each record of a member
// before the Router, and each record to a member before the host. Members take part if they have a
// session. Routers below acknowledge for the members behind them (router/member_streams.hpp).
#pragma once

#include <boost/container/flat_map.hpp>
#include <boost/container/flat_set.hpp>
#include <boost/unordered/unordered_flat_map.hpp>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "records/recovery_class.hpp"
#include "router/recovery.hpp"
#include "router/router.hpp"
#include "router/stability.hpp"
#include "rtig/gateway/member_replies.hpp"
#include "rtig/gateway/memory_recovery.hpp"
#include "rtig/gateway/recovery_log.hpp"
#include "rtig/options.hpp"
#include "rtig/outputs.hpp"

namespace triad::rtig {

using router::LinkId;
using wire::FederateHandle;
using wire::Record;

class FederationRecovery {
 public:
  using Milliseconds = std::chrono::milliseconds;

  // Time after which a member that sends nothing is no longer awaited in a recovery.
  static constexpr Milliseconds kSilenceMax = router::RecoveryLimits{}.silence;

  // Keeps the references, which must outlive this object. `now` is the time of the RTIG's host.
  FederationRecovery(router::Router& router, const RtigOptions& options, const Milliseconds& now)
      : router_(router),
        now_(now),
        patience_(options.timeouts.resume),
        log_bytes_max_(options.resume_log_bytes),
        queue_(options.queue),
        recovery_({.patience = options.timeouts.resume,
                   .returns_per_minute = options.resume_times,
                   .grace = options.timeouts.lost_grace}) {}
  FederationRecovery(const FederationRecovery&) = delete;
  FederationRecovery& operator=(const FederationRecovery&) = delete;

  // --- Members
  bool is_enabled() const { return patience_.count() > 0; }
  // Way to a member: its link, and the router below at which the link ends, if any.
  struct Way {
    LinkId link;
    LinkId via = {};
    // Returns the neighbour that acknowledges for the member, and by which its records come.
    LinkId neighbour() const { return via == LinkId{} ? link : via; }
  };
  // Adds a member that takes part. `is_being_restored`: under its handle in a restored federation.
  // Until it acknowledges that, it does not know the handle, and cannot return.
  void add_member(FederateHandle member, const Way& way, const wire::SessionSecret& session,
                  bool is_being_restored = false);
  bool is_being_restored(FederateHandle member) const {
    return members_.at(member).is_being_restored;
  }
  void remove_member(FederateHandle member);
  // Removes all members at a restore, which changes handles and positions. They are added again.
  void remove_all_members();
  bool contains(FederateHandle member) const { return members_.contains(member); }
  // Replies that are sent again to members that repeat their requests.
  MemberReplies& replies() { return replies_; }
  const MemberReplies& replies() const { return replies_; }

  // --- Losses and returns
  // Records that the member's link has ended for this reason.
  void lose(FederateHandle member, std::string_view reason, Milliseconds now, router::LinkEnd end);
  using ReturnAnswer = router::Recovery::ReturnAnswer;
  // Tells all routers below that a member is away. Called before they hear that it is no member
  // any more, and when a member has returned at a router.
  void announce_loss() { send_step(wire::RecoveryStep::member_lost); }
  // Records that the member has returned by this way at `now`. `attempt` is the number of the
  // return; empty: the member repeats its request to join, and receives the answer directly before
  // the epoch. Otherwise it would begin with a log that others have meanwhile received. Has no
  // effect unless the answer is ReturnAnswer::taken.
  [[nodiscard]] ReturnAnswer take_return(FederateHandle member,
                                         std::optional<std::uint32_t> attempt, const Way& way,
                                         Milliseconds now);
  // Returns the members that receive their answer now, because the epoch begins next.
  std::vector<FederateHandle> take_due_welcomes();
  bool is_away(FederateHandle member) const { return recovery_.is_away(member); }
  // Changes the way to a member that moves while nothing of it is in transit, if it takes part.
  // record_sent() records that a record kept during the move was sent by the new way.
  void change_way(FederateHandle member, const Way& way);
  void record_sent(FederateHandle member, wire::Bytes record);
  bool is_running() const { return recovery_.is_running(); }
  std::vector<FederateHandle> away() const { return recovery_.away(); }
  using Overdue = router::Recovery::Overdue;
  // Returns the members that have exceeded `resume.timeout` or `lost.grace`.
  std::vector<Overdue> overdue(Milliseconds now) const { return recovery_.overdue(now); }
  // Returns the members for which the recovery has waited for kSilenceMax.
  std::vector<FederateHandle> late_members() const {
    return now_ - wave_begun_at_ < kSilenceMax ? std::vector<FederateHandle>()
                                               : recovery_.awaited_members();
  }
  // Returns the state of a member that is away, for operators. Valid until the next call for it.
  std::string_view describe_absence(FederateHandle member);
  // Returns the reason for which the member's link ended.
  std::string_view loss_reason(FederateHandle member) const {
    return members_.at(member).loss_reason;
  }

  // --- Records of members
  struct Receipt {
    router::Fault fault = {};
    bool passes = false;              // goes on to the Router
    bool ends_restore = false;        // the member has confirmed its handle
    bool is_known_in_memory = false;  // to the members that share memory
  };
  Receipt receive_from_member(FederateHandle by, const Record& record);
  // Data that the Router passes on now, while no recovery is in progress.
  struct Passing {
    const std::byte* frame = nullptr;  // null: there are none
    router::Stability::Turn turn = {};
    // Does begin_sending(), which would return true, if that is possible without a search.
    bool begin_sending(LinkId to, wire::Bytes record) {
      return record.data() == frame && turn.record_sent(to);
    }
  };
  Passing& passing() { return passing_; }
  // Returns false if the authority has handled the record before. Otherwise it handles it next.
  [[nodiscard]] bool begin_request(FederateHandle by, const wire::RecordHeader& header);
  // The member is about to be resigned. Others handle its data up to `position` before that.
  void begin_departure(FederateHandle leaver, wire::Position position);

  // Handles the acknowledgements of a router below.
  void receive_from_router(LinkId router, const wire::StreamsReceived& streams);

  // --- Records to members
  // Keeps a record of the log. Called before it is sent.
  void append_log(wire::Bytes record, const output::Log& log);
  // Keeps the record if necessary. Returns false if it must not be sent now.
  [[nodiscard]] bool begin_sending(LinkId to, wire::Bytes record);

  // --- Time. Sends acknowledgements. Called about every 100 ms.
  void send_acknowledgements();
  bool acknowledgements_are_due() const {
    return recovery_.is_running() && (stability_.has_stable() || log_.has_acknowledged());
  }
  // Carries out the steps that are due. Returns true if a recovery has ended.
  bool run_steps();
  // Returns a member because of which more bytes of records are kept here than a limit allows, and
  // the reason; empty: there is none.
  struct OverLimit {
    FederateHandle member;
    std::string reason;
  };
  std::optional<OverLimit> member_over_limit() const;
  // Returns the member with this link that takes part; none: there is none.
  std::optional<FederateHandle> member_at(LinkId link) const {
    const auto at = links_.find(link);
    return at == links_.end() ? std::nullopt : std::optional(at->second.member);
  }
  // Calls visit(member, progress) for what each member has of the RTIG's records, except for
  // members that have not acknowledged their join or a restore.
  template <class Visit>
  void for_each_progress(Visit&& visit) const {
    for (const auto& [member, at] : members_) {
      if (!at.is_being_restored && replies_.welcome(member).empty())
        visit(member, log_.progress(member));
    }
  }

  // --- The journal.
  class JournalPart {
   public:
    explicit JournalPart(FederationRecovery& of) : of_(of) {}
    // Returns true if an image is possible: no member is away, or may lack the answer to its join
    // or to a restore.
    bool may_save() const;
    void save(FederationImage& image) const;
    // Takes everything from an image, the members of which have been added. Returns false if they
    // are others, or if a record is malformed.
    [[nodiscard]] bool restore(const FederationImage& image);
    void repeat_acknowledgement(FederateHandle by, const wire::RtigProgress& received);
    void repeat_return(FederateHandle member, std::uint32_t attempt) {
      if (of_.contains(member)) of_.recovery_.repeat_attempt(member, attempt);
    }
    // Ends the repetition of a journal. `processes`: number of the RTIG's processes before this
    // one, which have used lower numbers of epochs.
    void end_repetition(std::uint64_t processes) {
      of_.awaits_epoch_ = true;
      of_.recovery_.continue_epochs_after(processes);
    }

   private:
    FederationRecovery& of_;
  };
  JournalPart journal() { return JournalPart(*this); }
  // Returns true from the beginning of an epoch to its end.
  bool is_in_epoch() const { return memory_.keeps_aside(); }
  // Members that share memory, which take no part.
  MemoryRecovery& memory() { return memory_; }
  // Returns the number of kept records, for tests.
  std::size_t kept_records() const { return log_.size() + memory_.kept_count(); }

 private:
  // Bytes of members' records after which acknowledgements are sent at once.
  static constexpr std::size_t kAckBytes = std::size_t{64} << 10;

  struct Member {
    Way way = {};
    // Positions of the last request and of the last data that the authority has handled.
    wire::Position request_handled = 0;
    wire::Position data_handled = 0;
    std::string loss_reason = {};
    std::string absence = {};  // text of describe_absence()
    bool is_being_restored = false;
    bool awaits_welcome = false;
  };
  template <class Message, class Take>
  Receipt decode_and_take(const Record& record, Take&& take);
  Receipt receive_ack(FederateHandle by, const wire::Ack& ack);
  // Sends the causes of the record that was kept last. Called while data are sent again.
  void send_last_causes(FederateHandle member);
  void begin_epoch();
  void retransmit();
  void send_missing_records(FederateHandle member);
  void count_again(FederateHandle member, wire::Bytes record);
  // Returns true if the member receives the record of the log that the entry has.
  bool is_receiver(FederateHandle member, const RecoveryLog::Entry& entry) const;
  void end_epoch();
  // Returns Way::neighbour() of the member; none if it takes no part.
  LinkId neighbour_of(FederateHandle member) const;
  // Does the same; faster if the last call was for the same member.
  LinkId neighbour_of_sender(FederateHandle member) {
    if (member != last_sender_) {
      last_sender_ = member;
      last_neighbour_ = neighbour_of(member);
    }
    return last_neighbour_;
  }
  // Receives data while no recovery is in progress. Returns false for other records and at other
  // times.
  bool receive_data(FederateHandle by, const Record& record);
  void record_arrival(FederateHandle by, const Record& record);
  // Changes the way of a member.
  void set_way(FederateHandle member, const Way& way);
  void record_data_sent(LinkId to, const wire::RecordHeader& header);
  // Keeps data of a member that shares memory, which goes to a member at a link.
  void keep_for(FederateHandle receiver, const wire::RecordHeader& header, wire::Bytes record);
  void send_data_of_memory_again();
  std::optional<OverLimit> slowest_receiver_of_memory() const;
  // Releases senders that were held because of the kept data.
  void release_senders_in_memory();
  // Publishes the records that were kept aside, and wakes all members in memory.
  void publish_kept_aside();
  // Forgets what was sent to a neighbour that has no member any more.
  void remove_unused_neighbour(LinkId neighbour);
  // Sends the step to all routers below with members.
  void send_step(wire::RecoveryStep step);
  template <class Message>
  void send_to_all(const Message& message);

  router::Router& router_;
  const Milliseconds& now_;
  const Milliseconds patience_;
  const std::size_t log_bytes_max_;
  const router::QueueLimits queue_;
  boost::container::flat_map<FederateHandle, Member> members_;
  struct Destination {
    FederateHandle member;
    LinkId neighbour;
  };
  boost::unordered_flat_map<LinkId, Destination, std::hash<LinkId>> links_;
  // Last result of neighbour_of_sender(); no member: unknown.
  FederateHandle last_sender_ = {};
  LinkId last_neighbour_ = {};
  Passing passing_;
  router::Recovery recovery_;
  router::Stability stability_;
  RecoveryLog log_;
  MemoryRecovery memory_;
  boost::container::flat_set<FederateHandle> held_for_memory_;  // receivers that hold up senders
  MemberReplies replies_;
  Milliseconds wave_begun_at_{0};
  bool is_resending_ = false;  // the record being sent is kept already
  bool awaits_epoch_ = false;  // the first one after a repetition
  std::size_t bytes_since_ack_ = 0;
  wire::Buffer causes_out_;  // scratch of send_last_causes()
  wire::Buffer word_out_;
};

}  // namespace triad::rtig
