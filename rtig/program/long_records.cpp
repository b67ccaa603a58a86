#include "rtig/program/long_records.hpp"

#include <algorithm>
#include <utility>

#include "wire/pieces.hpp"

namespace triad::rtig {

bool LongRecords::begin(LinkId to, wire::Bytes record, bool whole) {
  wire::RecordHeader header;
  std::memcpy(&header, record.data(), sizeof header);
  if (whole || (header.flags & wire::kLogRecord) != 0) {
    end(to);
    wire::cut(record, [&](wire::Bytes piece) { send_(to, piece); });
    return !left_.empty();
  }
  left_[to].push_back({wire::Buffer(record.begin(), record.end()), 0});
  return true;
}

bool LongRecords::send_part(LinkId to, Left& left, std::size_t bytes) {
  wire::cut(left.record, left.sent, bytes, [&](wire::Bytes piece) { send_(to, piece); });
  left.sent += std::min(bytes, left.record.size() - left.sent);
  return left.sent < left.record.size();
}

void LongRecords::go_on() {
  for (auto at = left_.begin(); at != left_.end();) {
    auto& [to, records] = *at;
    Left& first = records.front();
    if (!send_part(to, first, first.record.size() / kTurns + 1)) records.pop_front();
    at = records.empty() ? left_.erase(at) : std::next(at);
  }
}

void LongRecords::end(LinkId to) {
  const auto at = left_.find(to);
  if (at == left_.end()) return;
  for (Left& left : at->second) (void)send_part(to, left, left.record.size());
  left_.erase(at);
}

}  // namespace triad::rtig
