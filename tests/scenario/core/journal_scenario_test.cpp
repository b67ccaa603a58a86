// The RTIG is killed, and a new one continues its federations from their journals
// (docs/recovery.md).
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "core/federation_snapshot.hpp"
#include "rtig/gateway/federation_image.hpp"
#include "rtig/gateway/journal_entry.hpp"
#include "tests/scenario/core/recovery_run.hpp"
#include "tests/scenario/core/recovery_scenario.hpp"

namespace triad::test {
namespace {

class Journals : public Recovery {
 protected:
  static HarnessOptions options_with_journals() {
    HarnessOptions options = Recovery::options();
    options.keeps_journals = true;
    return options;
  }
  explicit Journals(const HarnessOptions& of = options_with_journals()) : Recovery(of) {}
  std::string text_of_state() {
    const core::Federation* const state = harness.rtig().state("Federation");
    return std::to_string(state->members().size()) + " members, " +
           std::to_string(state->objects().size()) + " instances";
  }
  void restart() { EXPECT_EQ(harness.losses().restart_rtig(), Lines()); }
};

TEST_F(Journals, MembersGoOnAfterARestart) {
  EXPECT_EQ(send_interaction(a, kShot, Values(), "1"), "");
  restart();
  for (const Federate f : {a, b, c}) EXPECT_TRUE(is_member(f));
  for (const Federate f : {a, b, c}) EXPECT_EQ(send_interaction(f, kShot, Values(), "2"), "");
  harness.settle();
  EXPECT_EQ(harness.losses().returns, 3u);
  EXPECT_EQ(take_tags(a), (Lines{"2", "2"}));
  EXPECT_EQ(take_tags(b), (Lines{"1", "2", "2"}));
  EXPECT_EQ(take_tags(c), (Lines{"1", "2", "2"}));
  expect_nothing_kept();
  EXPECT_EQ(harness.faults(), Lines());
}

TEST_F(Journals, ARestartAfterARestartGoesOnToo) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(register_object(a, kTank));
    restart();
    EXPECT_EQ(send_interaction(b, kShot, Values(), std::to_string(i)), "");
    harness.settle();
    expect_nothing_kept();
  }
  EXPECT_EQ(take_tags(c), (Lines{"0", "1", "2"}));
  EXPECT_EQ(harness.faults(), Lines());
}

// The process may end between any two entries.
TEST_F(Journals, EachBeginningOfAJournalMakesAFederation) {
  EXPECT_TRUE(register_object(a, kTank));
  deliver_all();
  EXPECT_EQ(call(a, wire::EnableTimeConstrained{}), "");
  EXPECT_EQ(call(b, wire::ResignFederationExecution{wire::ResignAction::no_action}), "");
  const Federate d = join("late");
  EXPECT_EQ(call(d, wire::RequestFederationSave{"label", {}, {}}), "");
  deliver_all();
  const std::vector<wire::Buffer> whole = harness.store().journals.at("Federation");
  ASSERT_GT(whole.size(), 20u);
  for (std::size_t size = 1; size <= whole.size(); ++size) {
    auto& entries = harness.store().journals.at("Federation");
    entries.assign(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    ASSERT_EQ(harness.losses().restart_rtig(), Lines()) << size << " of " << whole.size();
    const std::string once = text_of_state();
    ASSERT_EQ(harness.losses().restart_rtig(), Lines()) << "again, " << size;
    ASSERT_EQ(text_of_state(), once) << size;
  }
}

// An input that is given twice would make another federate or instance.
TEST_F(Journals, AJournalCutInAJoinMakesOneMember) {
  const std::vector<wire::Buffer> before = harness.store().journals.at("Federation");
  (void)join("late");
  const std::vector<wire::Buffer> after = harness.store().journals.at("Federation");
  std::set<std::string> states;
  for (std::size_t size = before.size(); size <= after.size(); ++size) {
    auto& entries = harness.store().journals.at("Federation");
    entries.assign(after.begin(), after.begin() + static_cast<std::ptrdiff_t>(size));
    restart();
    states.insert(text_of_state());
  }
  EXPECT_EQ(states.size(), 2u) << "before and after the join";
}

TEST_F(Journals, FederationsAreIndependent) {
  const Federate other = harness.add();
  EXPECT_EQ(call(other, wire::CreateFederationExecution{"Another", "test.fed", false, {}}), "");
  const Federate empty = harness.add();
  EXPECT_EQ(call(empty, wire::CreateFederationExecution{"Zoo", "test.fed", false, {}}), "");
  EXPECT_EQ(call(other, wire::JoinFederationExecution{"other", "Another", {}}), "");
  deliver_all();
  for (int i = 0; i < 3; ++i) {
    restart();
    EXPECT_EQ(send_interaction(a, kShot, Values(), std::to_string(i)), "");
    harness.settle();
    EXPECT_TRUE(harness.ambassador(other).is_joined());
    EXPECT_NE(harness.rtig().state("Zoo"), nullptr);
  }
  EXPECT_EQ(take_tags(b), (Lines{"0", "1", "2"}));
  EXPECT_EQ(harness.faults(), Lines());
  EXPECT_EQ(call(other, wire::ResignFederationExecution{wire::ResignAction::no_action}), "");
}

// A member that has left one federation and joined another by the same link.
TEST_F(Journals, AMemberOfASecondFederationGoesOn) {
  EXPECT_EQ(call(c, wire::CreateFederationExecution{"Another", "test.fed", false, {}}), "");
  EXPECT_EQ(call(c, wire::ResignFederationExecution{wire::ResignAction::no_action}), "");
  EXPECT_EQ(call(c, wire::JoinFederationExecution{"other", "Another", {}}), "");
  deliver_all();
  restart();
  EXPECT_EQ(send_interaction(a, kShot, Values(), "1"), "");
  EXPECT_EQ(call(c, wire::RegisterFederationSynchronizationPoint{"p", {}, {}}), "");
  harness.settle();
  EXPECT_EQ(take_tags(b), Lines{"1"});
  EXPECT_EQ(harness.faults(), Lines());
  EXPECT_EQ(call(c, wire::ResignFederationExecution{wire::ResignAction::no_action}), "");
}

TEST_F(Journals, ADestroyedFederationStaysDestroyed) {
  for (const Federate f : {a, b, c})
    EXPECT_EQ(call(f, wire::ResignFederationExecution{wire::ResignAction::no_action}), "");
  EXPECT_EQ(call(a, wire::DestroyFederationExecution{"Federation"}), "");
  restart();
  EXPECT_EQ(harness.rtig().state("Federation"), nullptr);
  EXPECT_TRUE(harness.store().journals.empty());
}

TEST_F(Journals, ADamagedJournalIsRefused) {
  const std::vector<wire::Buffer> whole = harness.store().journals.at("Federation");
  for (std::size_t left_out = 0; left_out < whole.size(); ++left_out) {
    auto& entries = harness.store().journals.at("Federation");
    entries = whole;
    entries[left_out].resize(entries[left_out].size() / 2);
    EXPECT_EQ(harness.losses().restart_rtig().size(), 1u) << left_out;
    EXPECT_EQ(harness.rtig().state("Federation"), nullptr);
  }
}

// A copy of a suspended membership is such an attempt.
TEST_F(Journals, AnOldAttemptIsRefusedAlsoAfterARestart) {
  for (int i = 0; i < 3; ++i) {
    harness.losses().cut(b);
    harness.settle();
  }
  harness.losses().are_returns_stopped = true;
  restart();
  for (const std::uint32_t attempt : {1u, 2u, 3u}) send_as_stranger(resume_of(b, attempt), b);
  EXPECT_EQ(count_logged("which is refused: it has returned by another link since"), 3);
  harness.losses().are_returns_stopped = false;
  for (const Federate f : {a, b, c}) harness.losses().return_now(f);
  harness.settle();
  EXPECT_EQ(send_interaction(b, kShot, Values(), "1"), "");
  harness.settle();
  EXPECT_EQ(take_tags(a), Lines{"1"});
}

// Their sum would be more than a clock can hold.
TEST_F(Journals, AJournalWithAnImpossibleTimeIsRefused) {
  const std::vector<wire::Buffer> whole = harness.store().journals.at("Federation");
  const auto last = rtig::journal::decode(whole.back());
  ASSERT_TRUE(last);
  const wire::Position log = last->place.log + 1;  // the last entry is that of a record of the log
  for (const std::uint64_t span : {rtig::journal::kTimeMaxMs, UINT64_MAX}) {
    wire::Buffer entry;
    rtig::journal::encode({{}, log}, rtig::journal::TimePassed{span}, entry);
    auto& entries = harness.store().journals.at("Federation");
    entries = whole;
    entries.insert(entries.end(), 2, entry);
    const Lines refused = harness.losses().restart_rtig();
    ASSERT_EQ(refused.size(), 1u);
    EXPECT_NE(refused.front().find("has an impossible time"), std::string::npos) << refused.front();
  }
}

// An image replaces the journal at each check.
class Images : public Journals {
 protected:
  static HarnessOptions options_with_images() {
    HarnessOptions options = options_with_journals();
    options.rtig.journal_image_bytes = 1;
    return options;
  }
  Images() : Journals(options_with_images()) {}
  std::vector<wire::Buffer>& entries() { return harness.store().journals.at("Federation"); }
  wire::Buffer encoded_state() {
    wire::Buffer bytes;
    wire::Encoder(bytes).put(core::snapshot_of(*harness.rtig().state("Federation")));
    return bytes;
  }
  // Makes an entry.
  void grow() { EXPECT_TRUE(register_object(a, kTank)); }
  // Lets the journal grow until an image has replaced it. Returns whether that happens.
  bool write_image() {
    const std::uint64_t before = harness.store().images;
    for (int i = 0; i < 1000 && harness.store().images == before; ++i) {
      grow();
      harness.settle();
      harness.losses().pass_time(milliseconds(100));
    }
    return harness.store().images > before;
  }
  void restart_unchanged() {
    const wire::Buffer before = encoded_state();
    restart();
    EXPECT_EQ(encoded_state(), before);
  }
};

TEST_F(Images, StandInPlaceOfAllEntries) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(register_object(a, kTank));
    EXPECT_TRUE(write_image());
    restart_unchanged();
    EXPECT_EQ(send_interaction(b, kShot, Values(), std::to_string(i)), "");
    EXPECT_TRUE(register_object(c, kTank));
    restart_unchanged();
    harness.settle();
    expect_nothing_kept();
  }
  EXPECT_EQ(take_tags(a), (Lines{"0", "1", "2"}));
  EXPECT_EQ(harness.faults(), Lines());
}

TEST_F(Images, HaveWhatIsInProgress) {
  const auto tank = register_object(a, kTank);
  EXPECT_EQ(call(a, wire::RegisterFederationSynchronizationPoint{"go", "tag", {}}), "");
  harness.settle();
  for (const Federate f : {a, b}) {
    harness.take_callbacks(f, [](const auto&) {});
    EXPECT_EQ(call(f, wire::SynchronizationPointAchieved{"go"}), "");
  }
  EXPECT_EQ(call(b, wire::AttributeOwnershipAcquisition{tank, {}, {kPosition}, "want"}), "");
  EXPECT_EQ(call(b, wire::EnableTimeConstrained{}), "");
  EXPECT_TRUE(write_image());
  restart_unchanged();
  harness.settle();
  for (const Federate f : {a, c}) harness.take_callbacks(f, [](const auto&) {});
  ASSERT_TRUE(harness.call(a, wire::AttributeOwnershipReleaseResponse{tank, {kPosition}}));
  EXPECT_EQ(call(c, wire::SynchronizationPointAchieved{"go"}), "");
  harness.settle();
  const auto* const instance = harness.rtig().state("Federation")->objects().find(tank);
  EXPECT_EQ(instance->owner(kPosition), handle(b));
  for (const Federate f : {a, b, c}) {
    bool synchronized = false;
    harness.take_callbacks(f, [&](const rtia::Callback& callback) {
      synchronized =
          synchronized || std::get_if<wire::FederationSynchronized>(&callback) != nullptr;
    });
    EXPECT_TRUE(synchronized) << f;
  }
  EXPECT_EQ(call(a, wire::RegisterFederationSynchronizationPoint{"go", "again", {}}), "");
  expect_nothing_kept();
  EXPECT_EQ(harness.faults(), Lines());
}

// Its receivers have not acknowledged it when the image is written.
TEST_F(Images, HaveRecordsThatMembersMayLack) {
  harness.links().set_stopped(c, true);
  const std::uint64_t before = harness.store().images;
  for (int i = 0; i < 1000 && harness.store().images == before; ++i) {
    grow();
    harness.settle();
    harness.rtig().check_recoveries();
  }
  EXPECT_GT(harness.store().images, before);
  EXPECT_GT(harness.rtig().records_kept("Federation"), 0u);
  harness.links().set_stopped(c, false);
  restart_unchanged();
  expect_nothing_kept();
  EXPECT_EQ(harness.faults(), Lines());
}

TEST_F(Images, HaveTheNumbersOfReturns) {
  harness.losses().cut(b);
  harness.settle();
  EXPECT_TRUE(write_image());
  harness.losses().are_returns_stopped = true;
  restart();
  send_as_stranger(resume_of(b, 1), b);
  EXPECT_EQ(count_logged("which is refused: it has returned by another link since"), 1);
}

TEST_F(Images, WaitForAFederationAtRest) {
  harness.losses().are_returns_stopped = true;
  harness.losses().cut(b);
  harness.settle();
  const std::uint64_t before = harness.store().images;
  for (int i = 0; i < 200 && harness.store().no_image.empty(); ++i) {
    grow();
    harness.settle();
    harness.losses().pass_time(milliseconds(100));
  }
  EXPECT_EQ(harness.store().images, before);
  EXPECT_EQ(harness.store().no_image.substr(0, 18), "a federate is away");
  harness.losses().are_returns_stopped = false;
  harness.settle();
  EXPECT_TRUE(write_image());
  restart_unchanged();
}

TEST_F(Images, WithoutMemoryLeaveTheFederationAndItsJournal) {
  harness.store().has_no_memory = true;
  EXPECT_FALSE(write_image());
  EXPECT_EQ(harness.store().no_image, "there is no memory for it");
  restart_unchanged();
  harness.settle();
  harness.store().has_no_memory = false;
  EXPECT_TRUE(write_image());
  restart_unchanged();
}

TEST_F(Images, WithMalformedRecordsOrTimesAreRefused) {
  EXPECT_TRUE(write_image());
  const std::vector<wire::Buffer> whole = entries();
  const auto entry = rtig::journal::decode(whole[1]);
  ASSERT_TRUE(entry);
  rtig::FederationImage good;
  wire::Decoder(std::get<rtig::journal::Image>(entry->body).federation).get(good);
  const auto refusals = [&](const rtig::FederationImage& image) {
    wire::Buffer encoded;
    wire::Encoder(encoded).put(image);
    entries() = whole;
    entries()[1].clear();
    rtig::journal::encode(entry->place, rtig::journal::Image{encoded}, entries()[1]);
    return harness.losses().restart_rtig().size();
  };
  rtig::FederationImage bad = good;
  bad.records.emplace_back().record = wire::Bytes(whole[0]).first(5);
  EXPECT_EQ(refusals(bad), 1u);
  bad = good;
  bad.authority.now_ms = rtig::journal::kTimeMaxMs + 1;
  EXPECT_EQ(refusals(bad), 1u);
  EXPECT_EQ(refusals(good), 0u);
}

TEST_F(Images, ThatAreDamagedAreRefused) {
  EXPECT_TRUE(write_image());
  const std::vector<wire::Buffer> whole = entries();
  for (std::size_t at = 0; at < whole[1].size(); at += 7) {
    entries() = whole;
    entries()[1].resize(at);
    EXPECT_EQ(harness.losses().restart_rtig().size(), 1u) << at;
  }
  entries() = whole;
  entries().push_back(whole[1]);
  const Lines refused = harness.losses().restart_rtig();
  ASSERT_EQ(refused.size(), 1u);
  EXPECT_NE(refused.front().find("does not begin the journal"), std::string::npos);
}

// Wrong bytes of an image end its federation at most.
TEST_F(Images, WithAnyOtherByteAreTakenOrRefused) {
  EXPECT_TRUE(register_object(a, kTank));
  EXPECT_TRUE(write_image());
  const std::vector<wire::Buffer> whole = entries();
  std::size_t refused = 0;
  for (std::size_t at = 0; at < whole[1].size(); ++at) {
    entries() = whole;
    entries()[1][at] ^= std::byte(1u << (at % 8));
    refused += harness.losses().restart_rtig().size();
  }
  EXPECT_GT(refused, whole[1].size() / 10);
}

class RunsWithRestarts : public testing::Test {};

TEST_F(RunsWithRestarts, LoseNothing) {
  std::uint64_t images = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    RecoveryRun run(seed, 4, RecoveryRun::Time::absent, RecoveryRun::Saves::absent,
                    RecoveryRun::Mesh::restarts);
    ASSERT_EQ(run.execute(), "") << "seed " << seed;
    images += run.image_count();
  }
  EXPECT_GT(images, 60u);
}

TEST_F(RunsWithRestarts, GrantNothingTooEarly) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    RecoveryRun run(seed, 4, RecoveryRun::Time::managed, RecoveryRun::Saves::absent,
                    RecoveryRun::Mesh::restarts);
    ASSERT_EQ(run.execute(), "") << "seed " << seed;
  }
}

}  // namespace
}  // namespace triad::test
