#include "rtig/program/audit_log.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <boost/json.hpp>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <system_error>
#include <utility>

#include "wire/harmless_text.hpp"

namespace triad::rtig {

namespace {

using Kind = AuditEvent::Kind;

std::string system_text(int number) {
  return std::generic_category().message(number);
}

wire::Error cannot_open(const std::string& path, const std::string& reason) {
  return wire::error(wire::ErrorCode::RTIinternalError,
                     "cannot open the audit log " + path + ": " + reason + " (audit.file)");
}

// Returns true if the file ends within a line, because a full disk or the end of a process has cut
// it. `file`: open for writing.
bool ends_within_line(int file) {
  struct stat status {};
  if (::fstat(file, &status) != 0 || status.st_size == 0) return false;
  const std::string again = "/proc/self/fd/" + std::to_string(file);
  const transport::UniqueFd reader(::open(again.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  char last = '\n';
  const bool is_read = reader.valid() && ::pread(reader.get(), &last, 1, status.st_size - 1) == 1;
  return is_read && last != '\n';
}

wire::Result<transport::UniqueFd> open_to_append(const std::string& path) {
  // Does not block: opening a pipe would otherwise wait for its reader.
  constexpr int kFlags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  transport::UniqueFd file(::open(path.c_str(), kFlags, S_IRUSR | S_IWUSR));
  if (!file.valid()) return cannot_open(path, system_text(errno));
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return cannot_open(path, system_text(errno));
  if (!S_ISREG(status.st_mode)) return cannot_open(path, "it is no regular file");
  return file;
}

// Limit on a text of an event. Peers choose names, and may send some as long as a record.
constexpr std::size_t kTextBytesMax = 4096;

// Peers may write bytes that are no UTF-8, which JSON cannot carry: each becomes an escape. A text
// of more than kTextBytesMax bytes is cut, and its length is added.
std::string valid_text(std::string_view text) {
  const std::size_t bytes = text.size();
  text = text.substr(0, kTextBytesMax);
  std::string valid;
  while (!text.empty()) {
    const wire::Character one = wire::first_character(text);
    wire::append_harmless(valid, text.substr(0, one.bytes), one.is_harmless);
    text.remove_prefix(one.bytes);
  }
  return bytes <= kTextBytesMax ? valid : valid + " (" + std::to_string(bytes) + " bytes)";
}

}  // namespace

std::string audit_line(const AuditEvent& event, const std::string& time) {
  boost::json::object line{{"time", time}, {"event", name_of(event.kind)}};
  const auto add = [&](const char* key, std::string_view value) {
    if (!value.empty()) line[key] = valid_text(value);
  };
  add("principal", event.principal);
  add("address", event.transport);
  add("host", event.host);
  if (event.process != 0) line["pid"] = event.process;
  add("federation", event.federation);
  add("federate", event.federate);
  if (event.handle) line["handle"] = event.handle.value;
  add("request", event.request);
  add("reason", event.reason);
  if (event.kind == Kind::policy) line["rules"] = event.rules;
  return wire::harmless_json(boost::json::serialize(line)) + "\n";
}

std::string AuditLog::utc_now() {
  using std::chrono::milliseconds;
  const auto now = std::chrono::system_clock::now();
  const auto since = std::chrono::duration_cast<milliseconds>(now.time_since_epoch()).count();
  const std::time_t seconds = static_cast<std::time_t>(since / 1000);
  std::tm fields{};
  ::gmtime_r(&seconds, &fields);
  std::array<char, 32> date{};
  std::strftime(date.data(), date.size(), "%Y-%m-%dT%H:%M:%S", &fields);
  std::array<char, 48> text{};
  std::snprintf(text.data(), text.size(), "%s.%03dZ", date.data(), static_cast<int>(since % 1000));
  return text.data();
}

wire::Result<AuditLog> AuditLog::open(const std::string& path, Now now) {
  auto file = open_to_append(path);
  if (!file) return file.error();
  return AuditLog(path, std::move(*file), std::move(now));
}

AuditLog::AuditLog(std::string path, transport::UniqueFd file, Now now)
    : path_(std::move(path)),
      file_(std::move(file)),
      now_(std::move(now)),
      is_line_open_(ends_within_line(file_.get())) {}

wire::Result<void> AuditLog::reopen() {
  auto file = open_to_append(path_);
  if (!file) return file.error();
  file_ = std::move(*file);
  is_line_open_ = ends_within_line(file_.get());
  return {};
}

bool AuditLog::write(const AuditEvent& event) {
  if (lost_ > 0 && !is_writable()) {
    ++lost_;
    return false;
  }
  if (write_line(audit_line(event, now_()))) return true;
  ++lost_;
  return false;
}

bool AuditLog::is_writable() {
  if (lost_ == 0) return true;
  const boost::json::object line{{"time", now_()}, {"event", "loss"}, {"lost", lost_}};
  if (!write_line(boost::json::serialize(line) + "\n")) return false;
  lost_ = 0;
  return true;
}

bool AuditLog::write_line(const std::string& line) {
  const std::string text = is_line_open_ ? "\n" + line : line;
  ssize_t written = 0;
  do {
    written = ::write(file_.get(), text.data(), text.size());
  } while (written < 0 && errno == EINTR);
  if (written == static_cast<ssize_t>(text.size())) {
    is_line_open_ = false;
    return true;
  }
  if (written > 0) is_line_open_ = true;
  fault_ = "cannot write the audit log " + path_ + ": " +
           (written < 0 ? system_text(errno) : std::string("there is no space left"));
  return false;
}

}  // namespace triad::rtig
