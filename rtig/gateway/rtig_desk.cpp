// Carries out the outputs of the front desk, and answers its questions about federations
// (DeskHost).
#include <utility>

#include "rtig/gateway/federation_execution.hpp"
#include "rtig/gateway/rtig.hpp"

namespace triad::rtig {

// A reply to a member may be lost with its link.
void Rtig::send_record(GuestId to, wire::Bytes record) {
  const LinkId link = link_of(to);
  const auto at = peers_.find(link);
  if (at != peers_.end() && at->second.federation != nullptr) {
    at->second.federation->keep_outside_reply(at->second.federate, record);
  }
  downlinks_->send_record(link, record);
}

const Authority* Rtig::find(std::string_view federation) const {
  const FederationExecution* const found = execution(federation);
  return found == nullptr ? nullptr : &found->authority();
}

std::size_t Rtig::unused_model_bytes() const {
  std::size_t bytes = 0;
  for (const auto& [name, federation] : federations_) {
    if (federation->authority().empty()) bytes += federation->authority().encoded_model().size();
  }
  return bytes;
}

std::vector<wire::FederationInfo> Rtig::describe_federations() {
  std::vector<wire::FederationInfo> list;
  for (const auto& [name, federation] : federations_) list.push_back(federation->info());
  return list;
}

void Rtig::create_federation(std::string_view name, FedSource fed, core::ObjectModel&& model) {
  events_.record(
      {.kind = wire::EventKind::federation_created, .federation = name, .text = fed.name}, now_);
  FederationExecution& created = add_execution(name, std::move(fed), std::move(model));
  created.journal().begin(downlinks_->begin_journal(name), created.authority(),
                          settings_of_journals(), now_);
}

FederationExecution& Rtig::add_execution(std::string_view name, FedSource fed,
                                         core::ObjectModel&& model) {
  return *federations_
              .emplace(name, std::make_unique<FederationExecution>(
                                 static_cast<Clients&>(*this), downlinks_, options_, now_,
                                 std::string(name), std::move(fed), std::move(model)))
              .first->second;
}

void Rtig::destroy_federation(std::string_view name) {
  erase(*execution(name));
}

void Rtig::terminate_federation(std::string_view name, std::string_view reason) {
  end_federation(*execution(name), std::string(reason));
}

void Rtig::join(const input::Join& join) {
  execution(join.join.federation)->join(join);
}

void Rtig::return_member(const input::Returning& returning) {
  execution(returning.returned.federation)->return_member(returning);
}

bool Rtig::repeat_join(const input::Join& join) {
  return execution(join.join.federation)->repeat_join(join);
}

void Rtig::resume_member(const input::Resuming& resuming) {
  execution(resuming.request.federation)->resume_member(resuming);
}

bool Rtig::send_farewell(GuestId guest, const wire::ResumeMember& request) {
  const wire::Bytes farewell = ended_.farewell(request.session, request.federate);
  if (farewell.empty()) return false;
  downlinks_->send_record(link_of(guest), farewell);
  return true;
}

bool Rtig::postpones_joins(const Authority& federation) const {
  return federation.is_paused() || execution(federation.name())->is_recovering();
}

void Rtig::query_time_status(GuestId guest, const wire::RecordHeader& cause,
                             const wire::QueryTimeStatus& query) {
  execution(query.federation)->query_time_status(link_of(guest), cause, query);
}

}  // namespace triad::rtig
