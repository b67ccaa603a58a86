// Memberships that are suspended in one process and continue in another (suspendMembership and
// resumeMembership of RTIextensions). For the federation it is a loss and a return.
#include <gtest/gtest.h>

#include <span>
#include <string>

#include "core/double_time.hpp"
#include "tests/scenario/core/recovery_run.hpp"
#include "tests/scenario/core/recovery_scenario.hpp"
#include "tests/scenario/core/small_mesh.hpp"

namespace triad::test {
namespace {

wire::Bytes bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}

class Suspension : public Recovery {
 protected:
  using Recovery::Recovery;

  // Suspends the federate, and ends its process. Returns its state; empty: it was refused.
  std::string suspend(Federate f) {
    const auto suspended = harness.call(f, wire::SuspendMembership{});
    if (!suspended) {
      ADD_FAILURE() << suspended.error().text;
      return {};
    }
    EXPECT_TRUE(suspended->callbacks.empty());
    EXPECT_FALSE(harness.ambassador(f).is_joined());
    harness.kill(f);
    harness.settle();
    return suspended->state;
  }
  wire::Result<wire::FederateHandle> try_resume(Federate f, const std::string& state) {
    return harness.call(f, wire::ResumeMembership{bytes_of(state), {}});
  }
  // Continues the membership in a new process.
  Federate resume(const std::string& state) {
    const Federate f = harness.add();
    const auto resumed = try_resume(f, state);
    if (!resumed) {
      ADD_FAILURE() << resumed.error().text;
    } else {
      EXPECT_EQ(*resumed, handle(f));
    }
    return f;
  }
  static core::Time at(double time) { return core::DoubleTime::encode(time); }
  void take_part_in_time(Federate f) {
    EXPECT_EQ(call(f, wire::EnableTimeRegulation{at(0).bytes(), at(1).bytes()}), "");
    EXPECT_EQ(call(f, wire::EnableTimeConstrained{}), "");
    deliver_all();
  }
  void advance(Federate f, double time) {
    EXPECT_EQ(call(f, wire::AdvanceTime{wire::Advance::time_advance_request, at(time).bytes()}),
              "");
    harness.settle();
  }
  // Returns the granted time, and drops other callbacks; 0: there was no grant.
  double take_grant(Federate f) {
    harness.settle();
    double granted = 0;
    harness.take_callbacks(f, [&](const rtia::Callback& callback) {
      if (const auto* const grant = std::get_if<wire::TimeAdvanceGrant>(&callback)) {
        granted = core::DoubleTime::decode(core::Time(grant->time));
      }
    });
    return granted;
  }
  Lines take_restore_failures(Federate f) {
    Lines reasons;
    harness.take_callbacks(f, [&](const rtia::Callback& callback) {
      if (const auto* const failed = std::get_if<wire::RequestFederationRestoreFailed>(&callback)) {
        reasons.emplace_back(failed->reason);
      }
    });
    return reasons;
  }
  std::string resume_refusal(const std::string& state) {
    const Federate f = harness.add();
    std::string why;
    EXPECT_EQ(refusal(try_resume(f, state), &why), "RTIinternalError");
    EXPECT_FALSE(harness.ambassador(f).is_joined() && harness.ambassador(f).is_waiting());
    return why;
  }
};

TEST_F(Suspension, AnotherProcessContinuesAndMissesNothing) {
  const wire::FederateHandle self = handle(b);
  EXPECT_EQ(send_interaction(a, kShot, Values(), "1"), "");
  harness.settle();  // the federate has not ticked yet
  const std::string state = suspend(b);
  EXPECT_TRUE(
      is_logged("is away: it is suspended, until a process continues it; it may return for "
                "30 s (resume.timeout)"));
  EXPECT_EQ(send_interaction(a, kShot, Values(), "2"), "");
  harness.settle();
  EXPECT_EQ(take_tags(c), (Lines{"1", "2"})) << "the others go on";
  b = resume(state);
  EXPECT_EQ(handle(b), self);
  EXPECT_EQ(take_tags(b), (Lines{"1", "2"}));
  EXPECT_EQ(send_interaction(b, kShot, Values(), "3"), "");
  EXPECT_EQ(send_interaction(a, kShot, Values(), "4"), "");
  harness.settle();
  EXPECT_EQ(take_tags(b), Lines{"4"});
  Lines tags = take_tags(c);
  std::ranges::sort(tags);  // of two senders
  EXPECT_EQ(tags, (Lines{"3", "4"}));
  expect_nothing_kept();
}

TEST_F(Suspension, ObjectsAndTheirAttributesStayTheMembers) {
  const auto object = register_object(b, kTank);
  harness.settle();
  b = resume(suspend(b));
  EXPECT_EQ(update(b, object, value(kPosition, "here"), "after"), "");
  harness.settle();
  EXPECT_EQ(take_tags(a), Lines{"after"});
  const auto other = register_object(b, kTank);
  EXPECT_NE(other, object);
  EXPECT_EQ(delete_object(b, object), "");
  deliver_all();
  EXPECT_FALSE(harness.ambassador(a).holds(object));
  EXPECT_TRUE(harness.ambassador(a).holds(other));
  expect_nothing_kept();
}

TEST_F(Suspension, AMembershipMayContinueManyTimes) {
  for (int i = 0; i < 5; ++i) {
    const std::string tag = std::to_string(i);
    const std::string state = suspend(b);
    EXPECT_EQ(send_interaction(a, kShot, Values(), tag), "");
    b = resume(state);
    EXPECT_EQ(take_tags(b), Lines{tag});
  }
  expect_nothing_kept();
}

class SuspensionOnTheHostOfTheRtig : public Suspension {
 protected:
  static HarnessOptions on_its_host() {
    HarnessOptions made = options();
    made.rtig.has_process_ended = [](std::string_view, std::uint32_t) { return true; };
    return made;
  }
  SuspensionOnTheHostOfTheRtig() : Suspension(on_its_host()) {}
};

TEST_F(SuspensionOnTheHostOfTheRtig, TheEndOfTheProcessDoesNotResignTheMember) {
  const std::string state = suspend(b);
  harness.losses().pass_time(milliseconds(29'000));
  EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 3u);
  b = resume(state);
  EXPECT_TRUE(is_member(b));
  lose(b);
  harness.losses().pass_time(milliseconds(100));
  EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 2u) << "the new process counts";
  harness.kill(b);
}

TEST_F(Suspension, TheEndOfTheProcessDoesNotResignTheMember) {
  harness.losses().end = router::LinkEnd::closed_by_peer;
  const std::string state = suspend(b);
  harness.losses().pass_time(milliseconds(29'000));
  EXPECT_TRUE(is_member(a));
  EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 3u);
  b = resume(state);
  EXPECT_TRUE(is_member(b));
}

TEST_F(Suspension, AMemberThatIsNotResumedIsResigned) {
  const std::string state = suspend(b);
  harness.losses().pass_time(milliseconds(30'000));
  harness.settle();
  EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 2u);
  const std::string why = resume_refusal(state);
  EXPECT_NE(why.find("which is refused: it has been resigned since"), why.npos) << why;
}

TEST_F(Suspension, AStateContinuesOnce) {
  const std::string state = suspend(b);
  b = resume(state);
  const std::string why = resume_refusal(state);
  EXPECT_NE(why.find("which is refused: it has returned by another link since"), why.npos) << why;
  EXPECT_EQ(send_interaction(b, kShot, Values(), "1"), "");
  harness.settle();
  EXPECT_EQ(take_tags(a), Lines{"1"});
  // Nor after the member was suspended again.
  const std::string later = suspend(b);
  EXPECT_NE(resume_refusal(state).find("which is refused"), why.npos);
  b = resume(later);
  EXPECT_TRUE(is_member(b));
}

TEST_F(Suspension, AStateOfAnEndedFederationIsRefused) {
  const std::string state = suspend(b);
  for (const Federate f : {a, c}) EXPECT_EQ(resign(f, wire::ResignAction::no_action), "");
  harness.losses().pass_time(milliseconds(30'000));
  EXPECT_EQ(refusal(harness.call(a, wire::DestroyFederationExecution{"Federation"})), "");
  const std::string why = resume_refusal(state);
  EXPECT_NE(why.find("asked to continue in a federation that has ended"), why.npos) << why;
}

TEST_F(Suspension, AStateThatIsCutOffIsRefused) {
  const std::string state = suspend(b);
  const Federate f = harness.add();
  for (std::size_t size = 0; size < state.size(); size += 1 + size / 16) {
    std::string why;
    EXPECT_EQ(refusal(try_resume(f, state.substr(0, size)), &why), "RTIinternalError");
    EXPECT_NE(why.find("state of the suspended federate"), why.npos) << size << ": " << why;
    EXPECT_FALSE(harness.ambassador(f).is_joined());
  }
  b = resume(state);
  EXPECT_TRUE(is_member(b));
}

TEST_F(Suspension, AStateOfAnotherVersionIsRefused) {
  std::string state = suspend(b);
  state[0] = static_cast<char>(state[0] + 1);
  const std::string why = resume_refusal(state);
  EXPECT_NE(why.find("was suspended by a program of protocol version"), why.npos) << why;
}

TEST_F(Suspension, AJoinedFederateContinuesNoOther) {
  const std::string state = suspend(b);
  EXPECT_EQ(refusal(try_resume(a, state)), "FederateAlreadyExecutionMember");
  b = resume(state);
}

TEST_F(Suspension, NeedsAMembership) {
  const Federate f = harness.add();
  EXPECT_EQ(refusal(harness.call(f, wire::SuspendMembership{})), "FederateNotExecutionMember");
}

TEST_F(Suspension, WaitsForTheEndOfASave) {
  EXPECT_EQ(refusal(harness.call(a, wire::RequestFederationSave{"x", false, {}})), "");
  harness.settle();
  EXPECT_EQ(refusal(harness.call(b, wire::SuspendMembership{})), "SaveInProgress");
  EXPECT_TRUE(is_member(b));
}

// The RTIG has begun the save, and the federate's RTIA does not know it yet.
TEST_F(Suspension, IsRefusedDuringASaveThatTheFederateHasNotHeardOf) {
  harness.links().set_stopped(b, true);
  EXPECT_EQ(refusal(harness.call(a, wire::RequestFederationSave{"x", false, {}})), "");
  const auto suspended = harness.begin_call(b, wire::SuspendMembership{});
  harness.links().set_stopped(b, false);
  harness.settle();
  ASSERT_TRUE(suspended->has_value());
  EXPECT_EQ(refusal(**suspended), "SaveInProgress");
  EXPECT_TRUE(harness.ambassador(b).is_joined());
}

// Its RTIA keeps the callback until the federate asks for another one.
TEST_F(Suspension, MayFollowTheCallbackAboutASave) {
  EXPECT_EQ(call(a, wire::RequestFederationSave{"x", false, {}}), "");
  harness.settle();
  for (const Federate f : {a, b, c}) {
    (void)harness.tick(f);
    EXPECT_EQ(call(f, wire::FederateSaveBegun{}), "");
    EXPECT_EQ(call(f, wire::FederateSaveComplete{}), "");
  }
  for (int i = 0; i < 3; ++i) {
    harness.settle();
    (void)harness.losses().acknowledge();
  }
  bool is_saved = false;
  while (!is_saved) {
    const rtia::Callback* const callback = harness.ambassador(b).take_callback();
    ASSERT_NE(callback, nullptr);
    is_saved = std::get_if<wire::FederationSaved>(callback) != nullptr;
  }
  EXPECT_EQ(resume(suspend(b)), 3u);
}

// The restore would end its membership, and fail.
TEST_F(Suspension, ARestoreIsRefusedUntilTheReturn) {
  const std::string state = suspend(b);
  EXPECT_EQ(call(a, wire::RequestFederationRestore{"x"}), "");
  harness.settle();
  EXPECT_EQ(take_restore_failures(a),
            Lines{"federate 2 'federate' is away or suspended: ask again when it has returned"});
  EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 3u);
  b = resume(state);
  EXPECT_EQ(call(a, wire::RequestFederationRestore{"x"}), "");
  harness.settle();
  const Lines failures = take_restore_failures(a);
  ASSERT_EQ(failures.size(), 1u);
  EXPECT_EQ(failures[0].find("away"), std::string::npos) << failures[0];
}

// The others' grants wait for its promise, and it continues at its time.
TEST_F(Suspension, TimeGoesOn) {
  for (const Federate f : {a, b}) take_part_in_time(f);
  for (const Federate f : {a, b}) advance(f, 2);
  EXPECT_EQ(take_grant(a), 2);
  EXPECT_EQ(take_grant(b), 2);
  advance(b, 5);  // the request is pending at the suspension
  const std::string state = suspend(b);
  advance(a, 5);
  EXPECT_EQ(take_grant(a), 5) << "b has promised 6";
  advance(a, 9);
  EXPECT_EQ(take_grant(a), 0);
  b = resume(state);
  EXPECT_EQ(take_grant(b), 5);
  advance(b, 9);
  EXPECT_EQ(take_grant(a), 9);
  EXPECT_EQ(take_grant(b), 9);
}

class WithoutRecovery : public Suspension {
 protected:
  WithoutRecovery() : Suspension(options(1, milliseconds(0))) {}
};

TEST_F(WithoutRecovery, AFederateThatCouldNotReturnIsNotSuspended) {
  std::string why;
  EXPECT_EQ(refusal(harness.call(b, wire::SuspendMembership{}), &why), "RTIinternalError");
  EXPECT_NE(why.find("set resume.timeout"), why.npos) << why;
  EXPECT_EQ(send_interaction(b, kShot, Values(), "1"), "");
  harness.settle();
  EXPECT_EQ(take_tags(a), Lines{"1"});
}

class SuspensionWithOneReturn : public Suspension {
 protected:
  static HarnessOptions with_one_return() {
    HarnessOptions made = options();
    made.rtig.resume_times = 1;
    return made;
  }
  SuspensionWithOneReturn() : Suspension(with_one_return()) {}
};

// The limit is for losses of links.
TEST_F(SuspensionWithOneReturn, DoesNotCountAsALoss) {
  for (int i = 0; i < 3; ++i) b = resume(suspend(b));
  EXPECT_TRUE(is_member(b));
}

class SuspensionInMesh : public Suspension {
 protected:
  static HarnessOptions in_mesh() {
    HarnessOptions made = options();
    made.mesh = small_mesh();
    return made;
  }
  SuspensionInMesh() : Suspension(in_mesh()) {}
};

TEST_F(SuspensionInMesh, AnotherProcessContinuesAtAnotherRouter) {
  for (const Federate old : {a, b, c}) {
    Federate& f = old == a ? a : old == b ? b : c;
    const std::string state = suspend(old);
    f = resume(state);
    EXPECT_EQ(send_interaction(f, kShot, Values(), "x"), "");
    harness.settle();
    for (const Federate other : {a, b, c}) {
      EXPECT_EQ(take_tags(other), other == f ? Lines{} : Lines{"x"});
    }
  }
  expect_nothing_kept();
}

// --- States that are not those that were written, with a valid checksum.

class SuspensionWithWrongBytes : public Suspension, public testing::WithParamInterface<int> {
 protected:
  SuspensionWithWrongBytes()
      : Suspension(options(static_cast<std::uint64_t>(GetParam()), milliseconds(30'000))) {}
};

// The wrong process may lose its membership. The others go on.
TEST_P(SuspensionWithWrongBytes, HarmTheirProcessAlone) {
  const auto object = register_object(b, kTank);
  EXPECT_EQ(update(b, object, value(kPosition, "here"), "before"), "");
  EXPECT_EQ(send_interaction(a, kShot, Values(), "1"), "");
  harness.settle();
  std::string state = suspend(b);
  for (std::size_t k = 1 + harness.random().below(4); k > 0; --k) {
    constexpr std::size_t kVersionBytes = 4;
    const std::size_t at = kVersionBytes + harness.random().below(state.size() - kVersionBytes);
    state[at] = static_cast<char>(state[at] ^ (1 << harness.random().below(8)));
  }
  const Federate wrong = harness.add();
  if (try_resume(wrong, state)) {
    (void)take_tags(wrong);
    (void)update(wrong, object, value(kPosition, "there"), "after");
    (void)send_interaction(wrong, kShot, Values(), "from the wrong one");
    harness.settle();
  }
  harness.kill(wrong);
  harness.settle();
  harness.losses().pass_time(milliseconds(30'000));
  harness.settle();
  for (const Federate f : {a, c}) (void)take_tags(f);
  EXPECT_EQ(send_interaction(a, kShot, Values(), "2"), "");
  harness.settle();
  EXPECT_EQ(take_tags(c), Lines{"2"});
  EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 2u);
  harness.clear_faults();
}

INSTANTIATE_TEST_SUITE_P(Seeds, SuspensionWithWrongBytes, testing::Range(1, 201));

// --- Random runs.

using Time = RecoveryRun::Time;
using Saves = RecoveryRun::Saves;
using Mesh = RecoveryRun::Mesh;

void expect_runs(Time time, Saves saves, Mesh mesh) {
  std::uint64_t processes = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    RecoveryRun run(seed, 3, time, saves, mesh, RecoveryRun::Alerts::unwatched,
                    RecoveryRun::Processes::replaced);
    EXPECT_EQ(run.execute(), "") << "seed " << seed;
    processes += run.process_count();
  }
  EXPECT_GT(processes, 60u);
}

TEST(SuspensionRuns, LoseNothing) {
  expect_runs(Time::absent, Saves::absent, Mesh::absent);
}

TEST(SuspensionRuns, LoseNothingInTime) {
  expect_runs(Time::managed, Saves::absent, Mesh::absent);
}

TEST(SuspensionRuns, LoseNothingBesideSavesInTime) {
  expect_runs(Time::managed, Saves::made, Mesh::absent);
}

TEST(SuspensionRuns, LoseNothingBesideRestores) {
  expect_runs(Time::absent, Saves::restored, Mesh::absent);
}

TEST(SuspensionRuns, LoseNothingBesideSharedMemory) {
  expect_runs(Time::managed, Saves::absent, Mesh::memory);
}

TEST(SuspensionRuns, LoseNothingWhileTheRtigIsKilled) {
  expect_runs(Time::managed, Saves::absent, Mesh::restarts);
}

TEST(SuspensionRuns, LoseNothingInAMesh) {
  expect_runs(Time::managed, Saves::absent, Mesh::links);
}

TEST(SuspensionRuns, LoseNothingWhileRoutersCrash) {
  expect_runs(Time::managed, Saves::absent, Mesh::routers);
}

}  // namespace
}  // namespace triad::test
