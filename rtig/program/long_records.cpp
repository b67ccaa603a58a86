#include "rtig/program/long_records.hpp"

#include <algorithm>
#include <utility>

#include "wire/pieces.hpp"

namespace triad::rtig {

bool LongRecords::begin(LinkId to, wire::Bytes record, bool whole) {
  wire::RecordHeader header;
  std::memcpy(&header, record.data(), sizeof header);
  if (whole || (header.flags & wire::kLogRecord) != 0) {
    send_rest(to);
    wire::cut(record, [&](wire::Bytes piece) { send_(to, piece); });
    return !remainders_.empty();
  }
  remainders_[to].push_back({wire::Buffer(record.begin(), record.end()), 0});
  return true;
}

// Counts each piece as sent, so that none is sent twice if an exception stops the loop.
bool LongRecords::send_part(LinkId to, Remainder& left, std::size_t bytes) {
  const std::size_t until = left.sent + std::min(bytes, left.record.size() - left.sent);
  while (left.sent < until) {
    const std::size_t piece_bytes = std::min(wire::kPieceBytes, until - left.sent);
    wire::cut(left.record, left.sent, piece_bytes, [&](wire::Bytes piece) { send_(to, piece); });
    left.sent += piece_bytes;
  }
  return left.sent < left.record.size();
}

void LongRecords::send_next_parts() {
  for (auto at = remainders_.begin(); at != remainders_.end();) {
    auto& [to, records] = *at;
    if (!records.empty()) {
      Remainder& first = records.front();
      if (!send_part(to, first, first.record.size() / kTurns + 1)) records.pop_front();
    }
    at = records.empty() ? remainders_.erase(at) : std::next(at);
  }
}

void LongRecords::send_rest(LinkId to) {
  const auto at = remainders_.find(to);
  if (at == remainders_.end()) return;
  for (Remainder& left : at->second) (void)send_part(to, left, left.record.size());
  remainders_.erase(at);
}

}  // namespace triad::rtig
