// The end of the process, as the background threads see it. A federate may leave main() or call
// exit() with an RTIambassador that is never destroyed; what the threads use (a libFedTime's
// objects, the library's own) is then destroyed around them. So before that happens they are let
// finish what they are doing, and do nothing any more.
#pragma once

namespace triad::api {

// Before a background thread starts, after what it uses was made: what was made earlier is
// destroyed later.
void prepare_for_exit();

// While it lives the process's exit waits; unless that has begun already.
class WorkBeforeExit {
 public:
  WorkBeforeExit();
  ~WorkBeforeExit();
  WorkBeforeExit(const WorkBeforeExit&) = delete;
  WorkBeforeExit& operator=(const WorkBeforeExit&) = delete;

  [[nodiscard]] bool is_allowed() const { return allowed_; }

 private:
  bool allowed_;
};

}  // namespace triad::api
