// A record is one message with the header that every reader needs, and is carried by a link as one
// frame: the header (48 bytes), the cells of its interest (8 bytes each), and the encoded message.
//
// The records of each participant form one ordered stream, numbered by `position`. The stamp names
// the record that a reader must have handled before this one. For a federate's record it is
// `after_position` in the RTIG's log, up to which the sender had applied the log. For a record of
// the RTIG it is the record of the federate `after` that caused it.
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

// --- Record flags.

// Part of the RTIG's log; otherwise a reply or forwarded data.
inline constexpr std::uint16_t kLogRecord = 1;
inline constexpr std::uint16_t kBestEffort = 2;  // may be dropped when its receiver lags
// For the RTIG only; other readers of the stream skip it.
inline constexpr std::uint16_t kToRtig = 8;
// In time-stamp order. Counted by every process that forwards it and by its receiver
// (messages/time_messages.hpp).
inline constexpr std::uint16_t kTimeStamped = 4;
// In a record of the log with interest: the member that caused it does not receive it. Without the
// flag this member receives it with any interest.
inline constexpr std::uint16_t kNotToCause = 1u << 15;

// The flags contain the priority of best effort, encoded so that the usual priority has zero bits.
inline constexpr unsigned kPriorityShift = 4;
constexpr std::uint16_t priority_flags(Priority priority) {
  return static_cast<std::uint16_t>((priority ^ kDefaultPriority) << kPriorityShift);
}

struct RecordHeader {
  std::uint16_t kind = 0;
  std::uint16_t flags = 0;
  std::uint32_t sender = kRtig.value;  // federate handle; 0: not joined yet; kRtig: no federate
  Position position = 0;
  std::uint32_t addressee = 0;   // federate handle; 0: not for a single federate
  std::uint32_t after = 0;       // of the RTIG's record: federate that caused it; 0: none
  Position after_position = 0;   // 0: after no particular record
  InterestKey interest_key = 0;  // 0: every member may need it
  std::uint32_t cells = 0;       // number of cells after the header
  InterestMask interest_mask = 0;

  // Returns true for updates and interactions, which members send without asking the RTIG.
  bool is_data() const {
    const Kind message = message_kind();
    return message == Kind::UpdateAttributeValues || message == Kind::SendInteraction;
  }
  // Returns true if a filter may use the interest fields. They are ignored in other records;
  // otherwise a sender could use them to withhold a record that members must receive.
  bool has_interest() const {
    if (interest_key == 0) return false;
    const Kind message = message_kind();
    return is_data() || (flags & kLogRecord) != 0 || message == Kind::ObjectInstanceRegistered ||
           message == Kind::DeleteObjectInstance;
  }
  // Returns true if a link may lose the record. Records in time-stamp order are counted by time
  // management and must not be lost.
  bool may_be_lost() const { return (flags & (kBestEffort | kTimeStamped)) == kBestEffort; }
  Priority priority() const {
    return static_cast<Priority>((flags >> kPriorityShift & (kPriorities - 1)) ^ kDefaultPriority);
  }
  Kind message_kind() const { return static_cast<Kind>(kind); }
  FederateHandle from() const { return FederateHandle(sender); }
  FederateHandle to() const { return FederateHandle(addressee); }
  FederateHandle cause() const { return FederateHandle(after); }
  // Stamps a record of the RTIG with the record that caused it. A record of the RTIG itself is the
  // record of no federate.
  void set_cause(const RecordHeader& record) {
    after = record.from() == kRtig ? 0 : record.sender;
    after_position = record.position;
  }
};
static_assert(sizeof(RecordHeader) == 48 && std::is_trivially_copyable_v<RecordHeader>);

// Returns true if a link may lose the record.
inline bool may_be_lost(Bytes record) {
  RecordHeader header;
  if (record.size() < sizeof header) return false;
  std::memcpy(&header, record.data(), sizeof header);
  return header.may_be_lost();
}

// Returns the priority of a record that a link may lose, otherwise nothing.
inline std::optional<Priority> priority_if_lost(Bytes record) {
  RecordHeader header;
  if (record.size() < sizeof header) return std::nullopt;
  std::memcpy(&header, record.data(), sizeof header);
  return header.may_be_lost() ? std::optional(header.priority()) : std::nullopt;
}

// Properties of a record that a link may lose.
struct BestEffort {
  Priority priority = kDefaultPriority;
  InterestKey interest_key = 0;
};
inline std::optional<BestEffort> best_effort_of(Bytes record) {
  RecordHeader header;
  if (record.size() < sizeof header) return std::nullopt;
  std::memcpy(&header, record.data(), sizeof header);
  if (!header.may_be_lost()) return std::nullopt;
  return BestEffort{header.priority(), header.interest_key};
}

// Returns true if the bytes are a record whose interest fields a filter may use.
inline bool has_interest(Bytes record) {
  RecordHeader header;
  if (record.size() < sizeof header) return false;
  std::memcpy(&header, record.data(), sizeof header);
  return header.has_interest();
}

// Changes the addressee in place. Used to send one record to several members.
inline void set_addressee(std::span<std::byte> record, FederateHandle addressee) {
  std::memcpy(record.data() + offsetof(RecordHeader, addressee), &addressee.value,
              sizeof addressee.value);
}

// Returns the kind at the beginning of the bytes, or Kind::none if they are too short.
inline Kind peek_kind(Bytes frame) {
  std::uint16_t kind = 0;
  if (frame.size() >= sizeof kind) std::memcpy(&kind, frame.data(), sizeof kind);
  return static_cast<Kind>(kind);
}

// A received record with a known kind. `payload` is a view into `frame`.
struct Record {
  RecordHeader header;
  Bytes payload;
  Bytes frame;  // header and payload as received, for forwarding

  // Lets the views refer to these bytes, a frame that begins with the header and its cells.
  void view(Bytes bytes) {
    frame = bytes;
    payload = bytes.subspan(sizeof header + header.cells * sizeof(Cell));
  }
  Interest interest() const {
    Interest interest{header.interest_key, header.interest_mask, {}};
    if (header.cells > 0) {
      interest.cells.resize(header.cells);
      std::memcpy(interest.cells.data(), frame.data() + sizeof header, header.cells * sizeof(Cell));
    }
    return interest;
  }
};

// Largest size of a header with its cells: the bytes that a filter needs.
inline constexpr std::size_t kHeaderBytesMax = sizeof(RecordHeader) + kCellsMax * sizeof(Cell);

// Sets `record`, which must be empty. Leaves it empty if the frame is too short, has too many cells
// or is of an unknown kind. The record is constructed in its place. A copy would load in one piece
// the bytes that have just been stored in several, and so stall until the stores complete.
inline void parse_record(Bytes frame, std::optional<Record>& record) {
  if (frame.size() < sizeof record->header) return;
  record.emplace();
  std::memcpy(&record->header, frame.data(), sizeof record->header);
  const std::size_t begins = sizeof record->header + record->header.cells * sizeof(Cell);
  if (!is_kind(record->header.kind) || record->header.cells > kCellsMax || begins > frame.size()) {
    record.reset();
  } else {
    record->view(frame);
  }
}

// Returns the record, or nothing.
inline std::optional<Record> parse_record(Bytes frame) {
  std::optional<Record> record;
  parse_record(frame, record);
  return record;
}

// Decodes the payload as a Message. Returns nothing if the bytes are not exactly one Message.
template <class Message>
std::optional<Message> decode(Bytes payload) {
  Message message;
  Decoder decoder(payload);
  decoder.get(message);
  if (!decoder.finished()) return std::nullopt;
  return message;
}

// Decodes a payload again that decode() has accepted before, without its checks. The bytes must not
// have changed since.
template <class Message>
Message decode_again(Bytes payload) {
  Message message;
  BasicDecoder<false>(payload).get(message);
  return message;
}

// Appends header, cells and encoded message to `out` and sets the header's kind from the type. If
// `gather_segment` is not null, it receives the first long value list, which is then not copied.
template <class Message>
void encode_record(const RecordHeader& header, const Message& message, Buffer& out,
                   GatherSegment* gather_segment = nullptr, const Cells& cells = {}) {
  const auto at = out.size();
  const std::size_t body = at + sizeof header + cells.size() * sizeof(Cell);
  const std::size_t gathered = gather_segment != nullptr ? gathered_size(message) : 0;
  out.resize(body + encoded_size(message) - gathered);
  // Stored field by field, as the header was made, for the reason given at parse_record().
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
