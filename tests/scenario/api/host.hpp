// The RTIG that the scenarios of one program run talk to. scenario_main.cpp starts it before the
// first scenario and ends it after the last. Two versions, one for each program: host_memory.cpp
// runs the RTIG in a thread of this process, host_rtig.cpp starts the rtig program, or is told
// where one runs.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace triad::scenario {

struct HostOptions {
  std::string transport;  // "memory", "tcp", "shm", or "tcp+shm": by turns
  std::string rtig;       // path of the rtig program
  std::string urls;       // with commas between, if an rtig runs already: no other is started
};

class Host {
 public:
  virtual ~Host() = default;
  // What RTI_URL has to be: one after the other, of federate after federate.
  virtual std::vector<std::string> urls() const = 0;
  // Ends the RTIG. A text says what was wrong with it.
  virtual std::string stop() = 0;
};

// What RTI_URL is, by turns: turn_url() goes on to the next. In scenario.cpp.
void use_urls(std::vector<std::string> urls);
void turn_url();

// A directory for saves, empty, which ends with it.
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

// Exits with an explanation if there can be no RTIG.
std::unique_ptr<Host> start_host(const HostOptions& options);

}  // namespace triad::scenario
