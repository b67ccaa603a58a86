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
#include "tools/rtimesh/staged_shutdown.hpp"
#include "tools/rtimesh/status_round.hpp"
#include "tools/rtimesh/status_table.hpp"
#include "tools/rtimesh/up_options.hpp"
#include "transport/event_loop.hpp"

namespace triad::rtimesh {

class MeshRun {
 public:
  // Keeps all references, which must outlive it. `log_directory` must exist.
  MeshRun(const topology::Topology& topology, const Placement& placement, const UpOptions& options,
          std::string log_directory, std::ostream& out, std::ostream& err);

  // Runs until all routers have ended. Returns the exit status of rtimesh.
  int run();

 private:
  enum class Phase { starting, ready, ending };

  bool start_routers();
  void watch_readiness(RouterProcess& process);
  void receive_signals();
  void check_children();
  void record_process_end(const RouterProcess& process);

  // Asks all running routers for their status, unless a round is under way.
  void request_status();
  void receive_answers();
  // Returns the last answer of each router; for a router that has ended, the reason.
  std::vector<Answer> answers_of_all() const;

  bool all_listen() const;
  bool is_required(const LinkRow& row) const;
  bool is_local(topology::RouterIndex router) const;
  bool is_ready(const std::vector<LinkRow>& rows) const;
  void become_ready(const std::vector<LinkRow>& rows, const std::vector<Answer>& answers);
  // Prints each link that has come up since, and asks again while a link is down.
  void update_ready_lines(const std::vector<LinkRow>& rows);
  bool write_ready_report() const;
  void start_command();
  void report_timeout();
  std::string url_of(topology::RouterIndex router) const;

  void fail(const std::string& reason);
  void shut_down();

  const topology::Topology& topology_;
  const Placement& placement_;
  const UpOptions& options_;
  const std::string log_directory_;
  std::ostream& out_;
  std::ostream& err_;

  // For each router, the next one towards the RTIG.
  const std::vector<std::optional<topology::RouterIndex>> next_to_rtig_;

  Phase phase_ = Phase::starting;
  int exit_status_ = 0;
  transport::UniqueFd signals_;
  std::unique_ptr<transport::EventLoop> loop_;
  StatusRound round_;
  std::vector<std::unique_ptr<RouterProcess>> processes_;  // In the order of placement_.here.
  bool all_started_ = false;
  std::map<std::string, std::string>
      ended_routers_;  // Routers that have ended, with the way they ended.
  std::optional<ChildProcess> command_;
  std::optional<StagedShutdown> shutdown_;

  transport::Duration round_delay_;
  std::optional<transport::TimerKey> timeout_;
  std::optional<transport::TimerKey>
      next_round_timer_;                   // Timer for the next round after the mesh is ready.
  std::map<std::string, Answer> answers_;  // Last answer of each router.
  std::set<std::pair<std::string, std::string>>
      links_printed_up_;  // Links printed as up, by their ends.
  bool table_is_due_ = false;
  StatusTable table_{StatusTable::Figures::rates};
};

}  // namespace triad::rtimesh
