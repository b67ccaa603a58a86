// Tests which members a promise wakes: single cases, and a model of a federation whose members
// sleep whenever they have nothing to read. A seeded scheduler switches between members after any
// step.
#include "core/wake_ups.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <random>
#include <utility>

#include "core/double_time.hpp"

namespace triad::core {
namespace {

using wire::FederateHandle;
using Federates = std::vector<FederateHandle>;

TimeBound bound_at(double time) {
  return {DoubleTime::encode(time), false};
}

class WakeUpsTest : public testing::Test {
 protected:
  WakeUpsTest() {
    for (const FederateHandle federate : {a, b}) regulators.add_regulator(federate, bound_at(0));
  }

  Federates promise(double time, bool wakes_all = false, bool all_read = true) {
    wake_ups.record_note_published(bound_at(time));
    EXPECT_TRUE(wake_ups.must_recompute());
    Federates woken;
    wake_ups.recompute(wakes_all, all_read, constrained, woken);
    EXPECT_FALSE(wake_ups.must_recompute());
    return woken;
  }

  DoubleTime type;
  Regulators regulators{type};
  WakeUps wake_ups{type, regulators};
  const FederateHandle a{1};
  const FederateHandle b{2};
  const Federates constrained{a, b};
  const Federates no_federates;
};

TEST_F(WakeUpsTest, APromiseWakesWhoDoesNotSayWhatItWaitsFor) {
  EXPECT_EQ(promise(1), constrained);
  wake_ups.record_wait(a, bound_at(5));
  EXPECT_EQ(promise(2), Federates{b});
  wake_ups.record_wait(a, std::nullopt);
  EXPECT_EQ(promise(3), constrained);
  wake_ups.record_wait(a, bound_at(5));
  wake_ups.remove_wait(a);
  EXPECT_EQ(promise(4), constrained);
}

TEST_F(WakeUpsTest, APromiseWakesAWaiterForTimeWhenTheLeastOfAllReachesItsBound) {
  wake_ups.record_wait(a, bound_at(5));
  wake_ups.record_wait(b, bound_at(9));
  EXPECT_EQ(promise(6), no_federates) << "b has promised only 0";
  regulators.record_promise(b, bound_at(7), std::nullopt);
  EXPECT_EQ(promise(4), no_federates);
  EXPECT_EQ(promise(6), Federates{a});
  EXPECT_EQ(promise(6, true), constrained) << "a member may jump";
}

TEST_F(WakeUpsTest, APromiseDoesNotWakeAgainWhomAnEarlierOneHasWoken) {
  wake_ups.record_wait(a, bound_at(5));
  wake_ups.record_wait(b, bound_at(9));
  regulators.record_promise(b, bound_at(7), std::nullopt);
  EXPECT_EQ(promise(6), Federates{a});
  EXPECT_EQ(promise(7), no_federates);
  wake_ups.record_wait(a, bound_at(7.5));
  regulators.record_promise(b, bound_at(8), std::nullopt);
  EXPECT_EQ(promise(8), Federates{a}) << "it waits for more";
  EXPECT_EQ(promise(8), no_federates);
  wake_ups.forget_last_promise();
  EXPECT_EQ(promise(8), Federates{a});
}

TEST_F(WakeUpsTest, AMemberThatCannotReadAllNotesWakesAll) {
  wake_ups.record_wait(a, bound_at(5));
  wake_ups.record_wait(b, bound_at(9));
  EXPECT_EQ(promise(6, false, false), constrained);
}

TEST_F(WakeUpsTest, NothingIsComputedAfterAllNotesHaveBeenReadAtOnce) {
  wake_ups.record_note_published(bound_at(6));
  wake_ups.record_wakes_by_notes();
  EXPECT_FALSE(wake_ups.must_recompute());
  EXPECT_EQ(type.text(wake_ups.last_wake_promise()->time), "6");
}

// --- The model: every member requests one time after another (timeAdvanceRequest), promises that
// time plus its lookahead, and sleeps until the promises of the others have reached the time.

enum class Defect {
  none,
  never_reads_notes,       // reads no notes after publishing its own
  reads_before_publishing  // may miss notes that are published meanwhile
};

class Model {
 public:
  Model(std::uint64_t seed, Defect defect) : defect_(defect), random_(seed) {
    const std::size_t count = 2 + random_() % 3;
    for (std::size_t i = 0; i < count; ++i) {
      members_.emplace_back(i, type_, 1 + static_cast<double>(random_() % 4),
                            0.5 * static_cast<double>(1 + random_() % 6));
    }
    for (Member& member : members_) {
      for (Member& other : members_) {
        if (&other == &member) continue;
        member.regulators.add_regulator(handle(other), bound_at(0));
        member.constrained.push_back(handle(other));
      }
      member.cursors.resize(count);
    }
  }

  // Returns true if all members reach the end before all of them sleep.
  bool all_arrive() {
    while (std::ranges::any_of(members_, [](const Member& m) { return m.time < kEnd; })) {
      std::vector<Member*> awake;
      for (Member& member : members_) {
        if (!member.asleep) awake.push_back(&member);
      }
      if (awake.empty()) return false;
      step(*awake[random_() % awake.size()]);
    }
    return true;
  }
  std::size_t sleeps() const { return sleeps_; }
  std::size_t recomputations() const { return recomputations_; }

 private:
  static constexpr double kEnd = 40;

  struct Record {
    TimeBound promise;
    TimeBound waits_for;
  };
  // The next step of a member.
  enum class Next { read, decide, publish, ring, recompute, sleep };
  struct Member {
    Member(std::size_t i, const TimeType& type, double s, double l)
        : index(i), stride(s), lookahead(l), regulators(type), wake_ups(type, regulators) {}
    const std::size_t index;
    const double stride;
    const double lookahead;
    Regulators regulators;
    WakeUps wake_ups;
    Federates constrained;
    std::vector<std::size_t> cursors;
    std::vector<Record> log;
    double time = 0;
    bool asked = false;
    bool asleep = false;
    Next next = Next::read;
    bool recomputes = false;
    std::optional<Record> staged;
    Federates woken;
  };

  static FederateHandle handle(const Member& member) {
    return FederateHandle(static_cast<std::uint32_t>(member.index + 1));
  }
  bool has_input(const Member& member) const {
    return std::ranges::any_of(members_, [&](const Member& other) {
      return &other != &member && member.cursors[other.index] < other.log.size();
    });
  }

  void read(Member& member) {
    for (const Member& other : members_) {
      std::size_t& cursor = member.cursors[other.index];
      if (&other == &member || cursor == other.log.size()) continue;
      const Record& record = other.log[cursor++];
      member.regulators.record_promise(handle(other), record.promise, std::nullopt);
      member.wake_ups.record_wait(handle(other), record.waits_for);
      return;
    }
    member.next = Next::decide;
  }

  void decide(Member& member) {
    while (true) {
      const double next = member.time + member.stride;
      if (!std::exchange(member.asked, true)) {
        member.staged = Record{bound_at(next + member.lookahead), bound_at(next)};
      }
      if (compare(type_, *member.regulators.lbts(), bound_at(next)) < 0) break;
      member.time = next;
      member.asked = false;
    }
    if (std::exchange(member.recomputes, false)) compute(member, !has_input(member));
    if (member.staged && defect_ == Defect::reads_before_publishing) {
      member.wake_ups.record_note_published(member.staged->promise);
      compute(member, true);
    }
    member.next = Next::publish;
  }

  void compute(Member& member, bool all_read) {
    ++recomputations_;
    member.wake_ups.recompute(false, all_read, member.constrained, member.woken);
  }

  void step(Member& member) {
    switch (member.next) {
      case Next::read:
        return read(member);
      case Next::decide:
        return decide(member);
      case Next::publish:
        if (member.staged) publish(member);
        member.next = Next::ring;
        return;
      case Next::ring:
        for (const FederateHandle federate : member.woken) {
          members_[federate.value - 1].asleep = false;
        }
        member.woken.clear();
        member.next = Next::recompute;
        return;
      case Next::recompute:
        member.recomputes = member.wake_ups.must_recompute();
        member.next = member.recomputes ? Next::read : Next::sleep;
        return;
      case Next::sleep:
        member.asleep = !has_input(member);
        sleeps_ += member.asleep ? 1 : 0;
        member.next = Next::read;
        return;
    }
  }

  void publish(Member& member) {
    member.log.push_back(*member.staged);
    if (defect_ != Defect::reads_before_publishing)
      member.wake_ups.record_note_published(member.staged->promise);
    if (defect_ == Defect::never_reads_notes) compute(member, true);
    member.staged.reset();
  }

  const DoubleTime type_;
  const Defect defect_;
  std::mt19937_64 random_;
  std::deque<Member> members_;
  std::size_t sleeps_ = 0;
  std::size_t recomputations_ = 0;
};

constexpr std::uint64_t kSeeds = 600;

bool is_found(Defect defect) {
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    if (!Model(seed, defect).all_arrive()) return true;
  }
  return false;
}

TEST(WakeUpsModel, NoWakeUpIsLost) {
  std::size_t sleeps = 0;
  std::size_t recomputations = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    Model model(seed, Defect::none);
    ASSERT_TRUE(model.all_arrive()) << "seed " << seed;
    sleeps += model.sleeps();
    recomputations += model.recomputations();
  }
  EXPECT_GT(sleeps, kSeeds) << "members of the model must sleep";
  EXPECT_GT(recomputations, kSeeds);
}

TEST(WakeUpsModel, ALookThatIsForgottenIsFound) {
  EXPECT_TRUE(is_found(Defect::never_reads_notes));
}

TEST(WakeUpsModel, ALookBeforeThePromiseCanBeReadIsFound) {
  EXPECT_TRUE(is_found(Defect::reads_before_publishing));
}

}  // namespace
}  // namespace triad::core
