// Splits long records into pieces. The RTIG's own records (snapshots, lists) have no size limit,
// but frames have one. The pieces of a record follow each other on their link. Routers may insert
// records of their members between them; the collector keeps these until the long record is
// complete, so that the order of records is preserved. If the link ends first, the reader receives
// nothing of the record. The program rtig cuts; every program that reads from an RTIG collects.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>

#include "wire/record.hpp"

namespace triad::wire {

// Number of bytes of the record in one piece. Small, so that other frames are not delayed for long
// on a slow link.
inline constexpr std::size_t kPieceBytes = std::size_t{1} << 20;

// Returns true if the record travels in pieces: it is the RTIG's own and longer than one piece.
// Routers forward records of members uncut.
inline bool must_be_cut(Bytes record) {
  if (record.size() <= kPieceBytes) return false;
  RecordHeader header;
  std::memcpy(&header, record.data(), sizeof header);
  return header.from() == kRtig;
}

// Returns true if the frame is a piece of a long record.
inline bool is_piece(Bytes frame) {
  RecordHeader header;
  if (frame.size() < sizeof header) return false;
  std::memcpy(&header, frame.data(), sizeof header);
  return header.message_kind() == Kind::Piece;
}

// Calls `send` for each piece of the record from byte `from` on, for at most `most` bytes, in
// order. Each view is valid during its call only.
void cut(Bytes record, std::size_t from, std::size_t most,
         const std::function<void(Bytes piece)>& send);
inline void cut(Bytes record, const std::function<void(Bytes piece)>& send) {
  cut(record, 0, record.size(), send);
}

// Largest total size of the records between the pieces of one record.
inline constexpr std::size_t kBetweenBytesMax = std::size_t{64} << 20;

// Joins the pieces at the receiving end. The peer is not trusted, so memory grows only with the
// bytes that have arrived.
class PieceCollector {
 public:
  enum class Collected {
    whole,  // `frame` is a complete record, either as it arrived or joined
    part,   // more pieces are missing
    fault,  // an unexpected piece, or too many bytes between the pieces
  };
  // Takes a frame that has arrived. A joined record is valid until the next call.
  Collected receive_frame(Bytes& frame) {
    if (collected_.empty() && !is_piece(frame)) return Collected::whole;
    return collect(frame);
  }
  // Returns the next record that arrived between the pieces; false: there are no more. Call it
  // after a joined record until it returns false. The view is valid until the next call.
  bool take_record_between(Bytes& frame);

 private:
  Collected collect(Bytes& frame);

  Collected keep_between(Bytes frame);

  Buffer collected_;
  std::deque<Buffer> between_;
  std::size_t between_bytes_ = 0;
  Buffer handed_out_;               // the record last returned by take_record_between()
  std::uint64_t record_bytes_ = 0;  // size of the record being collected; 0: none
};

}  // namespace triad::wire
