// A record longer than one frame should be, as pieces: what the RTIG sends of its own (snapshots,
// lists) has no limit, frames have one. The pieces of a record follow each other on their link. A
// router on the way may put records of its own members between them; those wait at the other end
// until the whole is there, so that the order of a link's records stays what it was. Who reads gets
// the whole record, or nothing where the link ends amid it. Used by the RTIG's host, which cuts,
// and by whoever reads from an RTIG.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>

#include "wire/record.hpp"

namespace triad::wire {

// Of a record's bytes in one piece. Small, so that each comes in time on a slow link.
inline constexpr std::size_t kPieceBytes = std::size_t{1} << 20;

// Whether it is to travel in pieces: it is the RTIG's own and longer than one of them. What members
// send each other is passed on as it came.
inline bool to_be_cut(Bytes record) {
  if (record.size() <= kPieceBytes) return false;
  RecordHeader header;
  std::memcpy(&header, record.data(), sizeof header);
  return header.from() == kRtig;
}

inline bool is_piece(Bytes frame) {
  RecordHeader header;
  if (frame.size() < sizeof header) return false;
  std::memcpy(&header, frame.data(), sizeof header);
  return header.message_kind() == Kind::Piece;
}

// Hands out the pieces of the record from the byte `from` on, `most` bytes of it or what is left,
// in their order; each view is valid during its call.
void cut(Bytes record, std::size_t from, std::size_t most,
         const std::function<void(Bytes piece)>& send);
inline void cut(Bytes record, const std::function<void(Bytes piece)>& send) {
  cut(record, 0, record.size(), send);
}

// Of records between pieces, at most.
inline constexpr std::size_t kBetweenBytesMax = std::size_t{64} << 20;

// The other end. The peer is not trusted: memory grows with what has come.
class PieceCollector {
 public:
  enum class Took {
    whole,  // `frame` is a record for the reader: as it came, or put together
    part,   // more is to come
    fault,  // it is none of the pieces that have to come now, or too much has come between them
  };
  // A frame that has come. A record put together is valid until the next call.
  Took take(Bytes& frame) {
    if (collected_.empty() && !is_piece(frame)) return Took::whole;
    return collect(frame);
  }
  // After a record that was put together: what had come between its pieces, one after the other,
  // until there is no more. Valid until the next call.
  bool take_between(Bytes& frame);

 private:
  Took collect(Bytes& frame);

  Took keep(Bytes frame);

  Buffer collected_;
  std::deque<Buffer> between_;
  std::size_t between_bytes_ = 0;
  Buffer handed_out_;               // of between_
  std::uint64_t record_bytes_ = 0;  // of what is being collected; 0: nothing is
};

}  // namespace triad::wire
