// Checks that the replay of the RTIG (replayed_rtig.hpp) finds hidden inputs of the RTIG: answers
// that one of the two Rtigs gets from outside the journal.
#include "tests/scenario/core/replayed_rtig.hpp"

#include <gtest/gtest.h>

#include <array>

#include "tests/scenario/core/mom_scenario.hpp"

namespace triad::test {
namespace {

bool has_part(const std::string& text, std::string_view part) {
  return text.find(part) != text.npos;
}

constexpr RouterPlace kRouterThatLeaves = 0;
constexpr RouterPlace kRouterThatStays = 1;

// Two members. The first one moves to another router, with a token that the RTIG makes.
HarnessOptions mesh_options(OptionFunctions functions, std::function<std::uint64_t()> make_token) {
  HarnessOptions options;
  options.mesh = {.routers = {std::nullopt, std::nullopt},
                  .members = {kRouterThatLeaves, kRouterThatStays}};
  options.rtig.make_token = std::move(make_token);
  options.option_functions = functions;
  return options;
}

void move_first_member(CoreHarness& harness) {
  for (const Federate f : {harness.add(), harness.add()}) {
    if (f == 0) (void)harness.call(f, wire::CreateFederationExecution{"F", "fed", false, {}});
    (void)harness.call(f, wire::JoinFederationExecution{"type", "F", {}});
  }
  harness.moves().set_target(0, kRouterThatStays);
  harness.routers().leave(kRouterThatLeaves);
  harness.settle();
}

std::function<std::uint64_t()> counter_of_both() {
  return [last = std::make_shared<std::uint64_t>(0)] { return ++*last; };
}

TEST(ReplayedRtig, ATokenThatIsJournaledMakesNoDifference) {
  CoreHarness harness(mesh_options(OptionFunctions::journaled, counter_of_both()));
  move_first_member(harness);
  EXPECT_EQ(harness.place_of(0), kRouterThatStays);
  EXPECT_EQ(disagreements(harness, "F"), Lines{});
}

TEST(ReplayedRtig, ATokenOfASharedCounterIsFoundAndNotForgiven) {
  CoreHarness harness(mesh_options(OptionFunctions::called_by_both, counter_of_both()));
  move_first_member(harness);
  ASSERT_EQ(harness.faults().size(), 1u);
  EXPECT_TRUE(harness.faults()[0].starts_with("the replay of the RTIG differs at input "))
      << harness.faults()[0];
  EXPECT_TRUE(has_part(harness.faults()[0], "(send): byte ")) << harness.faults()[0];
  EXPECT_TRUE(has_part(harness.faults()[0], " is 0x01 of ")) << harness.faults()[0];
  EXPECT_TRUE(has_part(harness.faults()[0], ", in the replay 0x02 of ")) << harness.faults()[0];
  harness.clear_faults();
  EXPECT_EQ(harness.faults().size(), 1u);
}

// Too large for the inline storage of std::function, so each copy has another address.
struct AddressAsToken {
  std::uint64_t operator()() const { return reinterpret_cast<std::uintptr_t>(this); }
  std::array<std::byte, 256> large{};
};

TEST(ReplayedRtig, AnAddressInAnOutputIsFound) {
  CoreHarness harness(mesh_options(OptionFunctions::called_by_both, AddressAsToken()));
  move_first_member(harness);
  ASSERT_EQ(harness.faults().size(), 1u);
  EXPECT_TRUE(has_part(harness.faults()[0], "(send): byte ")) << harness.faults()[0];
}

TEST(ReplayedRtig, AStateThatDiffersWithoutAnOutputIsFound) {
  HarnessOptions options;
  options.option_functions = OptionFunctions::called_by_both;
  options.rtig.load_fed = [made = std::make_shared<int>(0)](auto, auto) {
    return wire::Result<core::ObjectModel>((*made)++ == 0 ? test_model() : model_with_mom());
  };
  CoreHarness harness(options);
  const Federate f = harness.add();
  EXPECT_EQ(refusal(harness.call(f, wire::CreateFederationExecution{"F", "fed", false, {}})), "");
  EXPECT_EQ(harness.faults(), Lines{});
  const Lines found = disagreements(harness, "F");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_TRUE(has_part(found[0], "(snapshot): byte ")) << found[0];
}

// Host without a store of saves, for a tool that lists them.
class HostWithoutSaves final : public rtig::Downlinks {
 public:
  void send_record(rtig::LinkId, wire::Bytes) override { ++sent; }
  void disconnect(rtig::LinkId, std::string_view) override {}
  void log(std::string_view) override {}

  int sent = 0;
};

class JournaledAnswers : public testing::Test {
 protected:
  JournaledAnswers() {
    EXPECT_EQ(difference_after([](auto& rtig) {
                rtig.add_client(kTool, {"memory", {}, true});
              }),
              "");
    const wire::Hello hello{wire::kMagic, wire::kProtocolVersion, "test", "0", "here", 1};
    EXPECT_EQ(difference_after([&](auto& rtig) { pass_message(rtig, hello); }), "");
    EXPECT_EQ(host_.sent, 1);
  }

  // Gives the input to the first RTIG, lets `tamper` change the journal, and gives the input to the
  // second RTIG. Returns the difference.
  template <class Input>
  std::string difference_after(
      const Input& input, const std::function<void(std::vector<HostJournal::Call>&)>& tamper = {}) {
    journal_.begin_recording();
    input(first_);
    if (tamper) tamper(journal_.calls());
    journal_.begin_playing();
    try {
      input(second_);
    } catch (const HostJournal::NoAnswer&) {
      has_no_answer_ = true;
    }
    journal_.end_playing();
    return journal_.difference();
  }
  template <class Message>
  static void pass_message(rtig::Rtig& rtig, const Message& message) {
    wire::Buffer record;
    wire::encode_record({}, message, record);
    rtig.receive_from_client(kTool, record);
  }
  static void request_saves(rtig::Rtig& rtig) { pass_message(rtig, wire::ListSaves{}); }

  static constexpr rtig::LinkId kTool{1};
  HostWithoutSaves host_;
  HostJournal journal_;
  JournaledHost recorder_{journal_, &host_};
  JournaledHost player_{journal_, nullptr};
  rtig::Rtig first_{recorder_, {}};
  rtig::Rtig second_{player_, {}};
  bool has_no_answer_ = false;
};

TEST_F(JournaledAnswers, TheSameAnswersMakeTheSameOutputs) {
  EXPECT_EQ(difference_after(request_saves), "");
  EXPECT_EQ(host_.sent, 2) << "the second RTIG has no host";
}

TEST_F(JournaledAnswers, AnotherAnswerOfTheHostIsFound) {
  const auto found = difference_after(request_saves, [](auto& calls) {
    ASSERT_EQ(calls[1].function, "keeps_saves");
    calls[1].answer = true;
  });
  EXPECT_TRUE(found.starts_with("output 3 (send): byte ")) << found;
  EXPECT_TRUE(has_part(found, " is 0x00 of ")) << found;
  EXPECT_TRUE(has_part(found, ", in the replay 0x01 of ")) << found;
}

TEST_F(JournaledAnswers, AnOutputTooManyIsFound) {
  const auto found = difference_after(request_saves, [](auto& calls) { calls.pop_back(); });
  EXPECT_EQ(found, "output 3 was no call, in the replay send");
}

TEST_F(JournaledAnswers, AnOutputThatIsMissingIsFound) {
  const auto found =
      difference_after(request_saves, [](auto& calls) { calls.push_back(calls.back()); });
  EXPECT_EQ(found, "output 4 was send, in the replay no call");
}

TEST_F(JournaledAnswers, AnotherQuestionToTheHostIsFoundAndNotAnswered) {
  const auto found =
      difference_after(request_saves, [](auto& calls) { calls[0].function = "save_bytes_max"; });
  EXPECT_EQ(found, "output 1 was save_bytes_max, in the replay list_saves");
  EXPECT_TRUE(has_no_answer_);
}

}  // namespace
}  // namespace triad::test
