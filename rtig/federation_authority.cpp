#include "rtig/federation_authority.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "records/defect.hpp"
#include "rtig/federation_texts.hpp"
#include "wire/harmless_text.hpp"

namespace triad::rtig {

namespace {
constexpr std::size_t kAccusationTextMax = 512;
}  // namespace

// A report is trusted only if both members share memory, that is, are processes of one user. Any
// other report is logged and has no effect, because its sender cannot prove it. The reporting
// member has dropped the invalid data anyway.
Fault FederationAuthority::receive_from_member(FederateHandle by, const Record&,
                                               const wire::FaultyFederate& faulty) {
  if (!context_.members().contains(faulty.federate) || faulty.federate == by) return {};
  if (!context_.members().at(by).shares_memory ||
      !context_.members().at(faulty.federate).shares_memory) {
    if (!accusers_.insert(by).second) return {};
    writer_.log(federate_text(context_.federation(), by) + " of federation " +
                wire::quoted(context_.name()) + " accuses " +
                federate_text(context_.federation(), faulty.federate) +
                ", without effect because they share no memory: it sent " +
                std::string(faulty.what.substr(0, kAccusationTextMax)));
    return {};
  }
  writer_.expel(faulty.federate, "sent federate " + std::to_string(by.value) +
                                     " invalid data: " + std::string(faulty.what));
  return {};
}

// Returns the number of bytes of the labels and tags of all points.
std::size_t FederationAuthority::point_bytes() const {
  std::size_t bytes = 0;
  for (const auto& [label, point] : points_) bytes += label.size() + point.tag.size();
  return bytes;
}

// Returns the reason if the registration fails; empty: it succeeds.
std::string FederationAuthority::registration_refusal(
    const wire::RegisterFederationSynchronizationPoint& request) const {
  if (points_.contains(request.label)) {
    return "the label is in use by a synchronization point that is not finished";
  }
  if (points_.size() >= context_.options().synchronization.points_max) {
    return "the federation has " + std::to_string(points_.size()) +
           " synchronization points that are not finished, which is the limit";
  }
  const std::size_t bytes = point_bytes() + request.label.size() + request.tag.size();
  if (const std::size_t most = context_.options().synchronization.bytes_max; bytes > most) {
    return "the labels and tags of the federation's synchronization points that are not finished "
           "would have " +
           std::to_string(bytes) + " bytes, and may have " + std::to_string(most);
  }
  for (const FederateHandle federate : request.federates) {
    if (!context_.members().contains(federate)) {
      return "federate " + std::to_string(federate.value) + " of the set is not joined";
    }
  }
  return {};
}

Fault FederationAuthority::receive_from_member(
    FederateHandle by, const Record& record,
    const wire::RegisterFederationSynchronizationPoint& request) {
  if (const std::string reason = registration_refusal(request); !reason.empty()) {
    // The callback of HLA 1.3 has no parameter for the reason.
    writer_.log("federate " + std::to_string(by.value) + " of federation " +
                wire::quoted(context_.name()) + " did not register synchronization point " +
                wire::quoted(request.label) + ": " + reason);
    writer_.send_to(by, record.header,
                    wire::SynchronizationPointRegistrationFailed{request.label, reason});
    return {};
  }
  SynchronizationPoint& point = points_[std::string(request.label)];
  point.tag = request.tag;
  point.registered_at = context_.now();
  point.everyone = request.federates.empty();
  point.participants.insert(request.federates.begin(), request.federates.end());
  if (point.everyone) {
    for (const auto& [federate, session] : context_.members().all()) {
      point.participants.insert(federate);
    }
  }
  writer_.append_log(
      record.header,
      wire::SynchronizationPointRegistered{
          by, request.label, request.tag, {point.participants.begin(), point.participants.end()}});
  return {};
}

Fault FederationAuthority::receive_from_member(FederateHandle by, const Record&,
                                               const wire::SynchronizationPointAchieved& achieved) {
  const auto at = points_.find(achieved.label);
  if (at == points_.end() || !at->second.participants.contains(by)) {
    return "an achieved synchronization point that was not announced to it";
  }
  at->second.achieved.insert(by);
  if (synchronize_if_complete(at->first, at->second)) points_.erase(at);
  return {};
}

void FederationAuthority::announce_open_points(FederateHandle newcomer) {
  for (auto& [label, point] : points_) {
    if (!point.everyone) continue;
    point.participants.insert(newcomer);
    const wire::SynchronizationPointRegistered announced{{}, label, point.tag, {newcomer}};
    writer_.send_to(newcomer, {}, announced);
    if (TRIAD_DEFECT(point_announced_twice)) writer_.send_to(newcomer, {}, announced);
  }
}

void FederationAuthority::remove_member(FederateHandle leaver) {
  accusers_.erase(leaver);
  for (auto at = points_.begin(); at != points_.end();) {
    SynchronizationPoint& point = at->second;
    const bool took_part = point.participants.erase(leaver) != 0;
    point.achieved.erase(leaver);
    const bool over = took_part && !TRIAD_DEFECT(departure_completes_no_point) &&
                      (point.participants.empty() || synchronize_if_complete(at->first, point));
    at = over ? points_.erase(at) : std::next(at);
  }
}

bool FederationAuthority::synchronize_if_complete(std::string_view label,
                                                  const SynchronizationPoint& point) {
  if (point.achieved.size() < point.participants.size()) return false;
  writer_.append_log({}, wire::FederationSynchronized{
                             label, {point.participants.begin(), point.participants.end()}});
  return true;
}

std::vector<wire::OpenStep> FederationAuthority::open_points(std::size_t most) const {
  std::vector<std::pair<std::string_view, const SynchronizationPoint*>> oldest;
  for (const auto& [label, point] : points_) oldest.emplace_back(label, &point);
  const std::size_t shown = std::min(most, oldest.size());
  // The label as second key keeps the order stable for points registered at the same time.
  std::ranges::partial_sort(
      oldest, oldest.begin() + static_cast<std::ptrdiff_t>(shown), {},
      [](const auto& entry) { return std::pair(entry.second->registered_at, entry.first); });
  std::vector<wire::OpenStep> steps;
  for (const auto& [label, point] : std::span(oldest).first(shown)) {
    std::vector<std::pair<FederateHandle, std::chrono::milliseconds>> owing;
    for (const FederateHandle federate : point->participants) {
      if (point->achieved.contains(federate)) continue;
      owing.emplace_back(federate,
                         std::max(point->registered_at, context_.members().at(federate).joined_at));
    }
    steps.push_back(describe_open_step(context_.now(), "synchronization point", label,
                                       "call synchronizationPointAchieved", point->registered_at,
                                       owing));
  }
  return steps;
}

// --- Saves.

void FederationAuthority::save(core::SavedFederation& saved) const {
  for (const auto& [label, point] : points_) {
    saved.points.push_back({label,
                            point.tag,
                            point.everyone,
                            {point.participants.begin(), point.participants.end()},
                            {point.achieved.begin(), point.achieved.end()}});
  }
}

void FederationAuthority::restore(const core::SavedFederation& saved) {
  accusers_.clear();
  points_.clear();
  for (const core::SavedPoint& point : saved.points) {
    points_[point.label] = {point.tag,
                            point.everyone,
                            {point.participants.begin(), point.participants.end()},
                            {point.achieved.begin(), point.achieved.end()},
                            context_.now()};
  }
}

void FederationAuthority::save(AuthorityImage& image) const {
  for (const auto& [label, point] : points_) {
    const auto registered = static_cast<std::uint64_t>(point.registered_at.count());
    image.points_registered_ms.push_back(registered);
  }
  image.accusers.assign(accusers_.begin(), accusers_.end());
}

void FederationAuthority::restore(const AuthorityImage& image) {
  for (std::size_t at = 0; at < image.state.points.size(); ++at) {
    points_.at(image.state.points[at].label).registered_at =
        std::chrono::milliseconds(image.points_registered_ms[at]);
  }
  accusers_ = {image.accusers.begin(), image.accusers.end()};
}

}  // namespace triad::rtig
