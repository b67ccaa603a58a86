// Runs a federate in the C++98 of RTI 1.3-NG (tests/headers/legacy_federate.cpp) through a
// federation. It is compiled as C++98 and linked only with the two libraries.
#include <sys/wait.h>

#include <cstdio>

#include "tests/binding/binding_fixture.hpp"

namespace triad::binding {
namespace {

// Output of the federate, and whether its exit status was 0.
struct Run {
  std::string output;
  bool succeeded = false;
};

Run run(const std::string& command) {
  Run result;
  FILE* const stream = popen((command + " 2>&1").c_str(), "r");
  if (stream == nullptr) return result;
  char buffer[256];
  for (std::size_t n; (n = fread(buffer, 1, sizeof buffer, stream)) > 0;) {
    result.output.append(buffer, n);
  }
  const int status = pclose(stream);
  result.succeeded = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  return result;
}

using Legacy = EveryConfiguration;
INSTANTIATE_TEST_SUITE_P(Ways, Legacy, EVERY_CONFIGURATION);

TEST_P(Legacy, AFederateOfItsTimeRunsThroughAFederation) {
  const auto [output, succeeded] = run(TRIAD_LEGACY " Harbour " TRIAD_LEGACY_FED);
  EXPECT_TRUE(succeeded) << output;
  EXPECT_NE(output.find("synchronized ReadyToSail"), std::string::npos) << output;
  EXPECT_TRUE(output.ends_with("done\n")) << output;
}

}  // namespace
}  // namespace triad::binding
