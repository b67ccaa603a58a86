#include "rtig/gateway/rtig.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "core/saved_federation.hpp"
#include "router/router_dispatch.hpp"
#include "rtig/gateway/federation_execution.hpp"
#include "wire/harmless_text.hpp"

namespace triad::rtig {

using wire::quoted;

namespace {

// Returns the place of a peer's queue, for people; empty: here.
std::string at_router(std::string_view transport) {
  const std::string router = nearest_router(transport);
  return router.empty() ? router : std::string(kAtRouter) + router;
}

}  // namespace

Rtig::Rtig(Downlinks& downlinks, RtigOptions options)
    : downlinks_(downlinks), options_(std::move(options)) {}

Rtig::~Rtig() = default;

FederationExecution* Rtig::execution(std::string_view name) const {
  const auto at = federations_.find(name);
  return at == federations_.end() ? nullptr : at->second.get();
}

const core::Federation* Rtig::state(std::string_view name) const {
  const FederationExecution* const federation = execution(name);
  return federation == nullptr ? nullptr : &federation->authority().state();
}

void Rtig::add_client(LinkId link, const router::NewClient& arrived) {
  peers_[link].last_record_at = now_;
  desk_.add(guest_at(link), arrived.transport, arrived.principal, arrived.is_trusted);
}

void Rtig::receive_from_client(LinkId link, wire::Bytes frame) {
  const auto at = peers_.find(link);
  // The peer was expelled or sent away. Records that it sent before it noticed are ignored.
  if (at == peers_.end() || at->second.vacated) return;
  Peer& peer = at->second;
  peer.last_record_at = now_;
  const auto record = wire::parse_record(frame);
  if (!record) {
    expel(link, "sent bytes that are not a record of Triad's protocol");
  } else if (peer.federation == nullptr) {
    desk_.receive(guest_at(link), *record);
  } else if (FrontDesk::serves_members(record->header.message_kind())) {
    if (!peer.federation->answer_again(peer.federate, *record)) {
      desk_.receive(guest_at(link), *record);
    }
  } else {
    peer.federation->receive_from_member(peer.federate, *record);
  }
}

bool Rtig::needs_record(LinkId link, const wire::ParsedFrame& beginning) const {
  const auto at = peers_.find(link);
  if (at == peers_.end() || at->second.federation == nullptr) return true;
  const std::optional<Record>& record = beginning.record();
  return !record || at->second.federation->router().needs_record(at->second.federate, *record);
}

void Rtig::receive_header(LinkId link, const wire::ParsedFrame& beginning) {
  const auto at = peers_.find(link);
  if (at == peers_.end() || at->second.federation == nullptr) return;
  at->second.last_record_at = now_;
  const std::optional<Record>& record = beginning.record();
  if (!record) return;
  if (auto fault = at->second.federation->router().receive_header(at->second.federate, *record)) {
    expel(link, "sent " + *fault);
  }
}

template <class Work>
void Rtig::guard(FederationExecution& federation, Work&& work) {
  try {
    work();
  } catch (const std::bad_alloc&) {
    end_failed_federation(federation, kNoMemory);
  } catch (const std::exception& exception) {
    downlinks_->log_warning("federation " + quoted(federation.name()) + ": " + exception.what() +
                            ", which is a defect: please report it");
    end_failed_federation(federation, kDefect);
  }
}

template <class Work>
void Rtig::guard_each(Work&& work) {
  for (auto at = federations_.begin(); at != federations_.end();) {
    FederationExecution& federation = *at->second;
    ++at;
    guard(federation, [&] { work(federation); });
  }
}

// --- Words of routers below.

router::Fault Rtig::receive_from_router(LinkId router, const router::RouterMessage& word) {
  return std::visit([&](const auto& said) { return receive_message(router, said); }, word);
}

router::Fault Rtig::receive_message(LinkId router, const wire::OutsideInterestTaken& taken) {
  if (taken.round == 0 || taken.round > last_number_) return router::unknown_round_fault(taken);
  FederationExecution* const federation = execution(taken.federation);
  if (federation != nullptr)
    federation->router().interest().receive_answer_from_router(router, taken);
  return {};
}

router::Fault Rtig::receive_message(LinkId router, const wire::OutsideInterestDoubted& doubted) {
  FederationExecution* const federation = execution(doubted.federation);
  if (federation != nullptr) federation->router().interest().receive_doubt_from_router(router);
  return {};
}

router::Fault Rtig::receive_message(LinkId router, const wire::AttachRouter& attach) {
  wire::Buffer answer;
  wire::encode_record({}, wire::RouterAttached{attach.number}, answer);
  (void)downlinks_->send_to_router(router, answer);
  return {};
}

router::Fault Rtig::receive_message(LinkId router, const router::RouterReconnected& back) {
  for (const auto& [name, federation] : federations_) {
    federation->router().interest().rename_router(back.before, router);
  }
  return {};
}

router::Fault Rtig::receive_message(LinkId router, const wire::TimeStated& stated) {
  FederationExecution* const federation = execution(stated.federation);
  // In an epoch it may speak for messages that come again later. At the end all state again.
  if (federation == nullptr || federation->recovery().is_in_epoch()) return {};
  return federation->router().time().receive_statement(router, stated);
}

router::Fault Rtig::receive_message(LinkId router, const router::ClientInterestDigest& interest) {
  const auto at = peers_.find(interest.client);
  if (at == peers_.end() || at->second.federation == nullptr) return {};
  const Peer& peer = at->second;
  // In a recovery the RTIG ignores statements that routers have received. All are made again.
  if (peer.federation->is_recovering()) return {};
  if (peer.federation->router().interest().agrees(peer.federate, interest.digest)) return {};
  downlinks_->log_warning(
      "router " + std::string(interest.router) + " has a different interest of federate " +
      std::to_string(peer.federate.value) + " of federation " + quoted(peer.federation->name()) +
      " than this one: requested a new statement from the federate");
  return receive_message(router, router::ClientDigestMismatch{interest.client});
}

router::Fault Rtig::receive_message(LinkId router, const wire::StreamsReceived& streams) {
  if (FederationExecution* const federation = execution(streams.federation))
    federation->receive_from_router(router, streams);
  return {};
}

router::Fault Rtig::receive_message(LinkId, const router::ClientDigestMismatch& doubted) {
  const auto at = peers_.find(doubted.client);
  if (at != peers_.end() && at->second.federation != nullptr) {
    at->second.federation->router().request_interest_again(at->second.federate);
  }
  return {};
}

void Rtig::send_digests() {
  for (const auto& [name, federation] : federations_)
    federation->router().interest().send_digests();
}

bool Rtig::digests_are_due() const {
  return std::ranges::any_of(federations_, [](const auto& entry) {
    return entry.second->router().interest().digests_are_due();
  });
}

router::Fault Rtig::set_direct(std::string_view name, LinkId from, LinkId to, bool direct) {
  if (FederationExecution* const federation = execution(name))
    federation->router().interest().set_direct(from, to, direct);
  return {};
}

router::LateRouters Rtig::find_late_routers(std::span<const router::NeighbourRouter> unread) {
  router::LateRouters late;
  for (const auto& [name, federation] : federations_) {
    for (const router::NeighbourRouter& router :
         federation->router().interest().find_late_routers(unread)) {
      late.emplace_back(router, name);
    }
  }
  return late;
}

bool Rtig::turn_is_due() const {
  return desk_.postponed_are_due() || std::ranges::any_of(federations_, [](const auto& entry) {
           return entry.second->turn_is_due();
         });
}

void Rtig::end_turn() {
  guard_each([this](FederationExecution& federation) {
    federation.end_turn();
    receive_again(desk_.take_postponed(federation.authority()));
  });
}

// --- Clients of federations.

void Rtig::record_join(LinkId link, FederationExecution& federation, FederateHandle federate) {
  Peer& peer = peers_.at(link);
  peer.federation = &federation;
  peer.federate = federate;
}

void Rtig::record_resignation(LinkId link) {
  Peer& peer = peers_.at(link);
  peer.federation = nullptr;
  desk_.record_resignation(guest_at(link), std::exchange(peer.federate, {}));
}

void Rtig::expel(LinkId link, std::string_view reason) {
  const auto at = peers_.find(link);
  if (at == peers_.end()) return;  // has ended since
  const Peer& peer = at->second;
  if (peer.vacated) return peer.federation->end_moving_membership(peer.federate, reason);
  desk_.send_end(guest_at(link), reason);
  if (peer.federation != nullptr) {
    return peer.federation->end_membership(peer.federate, link, reason, true);
  }
  downlinks_->log("closed the link from " + std::string(desk_.transport(guest_at(link))) + ": it " +
                  std::string(reason));
  erase_client(link, reason, true);
}

void Rtig::erase_client(LinkId link, std::string_view reason, bool disconnects) {
  forget_status_queries(link);
  peers_.erase(link);
  desk_.remove(guest_at(link));
  if (disconnects) downlinks_->disconnect(link, reason);
}

void Rtig::receive_save_result(std::uint64_t ticket, std::string_view save,
                               const Result<void>& stored) {
  const auto found = std::ranges::find_if(
      federations_, [&](const auto& entry) { return entry.second->awaits_save(ticket); });
  if (found != federations_.end()) {
    FederationExecution& federation = *found->second;
    return guard(federation, [&] { federation.receive_save_result(stored); });
  }
  downlinks_->log(std::string(save) + ", which has ended meanwhile, is " +
                  (stored ? std::string("on the disk") : "not kept: " + stored.error().text));
}

std::string_view Rtig::federation_of(LinkId link) const {
  const auto at = peers_.find(link);
  if (at == peers_.end() || at->second.federation == nullptr) return {};
  return at->second.federation->name();
}

std::uint64_t Rtig::bytes_of_saves(LinkId link) const {
  const auto at = peers_.find(link);
  if (at == peers_.end() || at->second.federation == nullptr) return 0;
  return at->second.federation->authority().bytes_of_save(at->second.federate);
}

// Ends damaged federations first, because that frees memory for the next steps.
void Rtig::end_after_failure(LinkId link, const FailureTexts& why) {
  end_failed_federations(why);
  const auto at = peers_.find(link);
  if (at == peers_.end()) return;
  FederationExecution* const ending = at->second.federation;
  if (ending == nullptr) return expel(link, why.of_link);
  end_failed_federation(*ending, why);
}

// Ends federations that an exception kept from sending outputs. A guest's request may have caused
// it.
void Rtig::end_failed_federations(const FailureTexts& why) {
  for (auto at = federations_.begin(); at != federations_.end();) {
    FederationExecution& federation = *(at++)->second;
    if (federation.has_lost_outputs()) end_failed_federation(federation, why);
  }
}

void Rtig::end_failed_federation(FederationExecution& ending, const FailureTexts& why) {
  const std::string plain_name(ending.name());
  const std::string name = quoted(plain_name);
  downlinks_->log("federation " + name + " ended: " + why.of_federation);
  end_federation(ending,
                 "was in federation " + name + ", which the RTIG ended: it " + why.of_members);
  downlinks_->audit(
      {.kind = AuditEvent::Kind::destroy, .federation = plain_name, .reason = why.of_federation});
}

// Removes the federation before its members are told, so that no member sees another one leave.
void Rtig::end_federation(FederationExecution& ending, const std::string& reason) {
  std::vector<LinkId> members;
  for (auto& [id, peer] : peers_) {
    if (peer.federation == &ending) members.push_back(id);
  }
  std::ranges::sort(members);
  for (const LinkId member : members) {
    peers_.at(member).federation = nullptr;
    peers_.at(member).vacated = false;
  }
  erase(ending);
  for (const LinkId member : members) expel(member, reason);
}

// Removes the federation, and refuses the requests to join that wait.
void Rtig::erase(FederationExecution& ending) {
  const FrontDesk::PostponedJoins waiting = desk_.take_all_postponed(ending.name());
  events_.record({.kind = wire::EventKind::federation_ended, .federation = ending.name()}, now_);
  ending.move_farewells_to(ended_);
  ending.journal().remove();
  federations_.erase(federations_.find(ending.name()));
  receive_again(waiting);
}

void Rtig::receive_again(const FrontDesk::PostponedJoins& requests) {
  for (const auto& [guest, request] : requests) receive_from_client(link_of(guest), request);
}

void Rtig::remove_client(LinkId link, std::string_view reason, router::LinkEnd end) {
  const auto at = peers_.find(link);
  if (at == peers_.end()) return;
  if (at->second.vacated) {
    at->second.ended = true;
    return;
  }
  const Peer& peer = at->second;
  if (peer.federation == nullptr) return erase_client(link, reason, false);
  if (const auto loss = peer.federation->keep_absent_member(peer.federate, link, reason, end)) {
    return peer.federation->end_membership(peer.federate, link, *loss, false);
  }
  peers_.at(link).ended = true;
}

void Rtig::end_overdue_saves() {
  guard_each([](FederationExecution& federation) { federation.end_overdue_saves(); });
}

void Rtig::end_long_holds() {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(options_.timeouts.hold);
  guard_each([&](FederationExecution& federation) {
    for (const LinkId link : federation.overdue_holders()) {
      const auto at = peers_.find(link);
      if (at == peers_.end()) continue;
      expel(link, "has held up its senders for " + std::to_string(seconds.count()) +
                      " s (flow.patience): it does not read its queued records" +
                      at_router(desk_.transport(guest_at(link))));
    }
  });
}

void Rtig::end_overdue_orders() {
  guard_each([](FederationExecution& federation) { federation.end_overdue_orders(); });
}

void Rtig::end_overdue_moves() {
  guard_each([](FederationExecution& federation) { federation.end_overdue_moves(); });
}

void Rtig::check_recoveries() {
  ended_.drop_old(now_);
  guard_each([](FederationExecution& federation) { federation.check_recovery(); });
}

bool Rtig::recovery_checks_are_due() const {
  return std::ranges::any_of(federations_, [](const auto& entry) {
    return entry.second->recovery().acknowledgements_are_due();
  });
}

std::size_t Rtig::records_kept(std::string_view name) const {
  const FederationExecution* const federation = execution(name);
  return federation == nullptr ? 0 : federation->recovery().kept_records();
}

void Rtig::record_backlog(LinkId link, std::size_t bytes) {
  const auto at = peers_.find(link);
  if (at == peers_.end() || at->second.vacated) return;
  at->second.backlog = bytes;
  if (at->second.federation == nullptr) return;
  if (at->second.federation->router().record_backlog(at->second.federate, bytes)) {
    expel(link, "does not read what is sent to it: " + std::to_string(bytes) + " bytes are queued" +
                    at_router(desk_.transport(guest_at(link))));
  }
}

// --- Requests that concern all federations.

void Rtig::request_time_status() {
  guard_each([](FederationExecution& federation) { federation.request_time_status(); });
}

void Rtig::report_waits() {
  guard_each([](FederationExecution& federation) { federation.report_waits(); });
}

void Rtig::forget_status_queries(LinkId link) {
  for (const auto& [name, federation] : federations_) federation->forget_status_query(link);
}

void Rtig::schedule_reports() {
  next_report_.reset();
  for (const auto& [name, federation] : federations_) {
    const auto next = federation->next_report();
    if (next && (!next_report_ || *next < *next_report_)) next_report_ = next;
  }
}

void Rtig::request_manager_values() {
  guard_each([](FederationExecution& federation) { federation.request_manager_values(); });
  schedule_reports();
}

}  // namespace triad::rtig
