// What libRTI and its rtia process say to each other on the link between them (a socket pair):
//
//   both     Hello
//   libRTI   a service call's record; its position counts the calls
//   rtia     the answer: a record of the same kind whose payload is the encoded reply, or Refused
//   libRTI   TakeCallback
//   rtia     a callback's record, or NoCallback; where libRTI waits in its tick, nothing before
//            there is a callback
//   libRTI   NoCallback: it has waited long enough
//   rtia     NoCallback; a callback that was given meanwhile has come before
//   libRTI   NoCallback with position 0: it ticks; no answer
//   rtia     unasked, with position 0: NoCallback when a callback has come to wait or there is no
//            answer to wait for any more, Refused (the reason) when the federation is lost
//
// libRTI has one call under way at a time; whatever it asks while it waits for a callback, it does
// not wait any more. A callback is handed over, and counts as given from then on, within a tick
// alone. Every record of the rtia says in its header how things stand after it, so that libRTI's
// tick asks only when there is something to ask for: by kMember whether the federate is joined, by
// kAnswersEnablingSoon whether a tick is to wait for an answer, and in after_position how many
// callbacks wait.
#pragma once

#include <cstdint>
#include <type_traits>

#include "rtia/callback.hpp"
#include "transport/link_options.hpp"
#include "wire/limits.hpp"
#include "wire/record.hpp"

namespace triad::rtia {

// Record flags of the rtia.
inline constexpr std::uint16_t kMember = 1u << 9;  // HostedAmbassador::member()
inline constexpr std::uint16_t kAnswersEnablingSoon =
    1u << 10;  // HostedAmbassador::answers_enabling_soon()

// Whatever an RTIG may allow passes here; its own limit the rtia knows when it has connected.
inline transport::LinkOptions federate_link_options() {
  transport::LinkOptions options;
  options.frame_bytes_max = wire::kRecordBytesMaxMost + 2 * wire::kRecordBytesAdded;
  return options;
}

// Whether a message is a callback for the federate.
template <class Message, class Variant>
struct IsAlternative;
template <class Message, class... Alternatives>
struct IsAlternative<Message, std::variant<Alternatives...>>
    : std::bool_constant<(std::is_same_v<Message, Alternatives> || ...)> {};
template <class Message>
inline constexpr bool is_callback = IsAlternative<Message, Callback>::value;

}  // namespace triad::rtia
