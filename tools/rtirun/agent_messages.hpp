// Messages between SshHost and the agent of rtirun on another host, one line of JSON each:
// {"signal":{"process":3,"number":2}}. The name of the only key is that of the message.
#pragma once

#include <boost/describe/class.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace triad::rtirun {

// Limit on a line.
inline constexpr std::size_t kAgentLineBytesMax = 4u << 20;

// Orders to the agent. The first order is OpenOrder.
struct OpenOrder {
  std::string run;
  bool is_new = false;  // Removes the logs of an earlier run.
};
BOOST_DESCRIBE_STRUCT(OpenOrder, (), (run, is_new))

struct StartOrder {
  std::uint64_t process = 0;
  std::uint32_t start = 0;
  std::string name;
  std::vector<std::string> command;
  std::string directory;
  std::vector<std::pair<std::string, std::string>> environment;
  std::uint64_t log_bytes = 0;  // Part of the log that rtirun has from earlier starts.
};
BOOST_DESCRIBE_STRUCT(StartOrder, (),
                      (process, start, name, command, directory, environment, log_bytes))

struct TakeUpOrder {
  std::uint64_t process = 0;
  std::uint32_t start = 0;
  std::string name;
  std::uint64_t log_bytes = 0;  // Part of the log that rtirun has already.
};
BOOST_DESCRIBE_STRUCT(TakeUpOrder, (), (process, start, name, log_bytes))

struct SignalOrder {
  std::uint64_t process = 0;
  std::int32_t number = 0;
};
BOOST_DESCRIBE_STRUCT(SignalOrder, (), (process, number))

struct FindOrder {
  std::string host;
  std::int32_t pid = 0;
};
BOOST_DESCRIBE_STRUCT(FindOrder, (), (host, pid))

using Order = std::variant<OpenOrder, StartOrder, TakeUpOrder, SignalOrder, FindOrder>;

// Reports of the agent. The first report is HostFacts, without an order.
struct HostFacts {
  std::string host;     // Its own name, as the RTI shows it.
  std::string release;  // Of rtirun.
  std::string build;
  std::uint32_t protocol = 0;
  std::uint32_t cores = 1;
  std::uint64_t memory_mb = 0;
  std::uint64_t free_mb = 0;
  double load = 0;  // Average of the last minute.
};
BOOST_DESCRIBE_STRUCT(HostFacts, (),
                      (host, release, build, protocol, cores, memory_mb, free_mb, load))

struct FailedReport {
  std::uint64_t process = 0;
  std::string reason;
};
BOOST_DESCRIBE_STRUCT(FailedReport, (), (process, reason))

// Answer to a TakeUpOrder: there was no start.
struct NotStartedReport {
  std::uint64_t process = 0;
};
BOOST_DESCRIBE_STRUCT(NotStartedReport, (), (process))

struct EndedReport {
  std::uint64_t process = 0;
  bool is_good = false;
  std::string text;
};
BOOST_DESCRIBE_STRUCT(EndedReport, (), (process, is_good, text))

struct GoneReport {
  std::uint64_t process = 0;
};
BOOST_DESCRIBE_STRUCT(GoneReport, (), (process))

struct OwnerReport {
  std::string host;
  std::int32_t pid = 0;
  std::uint64_t process = 0;
};
BOOST_DESCRIBE_STRUCT(OwnerReport, (), (host, pid, process))

// Next part of the log of a process.
struct LogReport {
  std::uint64_t process = 0;
  std::string text;
};
BOOST_DESCRIBE_STRUCT(LogReport, (), (process, text))

// Reason for the end of the agent.
struct FaultReport {
  std::string text;
};
BOOST_DESCRIBE_STRUCT(FaultReport, (), (text))

using Report = std::variant<HostFacts, FailedReport, NotStartedReport, EndedReport, GoneReport,
                            OwnerReport, LogReport, FaultReport>;

// Return the line with its newline.
std::string as_message(const Order& order);
std::string as_message(const Report& report);
// Return nothing for a line of another form.
std::optional<Order> parse_order(std::string_view line);
std::optional<Report> parse_report(std::string_view line);

// Divides bytes into lines.
class LineBuffer {
 public:
  void append(std::string_view bytes) { bytes_ += bytes; }
  // Returns the next complete line without its newline.
  std::optional<std::string> take_line();
  // Returns whether a line exceeds the limit.
  bool is_overlong() const { return bytes_.size() > kAgentLineBytesMax; }

 private:
  std::string bytes_;
};

}  // namespace triad::rtirun
