// Time management in the RTIA (HLA 1.3 clause 8). What the federate may be told is FederateTime's
// to decide; here are the queues that wait for it, the records that promises travel in, and
// retraction.
#include <algorithm>
#include <utility>

#include "core/defect.hpp"
#include "rtia/membership.hpp"

namespace triad::rtia {

namespace {

bool fits(const core::TimeType& type, const wire::TimeBound& bound) {
  return bound.time.size() <= wire::kTimeBytesMax && type.valid(bound.time);
}

}  // namespace

std::optional<core::Time> Membership::first_stamp() const {
  return stamped_.empty() ? std::nullopt : std::optional(stamped_.first_stamp());
}

// --- The federate's calls.

Result<void> Membership::on(const wire::EnableTimeRegulation& request) {
  auto enabled = time_.enable_regulation(request.time, request.lookahead);
  if (enabled) ambassador_.send({Audience::Who::rtig, {}}, request);
  return enabled;
}

Result<void> Membership::on(const wire::DisableTimeRegulation& request) {
  auto disabled = time_.disable_regulation();
  if (!disabled) return disabled;
  in_flight_.regulates_no_more(self_);
  retracting_.retractable.clear();
  ambassador_.send({Audience::Who::rtig, {}}, request);
  return {};
}

Result<void> Membership::on(const wire::EnableTimeConstrained& request) {
  auto enabled = time_.enable_constrained();
  if (enabled) ambassador_.send({Audience::Who::rtig, {}}, request);
  return enabled;
}

Result<void> Membership::on(const wire::DisableTimeConstrained& request) {
  auto disabled = time_.disable_constrained();
  if (!disabled) return disabled;
  ambassador_.send({Audience::Who::rtig, {}}, request);
  release_held_back();
  while (!stamped_.empty()) {
    queue_converted(stamped_.first());
    stamped_.pop();
  }
  return {};
}

Result<void> Membership::on(const wire::AdvanceTime& request) {
  auto requested = time_.request(request.kind, request.time);
  if (requested) release_held_back();
  return requested;
}

Result<void> Membership::on(const wire::SetAsynchronousDelivery& request) {
  if (request.enabled == asynchronous_delivery_) {
    return wire::error(request.enabled ? ErrorCode::AsynchronousDeliveryAlreadyEnabled
                                       : ErrorCode::AsynchronousDeliveryAlreadyDisabled,
                       "nothing to change");
  }
  asynchronous_delivery_ = request.enabled;
  if (request.enabled) release_held_back();
  return {};
}

Result<void> Membership::on(const wire::ModifyLookahead& request) {
  return time_.modify_lookahead(request.lookahead);
}

// A federate that is not constrained is sent no promises; where it wants to know its LBTS it asks.
bool Membership::must_ask_for_reports(wire::TimeQuery which) {
  const bool answers_alone =
      which == wire::TimeQuery::federate_time || which == wire::TimeQuery::lookahead;
  if (answers_alone || knows_reports() || std::exchange(promising_.reports_fresh, false))
    return false;
  if (!begin_all_reports()) return false;
  promising_.asking_for_reports = true;
  ambassador_.request(wire::RequestTimeReports{});
  return true;
}

// Where members read each other's records directly every one has all reports.
bool Membership::knows_reports() const {
  return ambassador_.streams_.promises_come_directly() || time_.constrained_or_about_to();
}

// What is known of others is forgotten, to be asked for. False: nobody regulates.
bool Membership::begin_all_reports() {
  time_.others().clear();
  bool regulated = false;
  for (const auto& [federate, member] : federation_.members()) {
    if (federate == self_ || !member.regulating) continue;
    time_.others().begin(federate, std::nullopt);
    regulated = true;
  }
  return regulated;
}

void Membership::on_reports_sent() {
  if (!std::exchange(promising_.asking_for_reports, false)) return;
  promising_.reports_fresh = true;
  ambassador_.end_wait(std::nullopt, 0, true);
}

Result<std::string> Membership::on(const wire::QueryTime& request) {
  if (must_ask_for_reports(request.which)) return std::string();
  const auto time = time_.query(request.which, first_stamp());
  if (!time) return time.error();
  const Bytes bytes = time->bytes();
  return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

// --- The log: who regulates and who is constrained.

Fault Membership::handle(const Record& record, const wire::EnableTimeRegulation& enable) {
  const FederateHandle by = record.header.cause();
  federation_.apply(by, enable);
  if (by == self_) {
    std::set<FederateHandle> constrained;
    for (const auto& [federate, member] : federation_.members()) {
      if (federate != self_ && member.constrained) constrained.insert(federate);
    }
    if (TRIAD_DEFECT(own_promise_in_lbts)) time_.others().begin(self_, std::nullopt);
    time_.others().react_from(time_.floor(first_stamp()));
    promising_.regulation_logged_at = record.header.position;
    time_.regulation_logged(std::move(constrained));
  } else if (me().constrained) {
    const core::TimeBound floor = time_.floor(first_stamp());
    time_.others().begin(by, floor);
    ambassador_.send(context_.to_one(by), wire::RegulationFloor{floor.to_wire()});
  } else if (ambassador_.streams_.promises_come_directly()) {
    time_.others().begin(by, std::nullopt);
  }
  return {};
}

Fault Membership::handle(const Record& record, const wire::DisableTimeRegulation& disable) {
  federation_.apply(record.header.cause(), disable);
  time_.others().end(record.header.cause());
  promising_.wake_ups.forget(record.header.cause());
  in_flight_.regulates_no_more(record.header.cause());
  return {};
}

Fault Membership::handle(const Record& record, const wire::EnableTimeConstrained& enable) {
  const FederateHandle by = record.header.cause();
  federation_.apply(by, enable);
  if (by != self_) {
    time_.ask_also(by);
    return {};
  }
  // Of those who regulate the RTIG sends the last report now, if they do not send them directly;
  // those who are about to are told.
  if (!ambassador_.streams_.promises_come_directly()) time_.others().clear();
  const core::TimeBound floor = time_.floor(first_stamp());
  for (const auto& [federate, member] : federation_.members()) {
    if (federate == self_ || !member.regulating) continue;
    if (!ambassador_.streams_.promises_come_directly()) time_.others().begin(federate, std::nullopt);
    ambassador_.send(context_.to_one(federate), wire::RegulationFloor{floor.to_wire()});
  }
  time_.constrained_logged();
  return {};
}

Fault Membership::handle(const Record& record, const wire::DisableTimeConstrained& disable) {
  federation_.apply(record.header.cause(), disable);
  time_.no_longer_asked(record.header.cause());
  if (record.header.cause() == self_) time_.others().forget_conclusions();
  return {};
}

// --- Promises. A bound that is no time of this federation's type is a broken peer's: it is as if
// that peer had not spoken.

Fault Membership::handle(const Record& record, const wire::RegulationFloor& told) {
  // Not what was told for an earlier regulation of this federate.
  const bool present = record.header.after_position >= promising_.regulation_logged_at;
  if (present && fits(time_.type(), told.floor)) {
    time_.floor_told(record.header.from(), core::TimeBound::from(told.floor));
  }
  return {};
}

bool Membership::note_report(FederateHandle from, const wire::TimeBound& promise,
                             const std::optional<wire::TimeBound>& conditional) {
  const auto& type = time_.type();
  if (!fits(type, promise) || (conditional && !fits(type, *conditional))) return false;
  std::optional<core::TimeBound> held;
  if (conditional) held = core::TimeBound::from(*conditional);
  time_.others().report(from, core::TimeBound::from(promise), held);
  return true;
}

Fault Membership::handle(const Record&, const wire::TimeReported& report) {
  const bool noted = note_report(report.federate, report.promise, report.conditional);
  if (!ambassador_.streams_.promises_come_directly()) {
    if (noted) time_.on_snapshot(report.snapshot);
  } else if (ambassador_.forwarded_position(report.federate)) {
    in_flight_.reported_by_rtig(report.federate, report.conditional.has_value());
    in_flight_.links_hold_together(report.snapshot.consistent, ambassador_.log_position());
  } else {
    // What a newcomer is told of others' last reports: they say anew what they have received.
    in_flight_.reported(report.federate, report.conditional.has_value(), 0);
  }
  return {};
}

Fault Membership::handle(const Record& record, const wire::TimeReport& report) {
  if (!ambassador_.streams_.promises_come_directly()) return "a promise that the RTIG should have taken";
  if (note_report(record.header.from(), report.promise, report.conditional)) {
    std::optional<core::TimeBound> bound;
    if (report.waits_for && fits(time_.type(), *report.waits_for)) {
      bound = core::TimeBound::from(*report.waits_for);
    }
    promising_.wake_ups.waits_for(record.header.from(), bound);
  }
  in_flight_.reported(record.header.from(), report.conditional.has_value(),
                      record.header.after_position);
  return {};
}

Fault Membership::handle(const Record& record, const wire::CausalDependencies& dependencies) {
  in_flight_.note_dependencies(record.header.from(), dependencies.handled);
  return {};
}

Fault Membership::handle(const Record&, const wire::TimeSnapshot& snapshot) {
  if (ambassador_.streams_.promises_come_directly()) {
    in_flight_.links_hold_together(snapshot.consistent, ambassador_.log_position());
  } else {
    time_.on_snapshot(snapshot);
  }
  return {};
}

// Everything that has come is taken into account: decides what the federate is to be told and
// reports to the others what it has promised. With its own report all may be able to jump.
void Membership::settle_time() {
  do {
    if (ambassador_.streams_.promises_come_directly()) look_for_jump();
    while (!save_.holds_time()) {
      const auto decision = time_.decide(first_stamp());
      if (!decision) break;
      carry_out(*decision);
    }
  } while (report_promise() && ambassador_.streams_.promises_come_directly());
  tell_save_time();
  if (managed_.states_wanted) tell_changed_states();
}

bool Membership::report_promise() {
  const auto report = time_.report_due(first_stamp(), stamped_received_);
  if (!report) return false;
  wire::TimeReport message{report->promise.to_wire(), std::nullopt, report->received, std::nullopt};
  if (report->conditional) message.conditional = report->conditional->to_wire();
  if (report->waits_for) message.waits_for = report->waits_for->to_wire();
  ambassador_.send(audience_of(*report), message);
  time_.reported(*report, ambassador_.position_);
  in_flight_.reported_self(self_);
  return true;
}

// Where members read each other's records directly, each sees by itself whether the reports hold
// together. Who has not said yet that it has received what was sent may be asleep, as nothing of it
// concerned it.
void Membership::look_for_jump() {
  if (!time_.may_jump() || !(time_.reported_waiting() || in_flight_.anybody_waits())) return;
  std::optional<FederateHandle> laggard;
  const bool consistent = in_flight_.none(time_.others(), laggard);
  time_.on_snapshot({consistent && time_.report_counts(stamped_received_), time_.last_report()});
  if (laggard) ambassador_.uplink_.wake(*laggard);
}

void Membership::carry_out(const FederateTime::Decision& decision) {
  if (decision.delivers) {
    while (!stamped_.empty() &&
           (decision.all || !time_.type().less(decision.time, stamped_.first_stamp()))) {
      context_.queue_record(stamped_.first());
      ++managed_.stamped_queued;
      stamped_.pop();
    }
  }
  switch (decision.what) {
    case FederateTime::Decision::What::regulation_enabled:
      return context_.queue(wire::TimeRegulationEnabled{decision.time.bytes()});
    case FederateTime::Decision::What::constrained_enabled:
      return context_.queue(wire::TimeConstrainedEnabled{decision.time.bytes()});
    case FederateTime::Decision::What::grant:
      return context_.queue(wire::TimeAdvanceGrant{decision.time.bytes()});
  }
}

bool Membership::make(const Record&, const wire::TimeRegulationEnabled& callback) {
  time_.regulation_enabled();
  complete_deletions(core::Time(callback.time));  // the time may have moved
  callbacks_.current = callback;
  return true;
}

bool Membership::make(const Record&, const wire::TimeConstrainedEnabled& callback) {
  time_.constrained_enabled();
  callbacks_.current = callback;
  return true;
}

bool Membership::make(const Record&, const wire::TimeAdvanceGrant& callback) {
  time_.granted();
  complete_deletions(core::Time(callback.time));
  callbacks_.current = callback;
  return true;
}

// --- What comes from others, in receive order or in time-stamp order (HLA 1.3 clause 8.1).

bool Membership::delivers_receive_order() const {
  return asynchronous_delivery_ || !time_.queues_messages() || time_.receives_between();
}

void Membership::queue_data(Bytes frame) {
  if (delivers_receive_order()) {
    context_.queue_record(frame);
  } else {
    context_.push(held_back_, frame);
  }
}

// While senders are held, one more that may be lost takes the place of the oldest; so the queue
// does not grow by it, and the senders are let go again. What time management withholds has the
// same limit. False: it is itself dropped.
bool Membership::makes_room_for(Bytes lossy) {
  if (delivers_receive_order()) {
    return !callbacks_.holds_senders || callbacks_.queue.make_room(lossy.size());
  }
  return held_back_.bytes() <= ambassador_.options_.hold_bytes ||
         held_back_.make_room(lossy.size());
}

void Membership::release_held_back() {
  while (!held_back_.empty()) {
    context_.queue_record(held_back_.front());
    held_back_.pop();
  }
}

// A message that was sent in time-stamp order is delivered in receive order.
void Membership::queue_converted(Bytes frame) {
  converted_.assign(frame.begin(), frame.end());
  wire::RecordHeader header;
  std::memcpy(&header, converted_.data(), sizeof header);
  header.flags &= static_cast<std::uint16_t>(~wire::kTimeStamped);
  std::memcpy(converted_.data(), &header, sizeof header);
  queue_data(converted_);
}

void Membership::queue_message(const Record& record, Bytes time, std::uint64_t serial,
                               std::uint64_t horizon) {
  const FederateHandle from = record.header.from();
  // All parts of an update share its handle, those in receive order as well.
  if (serial != 0) note_event(from, serial, horizon);
  if ((record.header.flags & wire::kTimeStamped) == 0) {
    if (wire::may_be_lost(record.frame) && !makes_room_for(record.frame)) return;
    return queue_data(record.frame);
  }
  if (!time_.queues_messages() || !time_.expects(time)) return queue_converted(record.frame);
  stamped_.push(core::Time(time),
                {federation_.member(from)->federate_type, from, record.header.position, serial},
                record.frame);
}

// --- Retraction (HLA 1.3 clauses 8.21 and 8.22).

// A new handle for a message with this stamp.
std::uint64_t Membership::new_serial(const core::Time& stamp) {
  retracting_.retractable.push_back({++retracting_.last_serial, stamp});
  if (retracting_.retractable.size() >= retracting_.forget_at) forget_retractable();
  return retracting_.last_serial;
}

void Membership::forget_retractable() {
  const core::TimeBound bound = time_.promised();
  std::erase_if(retracting_.retractable,
                [&](const Sent& sent) { return !admits(time_.type(), bound, sent.stamp); });
  retracting_.forget_at =
      std::max<std::size_t>(Retracting::kForgetAt, 2 * retracting_.retractable.size());
}

std::uint64_t Membership::horizon() const {
  return retracting_.retractable.empty() ? retracting_.last_serial + 1
                                         : retracting_.retractable.front().serial;
}

Result<void> Membership::on(const wire::Retract& request) {
  const auto invalid = [&](std::string_view why) {
    return wire::error(ErrorCode::InvalidRetractionHandle,
                       "event " + std::to_string(request.retraction.serial) + " of federate " +
                           std::to_string(request.retraction.federate.value) + " " +
                           std::string(why));
  };
  if (request.retraction.federate != self_) return invalid("is not this federate's own");
  const auto sent = std::ranges::lower_bound(retracting_.retractable, request.retraction.serial, {},
                                             &Sent::serial);
  if (sent == retracting_.retractable.end() || sent->serial != request.retraction.serial) {
    return invalid("was not sent in time-stamp order, is retracted already or too old");
  }
  if (!admits(time_.type(), time_.send_bound(), sent->stamp)) {
    return invalid("has a time stamp that this federate can no longer send");
  }
  retracting_.retractable.erase(sent);
  std::erase_if(retracting_.deletions, [&](const auto& deletion) {
    return deletion.second.serial == request.retraction.serial;
  });
  ambassador_.send({Audience::Who::members, {}}, request);
  return {};
}

// The sender's handles ascend, and below the horizon none can be retracted.
void Membership::note_event(FederateHandle sender, std::uint64_t serial, std::uint64_t horizon) {
  auto& events = retracting_.events[sender];
  while (!events.empty() && events.front().serial < horizon) events.pop_front();
  if (events.empty() || events.back().serial < serial) events.push_back({serial, false, false});
}

Event* Membership::find_event(FederateHandle sender, std::uint64_t serial) {
  const auto at = retracting_.events.find(sender);
  if (at == retracting_.events.end()) return nullptr;
  const auto event = std::ranges::lower_bound(at->second, serial, {}, &Event::serial);
  return event == at->second.end() || event->serial != serial ? nullptr : &*event;
}

// A message is about to be delivered; `told`: so that the federate notices. False: it was
// retracted.
bool Membership::deliver_event(const Record& record, std::uint64_t serial, bool told) {
  if (serial == 0) return true;
  if (retracting_.retracted.contains({record.header.from(), serial})) return false;
  Event* event = find_event(record.header.from(), serial);
  if (event != nullptr && told) event->delivered = true;
  return true;
}

Fault Membership::handle(const Record& record, const wire::Retract& retract) {
  const auto& retraction = retract.retraction;
  if (retraction.federate != record.header.from()) return "a retraction of another's message";
  Event* event = find_event(retraction.federate, retraction.serial);
  if (event == nullptr || event->retracted) return {};
  if (TRIAD_DEFECT(retraction_by_present_interest) &&
      declared().subscribed_interaction_classes.empty()) {
    return {};
  }
  event->retracted = true;
  // What is queued for delivery may come up long after the event has been forgotten.
  if (!callbacks_.queue.empty() || !held_back_.empty()) {
    retracting_.retracted.emplace(retraction.federate, retraction.serial);
  }
  stamped_.erase(retraction.federate, retraction.serial);
  if (event->delivered) context_.queue(wire::RequestRetraction{retraction});
  const auto removal = std::ranges::find_if(retracting_.removals, [&](const auto& entry) {
    return entry.second.retraction == retraction;
  });
  if (removal == retracting_.removals.end()) return {};
  const auto [object, removed] = *removal;
  retracting_.removals.erase(removal);
  // The instance lives on: whoever has been told of its removal discovers it anew.
  if (ObjectInstance* instance = federation_.objects().find(object)) {
    rediscover(object, *instance, removed.reported_relevant);
  }
  return {};
}

// --- Deletion in time-stamp order: the deleter keeps the instance until its own time has reached
// the stamp and it cannot be retracted any more, so that a retraction leaves everything as it was;
// the others lose it in order.

void Membership::complete_deletions(const core::Time& now) {
  for (auto at = retracting_.deletions.begin(); at != retracting_.deletions.end();) {
    const auto& [object, deletion] = *at;
    // At the very time of a TARA grant it may still be retracted.
    const bool retractable =
        time_.regulates() && admits(time_.type(), time_.send_bound(), deletion.stamp);
    if (time_.type().less(now, deletion.stamp) || retractable) {
      ++at;
      continue;
    }
    ambassador_.send({Audience::Who::members, {}},
                     wire::DeletionCompleted{object, deletion.stamp.bytes(), deletion.tag});
    forget_own_instance(object);
    at = retracting_.deletions.erase(at);
  }
}

Fault Membership::handle(const Record& record, const wire::DeletionCompleted& completed) {
  const ObjectHandle object = completed.object;
  ObjectInstance* instance = federation_.objects().find(object);
  if (instance == nullptr) return {};
  const auto removal = retracting_.removals.find(object);
  if (removal != retracting_.removals.end() &&
      removal->second.retraction.federate != record.header.from()) {
    return "the completion of another's deletion";
  }
  if (removal == retracting_.removals.end()) {
    // It came to be known here after the deletion had been sent.
    remove_instance(object, {object, {}, completed.time, completed.tag});
  } else if (removal->second.delivered) {
    retracting_.removals.erase(removal);
    ownership_.forget(object);
    federation_.objects().erase(object);
  } else {
    leave_tombstone(object, *instance);
  }
  return {};
}

bool Membership::make(const Record& record, const wire::DeleteObjectInstance& deletion) {
  const auto removal = retracting_.removals.find(deletion.object);
  const KnownObject* known = known_.find(deletion.object);
  const bool told = known != nullptr && known->discovered;
  if (!deliver_event(record, deletion.serial, told) || removal == retracting_.removals.end())
    return false;
  if (order_delivered(record) == Ordering::timestamp) time_.message_delivered(deletion.time);
  ObjectInstance* instance = federation_.objects().find(deletion.object);
  if (known != nullptr) removal->second.reported_relevant = known->told->reported_relevant;
  if (known != nullptr && instance != nullptr) {
    instance->updated = known->updated;
    instance->reflected = known->reflected;
  }
  ownership_.leave(deletion.object);
  known_.erase(deletion.object);
  if (instance == nullptr || instance->deleted) {
    federation_.objects().erase(deletion.object);
    retracting_.removals.erase(removal);
  } else {
    removal->second.delivered = true;  // not to be discovered again
  }
  if (told) {
    callbacks_.current = wire::RemoveObjectInstance{
        deletion.object, {deletion.serial, record.header.from()}, deletion.time, deletion.tag};
  }
  return told;
}

bool Membership::make(const Record&, const wire::RequestRetraction& request) {
  callbacks_.current = request;
  return true;
}

}  // namespace triad::rtia
