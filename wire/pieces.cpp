#include "wire/pieces.hpp"

#include <algorithm>
#include <utility>

namespace triad::wire {

namespace {

// The header of a piece has the log flag and the position of the whole record, so that a router
// that forwards the piece knows its place in the log.
RecordHeader piece_header(Bytes record) {
  RecordHeader whole;
  std::memcpy(&whole, record.data(), sizeof whole);
  RecordHeader header;
  header.flags = whole.flags & kLogRecord;
  header.position = whole.position;
  return header;
}

}  // namespace

void cut(Bytes record, std::size_t from, std::size_t most,
         const std::function<void(Bytes piece)>& send) {
  Buffer out;
  out.reserve(std::min(most, kPieceBytes) + 64);
  const RecordHeader header = piece_header(record);
  for (Bytes rest = record.subspan(from, std::min(most, record.size() - from)); !rest.empty();) {
    const Bytes bytes = rest.first(std::min(rest.size(), kPieceBytes));
    rest = rest.subspan(bytes.size());
    out.clear();
    encode_record(header, Piece{record.size(), bytes}, out);
    send(out);
  }
}

PieceCollector::Collected PieceCollector::collect(Bytes& frame) {
  // The record that was handed out last is no longer needed, and its memory may be large.
  if (record_bytes_ == 0) collected_ = Buffer();
  if (!is_piece(frame)) return record_bytes_ == 0 ? Collected::whole : keep_between(frame);
  const auto piece = decode<Piece>(frame.subspan(sizeof(RecordHeader)));
  if (!piece || piece->bytes.empty()) return Collected::fault;
  if (record_bytes_ == 0) record_bytes_ = piece->record_bytes;
  const bool fits = piece->record_bytes == record_bytes_ &&
                    piece->bytes.size() <= record_bytes_ - collected_.size();
  if (!fits) return Collected::fault;
  collected_.insert(collected_.end(), piece->bytes.begin(), piece->bytes.end());
  if (collected_.size() < record_bytes_) return Collected::part;
  record_bytes_ = 0;
  frame = collected_;
  return Collected::whole;
}

PieceCollector::Collected PieceCollector::keep_between(Bytes frame) {
  if (frame.size() > kBetweenBytesMax - between_bytes_) return Collected::fault;
  between_bytes_ += frame.size();
  between_.emplace_back(frame.begin(), frame.end());
  return Collected::part;
}

bool PieceCollector::take_record_between(Bytes& frame) {
  if (record_bytes_ != 0 || between_.empty()) return false;
  handed_out_ = std::move(between_.front());
  between_.pop_front();
  between_bytes_ -= handed_out_.size();
  frame = handed_out_;
  return true;
}

}  // namespace triad::wire
