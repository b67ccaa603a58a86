#include "rtig/federation_texts.hpp"

#include <gtest/gtest.h>

#include "core/test_model.hpp"

namespace triad::rtig {
namespace {

using namespace core::test;
using std::chrono::milliseconds;
using wire::FederateHandle;

class FederationTexts : public testing::Test {
 protected:
  FederationTexts() {
    for (std::uint32_t federate = 1; federate <= 6; ++federate) {
      federation.apply(wire::FederateJoined{FederateHandle(federate), "tank"});
    }
  }

  core::Federation federation{test_model()};
};

TEST_F(FederationTexts, NameAMemberByHandleAndType) {
  federation.apply(wire::FederateJoined{FederateHandle(7), ""});
  EXPECT_EQ(federate_text(federation, kOne), "federate 1 'tank'");
  EXPECT_EQ(federate_text(federation, FederateHandle(7)), "federate 7 '(unnamed)'");
}

TEST_F(FederationTexts, NameTheFirstFourMembersAndCountTheOthers) {
  std::vector<FederateHandle> members{kOne, kTwo};
  EXPECT_EQ(federates_text(federation, members), "federate 1 'tank', federate 2 'tank'");
  for (std::uint32_t federate = 3; federate <= 6; ++federate) members.emplace_back(federate);
  EXPECT_EQ(
      federates_text(federation, members),
      "federate 1 'tank', federate 2 'tank', federate 3 'tank', federate 4 'tank' and 2 more");
}

TEST_F(FederationTexts, NameMembersThatOweAnAnswerAndMembersThatSend) {
  core::SettlingRounds rounds;
  for (int count = 0; count < 2; ++count) {
    const std::uint32_t round = rounds.begin_round();
    for (std::uint32_t federate = 1; federate <= 5; ++federate) {
      rounds.record_answer(FederateHandle(federate), round, federate != 2);
    }
  }
  EXPECT_EQ(unsettled_text(federation, rounds),
            "federate 6 'tank' has not answered in round 2; federate 2 'tank' still sends");
}

TEST_F(FederationTexts, DescribeAnOpenStepWithItsAgesAndTheFirstPendingAnswers) {
  PendingAnswers owing;
  for (std::uint32_t federate = 1; federate <= wire::kOwingMax + 3; ++federate) {
    owing.emplace_back(FederateHandle(federate), milliseconds(900));
  }
  const wire::OpenStep step =
      describe_open_step(milliseconds(1000), "save", "noon", "save", milliseconds(400), owing);
  EXPECT_EQ(step.kind, "save");
  EXPECT_EQ(step.label, "noon");
  EXPECT_EQ(step.open_ms, 600u);
  ASSERT_EQ(step.owing.size(), wire::kOwingMax);
  EXPECT_EQ(step.owing[0].owed_ms, 100u);
  EXPECT_EQ(step.owing_count, wire::kOwingMax + 3);
}

}  // namespace
}  // namespace triad::rtig
