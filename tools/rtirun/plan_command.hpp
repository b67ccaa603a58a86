// The command `rtirun plan`: asks the hosts of a scenario for their cores, memory, load and
// version, and shows where each process would run.
#pragma once

#include <ostream>
#include <string>

#include "tools/rtirun/agent_messages.hpp"
#include "tools/rtirun/ssh_client.hpp"

namespace triad::rtirun {

// Answer of a host, or the reason why there is none.
struct HostAnswer {
  std::string host;
  std::optional<HostFacts> facts = {};
  std::string fault = {};
};

// Asks all hosts at once.
std::vector<HostAnswer> ask_hosts(const Scenario& scenario, const SshClient& ssh);

// Returns the tables of hosts and processes.
std::string plan_text(const Scenario& scenario, const std::vector<HostAnswer>& answers);

}  // namespace triad::rtirun
