// Runs the routers of this host from start to end, for `rtimesh up`. One thread with an event loop;
// StatusRound has a thread for questions to routers.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tools/rtimesh/local_routers.hpp"
#include "tools/rtimesh/router_process.hpp"
#include "tools/rtimesh/status_round.hpp"
#include "tools/rtimesh/status_table.hpp"
#include "tools/rtimesh/take_down.hpp"
#include "tools/rtimesh/up_options.hpp"
#include "transport/event_loop.hpp"

namespace triad::rtimesh {

class MeshRun {
 public:
  // All arguments by reference must outlive it. `log_directory` must exist.
  MeshRun(const topology::Topology& topology, const Placement& placement, const UpOptions& options,
          std::string log_directory, std::ostream& out, std::ostream& err);

  // Runs until all routers have ended. Returns the exit status of rtimesh.
  int run();

 private:
  enum class Phase { starting, ready, ending };

  bool start_routers();
  void watch_ready(RouterProcess& process);
  void on_signals();
  void look_at_children();
  void on_end(const RouterProcess& process);

  // Asks all running routers for their status, unless a round is under way.
  void ask();
  void on_answers();
  // Returns the last answer of each router; for a router that has ended, the reason.
  std::vector<Answer> answers_of_all() const;

  bool all_listen() const;
  bool is_awaited(const LinkRow& row) const;
  bool is_here(topology::RouterIndex router) const;
  bool is_ready(const std::vector<LinkRow>& rows) const;
  void become_ready(const std::vector<LinkRow>& rows, const std::vector<Answer>& answers);
  // Prints each link that has come up since, and asks again while a link is down.
  void correct_ready_lines(const std::vector<LinkRow>& rows);
  bool say_ready() const;
  void start_command();
  void on_timeout();
  std::string url_of(topology::RouterIndex router) const;

  void fail(const std::string& why);
  void end();

  const topology::Topology& topology_;
  const Placement& placement_;
  const UpOptions& options_;
  const std::string log_directory_;
  std::ostream& out_;
  std::ostream& err_;

  // For each router, the next one towards the RTIG.
  const std::vector<std::optional<topology::RouterIndex>> next_;

  Phase phase_ = Phase::starting;
  int status_ = 0;
  transport::UniqueFd signals_;
  std::unique_ptr<transport::EventLoop> loop_;
  StatusRound round_;
  std::vector<std::unique_ptr<RouterProcess>> processes_;  // In the order of placement_.here.
  bool all_started_ = false;
  std::map<std::string, std::string> ended_;  // Routers that have ended, with the way they ended.
  std::optional<ChildProcess> command_;
  std::optional<TakeDown> take_down_;

  transport::Duration delay_;
  std::optional<transport::TimerKey> timeout_;
  std::optional<transport::TimerKey> later_;  // Timer for the next round after the mesh is ready.
  std::map<std::string, Answer> answers_;     // Last answer of each router.
  std::set<std::pair<std::string, std::string>> shown_up_;  // Links printed as up, by their ends.
  bool table_is_due_ = false;
  StatusTable table_{StatusTable::Figures::rates};
};

}  // namespace triad::rtimesh
