// AttachMessage: the note (descriptor_port.hpp) beside the descriptors of an endpoint of a fabric.
// A newcomer sends its own endpoint to the coordinator of a fabric; the coordinator sends each
// participant the endpoints of the others.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>

#include "transport/descriptor_port.hpp"
#include "transport/fabric/fabric.hpp"

namespace triad::transport {

struct AttachMessage {
  static constexpr std::uint64_t kMagic = 0x31524f4f44415254;  // "TRADOOR1"

  std::uint64_t magic = kMagic;
  ParticipantId fabric_id = 0;    // which fabric; 0: a newcomer's own endpoint
  ParticipantId participant = 0;  // owner of the endpoint
  Slot slot = 0;
  // For a newcomer: its own slot, and the number of endpoints that follow this one.
  Slot own_slot = 0;
  std::uint32_t endpoints_to_come = 0;
  std::uint32_t unused = 0;
  std::uint64_t read_from = 0;  // offset in the log at which the receiver begins
  std::uint64_t unused_too = 0;

  void write(PassedDescriptors& message) const {
    static_assert(sizeof(AttachMessage) == sizeof message.note);
    std::memcpy(message.note.data(), this, sizeof *this);
  }
  // Returns a message with duplicates of the endpoint's descriptors; they are invalid if this
  // process has reached its limit.
  PassedDescriptors make_message(const FabricEndpoint& endpoint) const {
    PassedDescriptors message;
    write(message);
    message.descriptors[0] = endpoint.memory.duplicate();
    message.descriptors[1] = endpoint.doorbell.duplicate();
    return message;
  }
  // Returns a message for the memory of a bell page. It has two duplicates, because a message has
  // two descriptors.
  PassedDescriptors make_bells_message(const UniqueFd& memory) const {
    PassedDescriptors message;
    write(message);
    for (UniqueFd& descriptor : message.descriptors) descriptor = memory.duplicate();
    return message;
  }
  static std::optional<AttachMessage> read(const PassedDescriptors& message) {
    AttachMessage note;
    std::memcpy(&note, message.note.data(), sizeof note);
    return note.magic == kMagic ? std::optional(note) : std::nullopt;
  }
};

}  // namespace triad::transport
