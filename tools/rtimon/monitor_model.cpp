#include "tools/rtimon/monitor_model.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <set>

#include "core/stalls.hpp"
#include "tools/rtictl/utf8.hpp"
#include "wire/print.hpp"

namespace triad::rtimon {

using rtictl::utf8;

namespace {

double per_second(std::uint64_t before, std::uint64_t now, WallTime milliseconds) {
  return static_cast<double>(now - before) * 1000 / static_cast<double>(milliseconds);
}

// Returns nothing unless the whole text is a number.
std::optional<double> number_in(std::string_view text) {
  const std::string copy(text);
  char* end = nullptr;
  const double value = std::strtod(copy.c_str(), &end);
  const bool is_number = !copy.empty() && end == copy.c_str() + copy.size();
  if (!is_number || !(value > -1e300 && value < 1e300)) return std::nullopt;
  return value;
}

void add_process(FigureValues& figures, const wire::ProcessFigures& process) {
  figures[Figure::memory] = static_cast<double>(process.memory_bytes);
  figures[Figure::threads] = process.threads;
  figures[Figure::descriptors] = process.descriptors;
}

void copy_rates(const FigureValues& rates, FigureValues& figures) {
  for (std::size_t i = 0; i < kFigures; ++i) {
    const auto figure = static_cast<Figure>(i);
    if (rates[figure]) figures[figure] = rates[figure];
  }
}

std::vector<std::uint32_t> numbers_of(const std::vector<wire::FederateHandle>& federates) {
  std::vector<std::uint32_t> numbers;
  numbers.reserve(federates.size());
  for (const wire::FederateHandle federate : federates) numbers.push_back(federate.value);
  return numbers;
}

std::vector<StepEntry> steps_of(const wire::FederationInfo& info) {
  std::vector<StepEntry> steps;
  for (const wire::OpenStep& step : info.steps) {
    StepEntry entry{utf8(step.kind), utf8(step.label), step.open_ms, {}, step.owing_count};
    for (const wire::OwedAnswer& owed : step.owing) entry.owing.push_back(owed.federate.value);
    steps.push_back(std::move(entry));
  }
  return steps;
}

}  // namespace

std::string_view name_of(FederateState state) {
  switch (state) {
    case FederateState::lost:
      return "lost";
    case FederateState::late:
      return "late";
    case FederateState::holds_up:
      return "holds up";
    case FederateState::waits:
      return "waits";
    case FederateState::in_progress:
      return "in progress";
    case FederateState::runs:
      break;
  }
  return "runs";
}

Update MonitorModel::receive_poll(const Poll& poll) {
  Update update;
  Snapshot& snapshot = update.snapshot;
  snapshot.at = poll.at;
  snapshot.interval_ms = interval_.count();
  if (has_polled_ && !is_connected_) {
    update.events.push_back({.at = poll.at, .kind = "rtig answers", .text = url_});
  }
  has_polled_ = is_connected_ = true;
  receive_events(poll.rtig, poll.at, update.events);
  snapshot.rtig = rtig_entry(poll);
  snapshot.hosts = host_states(poll);
  for (std::size_t i = 0; i < poll.list.federations.size(); ++i) {
    snapshot.federations.push_back(federation_entry(poll, i, update.events));
  }
  forget_departed(snapshot, poll.at);
  add_lost(snapshot.federations);
  last_ = snapshot;
  return update;
}

Update MonitorModel::record_fault(WallTime at, std::string_view fault) {
  Update update;
  if (is_connected_ || !has_polled_) {
    update.events.push_back({.at = at, .kind = "rtig does not answer", .text = utf8(fault)});
  }
  has_polled_ = true;
  is_connected_ = false;
  last_.at = at;
  last_.interval_ms = interval_.count();
  last_.rtig.url = url_;
  last_.rtig.connected = false;
  last_.rtig.fault = utf8(fault);
  last_.rtig.figures = {};
  for (HostState& host : last_.hosts) host.figures = {};
  for (FederationEntry& federation : last_.federations) {
    for (FederateEntry& federate : federation.federates) federate.figures = {};
  }
  update.snapshot = last_;
  return update;
}

// --- Events of the rtig.

// The numbers of another process of rtig begin again.
void MonitorModel::receive_events(const wire::RtigFigures& rtig, WallTime at,
                                  std::vector<Event>& events) {
  const std::string identity =
      utf8(rtig.release) + " " + utf8(rtig.host) + " " + std::to_string(rtig.process);
  const bool is_other = identity != position_.rtig;
  if (is_other && !position_.rtig.empty()) {
    events.push_back({.at = at, .kind = "rtig restarted", .text = identity});
    known_.clear();
    rtig_counts_.reset();
    rtig_rates_ = {};
  }
  if (is_other || rtig.last_event < position_.number) position_.number = 0;
  position_.rtig = identity;
  if (position_.number != 0 && rtig.first_event > position_.number + 1) {
    events.push_back({.at = at,
                      .kind = "events missed",
                      .text = std::to_string(rtig.first_event - position_.number - 1)});
  }
  for (const wire::RtigEvent& told : rtig.events) {
    if (told.number <= position_.number) continue;
    position_.number = told.number;
    std::string kind = wire::print_name(told.kind);
    std::ranges::replace(kind, '_', ' ');
    Event event{
        .at = at - static_cast<WallTime>(std::min<std::uint64_t>(told.age_ms, wire::kAgeMsMax)),
        .kind = std::move(kind),
        .federation = utf8(told.federation),
        .federate = told.federate.value,
        .type = utf8(told.federate_type),
        .text = utf8(told.text)};
    if (told.kind == wire::EventKind::lost) record_loss(event);
    events.push_back(std::move(event));
  }
}

// Keeps the last entry of the federate, without figures.
void MonitorModel::record_loss(const Event& event) {
  FederateEntry entry;
  for (const FederationEntry& federation : last_.federations) {
    if (federation.name != event.federation) continue;
    const auto at =
        std::ranges::find(federation.federates, event.federate, &FederateEntry::federate);
    if (at != federation.federates.end()) entry = *at;
  }
  entry.federate = event.federate;
  if (!event.type.empty()) entry.type = event.type;
  entry.state = FederateState::lost;
  entry.state_text = event.text;
  entry.since = event.at;
  entry.figures = {};
  entry.waits_for.clear();
  entry.holds_up = 0;
  lost_.push_back({event.federation, std::move(entry)});
  if (lost_.size() > kLostMax) lost_.pop_front();
}

void MonitorModel::add_lost(std::vector<FederationEntry>& federations) const {
  for (const Lost& lost : lost_) {
    auto at = std::ranges::find(federations, lost.federation, &FederationEntry::name);
    if (at == federations.end()) {
      federations.push_back({.name = lost.federation});
      at = std::prev(federations.end());
    }
    const auto place =
        std::ranges::lower_bound(at->federates, lost.entry.federate, {}, &FederateEntry::federate);
    if (place != at->federates.end() && place->federate == lost.entry.federate) continue;
    at->federates.insert(place, lost.entry);
  }
}

// --- Processes and hosts.

void MonitorModel::add_processor_time(FigureValues& figures, std::optional<Counts>& last,
                                      const Counts& now) {
  const bool may_compare = last && now.at > last->at && now.user_ms >= last->user_ms &&
                           now.system_ms >= last->system_ms && now.idle_ms >= last->idle_ms &&
                           now.bytes_in >= last->bytes_in && now.bytes_out >= last->bytes_out;
  if (may_compare) {
    const WallTime passed = now.at - last->at;
    figures[Figure::cpu_user] = per_second(last->user_ms, now.user_ms, passed) / 10;
    figures[Figure::cpu_system] = per_second(last->system_ms, now.system_ms, passed) / 10;
    if (now.idle_ms != 0) {
      figures[Figure::cpu_idle] = per_second(last->idle_ms, now.idle_ms, passed) / 10;
      figures[Figure::network_in] = per_second(last->bytes_in, now.bytes_in, passed);
      figures[Figure::network_out] = per_second(last->bytes_out, now.bytes_out, passed);
    }
  }
  if (!last || now.at > last->at) last = now;
}

RtigEntry MonitorModel::rtig_entry(const Poll& poll) {
  RtigEntry entry{.url = url_,
                  .connected = true,
                  .fault = {},
                  .release = utf8(poll.rtig.release),
                  .host = utf8(poll.rtig.host),
                  .process = poll.rtig.process,
                  .figures = {}};
  if (const auto& process = poll.rtig.figures.process) {
    add_processor_time(
        rtig_rates_, rtig_counts_,
        {.at = poll.at, .user_ms = process->cpu_user_ms, .system_ms = process->cpu_system_ms});
    copy_rates(rtig_rates_, entry.figures);
    add_process(entry.figures, *process);
  }
  return entry;
}

HostState MonitorModel::host_state(std::string_view name, const wire::HostFigures& host,
                                   WallTime at) {
  HostState state{.name = utf8(name), .figures = {}, .interfaces = {}};
  Counts counts{.at = at,
                .user_ms = host.cpu_user_ms,
                .system_ms = host.cpu_system_ms,
                .idle_ms = host.cpu_idle_ms};
  for (const wire::InterfaceFigures& one : host.interfaces) {
    state.interfaces.push_back({utf8(one.name), one.bytes_received, one.packets_received,
                                one.bytes_sent, one.packets_sent});
    if (one.name == "lo") continue;
    counts.bytes_in += one.bytes_received;
    counts.bytes_out += one.bytes_sent;
  }
  auto& [last, rates] = hosts_[state.name];
  add_processor_time(rates, last, counts);
  copy_rates(rates, state.figures);
  FigureValues& figures = state.figures;
  const std::uint64_t available = std::min(host.memory_available_bytes, host.memory_bytes);
  figures[Figure::memory] = static_cast<double>(host.memory_bytes - available);
  figures[Figure::memory_total] = static_cast<double>(host.memory_bytes);
  figures[Figure::memory_cached] = static_cast<double>(host.memory_cached_bytes);
  figures[Figure::load] = static_cast<double>(host.load_percent) / 100;
  return state;
}

std::vector<HostState> MonitorModel::host_states(const Poll& poll) {
  std::map<std::string, HostState> states;
  if (const auto& host = poll.rtig.figures.host) {
    HostState state = host_state(poll.rtig.host, *host, poll.at);
    states.insert_or_assign(state.name, std::move(state));
  }
  for (std::size_t i = 0; i < std::min(poll.list.federations.size(), poll.statuses.size()); ++i) {
    for (const wire::FederateInfo& info : poll.list.federations[i].federates) {
      const auto& all = poll.statuses[i].federates;
      const auto at = std::ranges::find(all, info.federate, &wire::FederateTimeStatus::federate);
      const std::string name = utf8(info.host);
      const bool is_told = at != all.end() && at->told.figures.host && !states.contains(name);
      if (!is_told) {
        states.try_emplace(name, HostState{.name = name, .figures = {}, .interfaces = {}});
        continue;
      }
      const auto told_at = poll.at - static_cast<WallTime>(at->told_ms);
      states.emplace(name, host_state(info.host, *at->told.figures.host, told_at));
    }
  }
  std::erase_if(hosts_, [&](const auto& entry) { return !states.contains(entry.first); });
  std::vector<HostState> list;
  list.reserve(states.size());
  for (auto& [name, state] : states) list.push_back(std::move(state));
  return list;
}

// --- Federations.

FederationEntry MonitorModel::federation_entry(const Poll& poll, std::size_t place,
                                               std::vector<Event>& events) {
  const wire::FederationInfo& info = poll.list.federations[place];
  FederationEntry entry{.name = utf8(info.federation),
                        .fed = utf8(info.fed),
                        .objects = info.objects,
                        .federates = {},
                        .stalls = {},
                        .steps = steps_of(info)};
  static const wire::FederationTimeStatus kNone;
  const auto& status = place < poll.statuses.size() ? poll.statuses[place] : kNone;
  std::map<std::uint32_t, std::uint32_t> held_up;
  for (const core::Stall& stall : core::find_stalls(status.federates)) {
    StallEntry shown{numbers_of(stall.blockers), {}};
    for (const std::size_t waiting : stall.waiting) {
      shown.waiting.push_back(status.federates[waiting].federate.value);
    }
    for (const std::uint32_t blocker : shown.blockers) {
      held_up[blocker] += static_cast<std::uint32_t>(shown.waiting.size());
    }
    entry.stalls.push_back(std::move(shown));
  }
  for (const wire::FederateInfo& federate : info.federates) {
    const auto at =
        std::ranges::find(status.federates, federate.federate, &wire::FederateTimeStatus::federate);
    const wire::FederateTimeStatus* const told = at == status.federates.end() ? nullptr : &*at;
    const Key key{entry.name, federate.federate.value};
    FederateEntry made = federate_entry(key, federate, told, poll.at);
    const auto held = held_up.find(made.federate);
    made.holds_up = held == held_up.end() ? 0 : held->second;
    decide_state(key, made, federate, told, poll.at, events);
    entry.federates.push_back(std::move(made));
  }
  return entry;
}

FederateEntry MonitorModel::federate_entry(const Key& key, const wire::FederateInfo& info,
                                           const wire::FederateTimeStatus* status, WallTime at) {
  const auto [found, is_new] = known_.try_emplace(key);
  Known& known = found->second;
  if (is_new) known.first_seen = known.since = at;
  FederateEntry entry;
  entry.federate = info.federate.value;
  entry.type = utf8(info.federate_type);
  entry.host = utf8(info.host);
  entry.process = info.process;
  entry.transport = utf8(info.transport);
  entry.figures[Figure::queued_bytes] = static_cast<double>(info.queued_bytes);
  if (status == nullptr) return entry;
  entry.figures[Figure::silent_ms] = static_cast<double>(status->silent_ms);
  entry.regulating = status->told.regulating;
  entry.constrained = status->told.constrained;
  if (status->known) add_answer(entry, known, *status, at);
  return entry;
}

void MonitorModel::add_answer(FederateEntry& entry, Known& known,
                              const wire::FederateTimeStatus& status, WallTime at) const {
  const wire::TimeStatus& told = status.told;
  const WallTime told_at = at - static_cast<WallTime>(std::min(status.told_ms, wire::kAgeMsMax));
  entry.answers = true;
  entry.time = utf8(told.time);
  entry.time_state = utf8(told.state);
  entry.lookahead = utf8(told.lookahead);
  entry.lbts = utf8(told.lbts);
  entry.in_state_ms = told.in_state_ms + status.told_ms;
  if (told.waits) entry.waits_for = numbers_of(told.held_by);
  if (is_late(known, &status, at)) return;  // its figures are outdated
  FigureValues& figures = entry.figures;
  figures[Figure::logical_time] = number_in(told.time);
  figures[Figure::lbts] = number_in(told.lbts);
  figures[Figure::lookahead] = number_in(told.lookahead);
  figures[Figure::receive_queued] = static_cast<double>(told.traffic.receive_queued);
  figures[Figure::tso_queued] = static_cast<double>(told.traffic.tso_queued);
  figures[Figure::dropped] = static_cast<double>(told.traffic.dropped + status.dropped.total());
  if (told.outside_ms) figures[Figure::outside_ms] = static_cast<double>(*told.outside_ms);
  if (told.not_ticking_ms) {
    figures[Figure::not_ticking_ms] = static_cast<double>(*told.not_ticking_ms);
  }
  add_traffic(known, told.traffic, told_at);
  if (const auto& process = told.figures.process) {
    add_processor_time(
        known.rates, known.counts,
        {.at = told_at, .user_ms = process->cpu_user_ms, .system_ms = process->cpu_system_ms});
    add_process(figures, *process);
  }
  copy_rates(known.rates, figures);
}

// A restore resets the counters. Counts at nearly the same time give no rates.
void MonitorModel::add_traffic(Known& known, const wire::FederateTraffic& traffic,
                               WallTime told_at) {
  using wire::FederateTraffic;
  constexpr std::array<std::pair<Figure, std::uint64_t FederateTraffic::*>, 7> kRates = {
      {{Figure::updates_out, &FederateTraffic::updates_sent},
       {Figure::reflections_in, &FederateTraffic::reflections_received},
       {Figure::interactions_out, &FederateTraffic::interactions_sent},
       {Figure::interactions_in, &FederateTraffic::interactions_received},
       {Figure::bytes_out, &FederateTraffic::bytes_sent},
       {Figure::bytes_in, &FederateTraffic::bytes_received},
       {Figure::callbacks, &FederateTraffic::callbacks}}};
  if (!known.traffic) {
    known.traffic = {told_at, traffic};
    return;
  }
  const WallTime passed = told_at - known.traffic->at;
  if (passed < 10) return;
  for (const auto& [figure, counter] : kRates) {
    const std::uint64_t before = known.traffic->traffic.*counter;
    const std::uint64_t now = traffic.*counter;
    known.rates[figure] =
        now < before ? std::nullopt : std::optional(per_second(before, now, passed));
  }
  known.traffic = {told_at, traffic};
}

bool MonitorModel::is_late(const Known& known, const wire::FederateTimeStatus* status,
                           WallTime at) const {
  const WallTime limit = 2 * interval_.count();
  if (status == nullptr || !status->owes_answer) return false;
  if (!status->known) return at - known.first_seen > limit;
  return status->told_ms > static_cast<std::uint64_t>(limit);
}

void MonitorModel::decide_state(const Key& key, FederateEntry& entry,
                                const wire::FederateInfo& info,
                                const wire::FederateTimeStatus* status, WallTime at,
                                std::vector<Event>& events) {
  Known& known = known_.at(key);
  FederateState state = FederateState::runs;
  if (is_late(known, status, at)) {
    state = FederateState::late;
    entry.state_text = "has not answered";
  } else if (entry.holds_up > 0) {
    state = FederateState::holds_up;
  } else if (status != nullptr && core::is_waiting_for_others(*status)) {
    state = FederateState::waits;
  } else if (info.state != "joined") {
    state = FederateState::in_progress;
    entry.state_text = utf8(info.state);
  }
  if (state != known.state) {
    const bool was_late = known.state == FederateState::late;
    if (was_late || state == FederateState::late) {
      events.push_back({.at = at,
                        .kind = was_late ? "answers again" : "late",
                        .federation = key.first,
                        .federate = key.second,
                        .type = entry.type,
                        .text = {}});
    }
    known.state = state;
    known.since = at;
  }
  entry.state = state;
  entry.since = known.since;
}

void MonitorModel::forget_departed(const Snapshot& snapshot, WallTime at) {
  std::set<std::pair<std::string_view, std::uint32_t>> present;
  for (const FederationEntry& federation : snapshot.federations) {
    for (const FederateEntry& one : federation.federates) {
      present.emplace(federation.name, one.federate);
    }
  }
  std::erase_if(known_, [&](const auto& entry) {
    return !present.contains({entry.first.first, entry.first.second});
  });
  const WallTime limit = std::chrono::milliseconds(kLostShown).count();
  std::erase_if(lost_, [&](const Lost& lost) { return at - lost.entry.since > limit; });
}

}  // namespace triad::rtimon
