// A federation that has brought its own libFedTime (own_time/): real processes on a real rtig,
// which knows nothing of it.
#include <sys/wait.h>

#include <cstdio>

#include "tests/binding/listener.hpp"

namespace triad::binding {
namespace {

class OwnTime : public EveryWay {
 protected:
  static FILE* begin(const char* name) {
    const std::string command =
        std::string("exec " TRIAD_CLOCKWORK " Clockwork " TRIAD_LEGACY_FED " ") + name +
        " 200 2>&1";
    return popen(command.c_str(), "r");
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

INSTANTIATE_TEST_SUITE_P(Ways, OwnTime,
                         testing::Values(Way{Host::embedded, Over::tcp},
                                         Way{Host::embedded, Over::shm}),
                         way_name);

TEST_P(OwnTime, TwoFederatesStepByTheTicksOfTheirOwnLibFedTime) {
  FILE* const first = begin("first");
  FILE* const second = begin("second");
  EXPECT_EQ(end(first), "at 200 ticks\nstatus 0");
  EXPECT_EQ(end(second), "at 200 ticks\nstatus 0");
}

class OwnTimeHosts : public Binding {};

TEST_F(OwnTimeHosts, AnRtiaProcessSaysThatItCannotCalculateWithIt) {
  setenv("RTI_RTIA", "process", 1);
  FILE* const process =
      popen("exec " TRIAD_CLOCKWORK " Clockwork " TRIAD_LEGACY_FED " first 1 2>&1", "r");
  std::string output;
  char buffer[256];
  for (std::size_t n; (n = fread(buffer, 1, sizeof buffer, process)) > 0;) output.append(buffer, n);
  EXPECT_EQ(WEXITSTATUS(pclose(process)), 1);
  unsetenv("RTI_RTIA");
  EXPECT_NE(output.find("libFedTime of its own"), std::string::npos) << output;
  EXPECT_NE(output.find("RTI_RTIA=embedded"), std::string::npos) << output;
}

}  // namespace
}  // namespace triad::binding
