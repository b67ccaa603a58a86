// Records of the participants of fabric_kills: numbered, and with a checksum of every byte.
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
  data,      // random bytes
  joined,    // coordinator: `about` takes part; the body has its Beginnings
  departed,  // coordinator: `about` has departed after writing `number` records
  tick,      // coordinator: members that wait for others write again
  barrier,   // coordinator: all members must answer that they have reached barrier `number`
  reached,   // member: it has reached the barrier
  passed,    // member: the logs of all others show that they have reached it
  leave,     // coordinator: all members must leave
  left,      // member: its last record
};

struct Head {
  ParticipantId writer = 0;
  Kind kind = Kind::data;
  std::uint64_t sequence = 0;  // number among the writer's records, from 1
  std::uint64_t number = 0;
  ParticipantId about = 0;
  std::uint32_t unused = 0;
  std::uint64_t check = 0;  // checksum of the rest of the record
};

// First record of another participant's log that a newcomer reads.
struct Beginning {
  ParticipantId writer = 0;
  std::uint32_t amid = 0;  // 1: the record before it has begun and is not for the newcomer
  std::uint64_t sequence = 0;
};

// Writes records into one buffer that is reused.
class RecordMaker {
 public:
  RecordMaker(ParticipantId writer, std::uint64_t seed);
  // Returns a record. The view is valid until the next record is made.
  Bytes make(Kind kind, std::uint64_t number, ParticipantId about, Bytes body);
  // Returns a data record of random bytes.
  Bytes make_data(std::size_t body_bytes);
  std::uint64_t sequence() const { return sequence_; }

 private:
  const ParticipantId writer_;
  std::uint64_t sequence_ = 0;
  std::vector<std::byte> buffer_;
  std::vector<std::byte> noise_;
  Random random_;
};

// Returns the head of a record, if the record has this writer, this number and an intact checksum.
// Otherwise puts a text of the error into the last argument.
std::optional<Head> check_record(Bytes record, ParticipantId writer, std::uint64_t sequence,
                                 std::string& error);
std::vector<Beginning> beginnings_of(Bytes record);

// Returns a random number less than `limit`.
inline std::uint64_t below(Random& random, std::uint64_t limit) {
  return random() % limit;
}
// Returns the size of a body for a log of `log_bytes` bytes: mostly tiny, sometimes about the size
// of a piece, seldom longer than the log.
inline constexpr std::size_t kRecordsInLogs = 5;  // maximum length of a record, in logs
std::size_t body_size(Random& random, std::size_t log_bytes);

}  // namespace triad::fabric_kills
