#include "rtia/hosting/hosted_ambassador.hpp"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cstdio>
#include <utility>

#include "core/count_text.hpp"
#include "core/federation_state.hpp"
#include "files/line_output.hpp"
#include "transport/posix/cancellation.hpp"
#include "wire/limits.hpp"

namespace triad::rtia {
namespace {

// Records handled before callbacks are delivered and calls continue.
constexpr std::size_t kFramesPerLook = 256;
// Calls between two looks. A federate that only sends must also read, because it may receive a
// request to hold its sends.
constexpr unsigned kCallsPerLook = 64;

// Returns the API's name of a service, from the name of its message.
std::string service_name(wire::Kind request) {
  std::string name(wire::name_of(request));
  name.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(name.front())));
  return name;
}

std::string seconds_text(std::chrono::duration<double> time) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f s", time.count());
  return text;
}

}  // namespace

HostedAmbassador::HostedAmbassador(std::unique_ptr<transport::Link> link, std::string url,
                                   HostOptions options)
    : link_(std::move(link)),
      url_(std::move(url)),
      waits_(options.waits),
      connect_elsewhere_(std::move(options.connect_elsewhere)),
      return_{std::move(options.reconnect), options.join_patience},
      request_limits_(*link_),
      waiter_(options.spin),
      ambassador_(*this, options.ambassador),
      recording_(std::move(options.recording), *options.ambassador.time_type),
      memory_(options.fabric, ambassador_),
      status_clock_(options.federate_process) {}

HostedAmbassador::RequestLimits::RequestLimits(const transport::Link& link)
    : member(link.frame_bytes_max() - wire::kRecordBytesAdded),
      unjoined(std::min(member, wire::kUnjoinedRecordBytesMax)) {}

// When the link ends, the RTIG treats the federate as lost and resigns it with the configured
// action.
HostedAmbassador::~HostedAmbassador() {
  ambassador_.link_changes().abandon();
  flush_all();
  link_->close();
}

std::optional<wire::Error> HostedAmbassador::failure() {
  const bool serves = ambassador_.is_joined() && !ambassador_.is_leaving();
  if (!is_member_ || (loss_reason_.empty() && serves)) return std::nullopt;
  // Any look-up call makes the Ambassador return the reason.
  const auto refused = ambassador_.call(wire::GetOrderingName{});
  if (refused) return std::nullopt;
  return wire::error(wire::ErrorCode::RTIinternalError, refused.error().text);
}

wire::Error HostedAmbassador::too_long_error(std::size_t bytes) const {
  const std::string most = std::to_string(request_bytes_max());
  return wire::error(wire::ErrorCode::RTIinternalError,
                     "nothing was sent: the call takes " + std::to_string(bytes) +
                         " bytes with its values, names and tag, and " +
                         (is_member_ || request_limits_.unjoined == request_limits_.member
                              ? "the RTIG takes " + most +
                                    " at most; send less at a time, or raise the RTIG's limit "
                                    "(rtig --message-max, RTIG_MESSAGE_MAX)"
                              : "the RTIG takes " + most + " of a federate that has not joined"));
}

const Callback* HostedAmbassador::take_callback() {
  if (const Callback* const callback = return_.news.take()) return callback;
  if (const Callback* const callback = take_earlier_callback()) return callback;
  const Callback* const callback = ambassador_.take_callback();
  if (recording_.is_active() && callback) recording_.record_callback(ambassador_, *callback);
  flush();
  return callback;
}

const Callback* HostedAmbassador::take_plain_callback() {
  if (const Callback* const callback = take_earlier_callback()) return callback;
  const Callback* const callback = ambassador_.take_plain_callback();
  if (recording_.is_active() && callback) recording_.record_callback(ambassador_, *callback);
  return callback;
}

bool HostedAmbassador::is_mom_class(wire::InteractionClassHandle interaction_class) const {
  const core::Federation* const federation = ambassador_.state();
  return federation != nullptr &&
         federation->management().interaction_of(interaction_class) != core::mom::Interaction::none;
}

std::size_t HostedAmbassador::poll() {
  batching_.end_burst();
  return poll_extent();
}

// As after a sleep: the look that finds nothing more checks that the peer is alive.
void HostedAmbassador::poll_until_idle() {
  do {
    finish_wait();
  } while (poll() > 0);
}

std::size_t HostedAmbassador::poll_extent(Extent how) {
  if (!loss_reason_.empty()) return 0;
  counters_.calls_since_poll = 0;
  if (is_away()) return try_to_return(), 0;
  std::size_t frames = receive_frames(how);
  // The MOM may have ordered a flush.
  if (how == Extent::some && ambassador_.has_pending_flush())
    frames += receive_frames(Extent::all_arrived);
  if (SharedMemory* const shared = memory_.shared(); shared && !shared->fault().empty())
    return end_link(shared->fault()), frames;
  if (!fault_.empty()) {
    end_link("the RTIG at " + url_ + " sent " + fault_);
  } else if (ambassador_.link_changes().is_to_move()) {
    move_to_other_router();
  } else if (!link_->is_open()) {
    lose_link("the connection to the RTIG at " + url_ + " is lost: " + link_->close_reason().text);
  } else {
    ambassador_.settle();
    if (ambassador_.link_changes().recovery().is_running()) return_.news.record_return(url_);
    send_time_status();
    log_dropped_messages();
    acknowledge(false);
    flush_all();
    recompute_wake_ups();
    leave_memory();
    members_.store(ambassador_.member_count(), std::memory_order_relaxed);
  }
  return frames;
}

// Moves to another router. Nothing is in transit on the present link, and nothing waits for it. The
// membership continues over the new link, where it pauses like all others until it is admitted.
void HostedAmbassador::move_to_other_router() {
  const std::string from = url_;
  flush_all();
  memory_.drop();
  segment_ = {};
  held_records_.clear();
  link_->close();
  auto next = connect_elsewhere_(from);
  if (!next) {
    return end_link("the router at " + from +
                    " leaves its mesh, and this federate has no other: " + next.error().text);
  }
  use_link(std::move(*next));
  if (memory_.may_share()) static_cast<void>(memory_.offer(*link_));
  ambassador_.link_changes().return_by_link();
  must_flush_ = true;
  flush_all();
  log_line("this federate continues over " + url_ + ": the router at " + from + " leaves its mesh");
}

std::size_t HostedAmbassador::receive_frames(Extent how) {
  // Records of other members in the segment may depend on everything received over the link.
  const bool all = how == Extent::all_arrived || in_segment();
  if (in_segment()) memory_.segment()->mark_readable();
  std::size_t frames = all ? link_->receive_arrived(*this) : link_->receive(*this, kFramesPerLook);
  is_drained_ = link_->is_drained() && frames < kFramesPerLook;
  send_datagram_notes();
  follow_restore();
  if (FabricMember* const fabric = memory_.fabric(); fabric && ambassador_.on_fabric()) {
    const std::size_t read =
        all ? fabric->receive_arrived() : fabric->receive_records(kFramesPerLook);
    is_drained_ = is_drained_ && read < kFramesPerLook;
    frames += read;
  }
  if (in_segment()) frames += memory_.segment()->receive_marked();
  flush_after_answers();
  return frames;
}

// --- Shared memory with others on this host ---

std::optional<wire::Error> HostedAmbassador::offer_memory() {
  memory_.withdraw_offer();
  if (!memory_.may_share() || ambassador_.is_joined() || !loss_reason_.empty()) return std::nullopt;
  memory_.leave();
  return has_room_in_process() ? memory_.offer(*link_) : std::nullopt;
}

// Without this check, the existing members would fail when they attach this one.
bool HostedAmbassador::has_room_in_process() {
  const auto why = link_->capabilities().descriptors != nullptr ? transport::process_room_refusal()
                                                                : std::nullopt;
  static std::atomic_flag logged;  // once in a process, where many may follow
  if (why && !logged.test_and_set()) {
    log_line("this federate shares no memory with others and uses its link instead: " + *why);
  }
  return !why;
}

// Enters the fabric if the RTIG has accepted the offer, and otherwise withdraws the offer. A
// segment was entered when its router's record arrived.
void HostedAmbassador::enter_fabric() {
  static_cast<void>(memory_.begins_membership());
  if (memory_.shared() != nullptr) return;
  if (!ambassador_.on_fabric()) return memory_.drop();
  if (const auto entered = memory_.enter_fabric(*link_); !entered) end_link(entered.error().text);
}

// Offers an outbox for the restored federation, which shares new memory. A member without an offer
// is reached over its link.
void HostedAmbassador::offer_next_memory() {
  if (!memory_.may_share() || !ambassador_.is_joined() || !loss_reason_.empty() ||
      !has_room_in_process())
    return;
  static_cast<void>(memory_.offer(*link_));
}

void HostedAmbassador::follow_restore() {
  if (!is_member_ || !ambassador_.is_joined() || !memory_.begins_membership()) return;
  memory_.leave();
  enter_fabric();
}

// Must not be called while records of the fabric are being handled.
void HostedAmbassador::leave_memory() {
  if (!is_member_ || ambassador_.is_joined()) return;
  if (memory_.fabric() != nullptr) held_records_.clear();  // of the membership
  memory_.leave();
}

// Returns whether the record travels over the link: it concerns no federation, or not the present
// one.
bool HostedAmbassador::must_use_link(wire::Bytes record) const {
  if (memory_.fabric() == nullptr || !ambassador_.on_fabric()) return true;
  const wire::Kind kind = wire::peek_kind(record);
  return kind == wire::Kind::CreateFederationExecution ||
         kind == wire::Kind::DestroyFederationExecution ||
         // Must follow the offer of shared memory.
         kind == wire::Kind::FederateRestoreComplete;
}

void HostedAmbassador::wake(wire::FederateHandle federate) {
  if (memory_.fabric() == nullptr) return;
  memory_.fabric()->wake(federate);
  must_flush_ = true;
}

void HostedAmbassador::publish_note(const core::Audience& audience,
                                    const records::TimeNote::Words& note) {
  if (memory_.fabric() == nullptr) return;
  memory_.fabric()->publish_note(audience, note);
  must_flush_ = true;
  waiter_.expect_answer(member_count());
}

void HostedAmbassador::publish_tso_position(wire::Position position) {
  if (FabricMember* const fabric = memory_.fabric(); fabric && ambassador_.on_fabric())
    fabric->publish_tso_position(position);
}

std::span<const wire::StreamPosition> HostedAmbassador::last_tso_positions() {
  FabricMember* const fabric = memory_.fabric();
  return fabric ? fabric->last_tso_positions() : std::span<const wire::StreamPosition>();
}

void HostedAmbassador::withdraw_note() {
  if (FabricMember* const fabric = memory_.fabric()) fabric->withdraw_note();
}

void HostedAmbassador::log_line(std::string_view line) {
  files::print_line("triad: " + std::string(line));
}

void HostedAmbassador::send_time_status() {
  status_clock_.record_time_state(ambassador_.time_state_number());
  if (const auto figures = ambassador_.time_status_request()) {
    ambassador_.send_time_status(status_clock_.ages(Clock::now()), status_clock_.figures(*figures));
  }
}

// Logs one line for each power of ten, so that a federate that never keeps up does not fill the
// log.
void HostedAmbassador::log_dropped_messages() {
  const std::uint64_t dropped = ambassador_.messages_dropped();
  if (dropped < counters_.next_logged_drop) return;
  counters_.next_logged_drop = 10 * dropped;
  log_line(core::count_text(dropped, "best-effort message to this federate has been",
                            "best-effort messages to this federate have been") +
           " dropped, the oldest first: more than flow.hold is queued; tick more often, or send "
           "less");
}

void HostedAmbassador::wait(std::optional<Clock::time_point> until, std::span<const int> also) {
  if (!loss_reason_.empty() || is_away()) return;
  const bool had_queue = has_queue();
  // Records that calls have received since the last look.
  batching_.end_burst();
  ambassador_.settle();
  acknowledge(false);
  flush_all();
  // With an empty queue nothing else would wake a caller that waits for room.
  if (had_queue && !has_queue()) return;
  const auto due = acknowledgement_due_at();
  waiter_.wait_until(waited(), due && (!until || *due < *until) ? due : until, also);
}

void HostedAmbassador::wait_beside(transport::Waitable& other) {
  if (is_away()) return;
  acknowledge(false);
  flush();
  waiter_.wait_until(waited(), other, acknowledgement_due_at());
}

void HostedAmbassador::watch(int descriptor, std::function<void()> readable) {
  watched_ = {descriptor, std::move(readable)};
}

void HostedAmbassador::wait_while_waiting(wire::Kind request) {
  const transport::CancellationGuard held;
  flush_all();
  const bool for_pause = ambassador_.pending_call().waits_for_pause();
  const bool for_room = ambassador_.pending_call().waits_for_room() || for_pause;
  std::optional<WaitWatch> watch;
  bool was_recovering = false;
  while (poll(), ambassador_.is_waiting()) {
    // The time of a recovery does not count.
    const bool is_recovering = ambassador_.link_changes().recovery().is_paused();
    if (std::exchange(was_recovering, is_recovering) || is_recovering) watch.reset();
    if (!watch)
      watch.emplace(for_room || is_recovering ? WaitLimits{waits_.report, {}} : waits_,
                    Clock::now());
    const auto next = check_wait(*watch, request, [&] {
      if (for_pause && ambassador_.link_changes().recovery().is_paused())
        return std::string("members of the federation that have lost their links to return");
      if (for_pause) return std::string("members of the federation that move to other routers");
      return for_room ? ambassador_.room_wait_text() : "the RTIG at " + url_;
    });
    if (!ambassador_.is_waiting()) return;
    wait_watching(next);
  }
}

void HostedAmbassador::wait_watching(std::optional<Clock::time_point> until) {
  if (watched_.descriptor < 0) return wait(until);
  wait(until, std::span<const int>(&watched_.descriptor, 1));
  watched_.readable();
}

// Logs the wait or ends the call, if due. Returns when the next of these is due.
template <class Purpose>
std::optional<HostedAmbassador::Clock::time_point> HostedAmbassador::check_wait(WaitWatch& watch,
                                                                                wire::Kind request,
                                                                                Purpose&& purpose) {
  const auto now = Clock::now();
  const auto due = watch.due(now);
  if (due == WaitWatch::Due::nothing) return watch.next();
  const std::string waited = seconds_text(watch.waited(now));
  if (due == WaitWatch::Due::end) {
    end_link(purpose() + " has not answered " + service_name(request) + " for " + waited +
             " (request.timeout); the connection to it is closed");
    return watch.next();
  }
  log_line(service_name(request) + " has waited for " + purpose() + " for " + waited);
  return watch.next();
}

void HostedAmbassador::after_call(wire::Kind request, bool may_be_deferred) {
  const bool deferred = may_be_deferred && must_flush_ && !link_->is_poll_cheap() &&
                        batching_.can_defer(link_->queued_bytes());
  if (deferred) {
    must_flush_ = false;
  } else {
    flush();
  }
  if (++counters_.calls_since_poll >= kCallsPerLook) {
    poll_extent();
  } else if (deferred) {
    return;
  }
  if (!batching_.is_pending() && has_queue()) wait_for_queue(request);
}

// Waits until all records have found room, because the federate may not call again for a long time.
// The RTIG always reads, so the wait ends with the queue or with the link.
void HostedAmbassador::wait_for_queue(wire::Kind request) {
  const transport::CancellationGuard held;
  std::optional<WaitWatch> watch;
  while (!batching_.is_pending() && has_queue() && loss_reason_.empty()) {
    if (!watch) watch.emplace(WaitLimits{waits_.report, {}}, Clock::now());
    wait_watching(check_wait(*watch, request, [&] { return queue_wait_text(); }));
    poll_extent();
  }
}

std::string HostedAmbassador::queue_wait_text() const {
  const SharedMemory* const shared = memory_.shared();
  const auto slowest = shared ? shared->slowest() : std::nullopt;
  return slowest ? "room in shared memory (" + ambassador_.federate_text(*slowest) +
                       " has the most to read)"
                 : "the RTIG at " + url_ + " to read";
}

void HostedAmbassador::send_record(const core::Audience& audience,
                                   std::span<const wire::Bytes> parts) {
  must_flush_ = true;
  if (recording_.is_active()) recording_.record_sent(parts);
  const wire::Bytes record = parts.front();  // contains all bytes read below
  // The federate's call or an order of the MOM has caused it.
  const wire::Kind kind = wire::peek_kind(record);
  if (kind == wire::Kind::FederateRestoreComplete) {
    if (ambassador_.on_fabric()) held_records_.clear();  // of the time before the restore
    offer_next_memory();
  }
  if (kind != wire::Kind::Ack) waiter_.expect_answer(member_count());
  if (in_segment() && send_in_segment(parts)) return;
  if (!must_use_link(record)) {
    if (!audience.is_outside_stream) return memory_.fabric()->send_record(audience, parts);
    if (hold(parts)) return;
  }
  if (SharedMemory* const shared = memory_.shared();
      shared && (ambassador_.on_fabric() || in_segment()))
    shared->wake_rtig();
  if (!wire::may_be_lost(record)) return link_->send(parts);
  link_->send_unreliable(parts);
  send_datagram_notes();
}

bool HostedAmbassador::exchange(wire::Bytes record, wire::Buffer& memory) {
  SharedMemory* const shared = memory_.shared();
  return shared && shared->exchange(record, memory);
}

void HostedAmbassador::receive_frame(transport::Bytes frame) {
  if (!fault_.empty()) return;
  // Record of the router itself, which may arrive between pieces of forwarded records.
  if (wire::peek_kind(frame) == wire::Kind::ComeAgain) {
    is_router_leaving_ = true;
    return;
  }
  switch (pieces_.receive_frame(frame)) {
    case wire::PieceCollector::Collected::whole:
      do {
        receive_record(frame);
      } while (fault_.empty() && pieces_.take_record_between(frame));
      return;
    case wire::PieceCollector::Collected::part:
      return;
    case wire::PieceCollector::Collected::fault:
      fault_ = "pieces that belong to no record";
      return;
  }
}

void HostedAmbassador::receive_record(wire::Bytes frame) {
  if (wire::peek_kind(frame) == wire::Kind::DatagramChannel) {
    if (const auto record = wire::parse_record(frame)) return receive_datagram_note(*record);
  }
  if (receive_segment_control(frame)) return;
  if (!ambassador_.receive_record(frame)) fault_ = ambassador_.fault();
  begin_segment();
}

void HostedAmbassador::receive_datagram_note(const wire::Record& record) {
  transport::DatagramChannel* const channel = link_->capabilities().datagrams;
  const auto note = wire::decode<wire::DatagramChannel>(record.payload);
  if (channel == nullptr || !note) return;
  channel->receive_note(transport::note_of(*note));
}

void HostedAmbassador::send_datagram_notes() {
  transport::DatagramChannel* const channel = link_->capabilities().datagrams;
  if (channel == nullptr) return;
  while (const auto note = channel->next_note()) {
    wire::Buffer bytes;
    wire::encode_record({}, transport::message_of<wire::DatagramChannel>(*note), bytes);
    link_->send(bytes);
    must_flush_ = true;
  }
  if (const auto trouble = channel->take_warning()) files::print_line("triad: " + *trouble);
}

void HostedAmbassador::flush() {
  if (must_flush_) flush_all();
}

// Also sends records that found no room before.
void HostedAmbassador::flush_all() {
  const bool batch = batching_.record_flush();
  if (std::exchange(must_flush_, false) || batch || has_queue()) {
    waited().flush();
    send_held();
    recompute_wake_ups();
  }
}

void HostedAmbassador::recompute_wake_ups() {
  if (FabricMember* const fabric = memory_.fabric()) fabric->recompute_wake_ups(kFramesPerLook);
}

void HostedAmbassador::end_link(std::string reason) {
  loss_reason_ = std::move(reason);
  link_->close();
  ambassador_.record_link_loss(loss_reason_);
}

}  // namespace triad::rtia
