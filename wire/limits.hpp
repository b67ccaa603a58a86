// Limits on the lengths of names and records that a federate sends. They are the same everywhere;
// the RTIG's setting message.max limits records further (Hello::record_bytes_max).
#pragma once

#include <optional>
#include <string>

#include "wire/harmless_text.hpp"
#include "wire/message_list.hpp"

namespace triad::wire {

// Largest size, in bytes, of the name of a federation execution, federate, object instance or FED
// file, of the label of a synchronization point or save, and of the tag of an ownership
// negotiation.
inline constexpr std::size_t kNameBytesMax = std::size_t{64} << 10;

// Largest size of the first record of a link, which belongs to the handshake.
inline constexpr std::size_t kHandshakeBytesMax = 4096;
// Largest size of a record between the handshake and the join. The longest such record contains the
// text of a FED file.
inline constexpr std::size_t kUnjoinedRecordBytesMax = std::size_t{16} << 20;
// Largest value that an RTIG may allow for records.
inline constexpr std::size_t kRecordBytesMaxLimit = std::size_t{1} << 30;
// Bytes that the RTI may add to the data of a federate: the header and its own fields. A frame may
// exceed Hello::record_bytes_max by this much.
inline constexpr std::size_t kRecordBytesAdded = std::size_t{64} << 10;

// Number of grid cells that one federate's subscriptions with regions may cover. A router needs
// about 16 MB for that many, and 0.1 s if they all arrive at once.
inline constexpr std::size_t kInterestCellsMax = std::size_t{1} << 18;

// Returns an error if a name or tag that the message brings into the federation is too long.
template <class Message>
std::optional<Error> name_refusal(const Message& message) {
  std::optional<Error> refused;
  [[maybe_unused]] const auto check = [&](const char* what, std::string_view name) {
    if (name.size() <= kNameBytesMax || refused) return;
    refused = error(ErrorCode::RTIinternalError,
                    std::string(what) + " has " + std::to_string(name.size()) +
                        " bytes, and may have " + std::to_string(kNameBytesMax) +
                        "; it begins with " + wire::quoted(name.substr(0, 32)));
  };
  if constexpr (requires { message.federation; })
    check("the federation's name", message.federation);
  if constexpr (requires { message.federate_type; }) {
    check("the federate's name", message.federate_type);
  }
  if constexpr (requires { message.fed; }) check("the name of the FED file", message.fed);
  if constexpr (requires { message.time_type; }) {
    check("the name of the federate's type of time", message.time_type);
  }
  // Labels that have not been announced have an exception of their own.
  if constexpr (requires { message.label; } &&
                !std::is_same_v<Message, SynchronizationPointAchieved>) {
    check("the label", message.label);
  }
  if constexpr (std::is_same_v<Message, RegisterObjectInstance> ||
                std::is_same_v<Message, RegisterObjectInstanceWithRegion> ||
                std::is_same_v<Message, ReserveObjectName>) {
    check("the object instance's name", message.name);
  }
  if constexpr (std::is_same_v<Message, AttributeOwnershipAcquisition> ||
                std::is_same_v<Message, NegotiatedAttributeOwnershipDivestiture>) {
    check("the tag", message.tag);
  }
  return refused;
}

}  // namespace triad::wire
