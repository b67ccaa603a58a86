// Asks routers in a thread of its own, so that a silent one delays nobody: `rtimesh up` goes on
// with its signals and children meanwhile. Used by MeshRun.
#pragma once

#include <string>
#include <thread>
#include <vector>

#include "tools/rtimesh/status_query.hpp"
#include "transport/posix/unique_fd.hpp"

namespace triad::rtimesh {

class StatusRound {
 public:
  static constexpr transport::Duration kPatience = std::chrono::seconds(2);

  explicit StatusRound(std::string mesh);
  StatusRound(const StatusRound&) = delete;
  StatusRound& operator=(const StatusRound&) = delete;
  ~StatusRound();  // waits for the round, at most kPatience

  // Readable when the answers are there.
  int descriptor() const { return done_.get(); }
  bool is_under_way() const { return thread_.joinable(); }
  // None may be under way.
  void begin(std::vector<RouterToAsk> routers);
  // When they are there; then the next round may begin.
  std::vector<Answer> take();

 private:
  const std::string mesh_;
  transport::UniqueFd done_;
  std::thread thread_;
  std::vector<Answer> answers_;  // the thread's until it has ended
};

}  // namespace triad::rtimesh
