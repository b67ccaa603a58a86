// Five routers in a group with one federate each, and no activity: the routers' own counts must
// show that they exchange only keepalives. Uses real programs. The number of keepalives is that of
// a minute with the usual settings; with TRIAD_KEEPALIVE_MS=1000 the test takes that minute.
#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "router/link_frame.hpp"
#include "tests/system/rtig_support.hpp"

namespace triad::tests {
namespace {

namespace fs = std::filesystem;

constexpr int kRouters = 5;
constexpr std::uint64_t kKeepalivesBefore = 10;
constexpr std::uint64_t kKeepalives = 60;
constexpr int kPauseMilliseconds = 5;  // between two queries, so that they cost little

struct LinkCount {
  std::uint64_t frames = 0;
  std::uint64_t bytes = 0;
};
// Frames and bytes that a router has received, by link.
using Counts = std::map<std::string, LinkCount>;

std::size_t keepalive_bytes() {
  wire::Buffer bytes;
  router::append_link_prefix({}, bytes);
  wire::encode_record({}, wire::RouterAlive{}, bytes);
  return bytes.size();
}

class IdleMesh : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "idle-mesh.XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
    const char* const given = std::getenv("TRIAD_KEEPALIVE_MS");
    write_mesh(given == nullptr ? "25" : given);
    for (int i = 0; i < kRouters; ++i) {
      routers_.push_back(std::make_unique<Program>(command_of(i), ready()));
      ASSERT_FALSE(routers_.back()->ready_lines().empty()) << routers_.back()->output();
    }
  }
  ~IdleMesh() override {
    federates_.clear();
    routers_.clear();
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  void join_everywhere() {
    for (int i = 0; i < kRouters; ++i) {
      const Program::Options options{.environment = {"RTI_URL=mesh" + url(i).substr(3)},
                                     .descriptors_max = {},
                                     .ready = false};
      federates_.push_back(std::make_unique<Program>(
          std::vector<std::string>{TRIAD_IDLE_FEDERATE, TRIAD_FED}, options));
      ASSERT_NE(federates_.back()->wait_for("is idle"), "") << federates_.back()->output();
    }
  }
  // Returns the counts of all routers.
  std::vector<Counts> counts() {
    std::vector<Counts> all;
    for (auto& inquirer : inquirers_) {
      inquirer.send(wire::QueryRouterStatus{});
      const auto received = inquirer.next_message<wire::RouterStatus>();
      const auto status = received ? received->as<wire::RouterStatus>() : std::nullopt;
      Counts& router_counts = all.emplace_back();
      if (!status) continue;
      for (const wire::RouterLinkInfo& link : status->links) {
        if (link.up)
          router_counts[std::string(link.router)] = {link.frames_received, link.bytes_received};
      }
    }
    return all;
  }
  void connect_inquirers() {
    for (int i = 0; i < kRouters; ++i) {
      Peer& inquirer = inquirers_.emplace_back(url(i));
      inquirer.send(wire::Hello{wire::kMagic, wire::kProtocolVersion, wire::kMeshInquirer, "test",
                                "testhost", 0, 0});
      ASSERT_TRUE(inquirer.next_message<wire::Hello>().has_value());
    }
  }
  // Returns true if at least `frames` frames have come by every link since then.
  static bool all_have(const std::vector<Counts>& now, const std::vector<Counts>& since,
                       std::uint64_t frames) {
    for (std::size_t i = 0; i < now.size(); ++i) {
      for (const auto& [router, counted] : now[i]) {
        if (counted.frames < since[i].at(router).frames + frames) return false;
      }
    }
    return true;
  }
  // Waits until all_have().
  std::vector<Counts> counts_after(const std::vector<Counts>& since, std::uint64_t frames) {
    std::vector<Counts> now = counts();
    while (!all_have(now, since, frames)) {
      ::poll(nullptr, 0, kPauseMilliseconds);
      now = counts();
    }
    return now;
  }

 private:
  // Returns an address for this process only, so that tests that run at the same time can use the
  // same ports.
  static std::string url(int i) {
    const auto pid = static_cast<unsigned>(::getpid());
    return "tcp://127." + std::to_string(64 + (pid >> 16)) + "." +
           std::to_string((pid >> 8) & 255) + "." + std::to_string(pid & 255) + ":" +
           std::to_string(20500 + i);
  }
  static std::string router(int i) { return "router" + std::to_string(i); }
  static Program::Options ready() {
    return {.environment = {}, .descriptors_max = {}, .ready = true};
  }
  void write_mesh(const std::string& keepalive_ms) const {
    std::ofstream file(folder_ / "mesh.yaml");
    file << "rtig: " << router(0) << "\nlink-defaults: {keepalive-ms: " << keepalive_ms
         << ", peer-lost-after-ms: 60000}\n"
         << "groups:\n  - name: site\n    head: " << router(0) << "\n    routers:\n";
    for (int i = 0; i < kRouters; ++i) {
      file << "      - {name: " << router(i) << ", host: localhost, listen: \"" << url(i)
           << "\"}\n";
    }
  }
  std::vector<std::string> command_of(int i) const {
    const std::string file = (folder_ / "mesh.yaml").string();
    // Otherwise it would ask the federates for their waits now and then.
    if (i == 0) return {TRIAD_RTIG, "--topology", file, "--report-waits", "0"};
    return {TRIAD_RTIROUTER, "--topology", file, "--name", router(i)};
  }

  fs::path folder_;
  std::vector<std::unique_ptr<Program>> routers_;
  std::vector<std::unique_ptr<Program>> federates_;
  std::vector<Peer> inquirers_;
};

TEST_F(IdleMesh, CarriesKeepalivesAlone) {
  join_everywhere();
  connect_inquirers();
  // Waits until the effects of the joins, digests included, are over.
  const std::vector<Counts> begun = counts_after(counts(), kKeepalivesBefore);
  const std::vector<Counts> ended = counts_after(begun, kKeepalives);
  std::size_t links = 0;
  for (std::size_t i = 0; i < ended.size(); ++i) {
    for (const auto& [router, counted] : ended[i]) {
      const LinkCount before = begun[i].at(router);
      EXPECT_EQ(counted.bytes - before.bytes, (counted.frames - before.frames) * keepalive_bytes())
          << router << " to router" << i << ": " << counted.frames - before.frames << " frames";
      ++links;
    }
  }
  EXPECT_GE(links, 2u * (kRouters - 1)) << "both ends of each count";
}

}  // namespace
}  // namespace triad::tests
