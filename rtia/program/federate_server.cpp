#include "rtia/program/federate_server.hpp"

#include <poll.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <utility>
#include <variant>

#include "files/line_output.hpp"
#include "rtia/hosting/connect_to_rtig.hpp"
#include "rtia/hosting/process_protocol.hpp"

namespace triad::rtia {
namespace {

// Calls handled before records of the RTIG are read.
constexpr std::size_t kFramesPerLook = 64;
// Number of posted calls after which they count as a burst, and the time after which the burst has
// ended. Updates of a burst follow each other more quickly (batching.hpp).
constexpr std::size_t kBurstCalls = 8;
constexpr auto kBurstPatience = std::chrono::microseconds(5);

// Calls that need the RTIG and no membership. The first of them connects.
template <class C>
constexpr bool kConnects =
    std::is_same_v<C, wire::CreateFederationExecution> ||
    std::is_same_v<C, wire::DestroyFederationExecution> ||
    std::is_same_v<C, wire::JoinFederationExecution> || std::is_same_v<C, wire::ResumeMembership>;

// Returns whether the callback is data in receive order that its sender cannot retract.
bool is_plain(const Callback& callback) {
  const auto is_plain_data = [](const auto& data) {
    return data.order == wire::Ordering::receive && data.retraction.serial == 0;
  };
  if (const auto* const reflect = std::get_if<wire::ReflectAttributeValues>(&callback)) {
    return is_plain_data(*reflect);
  }
  const auto* const receive = std::get_if<wire::ReceiveInteraction>(&callback);
  return receive != nullptr && is_plain_data(*receive);
}

// Sets a flag of an encoded record.
void add_flag(wire::Buffer& record, std::uint16_t flag) {
  wire::RecordHeader header;
  std::memcpy(&header, record.data(), sizeof header);
  header.flags |= flag;
  std::memcpy(record.data(), &header, sizeof header);
}

// States in an encoded record the class of an interaction, as it was sent.
void set_sent_class(wire::Buffer& record, wire::InteractionClassHandle sent_class) {
  wire::RecordHeader header;
  std::memcpy(&header, record.data(), sizeof header);
  header.addressee = sent_class.value;
  std::memcpy(record.data(), &header, sizeof header);
}

// Returns whether the other end of the socket is closed.
bool has_hung_up(int socket) {
  pollfd entry{socket, POLLRDHUP, 0};
  return ::poll(&entry, 1, 0) > 0 && entry.revents != 0;
}

}  // namespace

FederateServer::FederateServer(transport::Link& federate, int lifeline, ServerOptions options)
    : federate_(federate),
      lifeline_(lifeline),
      waiter_(options.host.spin),
      options_(std::move(options)) {}

void FederateServer::run() {
  while (!is_protocol_broken_) {
    const std::size_t calls = federate_.receive(*this, kFramesPerLook);
    if (!federate_.is_open()) {
      if (ambassador_) ambassador_->flush_all();
      return;
    }
    const bool burst_continues = may_burst_continue(calls);
    std::size_t records = 0;
    if (ambassador_ && !burst_continues) {
      posted_calls_ = 0;
      records = ambassador_->poll();
    }
    send_requested_callback();
    send_notifications();
    federate_.flush();
    if (calls + records == 0 && !burst_continues) sleep();
  }
}

// HostedAmbassador::poll() ends a burst and sends its batch. During a burst the ambassador itself
// looks for records of the RTIG, once in a number of calls.
bool FederateServer::may_burst_continue(std::size_t calls) {
  if (posted_calls_ < kBurstCalls) return false;
  const auto now = HostedAmbassador::Clock::now();
  if (calls > 0) asked_at_ = now;
  return now - asked_at_ < kBurstPatience;
}

// The federate is outside the RTI meanwhile, unless its tick waits here.
void FederateServer::sleep() {
  if (ambassador_ && !is_federate_waiting()) ambassador_->presence().set_outside_since(asked_at_);
  if (ambassador_ && ambassador_->is_usable()) {
    ambassador_->wait_beside(federate_);
  } else {
    waiter_.wait(federate_, std::nullopt);
  }
}

// A call that waits reads only the link to the RTIG, so frames may be handled within receive().
void FederateServer::receive_frame(transport::Bytes frame) {
  if (is_protocol_broken_) return;
  const auto record = wire::parse_record(frame);
  if (!record) {
    is_protocol_broken_ = true;
  } else if (record->header.position == 0 && (record->header.flags & kReturned) != 0) {
    is_protocol_broken_ = !receive_returned(frame);
  } else if (record->header.position == 0) {
    is_protocol_broken_ = !receive_notice(*record);
  } else if ((record->header.flags & kPosted) != 0) {
    is_protocol_broken_ = !receive_posted(*record);
  } else {
    receive_request(*record);
    federate_.flush();
  }
}

bool FederateServer::receive_notice(const wire::Record& record) {
  if (record.header.message_kind() == wire::Kind::WatchConnection) {
    const auto watch = wire::decode<wire::WatchConnection>(record.payload);
    if (!watch) return false;
    watches_connection_ = watch->is_on;
    if (ambassador_) ambassador_->watch_connection(watches_connection_);
    return true;
  }
  asked_at_ = HostedAmbassador::Clock::now();
  record_tick(false);
  return record.header.message_kind() == wire::Kind::NoCallback;
}

bool FederateServer::receive_posted(const wire::Record& record) {
  // During a burst, once for each look at the ring.
  if (++posted_calls_ < kBurstCalls) asked_at_ = HostedAmbassador::Clock::now();
  if (ambassador_) ambassador_->presence().set_outside_since(std::nullopt);
  switch (record.header.message_kind()) {
    case wire::Kind::UpdateAttributeValues:
      return receive_posted_call<wire::UpdateAttributeValues>(record);
    case wire::Kind::SendInteraction:
      return receive_posted_call<wire::SendInteraction>(record);
    case wire::Kind::AdvanceTime:
      return receive_posted_call<wire::AdvanceTime>(record);
    default:
      return false;
  }
}

template <wire::Call C>
bool FederateServer::receive_posted_call(const wire::Record& record) {
  const auto call = wire::decode<C>(record.payload);
  if (!call || !may_be_posted(*call)) return false;
  const auto result = carry_out(*call);
  if (result) return true;
  must_revoke_ = true;
  if (files::is_logged_occurrence(++posts_refused_)) {
    files::print_line(
        "triad: a call of the federate was refused after it had returned, because "
        "the federation changed meanwhile: " +
        result.error().text + files::occurrences_suffix(posts_refused_));
  }
  return true;
}

template <wire::Call C>
std::uint16_t FederateServer::permit_flag(const C& call) const {
  if constexpr (!kMayBePosted<C>) {
    return 0;
  } else {
    if (!may_be_posted(call)) return 0;
    // An interaction of the MOM may change the permits of the federate.
    if constexpr (std::is_same_v<C, wire::SendInteraction>) {
      if (ambassador_->is_mom_class(call.interaction_class)) return 0;
    }
    return kMayPost;
  }
}

void FederateServer::receive_request(const wire::Record& record) {
  bool understood = false;
  // Any request ends the one for a callback; TakeCallback begins a new one.
  const bool had_request = std::exchange(callback_request_, 0) != 0;
  asked_at_ = HostedAmbassador::Clock::now();
  if (ambassador_) ambassador_->presence().set_outside_since(std::nullopt);
  if (record.header.message_kind() == wire::Kind::NoCallback) {
    record_tick(false);
    send_reply(record.header.position, wire::NoCallback{});
    understood = true;
  } else if (record.header.message_kind() == wire::Kind::TakeCallback) {
    understood = receive_callback_request(record, had_request);
  } else {
    wire::with_message_type(record.header.message_kind(), [&](auto type) {
      using Message = typename decltype(type)::type;
      if constexpr (wire::Call<Message>) understood = receive_call<Message>(record);
    });
  }
  is_protocol_broken_ = !understood;
}

// Header of the next record, with the present condition.
wire::RecordHeader FederateServer::make_header(std::uint64_t position) {
  wire::RecordHeader header;
  header.position = position;
  if (ambassador_) {
    header.flags = ambassador_->is_member() ? kMember : std::uint16_t{0};
    is_answer_announced_ = ambassador_->answers_enabling_soon();
    if (is_answer_announced_) header.flags |= kAnswersEnablingSoon;
    if (!ambassador_->is_member()) returned_.clear();
    header.after_position = ambassador_->callbacks_waiting() + returned_count();
    const std::uint64_t orders = ambassador_->mom_order_count();
    if (std::exchange(orders_seen_, orders) != orders) must_revoke_ = true;
    if (std::exchange(must_revoke_, false)) header.flags |= kRevoked;
  }
  is_callback_announced_ = header.after_position > 0;
  return header;
}

template <class Message>
void FederateServer::encode_reply(std::uint64_t position, const Message& message) {
  out_.clear();
  wire::encode_record(make_header(position), message, out_);
}

template <class Message>
void FederateServer::send_reply(std::uint64_t position, const Message& message) {
  encode_reply(position, message);
  federate_.send(out_);
}

template <wire::Call C>
bool FederateServer::receive_call(const wire::Record& record) {
  const auto call = wire::decode<C>(record.payload);
  if (!call) return false;
  auto result = carry_out(*call);
  if constexpr (std::is_same_v<C, wire::SuspendMembership>) {
    if (result) add_returned(*result);
  }
  if (!result) {
    announce_failure();  // The federate's next tick reports it, too.
    send_reply(record.header.position, wire::Refused{result.error().code, result.error().text});
    return true;
  }
  auto reply = make_header(record.header.position);
  reply.kind = record.header.kind;
  reply.flags |= permit_flag(*call);
  out_.resize(sizeof reply);
  std::memcpy(out_.data(), &reply, sizeof reply);
  if constexpr (!std::is_void_v<typename C::Reply>) wire::Encoder(out_).put(*result);
  federate_.send(out_);
  return true;
}

template <wire::Call C>
Result<typename C::Reply> FederateServer::carry_out(const C& call) {
  if constexpr (kConnects<C>) {
    if (auto refused = connect()) return *refused;
  }
  if (!ambassador_) {
    return wire::error(wire::ErrorCode::FederateNotExecutionMember,
                       "not joined to a federation: call joinFederationExecution first");
  }
  return ambassador_->call(call);
}

std::optional<wire::Error> FederateServer::connect() {
  if (ambassador_ && !ambassador_->is_member()) ambassador_->poll_until_idle();
  if (ambassador_ && ambassador_->is_usable()) return std::nullopt;
  ambassador_.reset();
  returned_.clear();
  is_failure_announced_ = false;
  transport::LinkOptions link_options = options_.link;
  if (const auto added = add_tls(options_.tls, options_.url, link_options); !added) {
    return added.error();
  }
  auto link = connect_to_rtig(options_.url, options_.connect_timeout_s, "rtia", link_options);
  if (!link) return link.error();
  HostOptions host = options_.host;
  host.connect_elsewhere =
      make_connect_elsewhere(options_.url, options_.connect_timeout_s, "rtia", link_options);
  if (host.ambassador.make_session) {
    host.reconnect = make_reconnect(options_.url, "rtia", link_options);
  }
  ambassador_ = std::make_unique<HostedAmbassador>(std::move(link->link), link->url, host);
  ambassador_->enable_presence();
  ambassador_->watch_connection(watches_connection_);
  ambassador_->set_batching_guard(burst_);
  // If the federate is killed while its call waits, this process ends, too, and the RTIG sees that
  // the link ends. The federate's link is not read meanwhile, because it may hold further calls.
  ambassador_->watch(lifeline_, [this] {
    if (!has_hung_up(lifeline_)) return;
    ambassador_->end_recording();
    std::_Exit(0);
  });
  return std::nullopt;
}

bool FederateServer::receive_callback_request(const wire::Record& record, bool had_request) {
  const auto take = wire::decode<wire::TakeCallback>(record.payload);
  if (!take) return false;
  const bool is_standing = (record.header.flags & kStanding) != 0;
  // The federate receives the answer to its standing request first.
  const bool is_overtaken = (record.header.flags & kFollowsStanding) != 0 && !had_request;
  record_tick(take->wait && !is_standing);
  if (take->wait) {
    if (is_overtaken) return true;
    callback_request_ = record.header.position;
    is_request_standing_ = is_standing;
    callbacks_requested_ = record.header.after_position;
    return true;
  }
  if (const Callback* const callback = is_overtaken ? nullptr : next_callback()) {
    send_callbacks(record.header.position, callback, record.header.after_position);
  } else {
    send_reply(record.header.position, wire::NoCallback{});
  }
  return true;
}

bool FederateServer::receive_returned(wire::Bytes frame) {
  // A federate has at most one batch.
  if (returned_.size() >= kBatchCallbacksMax) return false;
  if (!returned_.push(frame)) return false;
  if (!ambassador_ || !ambassador_->is_member()) returned_.clear();
  return true;
}

// They were given out before those of the ambassador.
void FederateServer::add_returned(wire::SuspendedMembership& suspended) {
  std::vector<std::string> callbacks;
  returned_.copy_to(callbacks);
  returned_.clear();
  suspended.callbacks.insert(suspended.callbacks.begin(), callbacks.begin(), callbacks.end());
}

const Callback* FederateServer::next_callback() {
  if (!ambassador_) return nullptr;
  if (const Callback* const returned = next_returned()) return returned;
  const Callback* const callback = ambassador_->take_callback();
  // A restore has replaced the state of which the returned callbacks are a part.
  if (callback != nullptr && std::holds_alternative<wire::FederationRestored>(*callback)) {
    returned_.clear();
  }
  return callback;
}

const Callback* FederateServer::next_plain_callback() {
  const Callback* const returned = next_returned();
  return returned != nullptr ? returned : ambassador_->take_plain_callback();
}

// An embedded RTIA holds them in its queue for as long.
std::size_t FederateServer::returned_count() const {
  return ambassador_->holds_data() ? 0 : returned_.size();
}

const Callback* FederateServer::next_returned() {
  if (returned_.empty() || ambassador_->holds_data()) return nullptr;
  return returned_.take([this](Callback& callback, wire::InteractionClassHandle sent_class) {
    return ambassador_->filter_taken(callback, sent_class);
  });
}

void FederateServer::encode_callback(std::uint64_t position, const Callback& callback) {
  std::visit([&](const auto& message) { encode_reply(position, message); }, callback);
  if (!std::holds_alternative<wire::ReceiveInteraction>(callback)) return;
  set_sent_class(out_,
                 returned_.is_last(callback) ? returned_.sent_class() : ambassador_->sent_class());
}

void FederateServer::send_callbacks(std::uint64_t position, const Callback* callback,
                                    std::uint64_t most) {
  const std::uint64_t limit = std::min<std::uint64_t>(most, kBatchCallbacksMax);
  std::size_t bytes = 0;
  for (std::uint64_t sent = 1; callback != nullptr; ++sent) {
    const bool may_continue = is_plain(*callback) && sent < limit;
    encode_callback(position, *callback);
    bytes += out_.size();
    // Returned callbacks go together, so that those that return once more stay in order.
    const bool more =
        may_continue &&
        (returned_count() > 0 || (bytes < kBatchBytesMax && ambassador_->has_plain_callback()));
    if (more) add_flag(out_, kMore);
    federate_.send(out_);
    if (!more) return;
    // Any other callback would change the state while libRTI still delivers this batch.
    callback = next_plain_callback();
  }
  send_reply(position, wire::NoCallback{});  // the rest was obsolete
}

// Passes callbacks to a federate that waits in its tick. To announce them first would cost another
// exchange.
void FederateServer::send_requested_callback() {
  if (callback_request_ == 0 || !ambassador_) return;
  const Callback* const callback = is_request_standing_ ? next_plain_callback() : next_callback();
  if (callback == nullptr) return;
  if (!is_request_standing_) {
    asked_at_ = HostedAmbassador::Clock::now();
    record_tick(false);
  }
  send_callbacks(std::exchange(callback_request_, 0), callback, callbacks_requested_);
}

// Records a tick. If `goes_on` is set, the federate ticks until its next record.
void FederateServer::record_tick(bool goes_on) {
  if (!ambassador_) return;
  FederatePresence& presence = ambassador_->presence();
  presence.record_tick_begin();
  if (!goes_on) presence.record_tick_end();
  presence.update(asked_at_);
}

void FederateServer::send_notifications() {
  if (!ambassador_) return;
  const bool callback_came =
      !is_callback_announced_ && ambassador_->callbacks_waiting() + returned_count() > 0;
  const bool answer_went = is_answer_announced_ && !ambassador_->answers_enabling_soon();
  const bool order_came = ambassador_->mom_order_count() != orders_seen_;
  if (callback_came || answer_went || order_came || must_revoke_) send_reply(0, wire::NoCallback{});
  announce_failure();
}

void FederateServer::announce_failure() {
  if (!ambassador_ || is_failure_announced_) return;
  if (const auto failure = ambassador_->failure()) {
    is_failure_announced_ = true;
    send_reply(0, wire::Refused{failure->code, failure->text});
  }
}

}  // namespace triad::rtia
