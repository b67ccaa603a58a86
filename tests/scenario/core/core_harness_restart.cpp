// The end of the RTIG in the harness, and a new RTIG that continues its journals.
#include <new>

#include "tests/scenario/core/core_harness.hpp"

namespace triad::test {

namespace {

class MemoryJournal final : public rtig::Journal {
 public:
  MemoryJournal(CoreHarness::Store& store, std::string federation)
      : store_(store), federation_(std::move(federation)) {}

 private:
  bool append(wire::Bytes entry) override {
    store_.journals[federation_].emplace_back(entry.begin(), entry.end());
    return true;
  }
  bool replace(std::span<const wire::Bytes> entries) override {
    if (store_.has_no_memory) throw std::bad_alloc();
    std::vector<wire::Buffer> copies;
    for (const wire::Bytes entry : entries) copies.emplace_back(entry.begin(), entry.end());
    store_.journals[federation_] = std::move(copies);
    ++store_.images;
    return true;
  }
  void report_no_image(const std::string& reason) override { store_.no_image = reason; }
  void remove() override { store_.journals.erase(federation_); }

  CoreHarness::Store& store_;
  const std::string federation_;
};

}  // namespace

std::unique_ptr<rtig::Journal> CoreHarness::begin_journal(std::string_view federation) {
  if (!options_.keeps_journals) return nullptr;
  store_.journals[std::string(federation)].clear();
  return std::make_unique<MemoryJournal>(store_, std::string(federation));
}

std::vector<std::string> CoreHarness::LinkLosses::restart_rtig() {
  for (const auto& session : harness.sessions_) {
    session->up.clear();
    session->up_ended = true;
    if (session->down_ended) continue;
    harness.truncate(session->down);
    session->down.push_back({{}, true});
    session->down_ended = true;
  }
  old_links.clear();
  harness.separate_feds_.clear();
  harness.rtig_ = ReplayedRtig(harness, with_test_fed(harness.options_.rtig), harness.faults_,
                               harness.options_.option_functions);
  std::vector<std::string> refusals;
  for (auto& [federation, entries] : harness.store_.journals) {
    // The new RTIG appends to the same journal.
    const std::vector<wire::Buffer> kept = entries;
    const std::vector<wire::Bytes> views(kept.begin(), kept.end());
    const auto restored = harness.rtig_.restore_federation(
        views, std::make_unique<MemoryJournal>(harness.store_, federation));
    if (!restored) refusals.push_back(restored.error().text);
  }
  harness.rtig_.set_time(harness.now_);
  return refusals;
}

}  // namespace triad::test
