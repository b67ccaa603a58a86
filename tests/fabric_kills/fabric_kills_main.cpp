// Kills members of a shared-memory fabric with SIGKILL at random moments, many times in one
// federation that continues:
//
//   fabric_kills [--kills N] [--seed S] [--members M] [--log-bytes B]
//
// This process is the coordinator; the members are processes of the same program
// (mortal_member.hpp). Every participant writes numbered records of all sizes, some longer than a
// log, and checks every byte of the others' records. A survivor receives each record of another
// survivor once and in order. Of a dead member it receives all published records, up to the same
// record as every other survivor: the last one that the coordinator announces. A participant that
// waits for room continues when the reader for which it waits is gone. No process, descriptor or
// memory is left.
//
// The seed determines the sizes, moments and victims, but not the timing of the kernel.
#include <sys/prctl.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "coordinator.hpp"
#include "mortal_member.hpp"

namespace triad::fabric_kills {
namespace {

int run_member(const std::vector<std::string>& words) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  return Member(static_cast<ParticipantId>(std::stoul(words.at(1))), std::stoull(words.at(2)),
                std::stoull(words.at(3)))
      .run();
}

bool take_option(Options& options, const std::string& name, const std::string& value) {
  if (name == "--kills") {
    options.kills = std::stoull(value);
  } else if (name == "--seed") {
    options.seed = std::stoull(value);
  } else if (name == "--members") {
    options.members = std::stoull(value);
  } else if (name == "--log-bytes") {
    options.log_bytes = std::stoull(value);
  } else {
    return false;
  }
  return true;
}

std::set<std::string> shared_memory_files() {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator("/dev/shm")) {
    const std::string name = entry.path().filename();
    if (name.starts_with("triad")) names.insert(name);
  }
  return names;
}

void print(const Tally& tally) {
  std::cout << "  killed at";
  for (std::uint32_t moment = 0; moment < kMoments; ++moment) {
    std::cout << " " << name_of(static_cast<Moment>(moment)) << " " << tally.killed_at[moment];
  }
  std::cout << "\n  of these amid a message in pieces " << tally.killed_amid_message
            << ", before the coordinator let them in " << tally.killed_before_entry
            << "\n  joined amid a message in pieces " << tally.joined_amid_message
            << ", with one that was dead already " << tally.joined_beside_dead << "\n  "
            << tally.records_checked << " records checked, " << (tally.bytes_checked >> 20)
            << " MB; " << tally.sleeps << " sleeps, " << tally.room_waits << " of them for room; "
            << tally.barriers << " barriers\n";
}

// Returns the name of a rare event that a long run must contain and does not; empty: none.
std::string lacks(const Options& options, const Tally& tally) {
  if (options.kills < 300) return {};
  if (tally.killed_amid_message == 0) return "nobody was killed amid a message in pieces";
  if (tally.killed_before_entry == 0) return "nobody was killed while it joined";
  if (tally.room_waits == 0) return "nobody waited for room";
  return {};
}

int run_coordinator(const Options& options) {
  const auto before = shared_memory_files();
  const auto begin = std::chrono::steady_clock::now();
  std::cout << "fabric_kills --seed " << options.seed << " --kills " << options.kills
            << " --members " << options.members << " --log-bytes " << options.log_bytes
            << std::endl;
  Coordinator coordinator(options, std::filesystem::read_symlink("/proc/self/exe"));
  const bool good = coordinator.run();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  print(coordinator.tally());
  std::string why = good ? lacks(options, coordinator.tally()) : coordinator.failure();
  if (why.empty() && shared_memory_files() != before) why = "files are left in /dev/shm";
  if (!why.empty()) {
    std::cout << "FAILED " << why << "\n";
    return 1;
  }
  std::cout << "  all held, " << took.count() << " s\n";
  return 0;
}

}  // namespace
}  // namespace triad::fabric_kills

int main(int count, char** words) {
  using namespace triad::fabric_kills;
  const std::vector<std::string> arguments(words + 1, words + count);
  if (arguments.size() == 4 && arguments[0] == "--member") return run_member(arguments);
  Options options;
  for (std::size_t i = 0; i + 1 < arguments.size(); i += 2) {
    if (!take_option(options, arguments[i], arguments[i + 1])) {
      std::cerr << "fabric_kills: no such option: " << arguments[i] << "\n";
      return 2;
    }
  }
  return run_coordinator(options);
}
