#include "rtig/gateway/federation_execution.hpp"

#include <algorithm>
#include <cstring>

namespace triad::rtig {

namespace {

SaveStore store_of(const Downlinks& downlinks) {
  if (!downlinks.keeps_saves()) return {};
  return {true, downlinks.save_bytes_max()};
}

router::RouterOptions router_options(const RtigOptions& options, wire::InterestKey keys_end) {
  return {options.queue,
          {keys_end, wire::kInterestCellsMax, options.interest_piece},
          {wire::Kind::RegulationFloor, wire::Kind::AttributesRelevant,
           wire::Kind::UpdateAttributeValues},
          options.timeouts.resume.count() > 0};
}

}  // namespace

FederationExecution::FederationExecution(Clients& clients, const HostAccess& downlinks,
                                         const RtigOptions& options,
                                         const std::chrono::milliseconds& now, std::string name,
                                         FedSource fed, core::ObjectModel model)
    : clients_(clients),
      downlinks_(downlinks),
      options_(options),
      now_(now),
      fabric_(clients.new_fabric()),
      authority_({options.of_authority(), store_of(*downlinks), std::move(name), std::move(fed),
                  std::move(model)},
                 outputs_),
      router_(*this, times_, router_options(options, keys_end(authority_.state().model()))),
      time_status_(authority_, router_, downlinks, clients, now, options) {
  carry_out_all();
}

wire::InterestKey FederationExecution::keys_end(const core::ObjectModel& model) {
  const wire::ObjectClassHandle objects(
      static_cast<std::uint32_t>(model.object_classes.size() + 1));
  const wire::InteractionClassHandle interactions(
      static_cast<std::uint32_t>(model.interaction_classes.size() + 1));
  return std::max(wire::interest_key(objects), wire::interest_key(interactions));
}

// --- Inputs of the authority.

// Copies each output, because another input may reallocate the list.
void FederationExecution::carry_out_all() {
  for (std::size_t at = 0; at < outputs_.size(); ++at) {
    journal_.begin_output(at);
    if (const auto* const log = std::get_if<output::Log>(&outputs_[at])) {
      carry_out(output::Log(*log));
    } else {
      std::visit([&](const auto one) { carry_out(one); }, outputs_[at]);
    }
    journal_.end_output();
    if (replay_ != nullptr) repeat_inner_inputs(at);
  }
  journal_.end_outputs();
  outputs_.clear();
}

void FederationExecution::report_saves_elsewhere() {
  give(input::SavesElsewhere{clients_.save_bytes_total() - held_.bytes()});
}

// --- Members.

void FederationExecution::receive_from_member(FederateHandle by, const Record& record) {
  const wire::Kind kind = record.header.message_kind();
  FederationRecovery::Receipt receipt;
  if (recovery_.is_enabled()) {
    receipt = recovery_.receive_from_member(by, record);
    if (receipt.ends_restore) append_progress();
    if (receipt.fault) return expel(by, *receipt.fault);
    if (!recovery_.is_running()) run_recovery_steps();
    if (!receipt.passes) return;
  }
  const router::Router::ReceiveResult taken =
      router_.receive_from_member(by, record, receipt.is_known_in_memory);
  recovery_.passing() = {};
  if (taken.fault) return expel(by, *taken.fault);
  if (!taken.for_authority) return;
  if (kind == wire::Kind::MembershipAbandoned) {
    return clients_.expel(link(by), "has given up its membership without resigning");
  }
  if (kind == wire::Kind::MembershipSuspended) return suspend_member(by, record);
  if (kind == wire::Kind::TimeStatus) {
    if (const Fault fault = time_status_.receive_time_status(by, record)) expel(by, *fault);
    return;
  }
  if (recovery_.is_enabled() && !recovery_.begin_request(by, record.header)) return;
  if (kind == wire::Kind::FederateState) report_saves_elsewhere();
  current_record_ = &record;
  if (kind == wire::Kind::RequestFederationSave || kind == wire::Kind::RequestFederationRestore) {
    if (const auto denial = clients_.member_denial(link(by), kind, name())) {
      return process_input(input::Denied{by, record, *denial});
    }
  }
  process_input(input::FromMember{by, record});
}

void FederationExecution::expel(FederateHandle by, const std::string& fault) {
  clients_.expel(link(by), "sent " + fault);
}

void FederationExecution::end_membership(FederateHandle federate, LinkId link,
                                         std::string_view reason, bool disconnects) {
  if (is_repeating()) return;  // the journal has it
  const bool is_inner = std::exchange(carrying_out_, true);
  process_input(input::MemberLost{federate, router_.position(federate), reason, true});
  outputs_.add(output::LinkEnded{guest_at(link), outputs_.store_text(reason), disconnects});
  if (is_inner) return;
  carry_out_all();
  carrying_out_ = false;
}

void FederationExecution::end_moving_membership(FederateHandle federate, std::string_view reason) {
  process_input(input::MemberLost{federate, router_.position(federate), reason});
}

std::vector<LinkId> FederationExecution::overdue_holders() const {
  std::vector<LinkId> links;
  for (const FederateHandle federate :
       router_.holds().members_holding_for(options_.timeouts.hold)) {
    links.push_back(link(federate));
  }
  return links;
}

// The Router and the host know the queues; the authority knows all other values.
wire::FederationInfo FederationExecution::info() {
  update_authority_time();
  wire::FederationInfo info = authority_.info();
  const router::SenderHolds& holds = router_.holds();
  for (wire::FederateInfo& of : info.federates) {
    const FederateHandle federate = of.federate;
    const bool shares = router_.paths().is_on_fabric(federate);
    const FabricMemberState state =
        shares ? downlinks_->fabric_member_state(fabric_, federate) : FabricMemberState();
    of.queued_bytes = clients_.backlog(link(federate)) + state.unread_bytes;
    if (holds.waits_in_send(federate) || state.waits_for_room) {
      of.state = "waiting to send";
    } else if (holds.holds_others(federate) || state.holds_others) {
      of.state = "lagging";
    }
    if (recovery_.is_away(federate)) of.state = recovery_.describe_absence(federate);
  }
  return info;
}

// --- Turns and timers.

bool FederationExecution::turn_is_due() const {
  return router_.turn_is_due() || needs_log_report() || authority_turn_is_due() ||
         recovery_.member_over_limit();
}

void FederationExecution::end_turn() {
  if (authority_turn_is_due()) process_input(input::EndTurn{});
  router_.end_turn();
  if (needs_log_report()) report_log_passed();
  if (const auto over = recovery_.member_over_limit()) {
    clients_.expel(link(over->member), over->reason);
  }
}

void FederationExecution::report_log_passed() {
  log_passed_ = router_.paths().log_position();
  downlinks_->notify(router::LogForwarded{name(), log_passed_});
}

void FederationExecution::receive_save_result(const wire::Result<void>& stored) {
  store_ticket_ = 0;
  process_input(input::SaveStored{stored});
}

void FederationExecution::query_time_status(LinkId link, const wire::RecordHeader& cause,
                                            const wire::QueryTimeStatus& query) {
  update_authority_time();
  time_status_.query(link, cause, query);
}

void FederationExecution::report_waits() {
  if (options_.timeouts.report.count() <= 0) return;
  time_status_.report_waits();
  process_input(input::ReportOpenSteps{});
}

// Holds of senders depend on nothing.
bool FederationExecution::publishes_in_recovery(wire::Bytes record) {
  wire::RecordHeader header;
  std::memcpy(&header, record.data(), sizeof header);
  return header.message_kind() == wire::Kind::FlowControl ||
         TRIAD_DEFECT(published_during_a_recovery);
}

bool FederationExecution::may_send(LinkId to, wire::Bytes record) {
  if (recovery_.is_enabled() && !begin_sending(to, record)) return false;
  return !keep_record(to, record);
}

void FederationExecution::keep_and_send(LinkId to, wire::Bytes record) {
  const bool is_usual = kept_records_.empty() && recovery_.passing().begin_sending(to, record);
  if (is_usual || may_send(to, record)) downlinks_->send_record(to, record);
}

bool FederationExecution::begin_sending(LinkId to, wire::Bytes record) {
  if ((journal_.is_kept() || replay_ != nullptr) && is_answer_of_router(record)) {
    if (is_repeating()) return false;  // the journal has it
    if (const auto member = recovery_.member_at(to))
      journal_.append_answer_of_router(*member, record);
  }
  return recovery_.begin_sending(to, record);
}

bool FederationExecution::keep_record(LinkId to, wire::Bytes record) {
  if (kept_records_.empty()) return false;
  const auto at = kept_records_.find(to);
  if (at == kept_records_.end()) return false;
  at->second.emplace_back(record.begin(), record.end());
  return true;
}

}  // namespace triad::rtig
