#include "rtig/open_step_monitor.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "core/age_text.hpp"
#include "core/open_step_text.hpp"
#include "rtig/federation_texts.hpp"

namespace triad::rtig {

std::vector<wire::OpenStep> OpenStepMonitor::open_steps() const {
  std::vector<wire::OpenStep> steps = saves_.open_steps();
  for (wire::OpenStep& point : points_.open_points(wire::kOpenPointsMax)) {
    steps.push_back(std::move(point));
  }
  return steps;
}

std::vector<wire::OpenStep> OpenStepMonitor::shown_steps() const {
  std::vector<wire::OpenStep> steps = open_steps();
  for (wire::OpenStep& step : steps) step.label = step.label.substr(0, kShownTextBytesMax);
  return steps;
}

void OpenStepMonitor::report() {
  const auto least = static_cast<std::uint64_t>(context_.options().timeouts.report.count());
  std::map<Key, Reported> open;
  std::set<Key> due;
  for (const wire::OpenStep& step : open_steps()) {
    if (step.open_ms < least) continue;
    const Key key(step.kind, step.label);
    const auto [at, is_first] = open.try_emplace(key, reported_before(key, step));
    Reported& reported = at->second;
    // A save can appear twice: it may wait for members to reach its time and for members that save.
    if (is_first && step.open_ms >= std::max(least, reported.next_ms)) {
      due.insert(key);
      reported.last_ms = step.open_ms;
      reported.next_ms = least;
      while (reported.next_ms <= step.open_ms) reported.next_ms *= 2;
    }
    if (due.contains(key)) log_step(step);
  }
  for (const auto& [key, reported] : reported_) {
    if (open.contains(key)) continue;
    writer_.log("federation " + wire::quoted(context_.name()) + ": " + key.first + " " +
                wire::quoted(key.second) + " has ended after a wait of more than " +
                core::age_text(reported.last_ms));
  }
  reported_ = std::move(open);
}

// A new step with the label of an earlier one is younger than the logged age.
OpenStepMonitor::Reported OpenStepMonitor::reported_before(const Key& key,
                                                           const wire::OpenStep& step) const {
  const auto known = reported_.find(key);
  const bool same = known != reported_.end() && known->second.last_ms <= step.open_ms;
  return same ? known->second : Reported{};
}

void OpenStepMonitor::save(AuthorityImage& image) const {
  for (const auto& [key, reported] : reported_)
    image.reported_steps.push_back({key.first, key.second, reported.next_ms, reported.last_ms});
}

void OpenStepMonitor::restore(const AuthorityImage& image) {
  reported_.clear();
  for (const ImageStep& step : image.reported_steps)
    reported_[Key(step.kind, step.label)] = {step.next_ms, step.last_ms};
}

void OpenStepMonitor::log_step(const wire::OpenStep& step) {
  const auto name = [&](FederateHandle federate) {
    return federate_text(context_.federation(), federate);
  };
  const std::string text = core::open_step_text(step, name);
  writer_.log("federation " + wire::quoted(context_.name()) + ": " + text);
  for (const wire::OwedAnswer& owed : step.owing) mom_.send_warning(owed.federate, text);
}

}  // namespace triad::rtig
