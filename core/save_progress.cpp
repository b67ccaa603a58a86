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
bool holds_all(const Set& set, const Federation& federation) {
  return std::ranges::all_of(federation.members(),
                             [&](const auto& entry) { return set.contains(entry.first); });
}

}  // namespace

// A federate that is not constrained has no time to reach. It is told after the last constrained
// federate (HLA 1.3 clause 4.11).
std::vector<FederateHandle> SaveProgress::due(const Federation& federation,
                                              const Observers& observers) const {
  bool all = true;
  for (const auto& [federate, member] : federation.members()) {
    if (observers.contains(federate)) continue;
    const bool waits = timed() && member.constrained && !reached_.contains(federate) &&
                       !beyond_.contains(federate);
    all = all && (!waits || told_.contains(federate));
  }
  std::vector<FederateHandle> now;
  for (const auto& [federate, member] : federation.members()) {
    if (told_.contains(federate) || observers.contains(federate)) continue;
    if (all || reached_.contains(federate)) now.push_back(federate);
  }
  return now;
}

std::vector<FederateHandle> SaveProgress::instruct(const Federation& federation) {
  std::vector<FederateHandle> now = due(federation, {});
  told_.insert(now.begin(), now.end());
  if (!now.empty()) phase_ = Phase::reporting;
  return now;
}

std::vector<FederateHandle> SaveProgress::on_their_way(const Federation& federation,
                                                       const Observers& observers) const {
  std::vector<FederateHandle> waited_for;
  if (!timed()) return waited_for;
  for (const auto& [federate, member] : federation.members()) {
    if (member.constrained && !observers.contains(federate) && !told_.contains(federate) &&
        !reached_.contains(federate) && !beyond_.contains(federate)) {
      waited_for.push_back(federate);
    }
  }
  return waited_for;
}

std::vector<FederateHandle> SaveProgress::owing(const Federation& federation) const {
  std::vector<FederateHandle> owing;
  const auto& answered = phase_ == Phase::reporting  ? reported_
                         : phase_ == Phase::settling ? rounds_.answered()
                                                     : whole_;
  for (const auto& [federate, member] : federation.members()) {
    if (told_.contains(federate) && !answered.contains(federate)) owing.push_back(federate);
  }
  return owing;
}

bool SaveProgress::report(FederateHandle federate, bool complete) {
  if (phase_ != Phase::reporting || !told_.contains(federate)) return false;
  refused_ = refused_ || !complete;
  return reported_.insert(federate).second;
}

bool SaveProgress::all_reported(const Federation& federation) const {
  return phase_ == Phase::reporting && holds_all(reported_, federation);
}

std::uint32_t SaveProgress::begin_round() {
  phase_ = Phase::settling;
  return rounds_.begin();
}

bool SaveProgress::take(FederateHandle federate, wire::Bytes piece, bool last) {
  Part& part = parts_[federate];
  if (phase_ != Phase::collecting || whole_.contains(federate) ||
      piece.size() > kPartBytesMax - part.bytes) {
    return false;
  }
  bytes_ += piece.size();
  part.bytes += piece.size();
  if (part.chunks.empty() || part.chunks.back().size() + piece.size() > kChunkBytes) {
    part.chunks.emplace_back();
  }
  part.chunks.back().append(reinterpret_cast<const char*>(piece.data()), piece.size());
  if (last) whole_.insert(federate);
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

std::uint64_t SaveProgress::bytes_of(FederateHandle federate) const {
  const auto at = parts_.find(federate);
  return at == parts_.end() ? 0 : at->second.bytes;
}

bool SaveProgress::all_taken(const Federation& federation) const {
  return phase_ == Phase::collecting && holds_all(whole_, federation);
}

std::vector<FederateHandle> SaveProgress::without_part(const Federation& federation) const {
  std::vector<FederateHandle> without;
  for (const auto& [federate, member] : federation.members()) {
    if (!whole_.contains(federate)) without.push_back(federate);
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
    const auto same = std::ranges::find(saved.members, federate, &SavedMember::federate);
    if (same != saved.members.end() && same->federate_type == member.federate_type) {
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

std::vector<FederateHandle> RestoreProgress::owing() const {
  std::vector<FederateHandle> owing;
  for (const auto& [present, becomes] : members_) {
    if (!reported_.contains(present)) owing.push_back(present);
  }
  std::ranges::sort(owing);
  return owing;
}

bool RestoreProgress::report(FederateHandle federate, bool complete) {
  refused_ = refused_ || !complete;
  return reported_.insert(federate).second;
}

}  // namespace triad::core
