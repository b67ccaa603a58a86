// What the participants of fabric_kills write: numbered records, each with a check of every byte.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "transport/fabric/outbox_layout.hpp"
#include "transport/link.hpp"

namespace triad::fabric_kills {

using transport::Bytes;
using transport::ParticipantId;
using Random = std::mt19937_64;

enum class Kind : std::uint32_t {
  data,      // nothing but bytes
  joined,    // coordinator: `about` takes part; the body has where the newcomer begins (Beginning)
  departed,  // coordinator: `about` has departed, and wrote `number` records
  tick,      // coordinator: whoever waits for others writes again
  barrier,   // coordinator: everybody says that it has come to barrier `number`
  reached,   // member: it has
  passed,    // member: so have all others, by their own logs
  leave,     // coordinator: everybody says so and ends
  left,      // member: this is its last record
};

struct Head {
  ParticipantId writer = 0;
  Kind kind = Kind::data;
  std::uint64_t sequence = 0;  // of the writer's records, from 1
  std::uint64_t number = 0;
  ParticipantId about = 0;
  std::uint32_t unused = 0;
  std::uint64_t check = 0;  // of the rest of the record
};

// Where a newcomer begins in another's log.
struct Beginning {
  ParticipantId writer = 0;
  std::uint32_t amid = 0;  // 1: the record before it is under way, and not for the newcomer
  std::uint64_t sequence = 0;
};

// Writes records one after the other into one buffer.
class RecordMaker {
 public:
  RecordMaker(ParticipantId writer, std::uint64_t seed);
  // Valid until the next one.
  Bytes make(Kind kind, std::uint64_t number, ParticipantId about, Bytes body);
  // Of random bytes.
  Bytes make_data(std::size_t body_bytes);
  std::uint64_t sequence() const { return sequence_; }

 private:
  const ParticipantId writer_;
  std::uint64_t sequence_ = 0;
  std::vector<std::byte> buffer_;
  std::vector<std::byte> noise_;
  Random random_;
};

// The head of a record of `writer` whose number must be `sequence`, if every byte of it is as it
// was made; else `what` says what is wrong.
std::optional<Head> check_record(Bytes record, ParticipantId writer, std::uint64_t sequence,
                                 std::string& what);
std::vector<Beginning> beginnings_of(Bytes record);

// Up to and without `limit`.
inline std::uint64_t below(Random& random, std::uint64_t limit) {
  return random() % limit;
}
// A size of a body for a log of so many bytes: mostly tiny, some about as long as a piece, few that
// are longer than the log.
inline constexpr std::size_t kRecordsInLogs = 5;  // no record is longer than so many logs
std::size_t body_size(Random& random, std::size_t log_bytes);

}  // namespace triad::fabric_kills
