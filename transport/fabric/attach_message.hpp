// The note that goes with a participant's descriptors (descriptor_port.hpp): to the one who leads a
// fabric, from a newcomer, its own endpoint; and from there to all, each other's endpoints.
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
  ParticipantId fabric = 0;       // which one; 0: a newcomer's own endpoint
  ParticipantId participant = 0;  // whose endpoint
  Slot slot = 0;
  // To a newcomer: its place, and how many endpoints it is still to get behind this one.
  Slot own_slot = 0;
  std::uint32_t to_come = 0;
  std::uint32_t unused = 0;
  std::uint64_t read_from = 0;  // where its reader is to begin
  std::uint64_t unused_too = 0;

  void write(PassedDescriptors& message) const {
    static_assert(sizeof(AttachMessage) == sizeof message.note);
    std::memcpy(message.note.data(), this, sizeof *this);
  }
  // With duplicates of the endpoint's descriptors, to be passed; invalid ones where there are none
  // left.
  PassedDescriptors with(const FabricEndpoint& endpoint) const {
    PassedDescriptors message;
    write(message);
    message.descriptors[0] = endpoint.memory.duplicate();
    message.descriptors[1] = endpoint.doorbell.duplicate();
    return message;
  }
  // With two of the bells' memory, as a message has two.
  PassedDescriptors with_bells(const UniqueFd& memory) const {
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
