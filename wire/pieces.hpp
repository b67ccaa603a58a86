// A record longer than one frame should be, as pieces: what the RTIG sends of its own (snapshots,
// lists) has no limit, frames have one. The pieces of a record follow each other on their link with
// nothing in between, so that the order of a link's records stays what it was; who reads gets the
// whole record, or nothing where the link ends amid it. Used by the RTIG's host, which cuts, and by
// whoever reads from an RTIG.
#pragma once

#include <cstdint>
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

// Hands out the pieces in their order; each view is valid during its call.
void cut(Bytes record, const std::function<void(Bytes piece)>& send);

// The other end. The peer is not trusted: memory grows with what has come.
class PieceCollector {
 public:
  enum class Took {
    whole,  // `frame` is a record for the reader: as it came, or put together
    part,   // more is to come
    fault,  // it is none of the pieces that have to come now
  };
  // A frame that has come. A record put together is valid until the next call.
  Took take(Bytes& frame) {
    if (collected_.empty() && !is_piece(frame)) return Took::whole;
    return collect(frame);
  }

 private:
  Took collect(Bytes& frame);

  Buffer collected_;
  std::uint64_t record_bytes_ = 0;  // of what is being collected; 0: nothing is
};

}  // namespace triad::wire
