// Tests of saves and restores with real processes. A federation saved by one rtig continues in
// other processes at another rtig, over another transport and with another RTIA host, exactly as it
// does without an interruption. An rtig that is killed while it saves leaves the former save.
#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <optional>

#include "tests/system/rtig_support.hpp"

namespace triad::tests {
namespace {

namespace fs = std::filesystem;

class SavesProgram : public testing::Test {
 protected:
  SavesProgram() {
    std::string name = fs::temp_directory_path() / "triad-saves-XXXXXX";
    directory_ = ::mkdtemp(name.data());
  }
  ~SavesProgram() override { fs::remove_all(directory_); }

  Program rtig(const std::string& listen) {
    return Program({TRIAD_RTIG, "--listen", listen, "--saves", directory_.string()},
                   {.environment = {}, .descriptors_max = {}, .ready = true});
  }
  static Program federate(const std::string& url, const std::string& rtia, const std::string& type,
                          const std::string& mode) {
    return Program({TRIAD_SAVING_FEDERATE, TRIAD_FED, type, mode},
                   {.environment = {"RTI_URL=" + url, "RTI_RTIA=" + rtia,
                                    std::string("TRIAD_RTIA=") + TRIAD_RTIA_PROGRAM},
                    .descriptors_max = {},
                    .ready = false});
  }
  static std::string shm(const char* name) {
    return "shm://" + std::string(name) + "-" + std::to_string(::getpid());
  }
  static std::string after_save(const std::string& output) {
    const auto at = output.rfind("=== from here on\n");
    return at == std::string::npos ? "no save in: " + output : output.substr(at);
  }

  // Runs two federates; the leading one joins last. Returns the callbacks of both after the save.
  std::pair<std::string, std::string> run(const std::string& listen, const std::string& rtia,
                                          const std::string& mode, bool traced = false) {
    Program gateway = rtig(listen);
    const std::string url = gateway.ready_lines().at(0);
    Program blue = federate(url, rtia, "blue", mode);
    EXPECT_NE(blue.wait_for("joined"), "");
    std::optional<Program> trace;
    if (traced) {
      trace.emplace(std::vector<std::string>{TRIAD_RTICTL, "--url", url, "trace", "saved"});
      EXPECT_NE(trace->wait_for("blue"), "") << trace->output();
    }
    Program red = federate(url, rtia, "red", mode);
    EXPECT_EQ(red.wait(), 0) << red.output();
    EXPECT_EQ(blue.wait(), 0) << blue.output();
    if (trace) expect_absence_during_save(*trace);
    return {after_save(red.output()), after_save(blue.output())};
  }
  // Checks that the trace was no member during the save or restore. The trace ends when all
  // federates have left.
  static void expect_absence_during_save(Program& trace) {
    EXPECT_EQ(trace.wait(), 0) << trace.output();
    const std::string lines = trace.output();
    const auto left_at = lines.find("is an observer, and the federation is being");
    const auto rejoined_at = lines.find("joined again", left_at);
    EXPECT_NE(rejoined_at, std::string::npos) << lines;
    EXPECT_NE(lines.find("ended: all federates have left"), std::string::npos) << lines;
  }

  fs::path directory_;
};

TEST_F(SavesProgram, AFederationSavedOverTcpGoesOnInSharedMemoryAndRtiaProcesses) {
  const auto through = run("tcp://127.0.0.1:0", "embedded", "play");
  EXPECT_NE(through.first.find("hears blue 6"), std::string::npos) << through.first;
  EXPECT_EQ(run(shm("a"), "embedded", "restore"), through);
  EXPECT_EQ(run(shm("b"), "process", "restore"), through);
  EXPECT_EQ(run("tcp://127.0.0.1:0", "process", "restore"), through);
}

TEST_F(SavesProgram, AFederationSavedInSharedMemoryGoesOnOverTcp) {
  const auto through = run(shm("c"), "process", "play");
  EXPECT_EQ(run("tcp://127.0.0.1:0", "embedded", "restore"), through);
}

TEST_F(SavesProgram, ATraceIsInTheWayOfNeitherSaveNorRestore) {
  const auto through = run("tcp://127.0.0.1:0", "embedded", "play", true);
  EXPECT_NE(through.first.find("hears blue 6"), std::string::npos) << through.first;
  EXPECT_EQ(run(shm("d"), "embedded", "restore"), through);
  EXPECT_EQ(run(shm("e"), "embedded", "restore", true), through);
  EXPECT_EQ(run(shm("f"), "embedded", "play", true), through);
  EXPECT_EQ(run("tcp://127.0.0.1:0", "process", "restore"), through);
}

TEST_F(SavesProgram, ATraceFollowsAgainAfterASave) {
  for (const std::string& listen : {std::string("tcp://127.0.0.1:0"), shm("g")}) {
    Program gateway = rtig(listen);
    const std::string url = gateway.ready_lines().at(0);
    Program blue = federate(url, "embedded", "blue", "stay");
    EXPECT_NE(blue.wait_for("joined"), "");
    Program trace({TRIAD_RTICTL, "--url", url, "trace", "saved"});
    EXPECT_NE(trace.wait_for("blue"), "") << trace.output();
    Program red = federate(url, "embedded", "red", "stay");
    EXPECT_NE(trace.wait_for("joined again"), "") << trace.output();
    for (const char* name : {"red ", "blue"}) {
      const std::string line = std::string(name) + "      t=0       -> queryFederateTime";
      EXPECT_NE(trace.wait_for(line), "") << trace.output();
    }
    for (Program* federate : {&red, &blue}) {
      federate->signal(SIGKILL);
      federate->wait();
    }
    expect_absence_during_save(trace);
  }
}

// In shared memory other members count the records of the process that was replaced.
TEST_F(SavesProgram, AFederationIsSavedAgainAndAgainThoughAProcessTakesAnothersPlaceEachTime) {
  Program gateway = rtig(shm("h"));
  const std::string url = gateway.ready_lines().at(0);
  Program red = federate(url, "embedded", "red", "again");
  EXPECT_NE(red.wait_for("listens"), "");
  Program green = federate(url, "embedded", "green", "again");
  EXPECT_NE(green.wait_for("joined"), "");
  for (int round = 1; round <= 40; ++round) {
    Program blue = federate(url, "embedded", "blue", "again");
    ASSERT_NE(red.wait_for("saved " + std::to_string(round) + "."), "") << red.output();
    EXPECT_EQ(red.output().find("not saved"), std::string::npos);
    blue.signal(SIGKILL);
    blue.wait();
  }
  EXPECT_EQ(red.wait(), 0) << red.output();
  green.signal(SIGKILL);
  green.wait();
}

TEST_F(SavesProgram, ASaveWithoutRoomFailsAndTheLogSaysWhy) {
  Program gateway({TRIAD_RTIG, "--listen", "tcp://127.0.0.1:0", "--saves", directory_.string(),
                   "--saves-federation", "60000"},
                  {.environment = {}, .descriptors_max = {}, .ready = true});
  Program red = federate(gateway.ready_lines().at(0), "embedded", "red", "stay");
  EXPECT_NE(red.wait_for("not saved"), "") << red.output();
  EXPECT_NE(gateway.wait_for("not saved as 'the label': with it the saves of the federation would "
                             "take 1048576 bytes, more than the 60000 of saves.federation; remove"),
            "")
      << gateway.output();
  EXPECT_TRUE(fs::is_empty(directory_));
}

TEST_F(SavesProgram, AnRtigThatIsKilledWhileItSavesLeavesTheSaveBefore) {
  for (int round = 1; round <= 6; ++round) {
    {
      Program gateway = rtig("tcp://127.0.0.1:0");
      const std::string url = gateway.ready_lines().at(0);
      Program blue = federate(url, "embedded", "blue", "loop");
      EXPECT_NE(blue.wait_for("joined"), "");
      Program red = federate(url, "embedded", "red", "loop");
      EXPECT_NE(red.wait_for("saved " + std::to_string(1 + round * 3)), "");
      gateway.signal(SIGKILL);
      gateway.wait();
      EXPECT_EQ(red.wait(), 1) << red.output();
      EXPECT_EQ(blue.wait(), 1) << blue.output();
    }
    Program gateway = rtig("tcp://127.0.0.1:0");
    const std::string url = gateway.ready_lines().at(0);
    Program blue = federate(url, "embedded", "blue", "back");
    EXPECT_NE(blue.wait_for("joined"), "");
    Program red = federate(url, "embedded", "red", "back");
    EXPECT_EQ(red.wait(), 0) << red.output();
    EXPECT_EQ(blue.wait(), 0) << blue.output();
    EXPECT_NE(red.output().find("\nback"), std::string::npos) << red.output();
    Program saves({TRIAD_RTICTL, "--url", url, "saves"});
    EXPECT_EQ(saves.wait(), 0);
    EXPECT_NE(saves.output().find("the label"), std::string::npos) << saves.output();
  }
}

}  // namespace
}  // namespace triad::tests
