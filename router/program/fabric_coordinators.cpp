#include "router/program/fabric_coordinators.hpp"

#include <utility>

#include "wire/harmless_text.hpp"

namespace triad::router {

FabricCoordinators::FabricCoordinators(transport::EventLoop& loop,
                                       const std::optional<transport::FabricOptions>& options,
                                       Log& log, Events events)
    : loop_(loop), options_(options), log_(log), events_(std::move(events)) {}

FabricCoordinator* FabricCoordinators::find(FabricId fabric) {
  const auto at = served_.find(fabric);
  return at == served_.end() ? nullptr : at->second.coordinator;
}

FabricCoordinator* FabricCoordinators::find_or_make(FabricId fabric, std::string_view federation) {
  if (FabricCoordinator* const found = find(fabric)) return found;
  auto created = FabricCoordinator::create(fabric, *options_, events_.receiver);
  if (!created) {
    log_.error("federates of federation " + wire::quoted(federation) +
               " cannot share memory and use their links instead: " + created.error().text);
    return nullptr;
  }
  FabricCoordinator* const coordinator = created->get();
  ServedFabric& served = served_[fabric];
  served.coordinator = coordinator;
  served.federation = federation;
  served.key = loop_.add(std::move(*created), [coordinator](std::size_t records_max) {
    return coordinator->serve(records_max);
  });
  return coordinator;
}

bool FabricCoordinators::attach(FabricId fabric, std::string_view federation, LinkId id,
                                transport::Link& link, wire::FederateHandle newcomer) {
  transport::DescriptorPort* const port = link.capabilities().descriptors;
  if (port == nullptr) return false;
  // The last endpoint belongs to this join; earlier ones are of joins that failed.
  std::optional<transport::PassedDescriptors> endpoint;
  while (auto offered = port->receive_descriptors()) endpoint = std::move(*offered);
  if (!options_) return false;
  const auto note = endpoint ? transport::AttachMessage::read(*endpoint) : std::nullopt;
  if (!note || note->fabric_id != 0) return false;
  FabricCoordinator* const entered = find_or_make(fabric, federation);
  if (entered == nullptr) return false;
  const auto result = entered->attach(newcomer, id, link, std::move(*endpoint));
  if (result) {
    seats_[id] = {entered, newcomer, {}};
    return true;
  }
  log_.error("federate " + std::to_string(newcomer.value) + " of federation " +
             wire::quoted(federation) +
             " cannot share memory and uses its link instead: " + result.error().text);
  return false;
}

void FabricCoordinators::detach(FabricId fabric, wire::FederateHandle member) {
  FabricCoordinator* const coordinator = find(fabric);
  if (coordinator == nullptr) return;
  if (const auto link = coordinator->link_of(member)) seats_.erase(*link);
  coordinator->detach(member);
}

void FabricCoordinators::pause(FabricId fabric, bool paused) {
  const auto at = served_.find(fabric);
  if (at == served_.end() || std::exchange(at->second.paused, paused) == paused) return;
  loop_.set_paused(at->second.key, paused);
}

// --- Members, by link

void FabricCoordinators::drain(LinkId link) {
  const auto at = seats_.find(link);
  if (at != seats_.end()) at->second.coordinator->drain(at->second.member);
}

void FabricCoordinators::drain_written(LinkId link) {
  const auto at = seats_.find(link);
  if (at != seats_.end()) at->second.coordinator->drain_written(at->second.member);
}

void FabricCoordinators::flush(LinkId link) {
  const auto at = seats_.find(link);
  if (at != seats_.end()) at->second.coordinator->flush();
}

std::size_t FabricCoordinators::held_bytes_of(LinkId link) const {
  const auto at = seats_.find(link);
  return at == seats_.end() ? 0 : at->second.coordinator->held_bytes_of(at->second.member);
}

bool FabricCoordinators::is_overdue(LinkId link, std::chrono::milliseconds now,
                                    std::chrono::milliseconds timeout) {
  const auto at = seats_.find(link);
  if (at == seats_.end()) return false;
  Seat& seat = at->second;
  return seat.frame.is_overdue(seat.coordinator->incomplete_frame(seat.member), now, timeout);
}

void FabricCoordinators::record_unread(LinkId link, std::chrono::milliseconds now) {
  const auto at = seats_.find(link);
  if (at != seats_.end()) at->second.frame.record_unread(now);
}

void FabricCoordinators::end_fabric(FabricId fabric) {
  const auto at = served_.find(fabric);
  if (at == served_.end()) return;
  FabricCoordinator* const ending = at->second.coordinator;
  std::erase_if(seats_, [&](const auto& seat) { return seat.second.coordinator == ending; });
  ending->restore_link_bells();
  loop_.close(at->second.key);
  served_.erase(at);
}

void FabricCoordinators::drain_all() {
  for (auto& [fabric, served] : served_) served.coordinator->drain_all();
}

// An event handler may end a federation, and its coordinator with it.
void FabricCoordinators::flush_and_report() {
  settling_.clear();
  for (const auto& [fabric, served] : served_) settling_.push_back(fabric);
  for (const FabricId fabric : settling_) {
    FabricCoordinator* const coordinator = find(fabric);
    if (coordinator == nullptr) continue;
    coordinator->flush();
    for (const auto& [link, reason] : coordinator->take_faulty_members())
      events_.on_fault(link, reason);
    const auto at = served_.find(fabric);
    if (at == served_.end()) continue;
    if (coordinator->take_shut_doorbell()) {
      log_.warning("a federate of federation " + wire::quoted(at->second.federation) +
                   " has closed the socket by which federates that share memory wake this program: "
                   "it polls the memory 100 times a second instead");
    }
    report_cycle(at->second);
    report_lag(at->second);
  }
}

void FabricCoordinators::report_cycle(const ServedFabric& served) {
  std::string names;
  for (const wire::FederateHandle member : served.coordinator->take_cycle()) {
    names += (names.empty() ? "" : ", ") + std::to_string(member.value);
  }
  if (names.empty()) return;
  log_.warning("federates " + names + " of federation " + wire::quoted(served.federation) +
               " each claim in shared memory to follow a record of another one of them: at least "
               "one is faulty; their records are handled nevertheless");
}

// All members read one log, so its queue waits for the slowest of them.
void FabricCoordinators::report_lag(ServedFabric& served) {
  const auto lagging = served.coordinator->lagging_member();
  const std::size_t backlog = lagging ? served.coordinator->queued_bytes() : 0;
  if (lagging == served.lagging && backlog == served.reported_backlog) return;
  const auto former = std::exchange(served.lagging, lagging);
  served.reported_backlog = backlog;
  if (former && former != lagging) events_.on_backlog(*former, 0);
  if (lagging) events_.on_backlog(*lagging, backlog);
}

std::size_t FabricCoordinators::held_bytes() const {
  std::size_t bytes = 0;
  for (const auto& [fabric, served] : served_) bytes += served.coordinator->held_bytes();
  return bytes;
}

}  // namespace triad::router
