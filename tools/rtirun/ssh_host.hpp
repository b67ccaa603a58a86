// Processes of a run on another host, by the agent that ssh starts there. Copies their logs to this
// host. Connects again after a loss. Used by Supervisor.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/rtirun/agent_messages.hpp"
#include "tools/rtirun/piped_process.hpp"
#include "tools/rtirun/run_host.hpp"
#include "tools/rtirun/ssh_client.hpp"

namespace triad::rtirun {

// Returns the reason why this rtirun cannot work with that of the host; empty if it can.
std::string mismatch_of(const HostFacts& facts);

class SshHost : public Host {
 public:
  using Clock = std::chrono::steady_clock;
  // Time without a connection after which the processes of the host count as ended.
  static constexpr std::chrono::seconds kPatience{60};
  static constexpr std::chrono::seconds kRetryInterval{2};

  struct Options {
    HostSpec host;
    std::string run;                  // Name of the run.
    bool is_new = false;              // The run begins.
    std::filesystem::path logs = {};  // Folder of the logs on this host.
  };
  // Begins to connect.
  SshHost(Options options, const SshClient& ssh);

  // Waits until the agent has answered. Fails if it cannot be reached at all.
  Outcome<HostFacts> wait_for_agent();

  void start(const Launch& launch) override;
  void take_up(std::size_t process, unsigned start, const std::string& name) override;
  void signal(std::size_t process, int number) override;
  void find_owner(const std::string& host, pid_t pid) override;
  void add_descriptors(std::vector<pollfd>& descriptors) const override;
  std::optional<int> timeout_ms() const override;
  std::vector<HostEvent> take_events() override;

 private:
  struct Known {
    unsigned start = 0;
    std::string name;
    bool has_ended = false;  // ProcessEnded is reported.
  };

  void connect();
  void read_reports();
  void handle(const HostFacts& facts);
  void handle(const FailedReport& report);
  void handle(const NotStartedReport& report);
  void handle(const EndedReport& report);
  void handle(const GoneReport& report);
  void handle(const OwnerReport& report);
  void handle(const LogReport& report);
  void handle(const FaultReport& report);
  void note_loss(const std::string& reason);
  void give_up();
  void send_order(const Order& order);
  TakeUpOrder take_up_order(std::size_t process, const Known& known) const;
  std::string log_of(const std::string& name) const;
  // Returns the size of a log on this host.
  std::uint64_t log_bytes(const std::string& name) const;

  Options options_;
  const SshClient& ssh_;
  std::unique_ptr<PipedProcess> connection_;  // Null while there is none.
  LineBuffer lines_;
  std::optional<HostFacts> facts_;  // Of the current connection.
  std::string last_fault_;
  std::optional<Clock::time_point> lost_at_;
  std::optional<Clock::time_point> lost_before_;  // Time of the loss before the last facts.
  std::optional<Clock::time_point> next_attempt_;
  std::vector<Order> waiting_;  // Orders since the loss.
  std::map<std::size_t, Known> known_;
  std::vector<HostEvent> events_;
};

}  // namespace triad::rtirun
