// A record: one message with the header that every reader needs. A record is what a link carries as
// one frame: the header, 48 bytes; the cells of its interest, 8 bytes each, if it has any; the
// encoded message.
//
// Every participant's records form one ordered stream; `position` counts it. The stamp (`after`,
// `after_position`) says what a reader must have handled before this record: for a federate's
// record how far its sender had applied the RTIG's log, for the RTIG's the record of a federate
// that caused it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>

#include "wire/best_effort.hpp"
#include "wire/codec.hpp"
#include "wire/encoded_size.hpp"
#include "wire/interest.hpp"
#include "wire/message_list.hpp"

namespace triad::wire {

// Record flags.
inline constexpr std::uint16_t kLogRecord =
    1;  // the RTIG's log; otherwise a reply or forwarded data
inline constexpr std::uint16_t kBestEffort = 2;  // may be dropped when its receiver lags
// For the RTIG alone: others who read the stream pass it over.
inline constexpr std::uint16_t kToRtig = 8;
// In time-stamp order: counted by whoever forwards it and by its receiver
// (messages/time_messages.hpp).
inline constexpr std::uint16_t kTimeStamped = 4;

// The priority of best effort has bits of its own in the flags, which are zero for the usual one.
inline constexpr unsigned kPriorityShift = 4;
constexpr std::uint16_t priority_flags(Priority priority) {
  return static_cast<std::uint16_t>((priority ^ kUsualPriority) << kPriorityShift);
}

struct RecordHeader {
  std::uint16_t kind = 0;
  std::uint16_t flags = 0;
  std::uint32_t sender = 0;  // federate handle; 0: the RTIG
  Position position = 0;
  std::uint32_t addressee = 0;   // federate handle; 0: not for one federate alone
  std::uint32_t after = 0;       // the participant of the stamp; 0: the RTIG
  Position after_position = 0;   // 0: after nothing in particular
  InterestKey interest_key = 0;  // 0: it may be of interest to everybody
  std::uint32_t cells = 0;       // of its interest, behind the header
  InterestMask interest_mask = 0;

  // What members send each other as they like.
  bool is_data() const {
    const Kind it_is = message_kind();
    return it_is == Kind::UpdateAttributeValues || it_is == Kind::SendInteraction;
  }
  // Of no other record what it says counts: it could keep from others what they must know.
  bool says_interest() const {
    if (interest_key == 0) return false;
    const Kind it_is = message_kind();
    return is_data() || (flags & kLogRecord) != 0 || it_is == Kind::ObjectInstanceRegistered ||
           it_is == Kind::DeleteObjectInstance;
  }
  // Not what is counted for time management.
  bool may_be_lost() const { return (flags & (kBestEffort | kTimeStamped)) == kBestEffort; }
  Priority priority() const {
    return static_cast<Priority>((flags >> kPriorityShift & (kPriorities - 1)) ^ kUsualPriority);
  }
  Kind message_kind() const { return static_cast<Kind>(kind); }
  FederateHandle from() const { return FederateHandle(sender); }
  FederateHandle to() const { return FederateHandle(addressee); }
  FederateHandle cause() const { return FederateHandle(after); }
};
static_assert(sizeof(RecordHeader) == 48 && std::is_trivially_copyable_v<RecordHeader>);

// Whether a link may lose the record.
inline bool may_be_lost(Bytes record) {
  RecordHeader header;
  if (record.size() < sizeof header) return false;
  std::memcpy(&header, record.data(), sizeof header);
  return header.may_be_lost();
}

// The priority of one that a link may lose; none: it may not.
inline std::optional<Priority> priority_if_lost(Bytes record) {
  RecordHeader header;
  if (record.size() < sizeof header) return std::nullopt;
  std::memcpy(&header, record.data(), sizeof header);
  return header.may_be_lost() ? std::optional(header.priority()) : std::nullopt;
}

// Of one that a link may lose; none: it may not.
struct BestEffort {
  Priority priority = kUsualPriority;
  InterestKey interest_key = 0;
};
inline std::optional<BestEffort> best_effort_of(Bytes record) {
  RecordHeader header;
  if (record.size() < sizeof header) return std::nullopt;
  std::memcpy(&header, record.data(), sizeof header);
  if (!header.may_be_lost()) return std::nullopt;
  return BestEffort{header.priority(), header.interest_key};
}

// Whether it says who could want it; if it is a record.
inline bool says_interest(Bytes record) {
  RecordHeader header;
  if (record.size() < sizeof header) return false;
  std::memcpy(&header, record.data(), sizeof header);
  return header.says_interest();
}

// Of a record that is sent to one after the other.
inline void set_addressee(std::span<std::byte> record, FederateHandle addressee) {
  std::memcpy(record.data() + offsetof(RecordHeader, addressee), &addressee.value,
              sizeof addressee.value);
}

// The kind that bytes say they are; none, if they are too short to say one.
inline Kind kind_said(Bytes frame) {
  std::uint16_t kind = 0;
  if (frame.size() >= sizeof kind) std::memcpy(&kind, frame.data(), sizeof kind);
  return static_cast<Kind>(kind);
}

// A received record: header checked for a known kind, payload a view into the frame.
struct Record {
  RecordHeader header;
  Bytes payload;
  Bytes frame;  // header and payload as they came, for passing on

  Interest interest() const {
    Interest interest{header.interest_key, header.interest_mask, {}};
    if (header.cells > 0) {
      interest.cells.resize(header.cells);
      std::memcpy(interest.cells.data(), frame.data() + sizeof header, header.cells * sizeof(Cell));
    }
    return interest;
  }
};

// The header and the cells are no longer than this, so that it is all that a filter needs.
inline constexpr std::size_t kHeaderBytesMax = sizeof(RecordHeader) + kCellsMax * sizeof(Cell);

// Empty when the frame is too short, has too many cells or its kind is unknown. Made in the place
// where it is returned: a copy would read in one piece what has just been stored in several, and
// wait until all of it has left the processor.
inline std::optional<Record> parse_record(Bytes frame) {
  std::optional<Record> record;
  if (frame.size() < sizeof record->header) return record;
  record.emplace();
  std::memcpy(&record->header, frame.data(), sizeof record->header);
  record->frame = frame;
  const std::size_t begins = sizeof record->header + record->header.cells * sizeof(Cell);
  if (!is_kind(record->header.kind) || record->header.cells > kCellsMax || begins > frame.size()) {
    record.reset();
  } else {
    record->payload = frame.subspan(begins);
  }
  return record;
}

// Decodes the payload as a Message. Empty when the bytes are not exactly one.
template <class Message>
std::optional<Message> decode(Bytes payload) {
  Message message;
  Decoder decoder(payload);
  decoder.get(message);
  if (!decoder.finished()) return std::nullopt;
  return message;
}

// The same of a payload that decode() has taken before, by whoever kept it since: no byte is looked
// at that is not a field.
template <class Message>
Message decode_again(Bytes payload) {
  Message message;
  BasicDecoder<false>(payload).get(message);
  return message;
}

// Appends header, cells and encoded message to `out`; the header's kind is set from the type. A
// long list of values is left to `gather_segment`, if there is one.
template <class Message>
void encode_record(const RecordHeader& header, const Message& message, Buffer& out,
                   GatherSegment* gather_segment = nullptr, const Cells& cells = {}) {
  const auto at = out.size();
  const std::size_t body = at + sizeof header + cells.size() * sizeof(Cell);
  const std::size_t gathered = gather_segment != nullptr ? gathered_size(message) : 0;
  out.resize(body + encoded_size(message) - gathered);
  // Field by field, as the header was made: see parse_record().
  const auto put = [place = out.data() + at](std::size_t offset, const auto& field) {
    std::memcpy(place + offset, &field, sizeof field);
  };
  put(offsetof(RecordHeader, kind), static_cast<std::uint16_t>(kind_of<Message>));
  put(offsetof(RecordHeader, flags), header.flags);
  put(offsetof(RecordHeader, sender), header.sender);
  put(offsetof(RecordHeader, position), header.position);
  put(offsetof(RecordHeader, addressee), header.addressee);
  put(offsetof(RecordHeader, after), header.after);
  put(offsetof(RecordHeader, after_position), header.after_position);
  put(offsetof(RecordHeader, interest_key), header.interest_key);
  put(offsetof(RecordHeader, cells), static_cast<std::uint32_t>(cells.size()));
  put(offsetof(RecordHeader, interest_mask), header.interest_mask);
  if (!cells.empty()) {
    std::memcpy(out.data() + at + sizeof header, cells.data(), cells.size() * sizeof(Cell));
  }
  BasicEncoder encoder(Placing(out, body), gather_segment);
  encoder.put(message);
}

}  // namespace triad::wire
