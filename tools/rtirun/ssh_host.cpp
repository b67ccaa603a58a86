#include "tools/rtirun/ssh_host.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "version/version.hpp"

namespace triad::rtirun {

namespace {

// Appends to a log of this host.
void append_to(const std::string& file, std::string_view text) {
  const transport::UniqueFd log(::open(
      file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC, 0644));
  while (log.valid() && !text.empty()) {
    const ssize_t n = ::write(log.get(), text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
}

}  // namespace

std::string mismatch_of(const HostFacts& facts) {
  if (facts.release == release() && facts.protocol == protocol_version()) return {};
  return "has Triad RTI " + facts.build + ", protocol " + std::to_string(facts.protocol) +
         "; this is " + build_identity() + ", protocol " + std::to_string(protocol_version());
}

SshHost::SshHost(Options options, const SshClient& ssh) : options_(std::move(options)), ssh_(ssh) {
  connect();
}

void SshHost::connect() {
  next_attempt_.reset();
  facts_.reset();
  lines_ = {};
  auto process = PipedProcess::start(
      ssh_.rtirun_on(options_.host, {"agent", options_.host.directory, options_.run}));
  if (process) {
    connection_ = std::make_unique<PipedProcess>(*std::move(process));
  } else {
    note_loss(process.error().text);
  }
}

Outcome<HostFacts> SshHost::wait_for_agent() {
  while (!facts_ && connection_) {
    connection_->wait(-1);  // ssh has its own limits of time.
    read_reports();
  }
  if (facts_) return *facts_;
  return Fault{"host " + options_.host.name + ": " + last_fault_};
}

void SshHost::start(const Launch& launch) {
  known_[launch.process] = {launch.start, launch.name, false};
  send_order(StartOrder{launch.process, launch.start, launch.name, launch.command, launch.directory,
                        launch.environment, log_bytes(launch.name)});
}

void SshHost::take_up(std::size_t process, unsigned start, const std::string& name) {
  known_[process] = {start, name, false};
  // Without a connection the take-up follows when there is one.
  if (facts_) send_order(take_up_order(process, known_[process]));
}

void SshHost::signal(std::size_t process, int number) {
  send_order(SignalOrder{process, number});
}

void SshHost::find_owner(const std::string& host, pid_t pid) {
  if (facts_ && facts_->host == host) send_order(FindOrder{host, pid});
}

void SshHost::add_descriptors(std::vector<pollfd>& descriptors) const {
  if (connection_) connection_->add_descriptors(descriptors);
}

std::optional<int> SshHost::timeout_ms() const {
  if (!events_.empty()) return 0;
  if (!next_attempt_) return std::nullopt;
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(*next_attempt_ - Clock::now());
  return static_cast<int>(std::max<std::int64_t>(left.count(), 0));
}

std::vector<HostEvent> SshHost::take_events() {
  if (connection_) read_reports();
  const auto now = Clock::now();
  if (lost_at_ && now - *lost_at_ >= kPatience) give_up();
  if (next_attempt_ && now >= *next_attempt_) connect();
  return std::exchange(events_, {});
}

void SshHost::read_reports() {
  lines_.append(connection_->read_output());
  while (const auto line = lines_.take_line()) {
    const auto report = parse_report(*line);
    if (!report) return note_loss("an answer is not understood: " + line->substr(0, 200));
    std::visit([this](const auto& each) { handle(each); }, *report);
    if (!connection_) return;  // The report was a fault.
  }
  if (lines_.is_overlong()) return note_loss("an answer is too long");
  if (!connection_->is_over()) return;
  const std::string failure = connection_->failure();
  note_loss(failure.empty() ? "the connection has ended" : failure);
}

void SshHost::handle(const HostFacts& facts) {
  if (const std::string mismatch = mismatch_of(facts); !mismatch.empty()) {
    return note_loss(mismatch);
  }
  facts_ = facts;
  if (lost_at_ && (!known_.empty() || !waiting_.empty())) {
    events_.emplace_back(HostNote{"host " + options_.host.name + " is connected again"});
  }
  lost_before_ = std::exchange(lost_at_, std::nullopt);
  send_order(OpenOrder{options_.run, std::exchange(options_.is_new, false)});
  for (const auto& [process, known] : known_) {
    const auto is_its_start = [number = process](const Order& order) {
      const auto* const start = std::get_if<StartOrder>(&order);
      return start != nullptr && start->process == number;
    };
    // A start that waits is not under way yet.
    if (std::ranges::none_of(waiting_, is_its_start)) send_order(take_up_order(process, known));
  }
  for (const Order& order : std::exchange(waiting_, {})) send_order(order);
}

void SshHost::handle(const FailedReport& report) {
  if (known_.erase(report.process) == 0) return;
  events_.emplace_back(StartFailed{report.process, report.reason});
}

void SshHost::handle(const NotStartedReport& report) {
  if (known_.erase(report.process) == 0) return;
  events_.emplace_back(NotStarted{report.process});
}

void SshHost::handle(const EndedReport& report) {
  const auto known = known_.find(report.process);
  if (known == known_.end() || std::exchange(known->second.has_ended, true)) return;
  events_.emplace_back(ProcessEnded{report.process, report.is_good, report.text});
}

void SshHost::handle(const GoneReport& report) {
  if (known_.erase(report.process) == 0) return;
  events_.emplace_back(ProcessGone{report.process});
}

void SshHost::handle(const OwnerReport& report) {
  if (!known_.contains(report.process)) return;
  events_.emplace_back(OwnerFound{report.host, report.pid, report.process});
}

void SshHost::handle(const LogReport& report) {
  const auto known = known_.find(report.process);
  if (known != known_.end()) append_to(log_of(known->second.name), report.text);
}

// An agent that answers and then fails is as good as none, so the loss goes on.
void SshHost::handle(const FaultReport& report) {
  note_loss(report.text);
  if (lost_before_) lost_at_ = lost_before_;
}

void SshHost::note_loss(const std::string& reason) {
  connection_.reset();
  const bool was_connected = facts_.has_value();
  facts_.reset();
  last_fault_ = reason;
  if (was_connected) {
    events_.emplace_back(HostNote{"host " + options_.host.name + " is not connected: " + reason});
  }
  const auto now = Clock::now();
  if (!lost_at_) lost_at_ = now;
  next_attempt_ = now + kRetryInterval;
}

void SshHost::give_up() {
  for (const auto& [process, known] : known_) {
    if (!known.has_ended) {
      events_.emplace_back(ProcessEnded{process, false,
                                        "is out of reach: host " + options_.host.name +
                                            " does not answer (" + last_fault_ + ")"});
    }
    events_.emplace_back(ProcessGone{process});
  }
  known_.clear();
  waiting_.clear();
  lost_at_ = Clock::now();  // The user may start a process of the host again.
}

void SshHost::send_order(const Order& order) {
  if (facts_) {
    connection_->send_bytes(as_message(order));
  } else {
    waiting_.push_back(order);
  }
}

TakeUpOrder SshHost::take_up_order(std::size_t process, const Known& known) const {
  return {process, known.start, known.name, log_bytes(known.name)};
}

std::uint64_t SshHost::log_bytes(const std::string& name) const {
  std::error_code fault;
  const auto size = std::filesystem::file_size(log_of(name), fault);
  return fault ? 0 : static_cast<std::uint64_t>(size);
}

std::string SshHost::log_of(const std::string& name) const {
  return (options_.logs / (name + ".log")).string();
}

}  // namespace triad::rtirun
