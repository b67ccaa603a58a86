#include "tests/scenario/core/replayed_rtig.hpp"

#include "core/federation_state.hpp"

namespace triad::test {

ReplayedRtig::ReplayedRtig(rtig::Downlinks& host, const rtig::RtigOptions& options,
                           std::vector<std::string>& faults, OptionFunctions functions)
    : replay_(std::make_unique<Replay>(host, faults)) {
  const auto options_of = [&](JournaledHost& asking) {
    return functions == OptionFunctions::journaled ? asking.journaled(options) : options;
  };
  replay_->first = std::make_unique<Rtig>(replay_->recorder, options_of(replay_->recorder));
  replay_->second = std::make_unique<Rtig>(replay_->player, options_of(replay_->player));
}

void ReplayedRtig::record_difference(std::string_view name, const std::string& what) const {
  replay_->difference = "the replay of the RTIG differs at input " +
                        std::to_string(replay_->inputs) + " (" + std::string(name) + "): " + what;
  replay_->faults.push_back(replay_->difference);
  replay_->second.reset();
}

// Only the first Rtig continues the journal.
wire::Result<void> ReplayedRtig::restore_federation(std::span<const wire::Bytes> entries,
                                                    std::unique_ptr<rtig::Journal> journal) {
  ++replay_->inputs;
  replay_->journal.begin_recording();
  auto restored = replay_->first->restore_federation(entries, std::move(journal));
  replay("restore_federation", [&] {
    const auto again = replay_->second->restore_federation(entries, nullptr);
    return again.has_value() == restored.has_value();
  });
  return restored;
}

namespace {

wire::Buffer bytes_of(const core::Federation* federation) {
  wire::Buffer bytes;
  if (federation != nullptr) wire::Encoder(bytes).put(core::snapshot_of(*federation));
  return bytes;
}

}  // namespace

void ReplayedRtig::compare_states(std::string_view federation) const {
  if (!replay_->second) return;
  const auto what = first_difference(bytes_of(replay_->first->state(federation)),
                                     bytes_of(replay_->second->state(federation)));
  if (!what.empty()) record_difference("snapshot", what);
}

}  // namespace triad::test
