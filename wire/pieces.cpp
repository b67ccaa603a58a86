#include "wire/pieces.hpp"

#include <algorithm>

namespace triad::wire {

void cut(Bytes record, const std::function<void(Bytes piece)>& send) {
  Buffer out;
  out.reserve(kPieceBytes + 64);
  for (Bytes rest = record; !rest.empty();) {
    const Bytes bytes = rest.first(std::min(rest.size(), kPieceBytes));
    rest = rest.subspan(bytes.size());
    out.clear();
    encode_record({}, Piece{record.size(), bytes}, out);
    send(out);
  }
}

PieceCollector::Took PieceCollector::collect(Bytes& frame) {
  // What was handed out last is done with, and its memory may be large.
  if (record_bytes_ == 0) collected_ = Buffer();
  if (!is_piece(frame)) return record_bytes_ == 0 ? Took::whole : Took::fault;
  const auto piece = decode<Piece>(frame.subspan(sizeof(RecordHeader)));
  if (!piece || piece->bytes.empty()) return Took::fault;
  if (record_bytes_ == 0) record_bytes_ = piece->record_bytes;
  const bool fits = piece->record_bytes == record_bytes_ &&
                    piece->bytes.size() <= record_bytes_ - collected_.size();
  if (!fits) return Took::fault;
  collected_.insert(collected_.end(), piece->bytes.begin(), piece->bytes.end());
  if (collected_.size() < record_bytes_) return Took::part;
  record_bytes_ = 0;
  frame = collected_;
  return Took::whole;
}

}  // namespace triad::wire
