// Coordinates background threads with the exit of the process. A federate may leave main() or call
// exit() while an RTIambassador still exists. The exit then destroys objects that the background
// threads use, such as those of a libFedTime. So the exit first waits until the threads have
// finished their current work, and after that they do nothing.
#pragma once

namespace triad::api {

// Registers the exit handler. Must be called before a background thread starts and after the
// objects that it uses were made, because objects made earlier are destroyed later.
void prepare_for_exit();

// Delays the exit of the process while it lives. is_allowed() is false if the exit has already
// begun; the caller must then do nothing.
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
