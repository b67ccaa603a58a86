// An Ambassador with its link to the RTIG. Makes calls that wait, passes received records to the
// Ambassador, and flushes sent ones. Used by libRTI (embedded RTIA) and the program rtia. Only one
// thread at a time may use it. A fabric is memory that the members on one machine share; a segment
// is a fabric at a router other than the RTIG's.
#pragma once

#include <atomic>
#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>

#include "rtia/ambassador.hpp"
#include "rtia/hosting/batching.hpp"
#include "rtia/hosting/connect_to_rtig.hpp"
#include "rtia/hosting/connection_news.hpp"
#include "rtia/hosting/member_memory.hpp"
#include "rtia/hosting/member_recording.hpp"
#include "rtia/hosting/returned_callbacks.hpp"
#include "rtia/hosting/status_clock.hpp"
#include "rtia/hosting/wait_watch.hpp"
#include "rtia/segment_part.hpp"
#include "rtia/service_call.hpp"
#include "transport/link.hpp"
#include "transport/wait.hpp"
#include "wire/encoded_size.hpp"
#include "wire/pieces.hpp"

namespace triad::rtia {

struct HostOptions {
  AmbassadorOptions ambassador;
  // Options of shared memory on this machine; empty: the link carries everything
  std::optional<transport::FabricOptions> fabric;
  transport::Duration spin = transport::sensible_spin();  // before each sleep (transport/wait.hpp)
  // Limits of waits in calls. Only a wait for the RTIG's reply can have an end. It ends the
  // connection, because later records could not be matched to a call.
  WaitLimits waits;
  // Connects to another of the URLs that the federate was given; empty: there is no other. Blocks
  // as long as a first connection may take.
  ConnectElsewhere connect_elsewhere;
  // Connects again, within this time, to any URL that the federate was given, beginning with this
  // one. Empty: a member whose link is lost is not connected again.
  Reconnect reconnect;
  // Time for which a federate that has lost its link during a join tries to connect again.
  std::chrono::milliseconds join_patience{0};
  // Whether and where the federate is recorded.
  recording::RecorderOptions recording;
  // Process id of the federate, if it is another process; 0: this one.
  std::uint32_t federate_process = 0;
};

class HostedAmbassador final : private Uplink, private transport::FrameSink {
 public:
  using Clock = std::chrono::steady_clock;

  // Takes over `link`, on which the handshake must be complete. `url` is for log texts.
  HostedAmbassador(std::unique_ptr<transport::Link> link, std::string url,
                   HostOptions options = {});
  ~HostedAmbassador() override;

  // Makes a service call. Blocks while the call waits for the RTIG or for room at a receiver, until
  // the link ends at the latest.
  template <wire::Call C>
  Result<typename C::Reply> call(const C& request) {
    if constexpr (std::is_same_v<C, wire::ResignFederationExecution>) {
      // A resignation from a lost federation fails, but ends the membership. A departure in transit
      // is awaited first, because its records must be read until then.
      if (ambassador_.is_leaving()) {
        (void)ambassador_.call(request);
        if (ambassador_.is_waiting()) wait_while_waiting(wire::kind_of<C>);
      }
      if (auto failed = failure()) {
        is_member_ = false;
        // The RTIG has resigned this federate, and the link remains.
        const bool can_join_again = loss_reason_.empty() && !ambassador_.is_link_ending();
        if (can_join_again) failed->code = wire::ErrorCode::FederateNotExecutionMember;
        return *failed;
      }
    }
    if constexpr (std::is_same_v<C, wire::AdvanceTime>) {
      if (request.kind == wire::Advance::flush_queue_request)
        (void)poll_extent(Extent::all_arrived);
    }
    // This one is not sent.
    constexpr bool kIsLocal = std::is_same_v<C, wire::ResumeMembership>;
    if (const auto bytes = wire::encoded_size(request); !kIsLocal && bytes > request_bytes_max()) {
      return too_long_error(bytes);
    }
    ServiceCall<C> call(ambassador_);
    while (call.proceed(request, [this] { return prepare_attempt<C>(); }) == CallState::waits) {
      wait_while_waiting(wire::kind_of<C>);
      if constexpr (std::is_same_v<C, wire::JoinFederationExecution>) enter_fabric();
    }
    Result<typename C::Reply> result = call.take_result();
    record_membership_change(request, result.has_value());
    if constexpr (std::is_same_v<C, wire::SuspendMembership>) {
      if (result) end_suspended(*result);
    }
    if (recording_.is_active()) record_call(request, result.has_value(), call.has_waited());
    if (!call.has_waited()) after_call(wire::kind_of<C>, kMayBeDeferred<C>);
    return result;
  }

  // Returns whether the federate has joined and not resigned by a call; also true if the federation
  // was lost since.
  bool is_member() const { return is_member_; }
  // Returns the reason why a member has lost its membership: the link ended, or the RTIG resigned
  // it.
  std::optional<wire::Error> failure();
  // Returns whether the link can be used: it is open and, before a join, the peer has not announced
  // its end.
  bool is_usable() const {
    return loss_reason_.empty() &&
           (is_member_ || !(is_router_leaving_ || ambassador_.is_link_ending()));
  }

  // Returns the number of orders of the MOM that the federate has carried out in its present
  // membership.
  std::uint64_t mom_order_count() const { return ambassador_.mom_order_count(); }
  // Returns whether the RTI itself receives interactions of the class.
  bool is_mom_class(wire::InteractionClassHandle interaction_class) const;

  std::size_t callbacks_waiting() const {
    return ambassador_.callbacks_waiting() + return_.news.size() + earlier_count();
  }
  // Returns the next callback, valid until the next call here; null: none.
  const Callback* take_callback();
  // Sets whether the callbacks ConnectionLost and ConnectionRestored are made.
  void watch_connection(bool is_on) { return_.news.watch(is_on); }
  // Call the functions of Ambassador with these names.
  bool has_plain_callback() { return earlier_count() > 0 || ambassador_.has_plain_callback(); }
  bool holds_data() const { return ambassador_.holds_data(); }
  const Callback* take_plain_callback();
  wire::InteractionClassHandle sent_class() const {
    return earlier_.has_taken() ? earlier_.sent_class() : ambassador_.sent_class();
  }
  bool filter_taken(Callback& callback, wire::InteractionClassHandle sent_class) {
    return ambassador_.filter_taken(callback, sent_class);
  }
  // Returns whether enableTimeRegulation or enableTimeConstrained will be answered without another
  // federate's help, so that a tick may wait for the answer.
  bool answers_enabling_soon() const { return ambassador_.answers_enabling_soon(); }

  // Handles a bounded number of available records. Returns their number. Does not wait.
  std::size_t poll();
  // Returns whether the last poll() handled everything that had arrived. False: unknown.
  bool is_drained() const { return is_drained_; }
  // Polls until nothing is left, so that is_usable() is false if the RTIG has ended.
  void poll_until_idle();
  // Lets updates of a burst wait for a short time from now on (batching.hpp).
  void set_batching_guard(Batching::Guard& guard) { batching_.set_guard(guard); }
  // Returns the pending batch, which any thread may read and mark as overdue. All other calls are
  // bound to the thread that uses this object.
  Batching& batching() { return batching_; }
  // Announces that the caller records the federate's ticks in presence() from now on.
  void enable_presence() { status_clock_.enable_presence(); }
  FederatePresence& presence() { return status_clock_.presence(); }
  // Returns the number of federates in the federation at the last poll. For any thread.
  std::size_t member_count() const { return members_.load(std::memory_order_relaxed); }
  // Sends everything: the pending batch too, and records that found no room before.
  void flush_all();

  // Sleeps until input may have arrived, one of `also` is readable, an acknowledgement is due, or
  // `until` is reached.
  void wait(std::optional<Clock::time_point> until, std::span<const int> also = {});
  // Sleeps until input may have arrived here or at `other`, or an acknowledgement is due.
  void wait_beside(transport::Waitable& other);
  // Returns whether each member on this machine that is awake can have a core; false if unknown.
  bool cores_suffice() const {
    return memory_.fabric() != nullptr && ambassador_.on_fabric() &&
           waiter_.has_enough_cores(*memory_.fabric());
  }

  // Serve callers that sleep in a poll of their own. Call prepare_wait(); if it returns false, do
  // not sleep. Poll descriptor() for reading, and for writing if wants_write(), and
  // second_descriptor() for reading. Then call finish_wait().
  int descriptor() const { return waited().descriptor(); }
  int second_descriptor() const { return waited().second_descriptor(); }  // -1: none
  bool wants_write() const { return waited().wants_write(); }
  bool prepare_wait() {
    if (is_away()) return false;
    acknowledge(true);
    flush();
    return waited().prepare_wait();
  }
  void finish_wait() { waited().finish_wait(); }

  // Writes the rest of the recording, for a process that is about to end without destructors.
  void end_recording() { recording_.end(); }

  // Watches this descriptor too while a call waits. Calls `readable` when it is readable.
  void watch(int descriptor, std::function<void()> readable);

 private:
  void send_record(const core::Audience& audience, std::span<const wire::Bytes> parts) override;
  bool exchange(wire::Bytes record, wire::Buffer& memory) override;
  void wake(wire::FederateHandle federate) override;
  void publish_note(const core::Audience& audience, const records::TimeNote::Words& note) override;
  void publish_tso_position(wire::Position position) override;
  std::span<const wire::StreamPosition> last_tso_positions() override;
  void withdraw_note() override;
  bool can_move() const override { return connect_elsewhere_ != nullptr; }
  void log_line(std::string_view line) override;
  void receive_frame(transport::Bytes frame) override;
  void receive_record(wire::Bytes frame);

  template <wire::Call C>
  void record_membership_change(const C& call, bool succeeded) {
    if (!succeeded) return;
    if constexpr (std::is_same_v<C, wire::JoinFederationExecution>) {
      is_member_ = true;
      recording_.begin(ambassador_, call.federation, call.federate_type);
    }
    if constexpr (std::is_same_v<C, wire::ResumeMembership>) begin_resumed(call);
    if constexpr (std::is_same_v<C, wire::ResignFederationExecution>) {
      is_member_ = false;
      return_.news.clear();
    }
  }
  // Records a call of the federate. A resignation ends the recording.
  template <wire::Call C>
  void record_call(const C& call, bool succeeded, bool has_waited) {
    if (succeeded) recording_.record_call(ambassador_, call, has_waited);
    recording_.forget_sent();
    if constexpr (std::is_same_v<C, wire::ResignFederationExecution>) {
      if (succeeded) recording_.end();
    }
  }

  // Begin and end a membership that continues from or in another process (hosted_return.cpp).
  void begin_resumed(const wire::ResumeMembership& resumed);
  void end_suspended(wire::SuspendedMembership& suspended);
  // Returns the number of callbacks from before a suspension that may be delivered now.
  std::size_t earlier_count() const {
    return earlier_.empty() || ambassador_.holds_data() ? 0 : earlier_.size();
  }
  // Returns the next of them, or null.
  const Callback* take_earlier_callback() {
    const bool is_unused = earlier_.empty() && !earlier_.has_taken();
    return is_unused ? nullptr : find_earlier_callback();
  }
  const Callback* find_earlier_callback();

  // Prepares for a join. The RTIG may ask for ages together with its reply.
  void prepare_join() {
    is_member_ = false;  // it may have been resigned through the MOM since
    return_.join_until.reset();
    return_.until = {};
    earlier_.clear();
    return_.news.clear();
    status_clock_.begin(Clock::now());
    counters_.next_logged_drop = 1;
  }

  // Returns the error of a call that cannot be attempted. Reads what the attempt is to know.
  template <wire::Call C>
  std::optional<wire::Error> prepare_attempt() {
    if constexpr (std::is_same_v<C, wire::JoinFederationExecution>) {
      if (!ambassador_.is_joined()) prepare_join();
      if (auto failed = offer_memory()) return failed;
    }
    if constexpr (std::is_same_v<C, wire::ResumeMembership>) {
      if (!ambassador_.is_joined()) prepare_join();
    }
    if (FabricMember* const fabric = memory_.fabric()) {
      fabric->catch_up();
      if (std::is_same_v<C, wire::QueryTime>) fabric->read_notes();
    }
    return std::nullopt;
  }

  // Calls that a federate may make in rapid succession; they may be sent in batches.
  template <class C>
  static constexpr bool kMayBeDeferred =
      std::is_same_v<C, wire::UpdateAttributeValues> || std::is_same_v<C, wire::SendInteraction> ||
      std::is_same_v<C, wire::RegisterObjectInstance> ||
      std::is_same_v<C, wire::DeleteObjectInstance>;

  // Extent of a poll: a bounded number of records, or all that had arrived at this machine in the
  // link, the kernel's buffers or others' shared memory.
  enum class Extent { some, all_arrived };
  std::size_t poll_extent(Extent how = Extent::some);
  // Passes received frames to the Ambassador. Returns their number.
  std::size_t receive_frames(Extent how);
  // Continues the membership over a link to another router. Nothing is in transit on the present
  // link.
  void move_to_other_router();

  // Handles the loss of the link for this reason. If the member can return by a new link, later
  // polls try to connect; each blocks for a second at most (hosted_return.cpp).
  void lose_link(std::string reason);
  void try_to_return();
  // Sets the time by which the federate must be connected again. Returns false if it cannot return.
  [[nodiscard]] bool begin_return();
  // Returns whether the member has no link and tries to connect again.
  bool is_away() const {
    return return_.has_lost_join ||
           ambassador_.link_changes().recovery().state() == MemberRecovery::State::away;
  }
  // Begins to use a new link, in place of one that is lost or left.
  void use_link(RtigLink next);
  // Acknowledges received records if that is due: after a time, or at once before a sleep of
  // unknown length.
  void acknowledge(bool sleeps);
  // Returns when the next acknowledgement is due; empty: there is nothing to acknowledge.
  std::optional<Clock::time_point> acknowledgement_due_at() const;

  // Returns the longest request that the RTIG accepts. A longer one would end the link.
  std::size_t request_bytes_max() const {
    return is_member_ ? request_limits_.member : request_limits_.unjoined;
  }
  wire::Error too_long_error(std::size_t bytes) const;

  // Returns the object to wait for: the shared memory if there is any, which includes the link, and
  // otherwise the link.
  transport::Waitable& waited() const {
    if (SharedMemory* const shared = memory_.shared()) return *shared;
    return *link_;
  }
  // Offers to share memory, before a join or a restore.
  std::optional<wire::Error> offer_memory();
  // Returns whether this process's limits allow another participant of shared memory.
  bool has_room_in_process();
  // Offers to share memory in the federation that a restore makes.
  void offer_next_memory();
  // Enters shared memory again after a restore.
  void follow_restore();
  // Enters the fabric if the RTIG has accepted the offer, and otherwise withdraws the offer.
  void enter_fabric();
  // Leaves shared memory after the membership. Not while its records are being handled.
  void leave_memory();
  // Returns true if the record travels over the link, although there is a fabric.
  bool must_use_link(wire::Bytes record) const;
  // Returns whether it shares memory with others at a router other than the RTIG's.
  bool in_segment() const { return memory_.segment() != nullptr; }
  // Handles a router's record about the segment. Returns false if the frame is another record.
  bool receive_segment_control(wire::Bytes frame);
  // Enters the router's segment, if it has one, after a join or a restore.
  void begin_segment();
  // Demands a flush of the link if the fabric has answered its coordinator by it.
  void flush_after_answers();
  // Returns false if the record must be sent over the link now.
  bool send_in_segment(std::span<const wire::Bytes> parts);
  // Keeps a record for the link if earlier records have not found room in shared memory. Returns
  // false if it can be sent now.
  bool hold(std::span<const wire::Bytes> parts);
  // Sends held records when the records before them have found room.
  void send_held();
  // Returns whether sent records have not found room yet.
  bool has_queue() const { return waited().queued_bytes() > 0 || !held_records_.empty(); }

  // Waits until the Ambassador's call no longer waits. wait_for_queue() waits until all records
  // have found room.
  void wait_while_waiting(wire::Kind request);
  void wait_for_queue(wire::Kind request);
  // Waits like wait(), also for the descriptor of watch().
  void wait_watching(std::optional<Clock::time_point> until);
  template <class Purpose>
  std::optional<Clock::time_point> check_wait(WaitWatch& watch, wire::Kind request,
                                              Purpose&& purpose);
  std::string queue_wait_text() const;
  // Ends a call: sends its records now or, if `may_be_deferred`, with the next ones of a batch.
  void after_call(wire::Kind request, bool may_be_deferred);
  void send_time_status();
  // Logs dropped best effort, each time the number has grown tenfold.
  void log_dropped_messages();
  // Calls flush_all() if must_flush_ is set.
  void flush();
  // Wakes the members that this federate's last time note lets advance.
  void recompute_wake_ups();
  // Notes about the link's UDP side (wire::DatagramChannel), which travel over the link.
  void send_datagram_notes();
  void receive_datagram_note(const wire::Record& record);
  void end_link(std::string reason);

  std::unique_ptr<transport::Link> link_;
  std::string url_;
  const WaitLimits waits_;
  const ConnectElsewhere connect_elsewhere_;
  // Return by a new link after a loss (hosted_return.cpp).
  struct Return {
    Reconnect reconnect;
    std::chrono::milliseconds join_patience{0};
    // Time by which a federate that has lost its link during its present join must be connected.
    std::optional<Clock::time_point> join_until = {};
    bool has_lost_join = false;              // its join waits, and it has no link
    Clock::time_point acknowledged_at = {};  // last acknowledgement
    Clock::time_point until = {};            // time by which the member must be connected again
    std::string reason = {};                 // reason of the last loss
    ConnectionNews news = {};                // for the federate
  };
  Return return_;
  // Longest requests that the RTIG accepts.
  struct RequestLimits {
    std::size_t member;
    std::size_t unjoined;  // before the join
    explicit RequestLimits(const transport::Link& link);
  };
  RequestLimits request_limits_;
  transport::Waiter waiter_;
  Ambassador ambassador_;
  ReturnedCallbacks earlier_;  // that the federate had not received when it was suspended
  MemberRecording recording_;
  MemberMemory memory_;
  SegmentPart segment_;
  // For the link, after records without room in shared memory yet.
  std::deque<wire::Buffer> held_records_;
  bool is_member_ = false;
  bool must_flush_ = false;  // records were sent that must not wait
  Batching batching_;
  bool is_drained_ = false;
  StatusClock status_clock_;
  std::atomic<std::size_t> members_{0};
  struct Counters {
    unsigned calls_since_poll = 0;
    // Number of dropped messages at which the next line is logged.
    std::uint64_t next_logged_drop = 1;
  };
  Counters counters_;
  wire::PieceCollector pieces_;
  std::string fault_;               // protocol error of the peer; the rest of its input is ignored
  std::string loss_reason_;         // reason why the link ended; empty while it is open
  bool is_router_leaving_ = false;  // the router at the other end is about to leave its mesh
  struct WatchedDescriptor {
    int descriptor = -1;  // -1: none
    std::function<void()> readable;
  };
  WatchedDescriptor watched_;
};

}  // namespace triad::rtia
