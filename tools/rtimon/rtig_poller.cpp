#include "tools/rtimon/rtig_poller.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <iterator>
#include <utility>
#include <vector>

#include "tools/rtimon/metrics_text.hpp"
#include "tools/rtimon/snapshot_json.hpp"

namespace triad::rtimon {

namespace {

// Federates that tick or compute answer within this time; for a stopped one its last status is
// enough.
constexpr std::chrono::milliseconds kPatience(300);
constexpr std::chrono::milliseconds kShortPatience(50);
constexpr std::chrono::minutes kTrimInterval(1);
// Events that wait for the history, as many as the rtig keeps.
constexpr std::size_t kUnsavedMax = 1024;

// Returns the position of an earlier run; a history that cannot be read has none.
EventPosition last_position(HistoryStore& store) {
  auto position = store.position();
  return position ? std::move(*position) : EventPosition{};
}

bool has_silent_member(const wire::FederationTimeStatus& status) {
  for (const wire::FederateTimeStatus& one : status.federates) {
    if (one.owes_answer) return true;
  }
  return false;
}

}  // namespace

WallTime wall_time() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

RtigPoller::RtigPoller(Options options, HistoryStore store, std::function<void(Published)> publish,
                       std::function<void(const std::string&)> log)
    : options_(std::move(options)),
      store_(std::move(store)),
      publish_(std::move(publish)),
      log_(std::move(log)),
      model_(options_.rtig.url, options_.interval, last_position(store_)) {
  if (const auto last = store_.last_event()) last_event_ = *last;
  thread_ = std::thread([this] { run(); });
}

RtigPoller::~RtigPoller() {
  {
    const std::scoped_lock lock(mutex_);
    stops_ = true;
  }
  stop_changed_.notify_all();
  thread_.join();
}

// Keeps to the interval, but never polls twice in a row without a pause.
void RtigPoller::run() {
  auto next = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex_);
  while (!stops_) {
    lock.unlock();
    poll();
    lock.lock();
    const auto now = std::chrono::steady_clock::now();
    next = std::max(next + options_.interval, now + options_.interval / 4);
    stop_changed_.wait_until(lock, next, [this] { return stops_; });
  }
}

void RtigPoller::poll() {
  auto update = ask();
  report_rtig(update.has_value());
  if (!update) {
    client_.reset();
    update = model_.record_fault(wall_time(), fault_);
  }
  store_and_publish(std::move(*update));
}

std::optional<Update> RtigPoller::ask() {
  const auto failed = [this](const rtictl::Failure& failure) {
    fault_ = failure.text;
    return std::nullopt;
  };
  if (!client_) {
    auto connected = rtictl::Client::connect(options_.rtig);
    if (!connected) return failed(connected.error());
    client_.emplace(std::move(*connected));
  }
  const auto figures = client_->request(wire::QueryFigures{model_.position().number});
  if (!figures) return failed(figures.error());
  const auto rtig = figures->message<wire::RtigFigures>();
  if (!rtig) return failed(client_->unexpected_answer(*figures));
  const auto reply = client_->request(wire::ListFederations{});
  if (!reply) return failed(reply.error());
  const auto list = reply->message<wire::FederationList>();
  if (!list) return failed(client_->unexpected_answer(*reply));
  std::vector<rtictl::Reply> replies;  // own the memory to which the statuses refer
  std::vector<wire::FederationTimeStatus> statuses;
  for (const wire::FederationInfo& federation : list->federations) {
    auto answer = ask_for_times(std::string(federation.federation));
    // The federation may have ended since.
    if (!answer && answer.error().code != rtictl::ExitCode::refused) return failed(answer.error());
    const auto status =
        answer ? replies.emplace_back(std::move(*answer)).message<wire::FederationTimeStatus>()
               : std::nullopt;
    statuses.push_back(status.value_or(wire::FederationTimeStatus{}));
    has_silent_member_[std::string(federation.federation)] = has_silent_member(statuses.back());
  }
  if (has_silent_member_.size() > 2 * list->federations.size()) has_silent_member_.clear();
  return model_.receive_poll({wall_time(), *rtig, *list, statuses});
}

rtictl::Outcome<rtictl::Reply> RtigPoller::ask_for_times(const std::string& federation) {
  const auto at = has_silent_member_.find(federation);
  const bool is_short = at != has_silent_member_.end() && at->second;
  return client_->request_time_status(federation, is_short ? kShortPatience : kPatience, true);
}

void RtigPoller::store_and_publish(Update update) {
  std::ranges::move(update.events, std::back_inserter(unsaved_));
  if (unsaved_.size() > kUnsavedMax) {
    unsaved_.erase(unsaved_.begin(), unsaved_.end() - static_cast<std::ptrdiff_t>(kUnsavedMax));
  }
  auto stored = store_.add(update.snapshot, unsaved_, model_.position());
  if (stored) {
    for (const Event& event : unsaved_) last_event_ = std::max(last_event_, event.number);
    unsaved_.clear();
  }
  const auto now = std::chrono::steady_clock::now();
  if (stored && now - trimmed_at_ >= kTrimInterval) {
    trimmed_at_ = now;
    stored = store_.trim(update.snapshot.at);
  }
  report_history(stored);
  const auto shared = [](std::string text) {
    return std::make_shared<const std::string>(std::move(text));
  };
  publish_(
      {.snapshot = shared(boost::json::serialize(json_of(update.snapshot, last_event_)) + "\n"),
       .metrics = shared(metrics_text(update.snapshot)),
       .is_connected = update.snapshot.rtig.connected});
}

void RtigPoller::report_rtig(bool has_answered) {
  if (!has_answered && fault_ != logged_fault_) log_(fault_ + "; it tries again");
  if (has_answered && !logged_fault_.empty()) log_("rtig answers again");
  logged_fault_ = has_answered ? std::string() : fault_;
}

void RtigPoller::report_history(const wire::Result<void>& stored) {
  const bool fails = !stored;
  if (fails && !history_fails_) {
    log_(stored.error().text + "; figures are shown, and the history has a gap until it can");
  }
  if (!fails && history_fails_) log_("the history is written again");
  history_fails_ = fails;
}

}  // namespace triad::rtimon
