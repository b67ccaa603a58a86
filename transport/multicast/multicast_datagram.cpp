// See multicast_datagram.hpp.
#include "transport/multicast/multicast_datagram.hpp"

#include <limits>
#include <optional>

namespace triad::transport {

namespace {

constexpr std::size_t kSealBytes = 8;
constexpr std::byte kProbeKind{1};
constexpr std::byte kFrameKind{2};

void append_varint(std::uint64_t value, std::vector<std::byte>& out) {
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<std::byte>(value | 0x80));
  out.push_back(static_cast<std::byte>(value));
}

std::size_t varint_bytes(std::uint64_t value) {
  std::size_t bytes = 1;
  for (; value >= 0x80; value >>= 7) ++bytes;
  return bytes;
}

// Appends the room for the seal and the kind. Returns the position of the datagram.
std::size_t begin_datagram(std::byte kind, std::vector<std::byte>& out) {
  const std::size_t at = out.size();
  out.resize(at + kSealBytes);
  out.push_back(kind);
  return at;
}

void seal(const SealKey& key, std::size_t at, std::vector<std::byte>& out) {
  const std::uint64_t code = siphash(key, std::span(out).subspan(at + kSealBytes));
  for (std::size_t i = 0; i < kSealBytes; ++i) out[at + i] = static_cast<std::byte>(code >> 8 * i);
}

// Reads integers from the front of the bytes.
class VarintReader {
 public:
  explicit VarintReader(Bytes rest) : rest_(rest) {}
  template <class Number>
  [[nodiscard]] bool read(Number& number) {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
      const auto byte = std::to_integer<std::uint64_t>(rest_.front());
      rest_ = rest_.subspan(1);
      if (shift == 63 && byte > 1) return false;
      value |= (byte & 0x7f) << shift;
      if (byte >= 0x80) continue;
      number = static_cast<Number>(value);
      return value <= std::numeric_limits<Number>::max();
    }
    return false;
  }
  [[nodiscard]] Bytes rest() const { return rest_; }

 private:
  Bytes rest_;
};

MulticastContent read_probe(Bytes rest) {
  VarintReader reader(rest);
  MulticastContent content;
  if (reader.read(content.probe.group) && reader.read(content.probe.round) &&
      reader.rest().empty()) {
    content.kind = MulticastContent::Kind::probe;
  }
  return content;
}

MulticastContent read_frame(std::uint32_t client, Bytes rest) {
  VarintReader reader(rest);
  std::uint16_t count = 0;
  if (!reader.read(count) || count == 0 || count > kAddresseesMax) return {};
  MulticastContent content;
  bool is_listed = false;
  for (; count > 0; --count) {
    Addressee one;
    if (!reader.read(one.client) || !reader.read(one.number) || !reader.read(one.frames_before) ||
        one.number == 0) {
      return {};
    }
    if (one.client != client || is_listed) continue;
    is_listed = true;
    content.addressee = one;
  }
  content.kind = is_listed ? MulticastContent::Kind::frame : MulticastContent::Kind::for_others;
  content.frame = reader.rest();
  return content;
}

}  // namespace

void append_probe(const SealKey& key, const MulticastProbe& probe, std::vector<std::byte>& out) {
  const std::size_t at = begin_datagram(kProbeKind, out);
  append_varint(probe.group, out);
  append_varint(probe.round, out);
  seal(key, at, out);
}

void append_multicast(const SealKey& key, std::span<const Addressee> addressees, Bytes frame,
                      std::vector<std::byte>& out) {
  const std::size_t at = begin_datagram(kFrameKind, out);
  append_varint(addressees.size(), out);
  for (const Addressee& one : addressees) {
    append_varint(one.client, out);
    append_varint(one.number, out);
    append_varint(one.frames_before, out);
  }
  out.insert(out.end(), frame.begin(), frame.end());
  seal(key, at, out);
}

std::size_t encoded_bytes(const Addressee& addressee) {
  return varint_bytes(addressee.client) + varint_bytes(addressee.number) +
         varint_bytes(addressee.frames_before);
}

MulticastContent read_multicast(const SealKey& key, std::uint32_t client, Bytes datagram) {
  if (datagram.size() <= kSealBytes || datagram.size() > kMulticastBytesMax) return {};
  const Bytes sealed = datagram.subspan(kSealBytes);
  if (siphash_detail::word_at(datagram.first<kSealBytes>()) != siphash(key, sealed)) return {};
  if (sealed.front() == kProbeKind) return read_probe(sealed.subspan(1));
  if (sealed.front() == kFrameKind) return read_frame(client, sealed.subspan(1));
  return {};
}

}  // namespace triad::transport
