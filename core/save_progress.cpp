#include "core/save_progress.hpp"

#include <algorithm>

#include "core/shown_name.hpp"
#include "wire/harmless_text.hpp"

namespace triad::core {

namespace {

// A part has the queues and tables of one federate. A larger part comes from a faulty peer.
constexpr std::uint64_t kPartBytesMax = std::uint64_t{4} << 30;
constexpr std::size_t kChunkBytes = std::size_t{1} << 20;

template <class Set>
bool contains_all_members(const Set& set, const Federation& federation) {
  return std::ranges::all_of(federation.members(),
                             [&](const auto& entry) { return set.contains(entry.first); });
}

}  // namespace

// A federate that is not constrained has no time to reach. It is told after the last constrained
// federate (HLA 1.3 clause 4.11).
std::vector<FederateHandle> SaveProgress::due_members(const Federation& federation,
                                                      const Observers& observers) const {
  bool are_all_instructed = true;
  for (const auto& [federate, member] : federation.members()) {
    if (observers.contains(federate)) continue;
    const bool waits = is_timed() && member.constrained && !at_time_.contains(federate) &&
                       !beyond_time_.contains(federate);
    are_all_instructed = are_all_instructed && (!waits || instructed_.contains(federate));
  }
  std::vector<FederateHandle> members;
  for (const auto& [federate, member] : federation.members()) {
    if (instructed_.contains(federate) || observers.contains(federate)) continue;
    if (are_all_instructed || at_time_.contains(federate)) members.push_back(federate);
  }
  return members;
}

std::vector<FederateHandle> SaveProgress::take_due_members(const Federation& federation) {
  std::vector<FederateHandle> members = due_members(federation, {});
  instructed_.insert(members.begin(), members.end());
  if (!members.empty()) phase_ = Phase::reporting;
  return members;
}

std::vector<FederateHandle> SaveProgress::members_before_time(const Federation& federation,
                                                              const Observers& observers) const {
  std::vector<FederateHandle> waited_for;
  if (!is_timed()) return waited_for;
  for (const auto& [federate, member] : federation.members()) {
    if (member.constrained && !observers.contains(federate) && !instructed_.contains(federate) &&
        !at_time_.contains(federate) && !beyond_time_.contains(federate)) {
      waited_for.push_back(federate);
    }
  }
  return waited_for;
}

std::vector<FederateHandle> SaveProgress::unanswered_members(const Federation& federation) const {
  std::vector<FederateHandle> members;
  const auto& answered = phase_ == Phase::reporting  ? reported_
                         : phase_ == Phase::settling ? rounds_.answered()
                                                     : complete_parts_;
  for (const auto& [federate, member] : federation.members()) {
    if (instructed_.contains(federate) && !answered.contains(federate)) members.push_back(federate);
  }
  return members;
}

bool SaveProgress::record_report(FederateHandle federate, bool complete) {
  if (phase_ != Phase::reporting || !instructed_.contains(federate)) return false;
  if (!reported_.insert(federate).second) return false;
  has_failed_ = has_failed_ || !complete;
  return true;
}

bool SaveProgress::have_all_reported(const Federation& federation) const {
  return phase_ == Phase::reporting && contains_all_members(reported_, federation);
}

std::uint32_t SaveProgress::begin_round() {
  phase_ = Phase::settling;
  return rounds_.begin_round();
}

bool SaveProgress::receive_part_piece(FederateHandle federate, wire::Bytes piece, bool last) {
  if (phase_ != Phase::collecting || complete_parts_.contains(federate)) return false;
  Part& part = parts_[federate];
  if (piece.size() > kPartBytesMax - part.bytes) return false;
  bytes_ += piece.size();
  part.bytes += piece.size();
  if (part.chunks.empty() || part.chunks.back().size() + piece.size() > kChunkBytes) {
    part.chunks.emplace_back();
  }
  part.chunks.back().append(reinterpret_cast<const char*>(piece.data()), piece.size());
  if (last) complete_parts_.insert(federate);
  return true;
}

std::string SaveProgress::take_part(FederateHandle federate) {
  const auto at = parts_.find(federate);
  if (at == parts_.end()) return {};
  std::string whole;
  whole.reserve(at->second.bytes);
  for (std::string& chunk : at->second.chunks) {
    whole += chunk;
    chunk = {};
  }
  parts_.erase(at);
  return whole;
}

std::uint64_t SaveProgress::part_bytes_of(FederateHandle federate) const {
  const auto at = parts_.find(federate);
  return at == parts_.end() ? 0 : at->second.bytes;
}

bool SaveProgress::has_all_parts(const Federation& federation) const {
  return phase_ == Phase::collecting && contains_all_members(complete_parts_, federation);
}

std::vector<FederateHandle> SaveProgress::members_without_part(const Federation& federation) const {
  std::vector<FederateHandle> without;
  for (const auto& [federate, member] : federation.members()) {
    if (!complete_parts_.contains(federate)) without.push_back(federate);
  }
  return without;
}

wire::Result<std::vector<wire::RestoredMember>> match_members(
    const Federation& present, const SavedFederation& saved,
    const std::set<FederateHandle>& observers) {
  std::vector<wire::RestoredMember> matched;
  std::set<FederateHandle> taken;
  std::vector<std::pair<FederateHandle, const Member*>> others;
  for (const auto& [federate, member] : present.members()) {
    if (observers.contains(federate)) continue;
    const auto saved_member = std::ranges::find(saved.members, federate, &SavedMember::federate);
    if (saved_member != saved.members.end() &&
        saved_member->federate_type == member.federate_type) {
      matched.push_back({federate, federate});
      taken.insert(federate);
    } else {
      others.emplace_back(federate, &member);
    }
  }
  for (const auto& [federate, other] : others) {
    const Member* const member = other;  // a lambda cannot capture a structured binding
    const auto free = std::ranges::find_if(saved.members, [&](const SavedMember& candidate) {
      return candidate.federate_type == member->federate_type &&
             !taken.contains(candidate.federate);
    });
    if (free == saved.members.end()) {
      return wire::error(
          wire::ErrorCode::CouldNotRestore,
          "federate " + std::to_string(federate.value) + " is of type " +
              wire::quoted(shown_name(member->federate_type)) +
              ", but fewer federates of that type had joined when the federation was saved");
    }
    matched.push_back({federate, free->federate});
    taken.insert(free->federate);
  }
  for (const SavedMember& member : saved.members) {
    if (taken.contains(member.federate)) continue;
    return wire::error(wire::ErrorCode::CouldNotRestore,
                       "a federate of type " + wire::quoted(shown_name(member.federate_type)) +
                           " is missing: it had joined when the federation was saved");
  }
  return matched;
}

std::vector<FederateHandle> RestoreProgress::unanswered_members() const {
  std::vector<FederateHandle> members;
  for (const auto& [present, becomes] : members_) {
    if (!reported_.contains(present)) members.push_back(present);
  }
  std::ranges::sort(members);
  return members;
}

bool RestoreProgress::record_report(FederateHandle federate, bool complete) {
  if (!reported_.insert(federate).second) return false;
  has_failed_ = has_failed_ || !complete;
  return true;
}

}  // namespace triad::core
