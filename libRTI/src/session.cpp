#include "libRTI/src/session.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <mutex>

#include "files/line_output.hpp"
#include "libRTI/src/read_fed_file.hpp"
#include "libRTI/src/suspension_file.hpp"
#include "rtia/hosting/handshake.hpp"
#include "transport/posix/cancellation.hpp"
#include "wire/harmless_text.hpp"

namespace triad::api {
namespace {

using Clock = std::chrono::steady_clock;

// Limit on the polls of one tick(), so that it returns even if a sender never stops or callbacks
// cause further callbacks.
constexpr int kLooksPerTick = 256;
// Time in seconds that a tick waits beyond its limits for the answer to enableTimeRegulation or
// enableTimeConstrained. The RTIG and the other RTIAs need some round trips, longer on a busy
// machine. An RTIA without a background thread answers only when its federate calls.
constexpr double kAnswerPatience = 1.0;
// Replaces infinite and excessive times.
constexpr double kSecondsMax = 1e8;

double sane_seconds(double seconds) {
  return seconds > 0 ? std::min(seconds, kSecondsMax) : 0;  // The comparison is false for NaN.
}

Clock::time_point after(Clock::time_point start, double seconds) {
  return start +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

}  // namespace

Session::~Session() {
  regions_->close();
  if (fork_guard_.in_forked_child()) {
    background_.release_in_child();
    (void)host_.release();  // The connection belongs to the parent.
  } else {
    drop_host();
  }
}

Session::ServiceScope::ServiceScope(Session& session, const char* name, Entry entry)
    : session_(session) {
  if (session.fork_guard_.in_forked_child() && !session.adopt_in_child()) {
    throw_as_exception({ErrorCode::RTIinternalError,
                        "this process was forked from the federate; an RTIambassador belongs to "
                        "the process that made it, make a new one here"},
                       name);
  }
  const auto self = std::this_thread::get_id();
  std::thread::id nobody;
  if (session.thread_inside_.compare_exchange_strong(nobody, self, std::memory_order_acquire)) {
    session.background_.take_over();
    if (session.signal_.in_use() && session.host_ != nullptr) {
      const transport::CancellationGuard
          held;  // The destructor would not run for an interrupted constructor.
      session.host_->finish_wait();
    }
    return;
  }
  if (nobody != self) {
    throw_as_exception(
        {ErrorCode::ConcurrentAccessAttempted, "another thread is in a call of this RTIambassador"},
        name);
  }
  if (!session.is_delivering_ || session.has_nested_call_ || entry == Entry::outside_callbacks) {
    throw_as_exception(
        {ErrorCode::ConcurrentAccessAttempted, "must not be called from within a callback"}, name);
  }
  within_callback_ = true;
  session.has_nested_call_ = true;
  session.background_.take_over();
}

Session::ServiceScope::~ServiceScope() {
  if (within_callback_) {
    session_.background_.give_back();
    session_.has_nested_call_ = false;
    return;
  }
  if (session_.signal_.in_use()) session_.update_signal();
  session_.background_.give_back();
  session_.thread_inside_.store({}, std::memory_order_release);
}

bool Session::adopt_in_child() {
  static std::mutex adopting;  // Several threads of the child may get here.
  const std::lock_guard lock(adopting);
  if (!fork_guard_.in_forked_child()) return true;
  if (has_connected_) return false;
  thread_inside_.store({},
                       std::memory_order_relaxed);  // A thread of the parent may have been inside.
  signal_.drop_descriptors();
  fork_guard_.adopt();
  return true;
}

Session::TickScope::TickScope(Session& session) : session_(session) {
  if (session_.host_ != nullptr) session_.host_->record_tick_begin();
}

Session::TickScope::~TickScope() {
  if (session_.host_ != nullptr) session_.host_->record_tick_end();
}

wire::Error Session::not_member_error() {
  return {ErrorCode::FederateNotExecutionMember,
          "not joined to a federation: call joinFederationExecution first"};
}

Result<RtiaHost*> Session::host() {
  // Replaces the connection if the RTIG has ended while the federate was not joined.
  if (host_ != nullptr && !host_->is_member() && !is_delivering_) host_->check_rtig();
  if (host_ != nullptr && (host_->is_usable() || is_delivering_)) return host_.get();
  drop_host();
  const auto configuration = config::read();
  if (!configuration) return configuration.error();
  for (const std::string& warning : configuration->warnings()) {
    files::print_line("triad: " + warning);
  }
  fed_path_ = configuration->directories("fom.path");
  const bool had_connected = std::exchange(has_connected_, true);
  auto connected = connect_rtia(*configuration);
  if (!connected) {
    has_connected_ = had_connected;
    return connected.error();
  }
  host_ = std::move(*connected);
  if (dispatcher_.has_connection_observer()) host_->watch_connection(true);
  yields_processor_ = configuration->flag("wait.yield");
  waits_for_minimum_ = configuration->text("tick.minimum") == "stay";
  if (auto* const ambassador = host_->local_ambassador()) ambassador->enable_presence();
  if (configuration->flag("background")) start_background_thread();
  return host_.get();
}

void Session::start_background_thread() {
  auto* const ambassador = host_->local_ambassador();
  if (ambassador == nullptr) return;
  background_.start(*ambassador, [this] {
    if (signal_.in_use()) update_signal();
  });
}

// Polls before a registration, which needs no answer of the RTIG. Without a background thread, a
// resignation of this federate by the RTIG may still be unread.
void Session::poll_before_registration() {
  if (host_->local_ambassador() != nullptr && !background_.is_running()) host_->poll();
}

void Session::drop_host() {
  background_.stop();
  signal_.watch(-1, -1);  // The next link may get the same descriptor number.
  host_.reset();
}

Result<void> Session::create_federation(std::string_view federation, std::string_view fed) {
  auto rtia = host();
  if (!rtia) return rtia.error();
  const auto file = read_fed_file(fed, fed_path_);
  if (!file) return file.error();
  wire::CreateFederationExecution request;
  request.federation = federation;
  request.fed = fed;
  request.has_fed_text = file->has_value();
  if (request.has_fed_text) request.fed_text = std::as_bytes(std::span(**file));
  auto created = (*rtia)->call(request);
  if (!request.has_fed_text && !created && created.error().code == ErrorCode::CouldNotOpenFED) {
    return wire::error(ErrorCode::CouldNotOpenFED,
                       created.error().text + "; nor is there one on " + rtia::host_name() +
                           ", where this federate runs, by this path or in fom.path "
                           "(RTI_FOM_PATH); a relative path begins at the working directory");
  }
  return created;
}

// Creates the file first, because that fails most often. If it cannot be written, the membership
// continues here.
Result<void> Session::suspend(const std::string& file) {
  if (!is_member()) return not_member_error();
  auto draft = SuspensionFile::create(file);
  if (!draft) return draft.error();
  const auto suspended = host_->call(wire::SuspendMembership{});
  if (!suspended) return suspended.error();
  const auto written = draft->complete(*suspended);
  if (!written) {
    const auto resumed = resume_here(*suspended);
    if (resumed) return written;
    return wire::error(ErrorCode::RTIinternalError,
                       written.error().text + "; the membership is lost: " + resumed.error().text);
  }
  drop_host();
  return {};
}

Result<wire::FederateHandle> Session::resume(const std::string& file,
                                             RTI::FederateAmbassador& federate) {
  if (is_member()) {
    return wire::error(ErrorCode::FederateAlreadyExecutionMember,
                       "this RTIambassador is joined already");
  }
  const auto suspended = read_suspension_file(file);
  if (!suspended) return suspended.error();
  auto resumed = resume_here(*suspended);
  if (!resumed) return resumed;
  federate_ = &federate;
  regions_->retire_all();  // Regions of a former membership.
  if (::unlink(file.c_str()) != 0) {
    files::print_line("triad: the file " + wire::quoted(file) +
                      " of the resumed federate cannot be removed; remove it, it is of no use");
  }
  return resumed;
}

Result<wire::FederateHandle> Session::resume_here(const wire::SuspendedMembership& suspended) {
  const auto rtia = host();
  if (!rtia) return rtia.error();
  wire::ResumeMembership request{std::as_bytes(std::span(suspended.state)), {}};
  for (const std::string& callback : suspended.callbacks) {
    request.callbacks.push_back(std::as_bytes(std::span(callback)));
  }
  auto resumed = (*rtia)->call(request);
  if (!resumed) drop_host();
  return resumed;
}

wire::Bytes Session::encode(const RTI::FedTime& time, std::vector<char>& buffer) {
  const int length = time.encodedLength();
  if (length <= 0 || static_cast<std::size_t>(length) > wire::kTimeBytesMax) {
    throw RTI::InvalidFederationTime(("the FedTime's encoding has " + std::to_string(length) +
                                      " bytes; the RTI takes 1 to " +
                                      std::to_string(wire::kTimeBytesMax))
                                         .c_str());
  }
  buffer.resize(static_cast<std::size_t>(length));
  time.encode(buffer.data());
  return std::as_bytes(std::span(buffer));
}

RTI::Boolean Session::tick(const char* name, const TickLimits& limits) {
  return service(name, Entry::outside_callbacks, [&] { return run_tick(limits); });
}

Result<bool> Session::run_tick(const TickLimits& limits) {
  const double first_s = sane_seconds(limits.first_s);
  if (host_ == nullptr || !host_->is_member()) {
    // The pause of a loop that tries to join. An unlimited wait would have no end.
    if (first_s > 0 && first_s < kSecondsMax)
      std::this_thread::sleep_until(after(Clock::now(), first_s));
    return false;
  }
  const TickScope ticking(*this);
  const bool stays = waits_for_minimum_ && limits.total_s && !limits.one_callback;
  // A loop of tick() does not read the clock.
  const bool is_limited = limits.total_s.has_value() || first_s > 0;
  const auto start = is_limited ? Clock::now() : Clock::time_point{};
  const auto first_by = is_limited ? after(start, first_s) : start;
  const auto all_by =
      is_limited ? after(start, std::max(first_s, sane_seconds(limits.total_s.value_or(0))))
                 : start;

  // Without queued callbacks, first sleeps until input arrives. An rtia process is polled first.
  const bool may_wait = first_s > 0 && host_->local_ambassador() != nullptr;
  if (may_wait && !host_->has_callback()) host_->wait(first_by);
  std::size_t delivered = 0;
  std::optional<Clock::time_point> answer_by;
  for (int looks = 0;; ++looks) {
    const bool came = host_->poll() > 0 && !host_->is_drained();
    // Callbacks queued now. Those that they cause are left for the next poll or tick.
    const auto most = limits.one_callback ? std::size_t{1} : host_->callback_count();
    for (std::size_t i = 0; i < most; ++i) {
      if (i > 0 && limits.total_s && Clock::now() >= all_by && !must_wait_for_answer(answer_by)) {
        return host_->has_callback();
      }
      if (!deliver_next_callback()) break;
      ++delivered;
      if (abandoned_.load(std::memory_order_relaxed)) {
        drop_host();
        return false;
      }
    }
    if (const auto failure = host_->failure()) {
      (void)host_->end_wait();
      return wire::error(ErrorCode::RTIinternalError, failure->text);
    }
    if (limits.one_callback && delivered > 0) break;
    if (must_wait_for_answer(answer_by)) {
      if (!host_->has_callback()) host_->wait(*answer_by);
      continue;
    }
    // More input may follow.
    const bool more = came || (limits.total_s && host_->has_callback());
    if (more && (limits.total_s ? Clock::now() < all_by : looks < kLooksPerTick)) continue;
    if ((delivered == 0 || stays) && first_s > 0 && Clock::now() < first_by) {
      host_->wait(first_by);
    } else if (!host_->end_wait()) {
      break;
    }
  }
  if (first_s <= 0) host_->end_look(delivered > 0, yields_processor_);
  return host_->has_callback();
}

// Returns whether this tick goes on for an answer, and sets when it stops waiting. Programs written
// for other RTIs enable, tick once and request an advance.
bool Session::must_wait_for_answer(std::optional<Clock::time_point>& until) {
  if (!expects_answer_) return false;
  const auto now = Clock::now();
  if (!until) until = after(now, kAnswerPatience);
  expects_answer_ = now < *until && host_->answers_enabling_soon();
  return expects_answer_;
}

bool Session::deliver_next_callback() {
  const rtia::Callback* const callback = host_->take_callback();
  if (callback == nullptr) return false;
  // The federate may compute for a long time in the callback while the background thread reads, so
  // the delivered data must not change. The destructor also runs if the thread is cancelled within
  // the callback.
  struct Delivering {
    explicit Delivering(Session& s) : session(s) {
      session.is_delivering_ = true;
      if (session.host_ != nullptr) session.host_->record_tick_end();
      session.background_.give_back();
    }
    ~Delivering() {
      session.background_.take_over();
      if (session.host_ != nullptr) session.host_->record_tick_begin();
      session.is_delivering_ = false;
    }
    Session& session;
  };
  const bool saves = std::holds_alternative<wire::InitiateFederateSave>(*callback);
  const bool restores = std::holds_alternative<wire::InitiateFederateRestore>(*callback);
  if (std::holds_alternative<wire::FederationRestored>(*callback)) reload_regions();
  bool returned = true;
  {
    const Delivering delivering(*this);
    returned = dispatcher_.deliver(*federate_, *callback);
  }
  // An exception in these callbacks reports a failure to save or restore. The call is refused only
  // if the membership has ended since.
  if (!returned && saves) (void)host_->call(wire::FederateSaveNotComplete{0, true});
  if (!returned && restores) (void)host_->call(wire::FederateRestoreNotComplete{0, true});
  return true;
}

// After a restore, resets the regions that existed at the save, and ends all others.
void Session::reload_regions() {
  for (const wire::RegionHandle token : regions_->tokens()) {
    const auto described = host_->call(wire::DescribeRegion{token});
    if (described) {
      regions_->restore_region(*described);
    } else {
      regions_->retire(token);
    }
  }
}

void Session::abandon() noexcept {
  if (fork_guard_.in_forked_child()) return;
  abandoned_.store(true, std::memory_order_relaxed);
  // If called within a callback, the tick still uses the host, and drops it when the callback
  // returns.
  std::thread::id nobody;
  const auto self = std::this_thread::get_id();
  if (!thread_inside_.compare_exchange_strong(nobody, self, std::memory_order_acquire)) return;
  drop_host();
  thread_inside_.store({}, std::memory_order_release);
}

int Session::callback_descriptor() {
  const ServiceScope visit(*this, "callbackDescriptor", Entry::anywhere);
  const int descriptor = signal_.descriptor();
  if (descriptor < 0) {
    throw RTI::RTIinternalError("callbackDescriptor: no file descriptor is left");
  }
  update_signal();
  return descriptor;
}

void Session::set_connection_observer(RTIextensions::ConnectionObserver* observer) {
  const ServiceScope visit(*this, "setConnectionObserver", Entry::anywhere);
  dispatcher_.set_connection_observer(observer);
  if (host_ != nullptr) host_->watch_connection(observer != nullptr);
}

std::optional<int> Session::rtia_process_id() {
  const ServiceScope visit(*this, "rtia process", Entry::anywhere);
  return host_ == nullptr ? std::nullopt : host_->rtia_process_id();
}

void Session::update_signal() {
  const transport::CancellationGuard held;  // Called in destructors, which must not be cancelled.
  if (host_ == nullptr) {
    signal_.watch(-1, -1);
    signal_.set_has_callbacks(false);
    return;
  }
  // Prepares the link for a sleep whenever the federate leaves, because it may sleep on the
  // descriptor.
  const bool something_came = host_->is_usable() && !host_->prepare_wait();
  const bool usable = host_->is_usable();
  signal_.watch(usable ? host_->descriptor() : -1, usable ? host_->second_descriptor() : -1);
  signal_.set_has_callbacks(something_came || host_->has_callback() ||
                            host_->failure().has_value());
}

}  // namespace triad::api
