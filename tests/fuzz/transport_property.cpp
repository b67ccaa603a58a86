// Implements the properties of frames and rings of transport_property.hpp.
#include "tests/fuzz/transport_property.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <vector>

#include "tests/fuzz/fuzz_script.hpp"
#include "transport/posix/bell.hpp"
#include "transport/shm/ring_link.hpp"
#include "transport/stream/frame_buffer.hpp"

namespace triad::transport {

namespace {

constexpr std::size_t kFrameBytesMax = 5000;

using Text = std::vector<std::uint8_t>;

struct Reading {
  std::vector<Text> frames;
  bool is_too_large = false;
  bool operator==(const Reading&) const = default;
};

Reading reference(std::span<const std::uint8_t> bytes) {
  Reading reading;
  while (bytes.size() >= 4) {
    const std::size_t length = bytes[0] | (std::size_t{bytes[1]} << 8) |
                               (std::size_t{bytes[2]} << 16) | (std::size_t{bytes[3]} << 24);
    reading.is_too_large = length > kFrameBytesMax;
    if (reading.is_too_large || bytes.size() - 4 < length) break;
    const auto frame = bytes.subspan(4, length);
    reading.frames.emplace_back(frame.begin(), frame.end());
    bytes = bytes.subspan(4 + length);
  }
  return reading;
}

Reading in_pieces(std::span<const std::uint8_t> bytes, std::size_t piece) {
  Reading reading;
  FrameBuffer buffer(kFrameBytesMax);
  Bytes frame;
  while (true) {
    const FrameBuffer::Next next = buffer.next(frame);
    if (next == FrameBuffer::Next::frame) {
      Text& text = reading.frames.emplace_back(frame.size());
      std::transform(frame.begin(), frame.end(), text.begin(),
                     [](std::byte b) { return std::to_integer<std::uint8_t>(b); });
      continue;
    }
    reading.is_too_large = next == FrameBuffer::Next::too_large;
    if (reading.is_too_large || bytes.empty()) return reading;
    const auto space = buffer.space();
    const std::size_t count = std::min({piece, bytes.size(), space.size()});
    std::memcpy(space.data(), bytes.data(), count);
    buffer.commit(count);
    bytes = bytes.subspan(count);
  }
}

// Reads every byte of a frame, so that a sanitizer finds an invalid view.
class Reader final : public FrameSink {
 public:
  void receive_frame(Bytes frame) override {
    largest = std::max(largest, frame.size());
    for (const std::byte b : frame) sum += std::to_integer<std::uint64_t>(b);
  }
  std::size_t largest = 0;
  std::uint64_t sum = 0;
};

// The peer: writes the shared memory directly.
class HostilePeer {
 public:
  explicit HostilePeer(const Segment& segment)
      : in_(segment.ring_to_creator()), out_(segment.ring_to_opener()) {}

  // Makes one step. Returns false if the step is not the peer's but the owner's.
  bool step(std::uint8_t kind, Script& script) {
    switch (kind % 12) {
      case 0:
        in_.control->tail.store(script.number(8));
        return true;
      case 1:
        in_.control->tail.fetch_add(script.number(2));
        return true;
      case 2:
        out_.control->head.store(script.number(8));
        return true;
      case 3:
        out_.control->head.fetch_add(script.number(2));
        return true;
      case 4:
        write(script);
        return true;
      case 5:
        in_.control->writer_waiting.store(script.byte());
        out_.control->reader_asleep.store(script.byte());
        return true;
      case 6:
        in_.control->writer_closed.store(script.byte() & 1U);
        return true;
      default:
        return false;
    }
  }

 private:
  // Writes bytes at the tail, as a valid writer does, or elsewhere.
  void write(Script& script) {
    const std::size_t at = script.number(2) + in_.control->tail.load();
    for (std::size_t i = 0, count = script.byte(); i < count; ++i) {
      in_.data[(at + i) % in_.capacity] = std::byte{script.byte()};
    }
  }

  const Ring in_;   // read by the link
  const Ring out_;  // written by the link
};

void owner_step(std::uint8_t kind, Link& link, Reader& reader, Script& script) {
  switch (kind % 12) {
    case 7:
      link.receive(reader, 1 + script.byte() % 8);
      break;
    case 8:
      link.send(std::vector<std::byte>(script.number(2) % (kFrameBytesMax + 1)));
      break;
    case 9:
      link.flush();
      break;
    case 10:
      static_cast<void>(link.prepare_wait());
      link.finish_wait();
      break;
    default:
      static_cast<void>(link.has_input());
      break;
  }
}

}  // namespace

std::string broken_frames_property(std::span<const std::uint8_t> input) {
  const std::size_t piece = input.empty() ? 1 : std::size_t{1} << (input.front() % 14);
  const auto bytes = input.subspan(std::min<std::size_t>(1, input.size()));
  if (in_pieces(bytes, piece) != reference(bytes)) {
    return "frames depend on pieces of " + std::to_string(piece) + " bytes";
  }
  return "";
}

std::string broken_ring_property(std::span<const std::uint8_t> input) {
  auto segment = Segment::create_private(kRingBytesMin);
  if (!segment) return segment.error().text;
  LinkOptions options;
  options.frame_bytes_max = kFrameBytesMax;
  auto bell = make_bell();
  if (!bell) return bell.error().text;
  auto link = RingLink::create(*segment, RingSide::creator, {std::move(bell->one), UniqueFd()},
                               "memory test", options);
  if (!link) return link.error().text;

  HostilePeer peer(**segment);
  Script script(input);
  Reader reader;
  while (!script.at_end()) {
    const std::uint8_t kind = script.byte();
    const Error::Code before = (*link)->close_reason().code;
    if (!peer.step(kind, script)) owner_step(kind, **link, reader, script);
    if (before != Error::Code::none && (*link)->close_reason().code != before) {
      return "a closed link changed its reason";
    }
  }
  if (reader.largest > kFrameBytesMax) return "a frame beyond the limit was delivered";
  if (!(*link)->is_open() && (*link)->queued_bytes() > 0) return "a closed link keeps a queue";
  return "";
}

}  // namespace triad::transport
