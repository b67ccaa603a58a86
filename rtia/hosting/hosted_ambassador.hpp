// An Ambassador with its link to the RTIG: makes calls that wait, feeds it what comes, flushes what
// it sends. Hosts: libRTI (embedded RTIA) and the rtia program. One thread at a time.
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
#include "rtia/hosting/fabric_member.hpp"
#include "rtia/hosting/federate_presence.hpp"
#include "rtia/hosting/wait_watch.hpp"
#include "rtia/segment_part.hpp"
#include "transport/link.hpp"
#include "transport/wait.hpp"
#include "wire/encoded_size.hpp"
#include "wire/pieces.hpp"

namespace triad::rtia {

struct HostOptions {
  AmbassadorOptions ambassador;
  // Of the shared memory with others on this host; none: everything goes by the link.
  std::optional<transport::FabricOptions> fabric;
  transport::Duration spin = transport::sensible_spin();  // before each sleep (transport/wait.hpp)
  // Of calls. Only what the RTIG does not answer is given an end: the connection is given up then,
  // for what comes later would be an answer to nothing.
  WaitLimits waits;
  // Another link to the RTIG, made by the other URLs that the federate was given, for the one that
  // is given; none: there are none. Blocks as long as a first connection may take.
  LinkElsewhere elsewhere;
};

class HostedAmbassador final : private Uplink, private transport::FrameSink {
 public:
  using Clock = std::chrono::steady_clock;

  // The handshake has been made. `url` is for people.
  HostedAmbassador(std::unique_ptr<transport::Link> link, std::string url,
                   HostOptions options = {});
  ~HostedAmbassador() override;

  // Carries a service out; blocks while it waits for the RTIG or for room at a receiver, and no
  // longer than the link lives.
  template <wire::Call C>
  Result<typename C::Reply> call(const C& request) {
    if constexpr (std::is_same_v<C, wire::ResignFederationExecution>) {
      // Resigning from what is lost fails, and ends the membership all the same. A departure that
      // is on its way comes first: until then records of it are read.
      if (ambassador_.is_leaving()) {
        (void)ambassador_.call(request);
        if (ambassador_.waiting()) wait_while_waiting(wire::kind_of<C>);
      }
      if (const auto failed = failure()) {
        member_ = false;
        return *failed;
      }
    }
    if constexpr (std::is_same_v<C, wire::AdvanceTime>) {
      if (request.kind == wire::Advance::flush_queue_request) (void)look(Look::at_all_that_came);
    }
    if (const auto bytes = wire::encoded_size(request); bytes > request_bytes_max()) {
      return too_long(bytes);
    }
    for (;;) {
      if constexpr (std::is_same_v<C, wire::JoinFederationExecution>) {
        if (!ambassador_.joined()) begin_anew();
        if (auto failed = offer_fabric()) return *failed;
      }
      if (fabric_) fabric_->catch_up();
      if (std::is_same_v<C, wire::QueryTime> && fabric_) fabric_->read_notes();
      auto result = ambassador_.call(request);
      if (!ambassador_.waiting()) {
        note<C>(result.has_value());
        after_call(wire::kind_of<C>, kMayBeDeferred<C>);
        return result;
      }
      wait_while_waiting(wire::kind_of<C>);
      if constexpr (std::is_same_v<C, wire::JoinFederationExecution>) enter_fabric();
      if (const auto& failed = ambassador_.wait_error()) return *failed;
      if (ambassador_.call_again()) continue;
      note<C>(true);
      return reply<typename C::Reply>(ambassador_.reply_value());
    }
  }

  // Joined, and not resigned since by a call: also when the federation was lost meanwhile.
  bool member() const { return member_; }
  // Why a member is none any more: the link ended or the RTIG resigned it.
  std::optional<wire::Error> failure();
  // The link is there; and, of one that has not joined, nobody at its other end has said that it is
  // to end.
  bool usable() const {
    return lost_.empty() && (member_ || !(told_to_leave_ || ambassador_.link_ends()));
  }

  std::size_t callbacks_waiting() const { return ambassador_.callbacks_waiting(); }
  // As Ambassador::take_callback.
  const Callback* take_callback();
  bool answers_enabling_soon() const { return ambassador_.answers_enabling_soon(); }

  // Handles a bounded number of records that are there; returns how many. Does not wait.
  std::size_t poll();
  // Whether the last poll() has left nothing that had come by then. False: perhaps not.
  bool is_drained() const { return drained_; }
  // As poll(), to the end: usable() then tells of an RTIG that has ended, whatever it sent before.
  void make_sure_of_rtig();
  // From now on what updates send in a burst may stay here for a while (batching.hpp).
  void batch(Batching::Guard& guard) { batching_.guard_by(guard); }
  // Any thread may ask, and say that a batch is overdue; the rest as all calls.
  Batching& batching() { return batching_; }
  // From now on the caller notes in presence() when the federate ticks.
  void watch_presence() { knows_presence_ = true; }
  FederatePresence& presence() { return presence_; }
  // Federates joined to the federation, as of the last look. Any thread may ask.
  std::size_t members() const { return members_.load(std::memory_order_relaxed); }
  void flush_all();

  // Sleeps until something may have come, `also` is readable, or until `until`.
  void wait(std::optional<Clock::time_point> until, std::span<const int> also = {});
  // Sleeps until something may have come here or by `other`.
  void wait_beside(transport::Waitable& other);
  // Whether there is a core for each member on this host that is awake; false: nobody knows.
  bool cores_suffice() const {
    return fabric_ && ambassador_.on_fabric() && waiter_.cores_suffice(*fabric_);
  }

  // For who sleeps by his own means: see transport::Waitable. prepare_wait's false: do not sleep.
  int descriptor() const { return waited().descriptor(); }
  int second_descriptor() const { return waited().second_descriptor(); }  // beside it; -1: none
  bool wants_write() const { return waited().wants_write(); }
  bool prepare_wait() { return waited().prepare_wait(); }
  void finish_wait() { waited().finish_wait(); }

  // While a call waits, also watches this descriptor: `readable` is called when it is.
  void watch(int descriptor, std::function<void()> readable);

 private:
  void send(const core::Audience& audience, std::span<const wire::Bytes> parts) override;
  bool exchange(wire::Bytes record, wire::Buffer& memory) override;
  void wake(wire::FederateHandle federate) override;
  void note(const core::Audience& audience, const records::TimeNote::Words& note) override;
  void sent_in_order(wire::Position position) override;
  std::span<const wire::StreamPosition> last_in_order() override;
  void take_note_back() override;
  bool can_move() const override { return elsewhere_ != nullptr; }
  void tell(std::string_view line) override;
  void on_frame(transport::Bytes frame) override;
  void take_record(wire::Bytes frame);

  template <wire::Call C>
  void note(bool succeeded) {
    if (!succeeded) return;
    if constexpr (std::is_same_v<C, wire::JoinFederationExecution>) member_ = true;
    if constexpr (std::is_same_v<C, wire::ResignFederationExecution>) member_ = false;
  }

  // It asks to join. The RTIG may ask for ages together with its answer.
  void begin_anew() {
    member_ = false;  // it may have been resigned through the MOM since
    presence_.begin(Clock::now());
    time_state_ = 0;
    tell_losses_at_ = 1;
  }

  // The reply of a call that waited: a handle or nothing. Others are made by making the call again.
  template <class Reply>
  static Result<Reply> reply(std::uint64_t value) {
    if constexpr (std::is_void_v<Reply>) {
      return {};
    } else if constexpr (wire::IsHandle<Reply>::value) {
      return Reply(static_cast<typename Reply::integer_type>(value));
    } else {
      return wire::error(wire::ErrorCode::RTIinternalError, "a reply without its value");
    }
  }

  // Of a federate that sends without a pause.
  template <class C>
  static constexpr bool kMayBeDeferred =
      std::is_same_v<C, wire::UpdateAttributeValues> || std::is_same_v<C, wire::SendInteraction> ||
      std::is_same_v<C, wire::RegisterObjectInstance> ||
      std::is_same_v<C, wire::DeleteObjectInstance>;

  // A bounded number of records, or all that had come to this host: into the link, the kernel's
  // buffers or others' shared memory.
  enum class Look { at_some, at_all_that_came };
  std::size_t look(Look how = Look::at_some);
  std::size_t take_in(Look how);
  void move();

  // So long a request the RTIG takes; one that is longer would end the link.
  std::size_t request_bytes_max() const { return member_ ? member_request_max_ : request_max_; }
  wire::Error too_long(std::size_t bytes) const;

  // What is to be waited for: the link, and shared memory if there is some.
  transport::Waitable& waited() const {
    if (fabric_) return *fabric_;
    return *link_;
  }
  std::optional<wire::Error> offer_fabric();
  bool has_room_in_process();
  void offer_next_fabric();
  void follow_restore();
  void enter_fabric();
  void leave_fabric();
  bool goes_by_link(wire::Bytes record) const;
  // Whether it shares memory with others at a router that is not the RTIG's.
  bool in_segment() const { return fabric_ && fabric_->is_segment(); }
  bool take_word_of_segment(wire::Bytes frame);
  void begin_segment();
  void note_answers();
  bool send_in_segment(std::span<const wire::Bytes> parts);
  void send_held();
  // Something that was sent has yet to find room.
  bool has_queue() const { return waited().queued_bytes() > 0 || !held_.empty(); }

  void wait_while_waiting(wire::Kind request);
  void wait_for_queue(wire::Kind request);
  template <class WhatFor>
  std::optional<Clock::time_point> heed(WaitWatch& watch, wire::Kind request, WhatFor&& what_for);
  std::string what_queue_waits_for() const;
  void after_call(wire::Kind request, bool may_be_deferred);
  void tell_how_time_stands();
  void tell_losses();
  void flush();
  void recompute_wake_ups();
  void send_datagram_notes();
  void on_datagram_channel(const wire::Record& record);
  void lose(std::string reason);

  std::unique_ptr<transport::Link> link_;
  std::string url_;
  const WaitLimits waits_;
  const LinkElsewhere elsewhere_;
  const std::optional<transport::FabricOptions> fabric_options_;
  std::size_t member_request_max_;
  std::size_t request_max_;  // of who has not joined
  transport::Waiter waiter_;
  Ambassador ambassador_;
  std::unique_ptr<FabricMember> fabric_;  // from the request to join to the resignation
  SegmentPart segment_;
  std::deque<wire::Buffer> held_;  // for the link, behind what has no room yet in shared memory
  std::unique_ptr<FabricMember> next_fabric_;  // offered, for when the federation is restored
  std::uint64_t membership_ = 0;               // Ambassador::membership_number()
  bool member_ = false;
  bool to_flush_ = false;  // something was sent that is not to wait
  Batching batching_;
  bool drained_ = false;
  FederatePresence presence_;
  bool knows_presence_ = false;
  std::atomic<std::size_t> members_{0};
  unsigned calls_since_look_ = 0;
  std::uint64_t tell_losses_at_ = 1;    // so many messages dropped
  std::uint64_t time_state_ = 0;        // Ambassador::time_state() at the last look
  Clock::time_point time_state_since_;  // and when a look found it first
  wire::PieceCollector pieces_;
  std::string fault_;  // how the peer broke the protocol: what else came with it is not looked at
  std::string lost_;   // why the link ended; empty while it is there
  bool told_to_leave_ = false;  // the router there is about to leave its mesh
  int watched_ = -1;
  std::function<void()> watched_readable_;
};

}  // namespace triad::rtia
