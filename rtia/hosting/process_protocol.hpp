// Protocol between libRTI and its rtia process on the link between them (two rings in
// shared memory, transport/shm/ring_pair.hpp):
//
//   both     Hello
//   libRTI   a service call's record; its position counts the calls
//   rtia     the reply: a record of the same kind with the encoded reply, or Refused
//   libRTI   TakeCallback
//   rtia     a batch: at most kBatchCallbacksMax callbacks' records, each but the last with kMore,
//   or
//            NoCallback; if libRTI waits in its tick, the batch has at least one callback
//   libRTI   TakeCallback with kStanding, a standing request
//   rtia     a batch of data as soon as there is some, also between two ticks
//   libRTI   unasked, with kReturned: a callback of a batch that the federate has not received
//   libRTI   NoCallback: it ends its wait
//   rtia     NoCallback; a batch given meanwhile precedes it
//   libRTI   NoCallback with position 0: it ticks; no answer
//   libRTI   WatchConnection with position 0; no answer
//   rtia     unasked, with position 0: NoCallback when a callback begins to wait or no answer is
//            to be awaited any more, Refused (with the reason) when the federation is lost
//
//   libRTI   a call that may be posted, with kPosted; no answer
//   rtia     unasked, with kRevoked: a posted call was refused, or posted calls may be from now on
//
// All callbacks of a batch are data in receive order, or it has one callback. Before a call that
// may change which of them the federate receives, libRTI returns those that it has not delivered.
// The rtia filters them and passes them again, before all others. The record of an interaction has
// in `addressee` the class that was sent, also when it is returned, because the federate may have
// subscribed to a class nearer to it.
//
// libRTI posts a call if the rtia has accepted one like it before (libRTI/src/posting_permits.hpp),
// with kMayPost in the answer.
//
// A federate that calls tick() in a loop would otherwise need three records for each callback: the
// announcement, the request and the batch. A standing request is answered once. Any later question
// ends it. The rtia may have answered it before it reads that question. A TakeCallback with
// kFollowsStanding, sent when libRTI had no answer yet, is then without effect: the rtia answers it
// with NoCallback, or not at all if libRTI waits in its tick.
//
// libRTI has one call in progress at a time. Any record that libRTI sends while it waits for a
// callback ends that wait. Callbacks are passed only within a tick, and count as given then. The
// header of each record of the rtia states the present condition, so that libRTI's tick asks only
// if needed: kMember (the federate is joined), kAnswersEnablingSoon (a tick must wait for an
// answer), and in after_position the number of queued callbacks.
#pragma once

#include <cstdint>
#include <type_traits>

#include "rtia/callback.hpp"
#include "transport/link_options.hpp"
#include "wire/limits.hpp"
#include "wire/record.hpp"

namespace triad::rtia {

// Record flags of the rtia.
inline constexpr std::uint16_t kMember = 1u << 9;  // HostedAmbassador::is_member()
inline constexpr std::uint16_t kAnswersEnablingSoon =
    1u << 10;  // HostedAmbassador::answers_enabling_soon()
inline constexpr std::uint16_t kMayPost =
    1u << 11;  // in an answer: libRTI may post calls like this one
inline constexpr std::uint16_t kRevoked = 1u << 12;  // libRTI asks again before it posts a call

inline constexpr std::uint16_t kMore = 1u << 13;  // the batch goes on with another record

// Record flags of libRTI.
inline constexpr std::uint16_t kPosted = 1u << 9;     // the call has returned and needs no answer
inline constexpr std::uint16_t kReturned = 1u << 10;  // a callback that was not delivered
inline constexpr std::uint16_t kStanding = 1u << 11;  // a TakeCallback is a standing request
// A standing request was unanswered when libRTI sent this TakeCallback.
inline constexpr std::uint16_t kFollowsStanding = 1u << 12;

// Limits of a batch of callbacks. The last one may exceed the number of bytes.
inline constexpr std::size_t kBatchCallbacksMax = 256;
inline constexpr std::size_t kBatchBytesMax = std::size_t{64} << 10;

// Whether calls of this type may be posted: an update or interaction without time, or a request to
// advance. With a time the answer of an update is the retraction handle.
template <class C>
inline constexpr bool kMayBePosted =
    std::is_same_v<C, wire::UpdateAttributeValues> || std::is_same_v<C, wire::SendInteraction> ||
    std::is_same_v<C, wire::AdvanceTime>;
template <class C>
bool may_be_posted(const C& call) {
  return call.time.empty() && !call.region;
}
// Returns false for flushQueueRequest, which reads everything that has arrived before it returns.
inline bool may_be_posted(const wire::AdvanceTime& call) {
  return call.kind != wire::Advance::flush_queue_request;
}

// Returns options for a link that takes any length that an RTIG may allow. The rtia learns its own
// limit when it connects.
inline transport::LinkOptions federate_link_options() {
  transport::LinkOptions options;
  options.frame_bytes_max = wire::kRecordBytesMaxLimit + 2 * wire::kRecordBytesAdded;
  return options;
}

template <class Message, class Variant>
struct IsAlternative;
template <class Message, class... Alternatives>
struct IsAlternative<Message, std::variant<Alternatives...>>
    : std::bool_constant<(std::is_same_v<Message, Alternatives> || ...)> {};
// Whether a message is a callback for the federate.
template <class Message>
inline constexpr bool is_callback = IsAlternative<Message, Callback>::value;

}  // namespace triad::rtia
