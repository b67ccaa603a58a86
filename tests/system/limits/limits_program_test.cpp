// Tests that a message that is too long is refused before it is sent and does not end the
// federation, and that any number of allowed messages arrives. Uses real processes, each transport
// and both hosts of the RTIA.
#include <gtest/gtest.h>

#include "core/double_time.hpp"
#include "core/shown_name.hpp"
#include "tests/system/rtig_support.hpp"
#include "wire/limits.hpp"

namespace triad::tests {
namespace {

struct Configuration {
  const char* name;
  bool shm;
  const char* rtia;
};

class Limits : public testing::TestWithParam<Configuration> {
 protected:
  explicit Limits(std::vector<std::string> settings = {})
      : rtig_(command(std::move(settings)), kReady) {
    url_ = rtig_.ready_lines().at(0);
  }

  Program federate(std::vector<std::string> arguments) {
    std::vector<std::string> all{TRIAD_LARGE_FEDERATE, TRIAD_FED};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return Program(all,
                   {.environment = {"RTI_URL=" + url_, std::string("RTI_RTIA=") + GetParam().rtia,
                                    std::string("TRIAD_RTIA=") + TRIAD_RTIA_PROGRAM},
                    .descriptors_max = {},
                    .ready = false});
  }

  static inline const Program::Options kReady{
      .environment = {}, .descriptors_max = {}, .ready = true};

  static std::vector<std::string> command(std::vector<std::string> settings) {
    std::vector<std::string> all{
        TRIAD_RTIG, "--listen",
        GetParam().shm ? "shm://limits-" + std::to_string(::getpid()) : "tcp://127.0.0.1:0"};
    all.insert(all.end(), settings.begin(), settings.end());
    return all;
  }

  Program rtig_;
  std::string url_;
};

class SmallMessages : public Limits {
 protected:
  SmallMessages() : Limits({"--message-max", "100K"}) {}
};

TEST_P(SmallMessages, RefuseWhatIsTooLongBeforeItIsSent) {
  Program hearer = federate({"hearer", "hears"});
  ASSERT_NE(hearer.wait_for("hears"), "") << hearer.output();
  Program sender = federate({"sender", "sends", "102400"});
  EXPECT_EQ(sender.wait(), 0);
  const std::string output = sender.output();
  for (const char* label : {"update", "tag of an update", "interaction", "tag of an interaction",
                            "tag of a deletion", "tag of a point", "tag of a divestiture"}) {
    const auto at = output.find(std::string("\n") + label + ": RTIinternalError: ");
    ASSERT_NE(at, std::string::npos) << label << "\n" << output;
    const std::string line = output.substr(at + 1, output.find('\n', at + 1) - at - 1);
    EXPECT_NE(line.find("takes 102400 at most"), std::string::npos) << line;
    EXPECT_NE(line.find("RTIG_MESSAGE_MAX"), std::string::npos) << line;
  }
  for (const char* label : {"label of a point", "label of a save", "label of a restore",
                            "name of an instance", "name of a federation", "name of a federate"}) {
    const auto at = output.find(std::string("\n") + label + ": RTIinternalError: ");
    ASSERT_NE(at, std::string::npos) << label << "\n" << output;
    EXPECT_NE(output.find("has 65537 bytes, and may have 65536", at), std::string::npos) << output;
  }
  EXPECT_EQ(hearer.wait(), 0);
  EXPECT_NE(hearer.output().find("reflects 4\n"), std::string::npos) << hearer.output();
  EXPECT_EQ(hearer.output().find("reflects 10"), std::string::npos) << hearer.output();
  EXPECT_EQ(hearer.output().find("receives"), std::string::npos) << hearer.output();
}

TEST_P(Limits, LetWhatFillsThemThrough) {
  Program hearer = federate({"hearer", "hears"});
  ASSERT_NE(hearer.wait_for("hears"), "") << hearer.output();
  // The longest value that fits together with its handle, its length and the rest of the update.
  Program sender = federate({"sender", "fills", "67108000"});
  EXPECT_EQ(sender.wait(), 0) << sender.output();
  EXPECT_EQ(hearer.wait(), 0);
  EXPECT_NE(hearer.output().find("reflects 67108000\n"), std::string::npos) << hearer.output();
}

// More than a frame of 64 MB of instances; fewer if each call is an exchange between processes.
TEST_P(Limits, ANewcomerLearnsOfAnyNumberOfInstances) {
  const bool is_slow = std::string_view(GetParam().rtia) == "process";
  const std::string count = is_slow ? "100000" : "1500000";
  Program owner = federate({"owner", "unnamed", count});
  ASSERT_NE(owner.wait_for("enrolled"), "") << owner.output();
  Program finder = federate({"finder", "finds", count});
  EXPECT_EQ(finder.wait(), 0);
  EXPECT_NE(finder.output().find("found " + count), std::string::npos) << finder.output();
}

TEST_P(Limits, ANewcomerLearnsOfNamesOfTheLargestSize) {
  Program owner = federate({"owner", "named", "80"});
  ASSERT_NE(owner.wait_for("enrolled"), "") << owner.output();
  Program finder = federate({"finder", "finds", "80"});
  EXPECT_EQ(finder.wait(), 0);
  EXPECT_NE(finder.output().find("found 80, names of 65536"), std::string::npos) << finder.output();
}

// The test does not read the log, which contains the long names.
class LongNames : public Limits {
 protected:
  LongNames() : Limits({"--log-level", "error"}) {}
};

// Names of federations are listed completely, because other requests need them; names of federates
// are cut.
TEST_P(LongNames, OfAHundredFederationsAreListed) {
  Peer peer = Peer::after_handshake(url_);
  for (int i = 0; i < 100; ++i) {
    create_federation(peer, std::to_string(i + 1000) + std::string(wire::kNameBytesMax - 4, 'f'));
  }
  const std::string name = "1099" + std::string(wire::kNameBytesMax - 4, 'f');
  peer.join(name, std::string(wire::kNameBytesMax, 'm'));
  Program list({TRIAD_RTICTL, "--url", url_, "list"});
  EXPECT_EQ(list.wait(), 0);
  EXPECT_NE(list.output().find(name), std::string::npos);
  constexpr std::size_t kShown = core::kShownNameBytesMax;
  EXPECT_NE(list.output().find(std::string(kShown, 'm')), std::string::npos);
  EXPECT_EQ(list.output().find(std::string(kShown + 1, 'm')), std::string::npos);
}

TEST_P(Limits, ASubscriberThatDiesAmidItsSupplyHarmsNobody) {
  Program owner = federate({"owner", "unnamed", "40000"});
  ASSERT_NE(owner.wait_for("enrolled"), "") << owner.output();
  {
    Peer dying = Peer::after_handshake(url_);
    dying.send(wire::JoinFederationExecution{"dying", "limits", core::DoubleTime::kName});
    const auto accepted = dying.next_message<wire::JoinAccepted>();
    ASSERT_TRUE(accepted);
    const wire::FederateHandle self = accepted->as<wire::JoinAccepted>()->federate;
    const wire::ObjectClassHandle root(1);
    dying.send(wire::SubscribeObjectClassAttributes{root, {wire::AttributeHandle(1)}, true}, self);
    const auto supplied = dying.next_message<wire::InstancesSupplied>();
    ASSERT_TRUE(supplied);
    EXPECT_FALSE(supplied->as<wire::InstancesSupplied>()->last);
  }
  EXPECT_NE(rtig_.wait_for("lost federate 2 'dying'"), "");
  Program finder = federate({"finder", "finds", "40000"});
  EXPECT_EQ(finder.wait(), 0);
  EXPECT_NE(finder.output().find("found 40000"), std::string::npos) << finder.output();
}

INSTANTIATE_TEST_SUITE_P(Ways, SmallMessages,
                         testing::Values(Configuration{"tcp", false, "embedded"},
                                         Configuration{"shm", true, "embedded"},
                                         Configuration{"process", false, "process"}),
                         [](const auto& way) { return std::string(way.param.name); });
INSTANTIATE_TEST_SUITE_P(Ways, LongNames,
                         testing::Values(Configuration{"tcp", false, "embedded"},
                                         Configuration{"shm", true, "embedded"},
                                         Configuration{"process", false, "process"}),
                         [](const auto& way) { return std::string(way.param.name); });
INSTANTIATE_TEST_SUITE_P(Ways, Limits,
                         testing::Values(Configuration{"tcp", false, "embedded"},
                                         Configuration{"shm", true, "embedded"},
                                         Configuration{"process", false, "process"}),
                         [](const auto& way) { return std::string(way.param.name); });

}  // namespace
}  // namespace triad::tests
