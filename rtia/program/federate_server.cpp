#include "rtia/program/federate_server.hpp"

#include <cstdlib>
#include <cstring>
#include <utility>
#include <variant>

#include "rtia/hosting/connect_to_rtig.hpp"
#include "rtia/hosting/process_protocol.hpp"

namespace triad::rtia {
namespace {

// Calls that need the RTIG and no membership. The first of them connects.
template <class C>
constexpr bool kConnects = std::is_same_v<C, wire::CreateFederationExecution> ||
                           std::is_same_v<C, wire::DestroyFederationExecution> ||
                           std::is_same_v<C, wire::JoinFederationExecution>;

ServerOptions completed(ServerOptions options) {
  options.host.elsewhere =
      link_elsewhere(options.url, options.connect_timeout_s, "rtia", options.link);
  return options;
}

}  // namespace

FederateServer::FederateServer(transport::Link& federate, ServerOptions options)
    : federate_(federate), waiter_(options.host.spin), options_(completed(std::move(options))) {}

void FederateServer::run() {
  while (!broken_) {
    // Handled after receive() has returned, because a call that waits also receives on this link.
    const std::size_t calls = federate_.receive(*this, 1);
    if (!federate_.is_open()) return;
    if (calls > 0) handle(in_);
    const std::size_t records = ambassador_ ? ambassador_->poll() : 0;
    give_awaited();
    tell_news();
    federate_.flush();
    if (calls + records == 0) sleep();
  }
}

// The federate is outside the RTI meanwhile, unless its tick waits here.
void FederateServer::sleep() {
  if (ambassador_ && awaited_ == 0) ambassador_->presence().set_outside_since(asked_at_);
  if (ambassador_ && ambassador_->usable()) {
    ambassador_->wait_beside(federate_);
  } else {
    waiter_.wait(federate_, std::nullopt);
  }
}

void FederateServer::on_frame(transport::Bytes frame) {
  in_.assign(frame.begin(), frame.end());
}

void FederateServer::handle(wire::Bytes frame) {
  const auto record = wire::parse_record(frame);
  bool understood = false;
  if (record && record->header.position == 0) {
    broken_ = record->header.message_kind() != wire::Kind::NoCallback;
    asked_at_ = HostedAmbassador::Clock::now();
    return note_tick(false);
  }
  awaited_ = 0;  // any record ends the wait for a callback; TakeCallback begins a new one
  asked_at_ = HostedAmbassador::Clock::now();
  if (ambassador_) ambassador_->presence().set_outside_since(std::nullopt);
  if (record && record->header.message_kind() == wire::Kind::NoCallback) {
    note_tick(false);
    answer(record->header.position, wire::NoCallback{});
    understood = true;
  } else if (record && record->header.message_kind() == wire::Kind::TakeCallback) {
    understood = on_take_callback(*record);
  } else if (record) {
    wire::with_message_type(record->header.message_kind(), [&](auto type) {
      using Message = typename decltype(type)::type;
      if constexpr (wire::Call<Message>) understood = on_call<Message>(*record);
    });
  }
  broken_ = !understood;
}

// Header of the next record, with the present condition.
wire::RecordHeader FederateServer::header(std::uint64_t position) {
  wire::RecordHeader header;
  header.position = position;
  if (ambassador_) {
    header.flags = ambassador_->member() ? kMember : std::uint16_t{0};
    told_answer_ = ambassador_->answers_enabling_soon();
    if (told_answer_) header.flags |= kAnswersEnablingSoon;
    header.after_position = ambassador_->callbacks_waiting();
  }
  told_callback_ = header.after_position > 0;
  return header;
}

template <class Message>
void FederateServer::answer(std::uint64_t position, const Message& message) {
  out_.clear();
  wire::encode_record(header(position), message, out_);
  federate_.send(out_);
}

template <wire::Call C>
bool FederateServer::on_call(const wire::Record& record) {
  const auto call = wire::decode<C>(record.payload);
  if (!call) return false;
  const auto result = carry_out(*call);
  if (!result) {
    answer(record.header.position, wire::Refused{result.error().code, result.error().text});
    return true;
  }
  auto reply = header(record.header.position);
  reply.kind = record.header.kind;
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
  if (ambassador_ && !ambassador_->member()) ambassador_->make_sure_of_rtig();
  if (ambassador_ && ambassador_->usable()) return std::nullopt;
  ambassador_.reset();
  told_failure_ = false;
  auto link = connect_to_rtig(options_.url, options_.connect_timeout_s, "rtia", options_.link);
  if (!link) return link.error();
  ambassador_ = std::make_unique<HostedAmbassador>(std::move(link->link), link->url, options_.host);
  ambassador_->watch_presence();
  // If the federate is killed while its call waits, this process ends, too, and the RTIG sees that
  // the link ends.
  ambassador_->watch(federate_.descriptor(), [this] {
    // libRTI waits for the reply, so only the end of the link can arrive.
    struct Nothing final : transport::FrameSink {
      void on_frame(transport::Bytes) override {}
    } nothing;
    federate_.receive(nothing, 1);
    if (!federate_.is_open()) std::_Exit(0);
  });
  return std::nullopt;
}

bool FederateServer::on_take_callback(const wire::Record& record) {
  const auto take = wire::decode<wire::TakeCallback>(record.payload);
  if (!take) return false;
  note_tick(take->wait);
  if (take->wait) {
    awaited_ = record.header.position;
    return true;
  }
  const Callback* const callback = ambassador_ ? ambassador_->take_callback() : nullptr;
  if (callback == nullptr) {
    answer(record.header.position, wire::NoCallback{});
  } else {
    give(record.header.position, *callback);
  }
  return true;
}

void FederateServer::give(std::uint64_t position, const Callback& callback) {
  std::visit([&](const auto& message) { answer(position, message); }, callback);
}

// Passes a callback to a federate that waits in its tick. To announce the callback first would cost
// another exchange.
void FederateServer::give_awaited() {
  if (awaited_ == 0 || !ambassador_) return;
  const Callback* const callback = ambassador_->take_callback();
  if (callback == nullptr) return;
  asked_at_ = HostedAmbassador::Clock::now();
  note_tick(false);
  give(std::exchange(awaited_, 0), *callback);
}

// Records a tick. If `goes_on` is set, the federate ticks until its next record.
void FederateServer::note_tick(bool goes_on) {
  if (!ambassador_) return;
  FederatePresence& presence = ambassador_->presence();
  presence.tick_begins();
  if (!goes_on) presence.tick_ends();
  presence.look(asked_at_);
}

void FederateServer::tell_news() {
  if (!ambassador_) return;
  const bool callback_came = !told_callback_ && ambassador_->callbacks_waiting() > 0;
  const bool answer_went = told_answer_ && !ambassador_->answers_enabling_soon();
  if (callback_came || answer_went) answer(0, wire::NoCallback{});
  if (told_failure_) return;
  if (const auto failure = ambassador_->failure()) {
    told_failure_ = true;
    answer(0, wire::Refused{failure->code, failure->text});
  }
}

}  // namespace triad::rtia
