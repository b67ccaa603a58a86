#include "rtig/gateway/federation_recovery.hpp"

#include <algorithm>
#include <boost/container/flat_set.hpp>
#include <cstring>
#include <map>
#include <utility>

#include "records/defect.hpp"
#include "router/router_dispatch.hpp"

namespace triad::rtig {

using records::RecoveryClass;

// --- Members.

void FederationRecovery::add_member(FederateHandle member, const Way& way,
                                    const wire::SessionSecret& session, bool is_being_restored) {
  set_way(member, way);
  members_.at(member).is_being_restored = is_being_restored;
  recovery_.add_member(member);
  stability_.add_sender(member);
  log_.add_member(member, router_.paths().log_position());
  replies_.add_member(member, session);
}

void FederationRecovery::remove_member(FederateHandle member) {
  const auto at = members_.find(member);
  if (at == members_.end()) {
    if (memory_.end_sender(member)) stability_.remove_sender(member);
    return;
  }
  const LinkId neighbour = neighbour_of(member);
  last_sender_ = {};
  links_.erase(at->second.way.link);
  members_.erase(at);
  recovery_.remove_member(member);
  memory_.end_arrivals(member);
  held_for_memory_.erase(member);
  stability_.remove_sender(member);
  remove_unused_neighbour(neighbour);
  log_.remove_member(member);
  replies_.remove_member(member);
  log_.drop_acknowledged();
}

void FederationRecovery::remove_all_members() {
  while (!members_.empty()) remove_member(members_.begin()->first);
  memory_.for_each_sender([this](FederateHandle sender) { stability_.remove_sender(sender); });
  memory_.clear();
}

router::LinkId FederationRecovery::neighbour_of(FederateHandle member) const {
  const auto at = members_.find(member);
  return at == members_.end() ? LinkId{} : at->second.way.neighbour();
}

void FederationRecovery::set_way(FederateHandle member, const Way& way) {
  last_sender_ = {};
  Member& of = members_[member];
  links_.erase(of.way.link);
  of.way = way;
  links_[way.link] = {member, way.neighbour()};
}

// --- Losses and returns.

void FederationRecovery::lose(FederateHandle member, std::string_view reason, Milliseconds now,
                              router::LinkEnd end) {
  const LinkId before = neighbour_of(member);
  Member& lost = members_.at(member);
  lost.loss_reason = reason;
  set_way(member, {lost.way.link});  // no router forwards anything to it
  remove_unused_neighbour(before);
  recovery_.lose(member, now, end);
  if (TRIAD_DEFECT(lost_regulator_left_out)) router_.time().leave_out(member);
  if (TRIAD_DEFECT(interest_of_the_lost_leaves_the_sum)) router_.interest().remove_member(member);
}

std::string_view FederationRecovery::describe_absence(FederateHandle member) {
  const auto away = std::chrono::duration_cast<std::chrono::seconds>(
      now_ - recovery_.lost_at(member).value_or(now_));
  return members_.at(member).absence = "away for " + std::to_string(away.count()) + " s";
}

FederationRecovery::ReturnAnswer FederationRecovery::take_return(
    FederateHandle member, std::optional<std::uint32_t> attempt, const Way& way, Milliseconds now) {
  const ReturnAnswer answer = recovery_.take_return(member, attempt, now);
  if (answer != ReturnAnswer::taken) return answer;
  change_way(member, way);
  replies_.forget_unanswered_request(member);
  if (!attempt) members_.at(member).awaits_welcome = true;
  return answer;
}

std::vector<wire::FederateHandle> FederationRecovery::take_due_welcomes() {
  std::vector<FederateHandle> due;
  if (recovery_.state() != router::Recovery::State::gathering || !recovery_.away().empty())
    return due;
  for (auto& [member, at] : members_) {
    if (std::exchange(at.awaits_welcome, false)) due.push_back(member);
  }
  return due;
}

void FederationRecovery::change_way(FederateHandle member, const Way& way) {
  const auto at = members_.find(member);
  if (at == members_.end()) return;
  const LinkId before = neighbour_of(member);
  set_way(member, way);
  remove_unused_neighbour(before);
}

void FederationRecovery::record_sent(FederateHandle member, wire::Bytes record) {
  wire::RecordHeader header;
  std::memcpy(&header, record.data(), sizeof header);
  const auto at = members_.find(member);
  if (at != members_.end() && records::recovery_class_downwards(header) == RecoveryClass::data)
    record_data_sent(at->second.way.neighbour(), header);
}

void FederationRecovery::record_data_sent(LinkId to, const wire::RecordHeader& header) {
  const FederateHandle sender = header.from();
  if (neighbour_of_sender(sender) != to) stability_.record_sent(sender, to, header.position);
}

void FederationRecovery::remove_unused_neighbour(LinkId neighbour) {
  const bool is_used = std::ranges::any_of(
      members_, [&](const auto& entry) { return neighbour_of(entry.first) == neighbour; });
  if (!is_used) stability_.remove_receiver(neighbour);
}

// --- Records of members.

template <class Message, class Take>
FederationRecovery::Receipt FederationRecovery::decode_and_take(const Record& record, Take&& take) {
  const auto message = wire::decode<Message>(record.payload);
  if (message) return take(*message);
  return {"a malformed " + std::string(name_of(record.header.message_kind())) + " record"};
}

FederationRecovery::Receipt FederationRecovery::receive_from_member(FederateHandle by,
                                                                    const Record& record) {
  if (receive_data(by, record)) return {{}, true};
  const wire::Kind kind = record.header.message_kind();
  const bool about_recovery = kind == wire::Kind::Ack || kind == wire::Kind::RecoveryTaken ||
                              kind == wire::Kind::MemberStated || kind == wire::Kind::Retransmitted;
  if (!contains(by)) {
    if (bytes_since_ack_ >= kAckBytes) send_acknowledgements();
    if (!about_recovery) return {{}, true};
    return {"a " + std::string(name_of(kind)) + " record, although it cannot resume"};
  }
  if (about_recovery && record.header.from() != by)
    return {"a record in the name of another federate"};
  switch (kind) {
    case wire::Kind::Ack:
      return decode_and_take<wire::Ack>(record,
                                        [&](const wire::Ack& ack) { return receive_ack(by, ack); });
    case wire::Kind::RecoveryTaken:
      return decode_and_take<wire::RecoveryTaken>(record, [&](const wire::RecoveryTaken& taken) {
        (void)recovery_.take_epoch(by, taken.epoch);
        return Receipt();
      });
    case wire::Kind::MemberStated:
      return decode_and_take<wire::MemberStated>(record, [&](const wire::MemberStated& stated) {
        if (!recovery_.record_stated(by, stated.epoch, now_)) return Receipt();
        if (log_.record_ack(by, stated.rtig)) return Receipt();
        return Receipt{"that it has received more than was sent to it"};
      });
    case wire::Kind::Retransmitted:
      return decode_and_take<wire::Retransmitted>(record, [&](const wire::Retransmitted& sent) {
        (void)recovery_.record_retransmitted(by, sent.epoch, now_);
        return Receipt();
      });
    default:
      break;
  }
  const RecoveryClass of = records::recovery_class_upwards(record.header);
  if (!recovery_.accepts_records_of(by)) return {};
  if (of == RecoveryClass::data && recovery_.state() == router::Recovery::State::stating &&
      !TRIAD_DEFECT(no_fence)) {
    return {};
  }
  record_arrival(by, record);
  Receipt receipt{{}, true};
  receipt.is_known_in_memory = of == RecoveryClass::data && memory_.keeps_aside() &&
                               !memory_.record_arrival(by, record.header.position) &&
                               !TRIAD_DEFECT(published_again_in_memory);
  return receipt;
}

bool FederationRecovery::receive_data(FederateHandle by, const Record& record) {
  passing_ = {};
  const bool is_usual = recovery_.is_running() && neighbour_of_sender(by) != LinkId{} &&
                        records::recovery_class_upwards(record.header) == RecoveryClass::data;
  if (!is_usual) return false;
  record_arrival(by, record);
  passing_ = {record.frame.data(), stability_.begin_turn(by, record.header.position)};
  return true;
}

void FederationRecovery::record_arrival(FederateHandle by, const Record& record) {
  // Acknowledges earlier records only: this one has not been passed to its receivers.
  const bool acknowledges_early =
      TRIAD_DEFECT(ack_without_the_lost) || TRIAD_DEFECT(ack_before_recovery_is_over);
  if (bytes_since_ack_ >= kAckBytes || acknowledges_early) send_acknowledgements();
  if (!record.header.may_be_lost()) stability_.record_arrival(by, record.header.position);
  bytes_since_ack_ += record.frame.size();
}

FederationRecovery::Receipt FederationRecovery::receive_ack(FederateHandle by,
                                                            const wire::Ack& ack) {
  replies_.confirm_join(by);
  Receipt receipt;
  receipt.ends_restore = std::exchange(members_.at(by).is_being_restored, false);
  if (!recovery_.is_running() && !recovery_.accepts_records_of(by)) return receipt;
  if (recovery_.is_paused()) return receipt;
  // A router below has recorded the positions that its members have received of others.
  const Way& way = members_.at(by).way;
  if (way.via == LinkId{}) stability_.record_ack(way.link, ack.received);
  if (!log_.record_ack(by, ack.rtig)) {
    receipt.fault = "an acknowledgement of more than was sent to it";
  } else if (recovery_.is_running()) {
    log_.drop_acknowledged();
  }
  return receipt;
}

void FederationRecovery::receive_from_router(LinkId router, const wire::StreamsReceived& streams) {
  if (!recovery_.is_paused()) stability_.record_ack(router, streams.received);
}

bool FederationRecovery::begin_request(FederateHandle by, const wire::RecordHeader& header) {
  const auto at = members_.find(by);
  if (at == members_.end()) {
    if (!members_.empty()) log_.record_request(by, header.position);
    return true;
  }
  const bool is_data = records::recovery_class_upwards(header) == RecoveryClass::data;
  wire::Position& handled = is_data ? at->second.data_handled : at->second.request_handled;
  if (header.position <= handled && !header.may_be_lost() && !TRIAD_DEFECT(request_handled_twice)) {
    return false;
  }
  handled = std::max(handled, header.position);
  log_.record_request(by, header.position);
  memory_.record_request(by, header.position);
  return true;
}

void FederationRecovery::begin_departure(FederateHandle leaver, wire::Position position) {
  if (members_.empty()) return;
  log_.record_request(leaver, position);
  memory_.record_request(leaver, ~wire::Position{0});
}

// --- Records to members.

void FederationRecovery::append_log(wire::Bytes record, const output::Log& log) {
  if (members_.empty()) return;
  log_.append_log(record, log.position, log.audience, log.cause);
  for (const auto& [member, at] : members_) send_last_causes(member);
}

// Members handle kept data up to these positions before they handle the record that follows.
void FederationRecovery::send_last_causes(FederateHandle member) {
  const bool is_due = recovery_.state() == router::Recovery::State::retransmitting &&
                      !recovery_.is_silent(member) && !log_.last_causes().empty();
  if (!is_due) return;
  // Not by send_message(), because the record that follows may be in its buffer.
  wire::RecordHeader header;
  header.position = router_.paths().log_position();
  header.addressee = member.value;
  causes_out_.clear();
  wire::encode_record(header, wire::CausalDependencies{log_.last_causes()}, causes_out_);
  router_.paths().send_to(member, causes_out_);
}

bool FederationRecovery::begin_sending(LinkId to, wire::Bytes record) {
  passing_ = {};
  const auto at = links_.find(to);
  if (at == links_.end()) return true;
  const auto [member, neighbour] = at->second;
  wire::RecordHeader header;
  std::memcpy(&header, record.data(), sizeof header);
  const RecoveryClass of = records::recovery_class_downwards(header);
  // A router below gives a record to its other members, too.
  const bool is_behind_router = neighbour != to;
  const bool is_silent = recovery_.is_silent(member) && !is_behind_router;
  switch (of) {
    case RecoveryClass::log:
      log_.record_log_sent(member, header.position);
      break;
    case RecoveryClass::answer:
      if (!is_resending_ && log_.append_answer(member, record)) send_last_causes(member);
      break;
    case RecoveryClass::data:
      if (TRIAD_DEFECT(jump_counts_forget_the_lost) && is_silent &&
          (header.flags & wire::kTimeStamped) != 0) {
        router_.time().forget_copy(member);
      }
      if (is_silent && TRIAD_DEFECT(ack_without_the_lost)) break;
      if (!contains(header.from())) keep_for(member, header, record);
      record_data_sent(neighbour, header);
      break;
    case RecoveryClass::control:
    case RecoveryClass::request:
      return !is_silent;
  }
  // All records that stand in the log are sent with those that are missing.
  const bool is_fenced = of != RecoveryClass::data || !TRIAD_DEFECT(no_fence);
  const bool follows = is_fenced && recovery_.is_paused() &&
                       recovery_.state() != router::Recovery::State::retransmitting;
  return !is_silent && !follows;
}

// A receiver of much that it has not acknowledged holds up its senders as one with a long queue
// does.
void FederationRecovery::keep_for(FederateHandle receiver, const wire::RecordHeader& header,
                                  wire::Bytes record) {
  if (TRIAD_DEFECT(data_of_memory_not_kept)) return;
  if (!memory_.is_sender(header.from())) {
    const router::Paths::Path* const path = router_.paths().find(header.from());
    if (path == nullptr || !path->on_fabric) return;
    stability_.add_sender(header.from());
  }
  if (!memory_.keep(header, record)) return;
  stability_.record_arrival(header.from(), header.position);
  bytes_since_ack_ += record.size();
  if (memory_.kept_bytes() <= queue_.hold) return;
  held_for_memory_.insert(receiver);
  (void)router_.record_backlog(receiver, memory_.kept_bytes());
}

void FederationRecovery::release_senders_in_memory() {
  if (memory_.kept_bytes() > queue_.resume) return;
  for (const FederateHandle receiver : std::exchange(held_for_memory_, {}))
    (void)router_.record_backlog(receiver, 0);
}

// --- Acknowledgements.

void FederationRecovery::send_acknowledgements() {
  bytes_since_ack_ = 0;
  const bool is_due = recovery_.is_running() ||
                      (TRIAD_DEFECT(ack_without_the_lost) && !recovery_.is_paused()) ||
                      TRIAD_DEFECT(ack_before_recovery_is_over);
  if (!is_due) return;
  // Those that went only to members in memory, which acknowledge nothing.
  if (recovery_.is_running()) log_.drop_acknowledged();
  std::map<LinkId, wire::StreamsReceived> of_routers;
  std::vector<FederateHandle> ended;
  stability_.take_stable([&](FederateHandle sender, wire::Position position) {
    if (!contains(sender)) {
      if (memory_.release(sender, position)) ended.push_back(sender);
      return;
    }
    const LinkId via = members_.at(sender).way.via;
    if (via != LinkId{}) {
      of_routers[via].received.push_back({sender, position});
    } else {
      router_.paths().send_message(sender, wire::Ack{{{sender, position}}, {}});
    }
  });
  for (const FederateHandle sender : ended) stability_.remove_sender(sender);
  if (!held_for_memory_.empty()) release_senders_in_memory();
  for (auto& [router, streams] : of_routers) {
    streams.federation = router_.paths().federation();
    (void)router::send_message_to_router(router_.paths(), router, streams, word_out_);
  }
}

std::optional<FederationRecovery::OverLimit> FederationRecovery::member_over_limit() const {
  // Called in each turn, so no text is made without need.
  const auto more = [this] { return "more than " + std::to_string(log_bytes_max_); };
  if (const auto sender = memory_.sender_above(log_bytes_max_))
    return OverLimit{*sender, "has sent " + more() + " bytes in one recovery (resume.log-bytes)"};
  if (memory_.log_bytes() > log_bytes_max_) {
    auto late = recovery_.awaited_members();
    if (late.empty()) late = recovery_.away();
    if (!late.empty()) {
      return OverLimit{late.front(), "has kept the others waiting in a recovery until " + more() +
                                         " bytes were kept aside (resume.log-bytes)"};
    }
  }
  if (memory_.kept_bytes() > queue_.expel) {
    if (auto member = slowest_receiver_of_memory()) return member;
  }
  // In a repetition more counts as sent than was.
  if (awaits_epoch_ || log_.bytes() <= log_bytes_max_) return std::nullopt;
  const auto slowest = log_.slowest_member();
  if (!slowest) return std::nullopt;
  return OverLimit{*slowest, "has not acknowledged what the RTIG sent: " + more() +
                                 " bytes are kept for it (resume.log-bytes)"};
}

// The sender itself, if the slowest receiver is a router.
std::optional<FederationRecovery::OverLimit> FederationRecovery::slowest_receiver_of_memory()
    const {
  const auto sender = memory_.largest_sender();
  if (!sender) return std::nullopt;
  const std::string more = "more than " + std::to_string(queue_.expel) + " bytes";
  const auto slowest = stability_.slowest_receiver(*sender);
  const auto receiver = slowest ? member_at(*slowest) : std::nullopt;
  if (receiver) {
    return OverLimit{*receiver, "has not acknowledged the data of federates that share memory: " +
                                    more + " are kept for it"};
  }
  return OverLimit{*sender, "has sent " + more + " that others have not acknowledged"};
}

// --- Steps of a recovery.

bool FederationRecovery::run_steps() {
  using Step = router::Recovery::Step;
  bool is_over = false;
  const bool was_running = recovery_.is_running();
  for (Step step; (step = recovery_.take_step(now_)) != Step::none;) {
    wave_begun_at_ = now_;
    if (step == Step::begin) begin_epoch();
    if (step == Step::retransmit) retransmit();
    if (step == Step::end) end_epoch();
    is_over = is_over || step == Step::end;
  }
  // The absent have been resigned.
  if (recovery_.is_running() && !was_running && !is_over) send_step(wire::RecoveryStep::over);
  return is_over;
}

void FederationRecovery::send_step(wire::RecoveryStep step) {
  boost::container::flat_set<LinkId> routers;
  for (const auto& [member, at] : members_) {
    if (at.way.via != LinkId{}) routers.insert(at.way.via);
  }
  const wire::FederationRecovers word{router_.paths().federation(), recovery_.epoch(), step};
  for (const LinkId router : routers)
    (void)router::send_message_to_router(router_.paths(), router, word, word_out_);
}

template <class Message>
void FederationRecovery::send_to_all(const Message& message) {
  for (const auto& [member, at] : members_) {
    if (!recovery_.is_silent(member)) router_.paths().send_message(member, message);
  }
}

void FederationRecovery::begin_epoch() {
  awaits_epoch_ = false;
  memory_.begin_epoch();
  stability_.for_each_arrival([this](FederateHandle sender, wire::Position position) {
    if (!contains(sender)) return;
    if (TRIAD_DEFECT(arrivals_counted_by_requests)) (void)memory_.record_arrival(sender, position);
    memory_.record_arrived(sender, position);
  });
  stability_.begin_epoch();
  log_.begin_epoch();
  send_step(wire::RecoveryStep::begins);
  send_to_all(wire::RecoveryBegins{recovery_.epoch()});
  router_.begin_recovery();
}

void FederationRecovery::retransmit() {
  is_resending_ = true;
  for (const auto& [member, at] : members_) {
    if (!recovery_.is_silent(member)) send_missing_records(member);
  }
  is_resending_ = false;
  send_to_all(wire::Retransmit{recovery_.epoch()});
  send_data_of_memory_again();
}

void FederationRecovery::send_data_of_memory_again() {
  memory_.for_each_kept([this](wire::Bytes frame) {
    const auto record = wire::parse_record(frame);
    stability_.record_arrival(record->header.from(), record->header.position);
    router_.send_data_again(*record);
  });
}

bool FederationRecovery::is_receiver(FederateHandle member, const RecoveryLog::Entry& entry) const {
  if (entry.log == 0 || entry.audience == Audience::all || entry.audience == Audience::all_later)
    return true;
  if (entry.cause == member) return !is_kept_from_cause(entry.audience);
  const auto record = wire::parse_record(entry.record);
  return router_.interest().is_wanted_by(member, record->interest());
}

// Each record of the log follows its causes. Causes of records that the member does not receive are
// added to those of the next one.
void FederationRecovery::send_missing_records(FederateHandle member) {
  boost::container::flat_map<FederateHandle, wire::Position> causes;
  log_.for_each_missing(member, [&](const RecoveryLog::Entry& entry) {
    for (const wire::StreamPosition& cause : entry.causes) causes[cause.federate] = cause.position;
    if (!is_receiver(member, entry)) return;
    if (!causes.empty()) {
      wire::CausalDependencies before;
      for (const auto& [by, position] : causes) before.handled.push_back({by, position});
      router_.paths().send_message(member, before);
      causes.clear();
    }

    if (members_.at(member).way.via == LinkId{} || TRIAD_DEFECT(resent_to_all_behind_a_router)) {
      router_.paths().send_to(member, entry.record);
      return;
    }
    count_again(member, entry.record);
    word_out_.assign(entry.record.begin(), entry.record.end());
    wire::set_addressee(word_out_, member);
    router_.paths().send_to(member, word_out_);
  });
}

// Routers below count messages in time-stamp order until their session begins again.
void FederationRecovery::count_again(FederateHandle member, wire::Bytes record) {
  wire::RecordHeader header;
  std::memcpy(&header, record.data(), sizeof header);
  if ((header.flags & wire::kTimeStamped) != 0) router_.time().record_tso_forwarded(member);
}

void FederationRecovery::publish_kept_aside() {
  router::Paths& paths = router_.paths();
  memory_.give_back([&](wire::Bytes record) { paths.publish_frame({}, record); });
  paths.for_each_member([&](FederateHandle member) {
    if (paths.is_on_fabric(member)) paths.wake_to_read_all(member);
  });
}

// First in memory, because a federate at a link may tell others by other means that it goes on.
void FederationRecovery::end_epoch() {
  publish_kept_aside();
  router_.end_recovery();
  // Routers that have heard of a loss in this epoch still wait for one more word.
  send_step(wire::RecoveryStep::over);
  if (recovery_.is_running()) {
    send_step(wire::RecoveryStep::over);
  } else {
    announce_loss();
  }
  send_to_all(wire::RecoveryOver{recovery_.epoch()});
  for (const auto& [member, at] : members_) {
    if (!recovery_.is_silent(member)) memory_.resume_order(member);
  }
}

// --- The journal.

bool FederationRecovery::JournalPart::may_save() const {
  const auto is_settled = [](const auto& entry) {
    return !entry.second.is_being_restored && !entry.second.awaits_welcome;
  };
  return of_.recovery_.is_running() && of_.replies_.are_joins_confirmed() &&
         std::ranges::all_of(of_.members_, is_settled);
}

void FederationRecovery::JournalPart::save(FederationImage& image) const {
  of_.log_.save(image);
  of_.replies_.save(image);
  for (const auto& [member, of] : of_.members_) {
    ImageProgress& progress = image.members.emplace_back();
    progress.member = member;
    progress.request_handled = of.request_handled;
    progress.data_handled = of.data_handled;
    progress.attempt = of_.recovery_.last_attempt(member);
    of_.log_.save(member, progress);
    of_.replies_.save(member, progress);
  }
}

bool FederationRecovery::JournalPart::restore(const FederationImage& image) {
  const auto is_same = [](const ImageProgress& progress, const auto& entry) {
    return progress.member == entry.first;
  };
  if (!std::ranges::equal(image.members, of_.members_, is_same)) return false;
  if (!of_.log_.restore(image)) return false;
  for (const ImageProgress& progress : image.members) {
    Member& of = of_.members_.at(progress.member);
    of.request_handled = progress.request_handled;
    of.data_handled = progress.data_handled;
    of_.recovery_.repeat_attempt(progress.member, progress.attempt);
  }
  of_.replies_.restore(image);
  return true;
}

void FederationRecovery::JournalPart::repeat_acknowledgement(FederateHandle by,
                                                             const wire::RtigProgress& received) {
  if (!of_.contains(by)) return;
  of_.replies_.confirm_join(by);
  of_.members_.at(by).is_being_restored = false;
  (void)of_.log_.record_ack(by, received);
  of_.log_.drop_acknowledged();
}

}  // namespace triad::rtig
