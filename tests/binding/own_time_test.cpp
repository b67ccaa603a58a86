// Tests a federation with its own libFedTime (own_time/): processes on an rtig that does not know
// the time type.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "tests/binding/binding_fixture.hpp"

namespace triad::binding {
namespace {

class OwnTime : public EveryConfiguration {
 public:
  static FILE* run(const std::string& command) {
    return popen(("exec " + command + " 2>&1").c_str(), "r");
  }
  static FILE* begin(const char* name) {
    return run(std::string(TRIAD_CLOCKWORK " Clockwork " TRIAD_LEGACY_FED " ") + name + " 200");
  }
  static std::string end(FILE* process) {
    std::string output;
    char buffer[256];
    for (std::size_t n; (n = fread(buffer, 1, sizeof buffer, process)) > 0;) {
      output.append(buffer, n);
    }
    const int status = pclose(process);
    return output + "status " + std::to_string(WEXITSTATUS(status));
  }
};

INSTANTIATE_TEST_SUITE_P(Ways, OwnTime, EVERY_CONFIGURATION);

TEST_P(OwnTime, TwoFederatesStepByTheTicksOfTheirOwnLibFedTime) {
  FILE* const first = begin("first");
  FILE* const second = begin("second");
  EXPECT_EQ(end(first), "at 200 ticks\nstatus 0");
  EXPECT_EQ(end(second), "at 200 ticks\nstatus 0");
}

// The RTI does not know which times of that type are neighbours.
TEST_P(OwnTime, IsRefusedATolerance) {
  const std::string output = end(
      run("env RTI_TIME_TOLERANCE=ulp " TRIAD_CLOCKWORK " Clockwork " TRIAD_LEGACY_FED " first 1"));
  EXPECT_NE(output.find("time.tolerance = ulp (environment RTI_TIME_TOLERANCE) is for the times of "
                        "Triad's libFedTime"),
            std::string::npos)
      << output;
  EXPECT_NE(output.find("status 1"), std::string::npos) << output;
}

TEST_P(OwnTime, TheMomPrintsAndTakesTheTicksOfTheirOwnLibFedTime) {
  EXPECT_EQ(end(run(TRIAD_OVERSEER " Oversight " TRIAD_LEGACY_FED)), "all as ordered\nstatus 0");
}

class OwnTimeHosts : public Binding {};

// The list of libraries to be loaded into an rtia process is separated by blanks and colons, so a
// path cannot contain them.
TEST_F(OwnTimeHosts, AnRtiaProcessIsRefusedWhereItCouldNotLoadTheLibrary) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(testing::TempDir()) / ("own time " + std::to_string(getpid()));
  fs::create_directory(folder);
  fs::copy_file(TRIAD_OWN_FEDTIME, folder / "libFedTime.so.1");
  const std::string command = "RTI_RTIA=process LD_LIBRARY_PATH='" + folder.string() +
                              "' exec " TRIAD_CLOCKWORK " Clockwork " TRIAD_LEGACY_FED
                              " first 1 2>&1";
  const std::string output = OwnTime::end(popen(command.c_str(), "r"));
  fs::remove_all(folder);
  EXPECT_NE(output.find("libFedTime of its own"), std::string::npos) << output;
  EXPECT_NE(output.find("RTI_RTIA=embedded"), std::string::npos) << output;
  EXPECT_NE(output.find("status 1"), std::string::npos) << output;
}

}  // namespace
}  // namespace triad::binding
