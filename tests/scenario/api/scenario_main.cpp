// Runs the scenarios on one host and transport:
//   scenario_api_memory --transport=memory|tcp
//   scenario_api_rtig --transport=tcp|shm|tcp+shm --rtia=embedded|process --rtig=PATH
//   --rtia-program=PATH
//   scenario_api_rtig --urls=URL,URL...   of a running rtig, or of routers of its mesh
// and GoogleTest's options. CMakeLists.txt lists the combinations for ctest.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>

#include "tests/scenario/api/host.hpp"

namespace {

using namespace triad::scenario;

// Returns the value of "--name=value" among the arguments.
std::string option(int argc, char** argv, const std::string& name, const std::string& otherwise) {
  const std::string prefix = "--" + name + "=";
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument.starts_with(prefix)) return argument.substr(prefix.size());
  }
  return otherwise;
}

// CMakeLists.txt runs the suites that it lists, one by one. A suite missing there would never run.
bool all_suites_are_listed() {
  bool all = true;
  const auto& tests = *testing::UnitTest::GetInstance();
  for (int i = 0; i < tests.total_test_suite_count(); ++i) {
    const std::string name = tests.GetTestSuite(i)->name();
    std::istringstream listed(TRIAD_SCENARIO_SUITES);
    bool found = false;
    for (std::string suite; listed >> suite;) found = found || suite == name;
    if (!found) std::fprintf(stderr, "suite %s is not in CMakeLists.txt\n", name.c_str());
    all = all && found;
  }
  return all;
}

}  // namespace

namespace triad::scenario {

SavesOfThisRun::SavesOfThisRun() {
  std::string name = std::filesystem::temp_directory_path() / "triad-scenario-XXXXXX";
  if (::mkdtemp(name.data()) != nullptr) path_ = name;
}

SavesOfThisRun::~SavesOfThisRun() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace triad::scenario

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (testing::GTEST_FLAG(list_tests)) return RUN_ALL_TESTS();
  if (!all_suites_are_listed()) return EXIT_FAILURE;
  const auto host =
      start_host({option(argc, argv, "transport", "memory"), option(argc, argv, "rtig", "rtig"),
                  option(argc, argv, "urls", "")});
  use_urls(host->urls());
  ::setenv("RTI_RTIA", option(argc, argv, "rtia", "embedded").c_str(), 1);
  if (const auto rtia = option(argc, argv, "rtia-program", ""); !rtia.empty()) {
    ::setenv("TRIAD_RTIA", rtia.c_str(), 1);
  }
  const int result = RUN_ALL_TESTS();
  const std::string fault = host->stop();
  if (!fault.empty()) std::fprintf(stderr, "%s\n", fault.c_str());
  return fault.empty() ? result : EXIT_FAILURE;
}
