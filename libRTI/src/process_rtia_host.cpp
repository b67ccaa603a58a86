#include "libRTI/src/process_rtia_host.hpp"

#include <poll.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <span>
#include <utility>

#include "libRTI/src/fed_time_type.hpp"
#include "libRTI/src/rtia_process_launcher.hpp"
#include "rtia/hosting/process_protocol.hpp"
#include "rtia/hosting/recording_settings.hpp"
#include "transport/posix/cancellation.hpp"
#include "transport/posix/poll.hpp"
#include "transport/shm/ring_pair.hpp"

namespace triad::api {
namespace {

constexpr auto kHandshakeTimeout = std::chrono::seconds(10);
constexpr std::size_t kFramesPerLook = 16;
// Longest sleep of a tick() without callbacks. About the time of two wake-ups on a busy machine.
constexpr auto kRest = std::chrono::microseconds(50);

// Returns whether the rtia takes this callback back.
bool may_be_returned(wire::Bytes callback) {
  const wire::Kind kind = wire::peek_kind(callback);
  return kind == wire::Kind::ReflectAttributeValues || kind == wire::Kind::ReceiveInteraction;
}

// Returns whether the record is a callback that the rtia takes back, or the end of a batch.
bool is_data_or_end(const wire::Record& record) {
  const wire::Kind kind = record.header.message_kind();
  return kind == wire::Kind::ReflectAttributeValues || kind == wire::Kind::ReceiveInteraction ||
         kind == wire::Kind::NoCallback;
}

// Returns the time with the resolution of the kernel's timer, in a few nanoseconds. The clock of
// std::chrono takes a tenth of the time of a short callback.
RtiaHost::Clock::time_point coarse_now() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return RtiaHost::Clock::time_point(std::chrono::seconds(now.tv_sec) +
                                     std::chrono::nanoseconds(now.tv_nsec));
}

// Returns the federation's times if they can be compared without calls of the federate's classes,
// otherwise null.
const core::TimeType* comparable_times() {
  const core::TimeType& times = federation_time_type();
  return times.are_doubles() ? &times : nullptr;
}

void add_tls_options(const config::Configuration& settings, std::vector<std::string>& arguments) {
  for (const auto& [option, key] :
       {std::pair{"--tls-certificate", "tls.certificate"}, std::pair{"--tls-key", "tls.key"},
        std::pair{"--tls-authorities", "tls.authorities"}, std::pair{"--tls-psk", "tls.psk"}}) {
    if (!settings.text(key).empty())
      arguments.insert(arguments.end(), {option, settings.text(key)});
  }
  if (settings.flag("tls.required")) {
    arguments.insert(arguments.end(), {"--tls-required", "yes"});
  }
}

void add_recording_options(const config::Configuration& settings,
                           std::vector<std::string>& arguments) {
  if (settings.text("record.directory").empty()) return;
  for (const auto& [option, key] : {std::pair{"--record-directory", "record.directory"},
                                    std::pair{"--record-when-full", "record.when-full"},
                                    std::pair{"--record-buffer", "record.buffer"},
                                    std::pair{"--record-split", "record.split"}}) {
    arguments.insert(arguments.end(), {option, settings.text(key)});
  }
  arguments.insert(arguments.end(),
                   {"--record-callbacks", settings.flag("record.callbacks") ? "yes" : "no"});
}

}  // namespace

wire::Result<std::unique_ptr<RtiaHost>> ProcessRtiaHost::start(
    const config::Configuration& settings) {
  if (const auto recording = rtia::recording_options_of(settings); !recording) {
    return recording.error();
  }
  const transport::CancellationGuard held;
  const auto program = find_rtia(settings.text("rtia.program"));
  if (!program) return program.error();
  std::vector<std::string> arguments = {"--url",
                                        settings.text("url"),
                                        "--connect-timeout",
                                        settings.text("connect.timeout"),
                                        "--hold",
                                        settings.text("flow.hold"),
                                        "--resume",
                                        settings.text("flow.resume"),
                                        "--resume-timeout",
                                        settings.text("resume.timeout"),
                                        "--resume-bytes",
                                        settings.text("resume.bytes"),
                                        "--datagrams",
                                        settings.flag("datagrams") ? "yes" : "no",
                                        "--spin",
                                        std::to_string(settings.count("wait.spin")),
                                        "--fabric-log",
                                        settings.text("fabric.log"),
                                        "--report-waits",
                                        settings.text("report.waits"),
                                        "--request-timeout",
                                        settings.text("request.timeout"),
                                        "--time-pending",
                                        settings.text("time.pending"),
                                        "--time-tolerance",
                                        settings.text("time.tolerance")};
  add_tls_options(settings, arguments);
  add_recording_options(settings, arguments);
  std::vector<std::string> libraries;
  if (is_foreign_time()) {
    auto found = time_libraries();
    if (!found) return found.error();
    libraries = std::move(*found);
    arguments.insert(arguments.end(), {"--time", "preloaded"});
  }
  auto socket = start_rtia(*program, arguments, libraries);
  if (!socket) return socket.error();
  auto link = transport::offer_ring_link(std::move(*socket), "the rtia " + *program,
                                         rtia::federate_link_options());
  if (!link) {
    return wire::error(
        wire::ErrorCode::RTIinternalError,
        "no link to the rtia " + *program + ": " + link.error().text + "; is it a Triad program?");
  }
  auto peer = rtia::handshake(**link, "libRTI", kHandshakeTimeout);
  if (!peer) return peer.error();
  return std::unique_ptr<RtiaHost>(
      std::make_unique<ProcessRtiaHost>(std::move(*link), std::move(*peer), spin_of(settings)));
}

ProcessRtiaHost::ProcessRtiaHost(std::unique_ptr<transport::Link> link, rtia::Peer peer,
                                 transport::Duration spin)
    : RtiaHost(static_cast<CallByRecord&>(*this)),
      CallByRecord(comparable_times()),
      link_(std::move(link)),
      peer_(std::move(peer)),
      waiter_(spin) {}

// The rtia ends when the link closes; the RTIG then treats a joined federate as lost.
ProcessRtiaHost::~ProcessRtiaHost() {
  link_->close();
}

std::optional<wire::Error> ProcessRtiaHost::failure() {
  if (!is_member_) return std::nullopt;
  if (!loss_reason_.empty()) return wire::error(wire::ErrorCode::RTIinternalError, loss_reason_);
  return federation_loss_;
}

const rtia::Callback* ProcessRtiaHost::take_callback() {
  if (batch_.empty() && (callback_count() == 0 || !request_callbacks())) return nullptr;
  // The callback's bytes stay valid until the next callback; answers to calls use another buffer.
  batch_.take_record(callback_bytes_);
  return decode_callback();
}

// Returns false if there is none.
bool ProcessRtiaHost::request_callbacks() {
  if (end_wait()) return true;
  if (callback_count() == 0) return false;
  encode_question(wire::TakeCallback{}, standing_flag(), rtia::kBatchCallbacksMax);
  asks_for_callbacks_ = true;
  (void)ask();
  asks_for_callbacks_ = false;
  return !batch_.empty();
}

const rtia::Callback* ProcessRtiaHost::decode_callback() {
  const auto record = wire::parse_record(callback_bytes_);
  bool taken = false;
  wire::with_message_type(record->header.message_kind(), [&](auto type) {
    using Message = typename decltype(type)::type;
    if constexpr (rtia::is_callback<Message>) {
      if (const auto message = wire::decode<Message>(record->payload)) {
        permits().record_callback(*message);
        if (permits().revocations() != batch_revocations_) permits().end_advance_permit();
        callback_ = *message;
        taken = true;
      }
    }
  });
  if (!taken) end_link("the rtia sent something that is not a callback");
  return taken ? &callback_ : nullptr;
}

void ProcessRtiaHost::watch_connection(bool is_on) {
  const transport::CancellationGuard held;
  if (is_usable()) send_notice(wire::WatchConnection{is_on});
}

void ProcessRtiaHost::record_tick_begin() {
  constexpr std::chrono::milliseconds kTellTicks{200};
  if (!is_member_ || !is_usable()) return;
  const auto now = coarse_now();
  if (now - tick_sent_at_ < kTellTicks) return;
  tick_sent_at_ = now;
  send_notice(wire::NoCallback{});
}

template <class Message>
void ProcessRtiaHost::send_notice(const Message& message) {
  wire::Buffer notice;
  wire::encode_record({}, message, notice);
  link_->send(notice);
  link_->flush();
}

std::size_t ProcessRtiaHost::poll() {
  if (!loss_reason_.empty()) return 0;
  const transport::CancellationGuard held;
  const std::size_t frames = link_->receive(*this, kFramesPerLook);
  if (!fault_.empty()) {
    end_link("the rtia process sent " + fault_);
  } else if (!link_->is_open()) {
    end_link("the rtia process (pid " + std::to_string(peer_.process) +
             ") is gone: " + link_->close_reason().text);
  }
  return frames;
}

void ProcessRtiaHost::wait(Clock::time_point until) {
  if (!loss_reason_.empty() || callback_count() > 0) return;
  const transport::CancellationGuard held;
  ticks_in_loop_ = false;
  if (callback_request_ == 0 && is_member_) {
    encode_question(wire::TakeCallback{.wait = true}, standing_flag(), rtia::kBatchCallbacksMax);
    callback_request_ = question_number();
    link_->send(question());
  }
  link_->flush();
  if (waiter_.look_before_sleep(*link_, until)) return;
  // The thread may be cancelled during this call, which reads nothing.
  struct PreparedWait {
    ~PreparedWait() { link.finish_wait(is_ready, false); }
    transport::Link& link;
    bool is_ready = false;
  } prepared{*link_};
  if (!link_->prepare_wait()) return;
  const auto events = static_cast<short>(POLLIN | (link_->wants_write() ? POLLOUT : 0));
  held.release_during(
      [&] { prepared.is_ready = transport::poll_one(link_->descriptor(), events, until); });
}

bool ProcessRtiaHost::end_wait() {
  if (callback_request_ != 0) {
    encode_question(wire::NoCallback{});
    (void)exchange();  // A callback already sent arrives before the answer.
    callback_request_ = 0;
  }
  return !batch_.empty();
}

bool ProcessRtiaHost::end_requests() {
  if (callback_request_ != 0 || standing_request_ == 0) return end_wait();
  encode_question(wire::NoCallback{});
  (void)exchange();
  return !batch_.empty();
}

std::uint16_t ProcessRtiaHost::standing_flag() const {
  return standing_request_ != 0 ? rtia::kFollowsStanding : std::uint16_t{0};
}

void ProcessRtiaHost::end_look(bool found_callbacks, bool may_yield) {
  if (!loss_reason_.empty() || !is_member_ || callback_count() > 0) return;
  const transport::CancellationGuard held;
  ticks_in_loop_ = ticks_in_loop_ || !found_callbacks;
  if (ticks_in_loop_ && standing_request_ == 0 && callback_request_ == 0) send_standing_request();
  // After callbacks the federate's next call takes the request along.
  if (found_callbacks) return;
  link_->flush();
  if (!may_yield) return;
  if (!yield_policy_.should_yield()) return rest();
  (void)yield_policy_.yield();
  if (link_->has_input()) yield_policy_.record_success();
}

void ProcessRtiaHost::send_standing_request() {
  encode_question(wire::TakeCallback{.wait = true}, rtia::kStanding, rtia::kBatchCallbacksMax);
  standing_request_ = question_number();
  link_->send(question());
}

// A process that yields to one that computes waits for its whole time slice, but a sleeping one
// gets the processor soon after it is woken.
void ProcessRtiaHost::rest() {
  bool is_rung = false;
  if (link_->prepare_wait()) {
    is_rung = transport::poll_one(link_->descriptor(), POLLIN, Clock::now() + kRest);
  }
  link_->finish_wait(is_rung, false);
}

transport::Waiter::Woken ProcessRtiaHost::sleep(std::optional<Clock::time_point> until) {
  return waiter_.wait_until(*link_, until);
}

// Cancellation is held, because an interrupted exchange would confuse the next one.
bool ProcessRtiaHost::ask() {
  const transport::CancellationGuard held;
  if (loss_reason_.empty()) {
    link_->send(question());
    link_->flush();
  }
  while (true) {
    const bool found = poll() > 0;
    if (!loss_reason_.empty() || answered_question_ == question_number()) break;
    if (!found) sleep(std::nullopt);
  }
  if (answered_question_ != question_number()) return false;
  // The rtia no longer waits; a cancelled tick may have left this set.
  callback_request_ = standing_request_ = 0;
  return true;
}

std::optional<wire::Error> ProcessRtiaHost::exchange() {
  if (!ask()) return wire::error(wire::ErrorCode::RTIinternalError, loss_reason_);
  const auto record = wire::parse_record(answer());
  if (record->header.message_kind() != wire::Kind::Refused) return std::nullopt;
  // The reason may also apply to calls that were permitted, e.g. the federation is lost.
  permits().revoke_all();
  const auto refused = wire::decode<wire::Refused>(record->payload);
  if (!refused) return invalid_answer_error();
  return wire::error(refused->code, std::string(refused->text));
}

// The rtia reads them before the call that follows. The request of a tick that was cancelled is
// ended first, because its batch may be on the way. That of another kind of callback stays for the
// next tick: the rtia's state has changed with it.
void ProcessRtiaHost::return_callbacks() {
  if (!end_requests() || !may_be_returned(batch_.oldest())) return;
  const transport::CancellationGuard held;
  for (; !batch_.empty(); batch_.drop_oldest()) {
    wire::RecordHeader header;
    const auto record = wire::parse_record(batch_.oldest());
    header.kind = record->header.kind;
    header.flags = rtia::kReturned;
    header.addressee = record->header.addressee;
    const std::array parts{std::as_bytes(std::span(&header, 1)), record->payload};
    link_->send(parts);
  }
}

// A tick that was cancelled may have left a request. Its answer changes the rtia's state.
void ProcessRtiaHost::read_notices() {
  if (callback_request_ != 0 && end_wait()) permits().revoke_all();
  if (loss_reason_.empty() && link_->has_input()) (void)poll();
}

// The answers of earlier questions stay valid: a posted call uses only a number.
std::optional<wire::Error> ProcessRtiaHost::post() {
  const transport::CancellationGuard held;
  link_->send(question());
  link_->flush();
  while (loss_reason_.empty() && link_->queued_bytes() > 0) {
    sleep(std::nullopt);
    (void)poll();
  }
  if (loss_reason_.empty()) return std::nullopt;
  return wire::error(wire::ErrorCode::RTIinternalError, loss_reason_);
}

void ProcessRtiaHost::receive_frame(transport::Bytes frame) {
  const auto record = wire::parse_record(frame);
  if (!record) {
    fault_ = "bytes that are not a record of Triad's protocol";
    return;
  }
  queued_callbacks_ = record->header.after_position;
  is_member_ = (record->header.flags & rtia::kMember) != 0;
  if (!is_member_ || (record->header.flags & rtia::kRevoked) != 0) permits().revoke_all();
  if (!is_member_) batch_.clear();  // The callbacks belong to the membership that has ended.
  const bool more = (record->header.flags & rtia::kMore) != 0;
  answers_enabling_soon_ = (record->header.flags & rtia::kAnswersEnablingSoon) != 0;
  if (standing_request_ != 0 && record->header.position == standing_request_) {
    if (!is_data_or_end(*record)) fault_ = "a callback that must wait for a tick";
    receive_callback(*record, frame);
    // The rtia takes no notice of a waiting tick's request that follows.
    if (!more) standing_request_ = callback_request_ = 0;
  } else if (callback_request_ != 0 && record->header.position == callback_request_) {
    receive_callback(*record, frame);
    if (!more) callback_request_ = standing_request_ = 0;
  } else if (record->header.position != 0) {
    if (record->header.position != question_number()) fault_ = "an answer without a question";
    if (asks_for_callbacks_) {
      receive_callback(*record, frame);
    } else {
      answer().assign(frame.begin(), frame.end());
    }
    if (!more) answered_question_ = record->header.position;
  } else if (record->header.message_kind() == wire::Kind::Refused) {
    const auto refused = wire::decode<wire::Refused>(record->payload);
    federation_loss_ =
        refused ? wire::error(refused->code, std::string(refused->text)) : invalid_answer_error();
    permits().revoke_all();
  }
}

// NoCallback ends a batch that had no further callback.
void ProcessRtiaHost::receive_callback(const wire::Record& record, wire::Bytes frame) {
  if (record.header.message_kind() == wire::Kind::NoCallback) return;
  batch_revocations_ = permits().revocations();
  if (!batch_.push(frame)) fault_ = "more callbacks than a batch has";
}

void ProcessRtiaHost::end_link(std::string reason) {
  loss_reason_ = std::move(reason);
  queued_callbacks_ = 0;
  batch_.clear();
  answers_enabling_soon_ = false;
  callback_request_ = standing_request_ = 0;
  permits().revoke_all();
  link_->close();
}

}  // namespace triad::api
