#include "recording/causal_order.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace triad::recording {

EntryOrder order_of(const RecordedMessage& message, std::uint64_t utc_ns) {
  EntryOrder order;
  order.origin = message.head.origin;
  order.utc_ns = utc_ns;
  if (!message.record) return order;
  order.position = message.record->header.position;
  order.stamp = message.record->header.after_position;
  if (message.record->header.message_kind() == wire::Kind::CausalDependencies) {
    if (auto decoded = wire::decode<wire::CausalDependencies>(message.record->payload)) {
      order.handled = std::move(decoded->handled);
    }
  }
  return order;
}

std::size_t CausalOrder::add_source(std::string federation, wire::FederateHandle federate) {
  sources_.push_back({std::move(federation), federate});
  return sources_.size() - 1;
}

void CausalOrder::learn(std::size_t source, const EntryOrder& entry) {
  Source& from = sources_[source];
  if (++from.learnt == 1) from.begin_ns = entry.utc_ns;
  if (entry.origin != Origin::answered) return;
  // A position lower than the one before is of another execution; it has no place in the list.
  if (!from.answers.empty() && entry.stamp < from.answers.back().log_position) return;
  from.answers.push_back({entry.stamp, from.learnt});
}

// The positions of the RTIG's log begin again in each execution. No handle of a federate is used
// twice in one execution, so a handle that was seen before belongs to the next one.
void CausalOrder::number_executions() {
  std::vector<std::size_t> by_begin(sources_.size());
  std::iota(by_begin.begin(), by_begin.end(), std::size_t{0});
  std::ranges::stable_sort(by_begin, {}, [&](std::size_t i) { return sources_[i].begin_ns; });
  std::map<std::string, std::pair<unsigned, std::set<wire::FederateHandle>>> last;
  for (const std::size_t i : by_begin) {
    auto& [execution, seen] = last[sources_[i].federation];
    if (!seen.insert(sources_[i].federate).second) {
      ++execution;
      seen = {sources_[i].federate};
    }
    sources_[i].execution = execution;
  }
  are_executions_numbered_ = true;
}

// A call that sent nothing has the position of the last record before it, so it follows that one.
// Two answers with one stamp do not wait for each other.
bool CausalOrder::is_blocked(std::size_t source, std::span<const EntryOrder* const> heads) const {
  const EntryOrder& entry = *heads[source];
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    const Source& other = sources_[i];
    if (i == source || heads[i] == nullptr || other.federation != sources_[source].federation ||
        other.execution != sources_[source].execution) {
      continue;
    }
    const auto after =
        entry.origin == Origin::answered
            ? std::ranges::lower_bound(other.answers, entry.stamp, {}, &Answer::log_position)
            : std::ranges::upper_bound(other.answers, entry.stamp, {}, &Answer::log_position);
    if (after != other.answers.begin() && other.taken < std::prev(after)->entries) return true;
    for (const wire::StreamPosition& handled : entry.handled) {
      if (handled.federate != other.federate) continue;
      const EntryOrder& head = *heads[i];
      const bool is_record = head.origin == Origin::sent;
      if (head.position < handled.position || (is_record && head.position == handled.position)) {
        return true;
      }
    }
  }
  return false;
}

std::optional<std::size_t> CausalOrder::next(std::span<const EntryOrder* const> heads) {
  if (!are_executions_numbered_) number_executions();
  candidates_.clear();
  for (std::size_t i = 0; i < heads.size(); ++i) {
    if (heads[i] != nullptr) candidates_.push_back(i);
  }
  if (candidates_.empty()) return std::nullopt;
  const auto is_earlier = [&](std::size_t a, std::size_t b) {
    return heads[a]->utc_ns < heads[b]->utc_ns;
  };
  std::size_t chosen = *std::ranges::min_element(candidates_, is_earlier);
  if (is_blocked(chosen, heads)) {
    std::ranges::stable_sort(candidates_, is_earlier);
    const auto free = std::ranges::find_if(
        candidates_, [&](std::size_t source) { return !is_blocked(source, heads); });
    if (free != candidates_.end()) {
      chosen = *free;
      ++corrected_;
    }
  }
  ++sources_[chosen].taken;
  return chosen;
}

}  // namespace triad::recording
