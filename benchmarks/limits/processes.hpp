// Processes for a measurement, pinned to cores where that is asked for. For measure.cpp and
// barrier.cpp.
#pragma once

#include <sys/types.h>

#include <functional>
#include <vector>

namespace triad::limits {

// Processes that run something and end; they end with this one at the latest.
class Children {
 public:
  Children() = default;
  Children(const Children&) = delete;
  Children& operator=(const Children&) = delete;
  ~Children();  // kills those that still run

  void start(const std::function<void()>& run);
  // Until all have ended; gives up if one failed.
  void join();

 private:
  std::vector<pid_t> running_;
};

// `index` counts the cores that this process may use.
void pin_to(int index);

}  // namespace triad::limits
