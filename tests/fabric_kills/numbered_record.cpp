// See numbered_record.hpp.
#include "numbered_record.hpp"

#include <cstring>

namespace triad::fabric_kills {

namespace {

constexpr std::size_t kNoiseBytes = 64 << 10;

std::uint64_t hash(std::uint64_t before, Bytes bytes) {
  std::uint64_t sum = before;
  const auto take = [&](std::uint64_t word) {
    sum = (sum ^ word) * 0x9e3779b97f4a7c15;
    sum ^= sum >> 32;
  };
  std::size_t at = 0;
  for (; at + 8 <= bytes.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, 8);
    take(word);
  }
  std::uint64_t rest = bytes.size() - at;
  for (; at < bytes.size(); ++at) rest = rest << 8 | std::to_integer<std::uint64_t>(bytes[at]);
  take(rest);
  return sum;
}

std::uint64_t check_of(Head head, Bytes body) {
  head.check = 0;
  return hash(hash(body.size(), std::as_bytes(std::span(&head, 1))), body);
}

}  // namespace

RecordMaker::RecordMaker(ParticipantId writer, std::uint64_t seed)
    : writer_(writer), noise_(kNoiseBytes), random_(seed) {
  for (std::byte& byte : noise_) byte = static_cast<std::byte>(random_());
}

Bytes RecordMaker::make(Kind kind, std::uint64_t number, ParticipantId about, Bytes body) {
  Head head{writer_, kind, ++sequence_, number, about, 0, 0};
  head.check = check_of(head, body);
  buffer_.resize(sizeof head + body.size());
  std::memcpy(buffer_.data(), &head, sizeof head);
  if (!body.empty()) std::memcpy(buffer_.data() + sizeof head, body.data(), body.size());
  return buffer_;
}

Bytes RecordMaker::make_data(std::size_t body_bytes) {
  std::vector<std::byte> body(body_bytes);
  for (std::size_t at = 0; at < body_bytes;) {
    const std::size_t from = below(random_, noise_.size());
    const std::size_t count = std::min(body_bytes - at, noise_.size() - from);
    std::memcpy(body.data() + at, noise_.data() + from, count);
    at += count;
  }
  return make(Kind::data, 0, 0, body);
}

std::optional<Head> check_record(Bytes record, ParticipantId writer, std::uint64_t sequence,
                                 std::string& error) {
  Head head;
  if (record.size() < sizeof head) {
    error = "a record of " + std::to_string(record.size()) + " bytes";
    return std::nullopt;
  }
  std::memcpy(&head, record.data(), sizeof head);
  if (head.check != check_of(head, record.subspan(sizeof head))) {
    error = "a record whose bytes are not as they were written";
    return std::nullopt;
  }
  if (head.writer == writer && head.sequence == sequence) return head;
  error = "record " + std::to_string(head.sequence) + " of " + std::to_string(head.writer) +
          " where record " + std::to_string(sequence) + " was next";
  return std::nullopt;
}

std::vector<Beginning> beginnings_of(Bytes record) {
  const Bytes body = record.subspan(sizeof(Head));
  std::vector<Beginning> beginnings(body.size() / sizeof(Beginning));
  if (!body.empty()) std::memcpy(beginnings.data(), body.data(), body.size());
  return beginnings;
}

std::size_t body_size(Random& random, std::size_t log_bytes) {
  const std::size_t piece = transport::piece_bytes_max(log_bytes) - sizeof(Head);
  const std::uint64_t dice = below(random, 1000);
  if (dice < 600) return below(random, 64);
  if (dice < 880) return below(random, 1000);
  if (dice < 960) return below(random, piece);
  if (dice < 985) return piece - 8 + below(random, 17);
  return below(random, dice < 995 ? log_bytes : 4 * log_bytes);
}

}  // namespace triad::fabric_kills
