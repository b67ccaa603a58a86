// Asks routers in a thread of its own, so that a silent router does not delay the signals and
// children of `rtimesh up`. Used by MeshRun.
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

  // Takes the name of the mesh. An answer of another mesh counts as an error.
  explicit StatusRound(std::string mesh);
  StatusRound(const StatusRound&) = delete;
  StatusRound& operator=(const StatusRound&) = delete;
  ~StatusRound();  // Waits for the end of the round, at most kPatience.

  // Returns a descriptor that is readable when the answers are available.
  int descriptor() const { return done_.get(); }
  bool is_under_way() const { return thread_.joinable(); }
  // Starts a round. No round may be under way.
  void begin_round(std::vector<QueryTarget> routers);
  // Returns an answer for each router, in order; one without an answer in time has an error. After
  // that the next round may begin.
  std::vector<Answer> take_answers();

 private:
  const std::string mesh_;
  transport::UniqueFd done_;
  std::thread thread_;
  std::vector<Answer> answers_;  // Used by the thread alone until it has ended.
};

}  // namespace triad::rtimesh
