// AuditLog: the file of audit events, one JSON object a line (docs/policy.md). Each line is written
// with one system call before the event's request is answered. Used by Server, from its thread.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "rtig/audit_event.hpp"
#include "transport/posix/unique_fd.hpp"
#include "wire/error.hpp"

namespace triad::rtig {

// Returns the line of an event, with its newline. `time`: "2026-11-29T10:00:00.123Z".
[[nodiscard]] std::string audit_line(const AuditEvent& event, const std::string& time);

class AuditLog {
 public:
  // Returns the present time as audit_line() needs it.
  using Now = std::function<std::string()>;
  static std::string utc_now();

  // Opens the file for appending, and creates it for its owner alone if it does not exist. Fails if
  // it is no regular file.
  static wire::Result<AuditLog> open(const std::string& path, Now now = &AuditLog::utc_now);

  // Opens the file by its name again, for logrotate. On an error the events go to the old file.
  wire::Result<void> reopen();
  // Writes an event. Returns false if it is lost; fault() has the reason.
  bool write(const AuditEvent& event);
  // Returns true if no loss is unrecorded. After a loss, first writes a line with the number of
  // lost events.
  [[nodiscard]] bool is_writable();
  // Returns the reason of the last loss.
  [[nodiscard]] const std::string& fault() const { return fault_; }
  [[nodiscard]] std::uint64_t lost_events() const { return lost_; }

 private:
  AuditLog(std::string path, transport::UniqueFd file, Now now);
  bool write_line(const std::string& line);

  std::string path_;
  transport::UniqueFd file_;
  Now now_;
  std::string fault_;
  std::uint64_t lost_ = 0;     // events since the last one that is in the file
  bool is_line_open_ = false;  // the file may end within a line
};

}  // namespace triad::rtig
