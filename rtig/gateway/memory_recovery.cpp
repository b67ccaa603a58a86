#include "rtig/gateway/memory_recovery.hpp"

#include <cstring>

namespace triad::rtig {

bool MemoryRecovery::keep(const wire::RecordHeader& header, wire::Bytes record) {
  Sender& of = senders_[header.from()];
  if (header.position <= of.last) return false;
  of.last = header.position;
  of.kept.push(std::span(&record, 1), header.position);
  kept_bytes_ += record.size();
  return true;
}

bool MemoryRecovery::release(FederateHandle sender, Position position) {
  const auto at = senders_.find(sender);
  if (at == senders_.end()) return true;
  const std::size_t before = at->second.kept.records().bytes();
  at->second.kept.release(position);
  kept_bytes_ -= before - at->second.kept.records().bytes();
  return at->second.has_left && end_sender(sender);
}

bool MemoryRecovery::end_sender(FederateHandle sender) {
  const auto at = senders_.find(sender);
  if (at == senders_.end()) return true;
  at->second.has_left = true;
  if (!at->second.kept.records().empty()) return false;
  senders_.erase(at);
  return true;
}

std::optional<wire::FederateHandle> MemoryRecovery::largest_sender() const {
  std::optional<FederateHandle> largest;
  std::size_t most = 0;
  for (const auto& [sender, of] : senders_) {
    if (of.has_left || of.kept.records().bytes() <= most) continue;
    largest = sender;
    most = of.kept.records().bytes();
  }
  return largest;
}

std::size_t MemoryRecovery::kept_count() const {
  std::size_t count = 0;
  for (const auto& [sender, of] : senders_) count += of.kept.records().size();
  return count;
}

bool MemoryRecovery::record_arrival(FederateHandle sender, Position position) {
  Position& last = arrived_[sender];
  if (position <= last) return false;
  last = position;
  return true;
}

void MemoryRecovery::keep_aside(wire::Bytes record) {
  wire::RecordHeader header;
  std::memcpy(&header, record.data(), sizeof header);
  wire::Buffer copy(record.begin(), record.end());
  if (records::recovery_class_downwards(header) == records::RecoveryClass::data) {
    SenderAside& of = data_[header.from()];
    of.bytes += copy.size();
    of.data.push_back({header.position, std::move(copy)});
    return;
  }
  log_bytes_ += copy.size() + sizeof(Aside);
  if (header.message_kind() == wire::Kind::CausalDependencies) {
    dependencies_.push_back(std::move(copy));
  } else {
    log_.push_back({.record = std::move(copy)});
  }
}

void MemoryRecovery::end_arrivals(FederateHandle sender) {
  resume_order(sender);
  if (const auto at = data_.find(sender); at != data_.end()) at->second.bytes = 0;
}

std::optional<wire::FederateHandle> MemoryRecovery::sender_above(std::size_t bytes_max) const {
  for (const auto& [sender, of] : data_) {
    if (of.bytes > bytes_max) return sender;
  }
  return std::nullopt;
}

void MemoryRecovery::clear() {
  senders_.clear();
  arrived_.clear();
  dependencies_.clear();
  log_.clear();
  kept_bytes_ = log_bytes_ = 0;
  data_.clear();
}

}  // namespace triad::rtig
