// RTIG for the scenarios of one program run. A Host here is an object that runs an RTIG.
// scenario_main.cpp starts it before the first scenario and ends it after the last. The scenarios
// are linked into two programs, each with its own version of Host. host_memory.cpp runs the RTIG in
// a thread of this process; host_rtig.cpp starts the program rtig or uses a running one.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace triad::scenario {

struct HostOptions {
  std::string transport;  // "memory", "tcp", "shm", or "tcp+shm" (alternating)
  std::string rtig;       // path of the program rtig
  std::string urls;       // comma-separated, if an rtig runs already: no other is started
};

class Host {
 public:
  virtual ~Host() = default;
  // Values of RTI_URL that successive federates use in turn.
  virtual std::vector<std::string> urls() const = 0;
  // Ends the RTIG. Returns its error, if any.
  virtual std::string stop() = 0;
};

// Set the values of RTI_URL, and set RTI_URL to the next one in turn. Defined in scenario.cpp.
void use_urls(std::vector<std::string> urls);
void select_next_url();

// Empty directory for saves, removed with the object.
class SavesOfThisRun {
 public:
  SavesOfThisRun();
  ~SavesOfThisRun();
  SavesOfThisRun(const SavesOfThisRun&) = delete;
  SavesOfThisRun& operator=(const SavesOfThisRun&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// Exits with an explanation if no RTIG can be started.
std::unique_ptr<Host> start_host(const HostOptions& options);

}  // namespace triad::scenario
