// An rtig process that a test starts and ends. It listens on a free TCP port of the loopback
// address and on a shared-memory name, and keeps no saves.
#pragma once

#include <sys/types.h>

#include <string>

namespace triad::binding {

class RtigProcess {
 public:
  RtigProcess();
  ~RtigProcess();
  RtigProcess(const RtigProcess&) = delete;
  RtigProcess& operator=(const RtigProcess&) = delete;

  const std::string& tcp_url() const { return tcp_url_; }
  const std::string& shm_url() const { return shm_url_; }
  void kill();

 private:
  pid_t process_ = -1;
  std::string tcp_url_;
  std::string shm_url_;
};

}  // namespace triad::binding
