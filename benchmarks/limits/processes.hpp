// Processes of a measurement, which may be pinned to cores. Used by measure.cpp and barrier.cpp.
#pragma once

#include <sys/types.h>

#include <functional>
#include <vector>

namespace triad::limits {

// Child processes. The kernel kills them when this process ends.
class Children {
 public:
  Children() = default;
  Children(const Children&) = delete;
  Children& operator=(const Children&) = delete;
  ~Children();  // Kills the children that still run.

  void start(const std::function<void()>& run);
  // Waits until all have ended. Ends the program if one has failed.
  void join();

 private:
  std::vector<pid_t> running_;
};

// Pins this process to a core. `index` counts the cores that it may use.
void pin_to(int index);

}  // namespace triad::limits
