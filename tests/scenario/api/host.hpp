// The RTIG that the scenarios of one program run talk to. main.cpp starts it before the first
// scenario and ends it after the last. Two versions, one for each program: host_memory.cpp runs the
// RTIG in a thread of this process, host_rtig.cpp starts the rtig program.
#pragma once

#include <memory>
#include <string>

namespace triad::scenario {

struct HostOptions {
  std::string transport;  // "memory", "tcp", "shm"
  std::string rtig;       // path of the rtig program
};

class Host {
 public:
  virtual ~Host() = default;
  // What RTI_URL has to be.
  virtual std::string url() const = 0;
  // Ends the RTIG. A text says what was wrong with it.
  virtual std::string stop() = 0;
};

// Exits with an explanation if there can be no RTIG.
std::unique_ptr<Host> start_host(const HostOptions& options);

}  // namespace triad::scenario
