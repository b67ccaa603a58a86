// Data of the messages in a recording: how a record of a federate came to be, when, and the record
// itself in the encoding of Triad's protocol (wire/record.hpp). docs/recording.md has the layout.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "recording/byte_io.hpp"
#include "wire/record.hpp"

namespace triad::recording {

enum class Origin : std::uint8_t {
  sent = 1,      // a record that left the federate's RTIA
  unsent = 2,    // a call that succeeded, and that no other member had to know
  call = 3,      // a call that the RTIA carried out
  answered = 4,  // a call that the RTIG has answered
  callback = 5,  // a callback that was delivered to the federate
  dropped = 6,   // a gap: the disk was too slow, or a record too long
};

// Returns e.g. "sent", or "?" for an unknown value.
std::string_view name_of(Origin origin);

// Beginning of each message's data. The record follows; for Origin::dropped a DropCount.
struct EntryHead {
  std::uint64_t monotonic_ns = 0;
  Origin origin = Origin::sent;
  std::uint8_t reserved[3] = {};
  std::uint32_t bytes = 0;  // of the rest
};
static_assert(sizeof(EntryHead) == 16);

struct DropCount {
  std::uint64_t records = 0;
  std::uint64_t bytes = 0;
  std::uint64_t first_ns = 0;  // monotonic clock
};
static_assert(sizeof(DropCount) == 24);

// Returns the encoding of messages, as channels name it. It changes with the version of the
// protocol, because the record is encoded by it.
std::string message_encoding();
inline constexpr std::string_view kEncodingPrefix = "triad-record-";
// Names of the attachments with the object model.
inline constexpr std::string_view kModelAttachment = "object-model.bin";
inline constexpr std::string_view kFedAttachment = "object-model.fed";
// Name of the metadata that describe the federate, at the beginning, and of those at the end.
inline constexpr std::string_view kBeginMetadata = "triad.recording";
inline constexpr std::string_view kEndMetadata = "triad.recording.end";

// Message of a recording. The views refer to the data.
struct RecordedMessage {
  EntryHead head;
  std::optional<wire::Record> record;  // empty for Origin::dropped
  DropCount dropped;
};

// Returns nothing if the data are not those of a recording.
std::optional<RecordedMessage> parse_recorded(Bytes data);

}  // namespace triad::recording
