// `rtictl trace`: follows a running federation, and draws its last events.
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>

#include "core/count_text.hpp"
#include "core/shown_name.hpp"
#include "tools/rtictl/aligned_table.hpp"
#include "tools/rtictl/client.hpp"
#include "tools/rtictl/command.hpp"
#include "tools/rtictl/trace/line_writer.hpp"
#include "tools/rtictl/trace/trace_names.hpp"
#include "tools/rtictl/trace/trace_options.hpp"
#include "tools/rtictl/trace/tracer.hpp"
#include "tools/rtictl/trace/view.hpp"
#include "wire/harmless_text.hpp"

namespace triad::rtictl {

namespace {

using Clock = std::chrono::steady_clock;

// Makes the signals that end a trace readable as input. They end the program while it joins, and
// after release().
class TerminationSignals {
 public:
  TerminationSignals() {
    sigemptyset(&ending_);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&ending_, signal);
    ::signal(SIGTSTP, SIG_IGN);  // A stopped tracer would delay senders.
    pthread_sigmask(SIG_BLOCK, &ending_, &before_);
    descriptor_ = ::signalfd(-1, &ending_, SFD_CLOEXEC | SFD_NONBLOCK);
  }
  ~TerminationSignals() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  TerminationSignals(const TerminationSignals&) = delete;
  TerminationSignals& operator=(const TerminationSignals&) = delete;

  int descriptor() const { return descriptor_; }
  // Calls `join`, which may wait for long. A signal ends the program meanwhile.
  template <class Join>
  auto join_interruptibly(Join&& join) {
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    auto result = join();
    pthread_sigmask(SIG_BLOCK, &ending_, nullptr);
    return result;
  }
  // Consumes pending signals, and lets later ones end the program.
  void release() {
    signalfd_siginfo taken{};
    while (::read(descriptor_, &taken, sizeof taken) > 0) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t ending_{};
  sigset_t before_{};
  int descriptor_ = -1;
};

// Interval of attempts to join again.
constexpr Clock::duration kAwayFor = std::chrono::milliseconds(100);
constexpr Clock::duration kSecond = std::chrono::seconds(1);
constexpr std::uint64_t kLinesOfHeading = 100;  // Lines between two headings.

// Returns the name under which an event that is not shown is counted.
std::string counted_name(const TraceEvent& event) {
  const bool is_call =
      event.kind == TraceEvent::Kind::call || event.kind == TraceEvent::Kind::callback;
  return is_call ? event.service : "notes";
}

class TraceSession {
 public:
  explicit TraceSession(TraceOptions options)
      : options_(std::move(options)),
        output_(STDOUT_FILENO),
        limit_(options_.limit),
        tracer_({options_.federation, options_.filter},
                [this](const TraceEvent& event) { receive_event(event); }) {}

  ExitCode run() {
    if (const auto failure = signals_.join_interruptibly([this] { return tracer_.start(); })) {
      tracer_.resign();
      return fail(*failure);
    }
    const auto failure = follow_federation();
    tracer_.resign();
    for (const TraceEvent& note : folding_.take_remaining_notes()) show_event(note);
    print_left_out_note(WallTime::max());
    ended_at_ = std::chrono::system_clock::now();
    signals_.release();
    const bool drawn = write_diagrams();
    write_summary();
    output_.finish();
    if (failure) return fail(*failure);
    return drawn ? ExitCode::done : ExitCode::refused;
  }

 private:
  void receive_event(const TraceEvent& event);
  void show_event(const TraceEvent& event);
  void print_left_out_note(WallTime now);
  void print_line(const std::string& line);
  std::optional<Failure> follow_federation();
  void wait_for_input(std::optional<Clock::duration> patience);
  bool write_diagrams() const;
  void write_summary();

  // First member: the signals must be blocked before the library starts threads.
  TerminationSignals signals_;
  TraceOptions options_;
  LineWriter output_;
  std::deque<TraceEvent> last_events_;
  std::uint64_t events_ = 0;
  Tally left_out_of_diagrams_;
  LookUpFolder folding_;
  RateLimit limit_;
  std::uint64_t lines_ = 0;
  std::uint64_t dropped_lines_ = 0;  // Lines dropped since the last written one.
  std::size_t name_width_ = 8;
  std::string end_reason_;
  WallTime ended_at_{};
  Tracer tracer_;
};

void TraceSession::receive_event(const TraceEvent& event) {
  if (options_.count != 0 && events_ == options_.count) return;
  if (event.kind == TraceEvent::Kind::call || event.kind == TraceEvent::Kind::callback) ++events_;
  name_width_ = std::max(name_width_, count_characters(printable(event.federate_name)));
  if (!options_.folds_look_ups) return show_event(event);
  for (const TraceEvent& one : folding_.fold(event)) show_event(one);
}

void TraceSession::show_event(const TraceEvent& event) {
  print_left_out_note(event.at);
  if (limit_.may_show(event)) {
    if (!options_.json && lines_++ % kLinesOfHeading == 0) print_line(heading_of(name_width_));
    print_line(options_.json ? json_line_of(event) : line_of(event, name_width_));
  }
  if (options_.diagrams.empty()) return;
  last_events_.push_back(event);
  if (last_events_.size() <= options_.diagram_events) return;
  left_out_of_diagrams_.add(counted_name(last_events_.front()));
  last_events_.pop_front();
}

void TraceSession::print_left_out_note(WallTime now) {
  const auto note = limit_.take_note(now);
  if (note) print_line(options_.json ? json_line_of(*note) : line_of(*note, name_width_));
}

void TraceSession::print_line(const std::string& line) {
  if (dropped_lines_ > 0) {
    TraceEvent note;
    note.at = std::chrono::system_clock::now();
    note.kind = TraceEvent::Kind::note;
    note.service = core::count_text(dropped_lines_, "line is", "lines are") +
                   " left out: the reader of the output is too slow";
    if (!output_.write(options_.json ? json_line_of(note) : line_of(note, name_width_))) {
      ++dropped_lines_;
      return;
    }
    dropped_lines_ = 0;
  }
  if (!output_.write(line)) ++dropped_lines_;
}

// Follows the federation until the trace ends. Fails if the federation is lost.
std::optional<Failure> TraceSession::follow_federation() {
  const auto begin = Clock::now();
  const auto time_left = [&]() -> std::optional<Clock::duration> {
    if (!options_.duration) return std::nullopt;
    return *options_.duration - (Clock::now() - begin);
  };
  for (bool more = true;;) {
    if (auto failure = tracer_.tick(more)) {
      end_reason_ = "the federation is lost";
      return failure;
    }
    const auto left = time_left();
    if (options_.count != 0 && events_ >= options_.count) {
      end_reason_ = "the requested number of events is shown";
    } else if (tracer_.has_lost_all_federates()) {
      end_reason_ = "all federates have left";
    } else if (left && *left <= Clock::duration::zero()) {
      end_reason_ = "the time is up";
    } else {
      // While the tracer is away, no descriptor becomes readable.
      auto patience = tracer_.is_away() ? std::min(left.value_or(kAwayFor), kAwayFor) : left;
      print_left_out_note(std::chrono::system_clock::now());
      if (limit_.has_left_out()) patience = std::min(patience.value_or(kSecond), kSecond);
      wait_for_input(more ? Clock::duration::zero() : patience);
    }
    if (!end_reason_.empty()) return std::nullopt;
  }
}

// Waits for input, for a signal or the end of the output (which set end_reason_), or until the time
// is up.
void TraceSession::wait_for_input(std::optional<Clock::duration> patience) {
  constexpr std::int64_t kMillisecondsMax = 1'000'000;
  std::int64_t milliseconds = -1;
  if (patience) {
    milliseconds = std::chrono::ceil<std::chrono::milliseconds>(*patience).count();
    milliseconds = std::min(milliseconds, kMillisecondsMax);
  }
  std::array<pollfd, 3> sources{pollfd{tracer_.descriptor(), POLLIN, 0},
                                pollfd{signals_.descriptor(), POLLIN, 0},
                                pollfd{output_.closed_descriptor(), POLLIN, 0}};
  ::poll(sources.data(), sources.size(), static_cast<int>(milliseconds));
  if (sources[1].revents != 0) end_reason_ = "interrupted";
  if (sources[2].revents != 0) end_reason_ = "the reader of the output has closed it";
}

bool TraceSession::write_diagrams() const {
  const std::vector<TraceEvent> events(last_events_.begin(), last_events_.end());
  const std::vector<TracedFederate> federates = tracer_.federates();
  const Diagram diagram{options_.federation, events, federates, left_out_of_diagrams_, ended_at_};
  bool all = true;
  for (const TraceOptions::File& file : options_.diagrams) {
    const std::string text = draw(diagram, file.format);
    std::FILE* const out = std::fopen(file.name.c_str(), "w");
    const bool written =
        out != nullptr && std::fwrite(text.data(), 1, text.size(), out) == text.size();
    const bool closed = out != nullptr && std::fclose(out) == 0;
    if (written && closed) continue;
    fail({ExitCode::refused, "writing " + file.name + " failed: " + std::strerror(errno)});
    all = false;
  }
  return all;
}

void TraceSession::write_summary() {
  const std::vector<TracedFederate> federates = tracer_.federates();
  std::string text = "\n" + printable(options_.federation) + ": " +
                     core::count_text(events_, "event") + "; ended: " + end_reason_ + "\n";
  if (!federates.empty()) text += summary_of(federates, ended_at_);
  if (tracer_.has_lost_all_federates()) {
    text += "`rtictl destroy` ends a federation that all have left.\n";
  }
  if (options_.json) {
    std::fputs(text.c_str(), stderr);
  } else {
    output_.write(text);
  }
}

// Checks that the diagram files can be written before the trace starts.
std::optional<Failure> check_diagrams(const TraceOptions& options) {
  for (const TraceOptions::File& file : options.diagrams) {
    std::FILE* const out = std::fopen(file.name.c_str(), "a");
    if (out == nullptr) {
      return Failure{ExitCode::usage,
                     "--diagram: " + file.name + " cannot be written: " + std::strerror(errno)};
    }
    std::fclose(out);
  }
  return std::nullopt;
}

// Checks that the federates of --federate are joined. Fails if none is, because the name is
// probably misspelt.
std::optional<Failure> check_federates(const TraceOptions& options,
                                       const std::vector<wire::FederateInfo>& joined) {
  NameTable names;
  std::string all;
  for (const wire::FederateInfo& federate : joined) {
    const std::string type(core::shown_name(federate.federate_type));
    all += (all.empty() ? "" : ", ") + names.add_federate(federate.federate.value, type);
  }
  std::string absent;
  std::size_t count = 0;
  for (const std::string& wanted : options.federates) {
    Filter filter;
    filter.add_only("federate=" + wanted);
    const auto is_wanted = [&](const wire::FederateInfo& federate) {
      const std::uint64_t handle = federate.federate.value;
      return filter.is_selected_federate(std::string(core::shown_name(federate.federate_type)),
                                         names.federate(handle), handle);
    };
    if (std::ranges::any_of(joined, is_wanted)) continue;
    absent += (count++ == 0 ? "" : ", ") + wanted;
  }
  if (count == 0) return std::nullopt;
  const Failure failure{ExitCode::refused,
                        "no federate " + absent + " is joined to federation '" +
                            options.federation + "'; joined: " + (all.empty() ? "none" : all) +
                            "; to follow one that joins later: --only federate=NAME"};
  if (count == options.federates.size()) return failure;
  fail(failure);  // The others are followed.
  return std::nullopt;
}

// Checks with the rtig that the federation exists, so that errors are the same as for the other
// subcommands.
std::optional<Failure> check_federation(const Context& context, const TraceOptions& options) {
  auto client = Client::connect(context);
  if (!client) return client.error();
  const auto reply = client->request(wire::ListFederations{});
  if (!reply) return reply.error();
  const auto list = reply->message<wire::FederationList>();
  if (!list) return client->unexpected_answer(*reply);
  for (const wire::FederationInfo& federation : list->federations) {
    if (federation.federation == options.federation) {
      return check_federates(options, federation.federates);
    }
  }
  return Failure{ExitCode::refused, "the rtig at " + context.url + " has no federation " +
                                        wire::quoted(options.federation) +
                                        "; `rtictl list` shows them"};
}

// Sets the environment variables from which the tracer's library takes its settings: the RTIG of
// --url, an embedded RTIA, and the background thread.
void set_environment(const Context& context) {
  const std::string timeout =
      std::to_string(std::chrono::duration<double>(context.timeout).count());
  ::setenv("RTI_URL", context.url.c_str(), 1);
  ::setenv("RTI_CONNECT_TIMEOUT", timeout.c_str(), 1);
  ::setenv("RTI_RTIA", "embedded", 1);
  ::setenv("RTI_BACKGROUND", "yes", 1);
}

ExitCode run_trace(const Context& context, const command_line::ParsedArguments& given) {
  const auto options = trace_options(given);
  if (!options) return fail(options.error());
  if (const auto failure = check_federation(context, *options)) return fail(*failure);
  if (const auto failure = check_diagrams(*options)) return fail(*failure);
  set_environment(context);
  return TraceSession(*options).run();
}

}  // namespace

const Command kTrace{.manual = trace_manual(), .run = run_trace};

}  // namespace triad::rtictl
