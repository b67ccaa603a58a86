// Implements broken_fabric_property() of transport_property.hpp.
#include <fcntl.h>

#include <array>
#include <cstring>
#include <memory>
#include <string>

#include "tests/fuzz/fuzz_script.hpp"
#include "tests/fuzz/transport_property.hpp"
#include "transport/fabric/fabric.hpp"

namespace triad::transport {

namespace {

constexpr std::size_t kMessageMax = 100000;
constexpr ParticipantId kMad = 9;
constexpr Slot kMadSlot = 0;

UniqueFd duplicate_of(const UniqueFd& descriptor) {
  return UniqueFd(::fcntl(descriptor.get(), F_DUPFD_CLOEXEC, 0));
}

// An honest participant, which reads the mad one and the other honest one.
struct Honest {
  std::unique_ptr<Fabric> fabric;
  ParticipantId id;
  Slot slot;
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
  int troubles = 0;
  std::string broken;

  void attach(const FabricEndpoint& endpoint, ParticipantId other, Slot other_slot) {
    FabricEndpoint copy{duplicate_of(endpoint.memory), duplicate_of(endpoint.doorbell)};
    const auto done = fabric->attach(other, other_slot, std::move(copy), 0, 0);
    if (!done) broken = done.error().text;
  }
  void send(std::size_t bytes) {
    std::vector<std::byte> message(sizeof sent + bytes);
    std::memcpy(message.data(), &sent, sizeof sent);
    ++sent;
    fabric->send(message);
    fabric->wake_all_on_flush();
  }
  void read_mad() {
    while (const auto message = fabric->logs().next(kMad)) {
      if (message->size() > kMessageMax) broken = "a message beyond the limit was delivered";
      fabric->logs().pop(kMad);
    }
  }
  void read(const Honest& other) {
    while (const auto message = fabric->logs().next(other.id)) {
      std::uint64_t number = 0;
      std::memcpy(&number, message->data(), sizeof number);
      if (number != received++) broken = "an honest participant's messages are out of order";
      fabric->logs().pop(other.id);
    }
  }
  void turn(const Honest& other) {
    read_mad();
    read(other);
    fabric->flush();
    fabric->release();
    static_cast<void>(fabric->prepare_wait());
    fabric->finish_wait();
    while (const auto trouble = fabric->logs().take_peer_fault()) {
      ++troubles;
      if (trouble->participant != kMad || troubles > 1)
        broken = "trouble with the wrong one, or twice";
    }
  }
};

Honest honest(ParticipantId id, Slot slot) {
  Honest made{Fabric::create({kOutboxBytesMin, kMessageMax}).value(), id, slot, 0, 0, 0, ""};
  made.fabric->set_identity(id, slot, id == 1 ? 0 : 1);
  return made;
}

// The mad participant: writes its own outbox directly.
class Mad {
 public:
  Mad() {
    endpoint_.doorbell = std::move(bell_.sender_end());
    outbox_ = Outbox::create(kOutboxBytesMin, endpoint_.memory).value();
  }
  const FabricEndpoint& endpoint() const { return endpoint_; }

  void be_honest_with(const Honest& other) {
    outbox_->set_cursor(other.slot, 0);
    outbox_->set_cursor_participant(other.slot, other.id);
  }
  void step(std::uint64_t kind, Script& script) {
    switch (kind) {
      case 0:
        return outbox_->set_tail(script.number(8));
      case 1:
        return outbox_->set_tail(outbox_->tail() + script.number(2));
      case 2:
        return outbox_->set_floor(script.number(2) << (script.number(1) % 48));
      case 3: {
        const auto slot = static_cast<Slot>(1 + script.number(1) % 2);
        return outbox_->set_cursor(slot, outbox_->cursor(slot) + script.number(2));
      }
      case 4:
        return outbox_->set_cursor(static_cast<Slot>(1 + script.number(1) % 2), script.number(8));
      case 5:
        return outbox_->set_cursor_participant(static_cast<Slot>(1 + script.number(1) % 2),
                                               static_cast<ParticipantId>(script.number(1)));
      case 6:
        outbox_->set_asleep(script.number(1) % 2 != 0);
        return outbox_->set_wants_room(script.number(1) % 2 != 0);
      case 7:
        return write_frame(script);
      default:
        return write_anything(script);
    }
  }

 private:
  // Writes a frame as a valid writer does, but with any header.
  void write_frame(Script& script) {
    const std::uint64_t bytes = script.number(2) % 9000;
    const FrameHeader header{static_cast<std::uint32_t>(bytes),
                             static_cast<std::uint16_t>(script.number(1) % 3),
                             static_cast<std::uint16_t>(script.number(1) % 3)};
    outbox_->write(outbox_->tail(), std::as_bytes(std::span(&header, 1)));
    outbox_->set_tail(outbox_->tail() + frame_bytes(bytes));
  }
  void write_anything(Script& script) {
    const std::uint64_t at = outbox_->tail() + script.number(2);
    const std::uint64_t value = script.number(8);
    outbox_->write(at, std::as_bytes(std::span(&value, 1)));
  }

  OwnDoorbell bell_ = OwnDoorbell::create().value();
  FabricEndpoint endpoint_;
  std::unique_ptr<Outbox> outbox_;
};

}  // namespace

std::string broken_fabric_property(std::span<const std::uint8_t> input) {
  Mad mad;
  std::array<Honest, 2> honest_ones{honest(1, 1), honest(2, 2)};
  for (std::size_t i = 0; i < 2; ++i) {
    Honest& one = honest_ones[i];
    Honest& other = honest_ones[1 - i];
    one.attach(other.fabric->endpoint(), other.id, other.slot);
    one.attach(mad.endpoint(), kMad, kMadSlot);
    mad.be_honest_with(one);
  }
  Script script(input);
  while (!script.at_end()) {
    const std::uint64_t kind = script.number(1) % 14;
    const std::size_t who = kind % 2;
    if (kind < 9) {
      mad.step(kind, script);
    } else if (kind < 12) {
      honest_ones[who].send(script.number(2) % 20000);
    } else {
      honest_ones[who].turn(honest_ones[1 - who]);
    }
  }
  // After the mad participant is removed, the two others must still receive each other's messages.
  for (Honest& one : honest_ones) one.fabric->detach(kMad);
  for (std::size_t i = 0; i < 4000; ++i) {
    honest_ones[i % 2].turn(honest_ones[1 - i % 2]);
    if (honest_ones[0].received == honest_ones[1].sent &&
        honest_ones[1].received == honest_ones[0].sent) {
      break;
    }
  }
  for (std::size_t i = 0; i < 2; ++i) {
    if (!honest_ones[i].broken.empty()) return honest_ones[i].broken;
    if (honest_ones[i].received != honest_ones[1 - i].sent) return "messages were lost";
  }
  return "";
}

}  // namespace triad::transport
