// How long things may be that a federate names and sends. The RTIG's setting message.max limits a
// record (Hello::record_bytes_max); these are the same everywhere.
#pragma once

#include <optional>
#include <string>

#include "wire/harmless_text.hpp"
#include "wire/message_list.hpp"

namespace triad::wire {

// Bytes of the name of a federation execution, a federate or an object instance, of a FED file's
// name, of the label of a synchronization point or a save, and of a tag that is kept until the
// ownership of attributes has been negotiated.
inline constexpr std::size_t kNameBytesMax = std::size_t{64} << 10;

// A link's first record, of the handshake.
inline constexpr std::size_t kHandshakeBytesMax = 4096;
// After the handshake and before the join: its longest record has the text of a FED file.
inline constexpr std::size_t kUnjoinedRecordBytesMax = std::size_t{16} << 20;
// The most that an RTIG may allow.
inline constexpr std::size_t kRecordBytesMaxMost = std::size_t{1} << 30;
// What the RTI adds to what a federate has given it: the record's header, and what only it knows. A
// frame may be so much longer than Hello::record_bytes_max.
inline constexpr std::size_t kRecordBytesAdded = std::size_t{64} << 10;

// Cells of the grid that one federate's subscriptions by region may cover. So many cost a router
// some 16 MB, and a tenth of a second when they come at once.
inline constexpr std::size_t kInterestCellsMax = std::size_t{1} << 18;

// Why a name or a tag that the message brings into the federation is refused; empty: it is not.
template <class Message>
std::optional<Error> refused_name(const Message& message) {
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
  // A label that nobody announced has an exception of its own.
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
