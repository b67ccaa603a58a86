#include "rtig/gateway/rtig.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "core/count_text.hpp"
#include "core/saved_federation.hpp"
#include "router/router_dispatch.hpp"
#include "rtig/creation_text.hpp"
#include "rtig/gateway/federation_execution.hpp"
#include "wire/harmless_text.hpp"
#include "wire/limits.hpp"

namespace triad::rtig {

using wire::quoted;

namespace {

constexpr std::string_view kAtRouter = " at router ";
// Capacity up to which the buffer is kept for the next record.
constexpr std::size_t kKeptOutMax = std::size_t{1} << 20;

// Returns the nearest router of a peer that is behind a router, from the transport text that the
// router sent (router/lower_routers.cpp). Empty: the peer's link ends here.
std::string router_in(std::string_view transport) {
  const std::size_t at = transport.find(kAtRouter);
  if (at == transport.npos) return {};
  const std::size_t begin = at + kAtRouter.size();
  return std::string(transport.substr(begin, transport.find(kAtRouter, begin) - begin));
}

// Returns the place of a peer's queue, for people; empty: here.
std::string at_router(std::string_view transport) {
  const std::string router = router_in(transport);
  return router.empty() ? router : std::string(kAtRouter) + router;
}

// Requests that concern no particular federation. A joined federate may make them as well.
bool is_request_to_rtig(wire::Kind kind) {
  return kind == wire::Kind::CreateFederationExecution ||
         kind == wire::Kind::DestroyFederationExecution || kind == wire::Kind::ListFederations;
}

}  // namespace

Rtig::Rtig(Downlinks& downlinks, RtigOptions options)
    : downlinks_(downlinks), options_(std::move(options)) {}

Rtig::~Rtig() = default;

template <class Message>
void Rtig::send(LinkId to, wire::RecordHeader header, const Message& message) {
  out_.clear();
  wire::encode_record(header, message, out_);
  downlinks_.send(to, out_);
  if (out_.capacity() > kKeptOutMax) out_ = {};
}

void Rtig::accept(const Peer& peer, const Record& cause) {
  wire::RecordHeader header;
  header.after = cause.header.sender;
  header.after_position = cause.header.position;
  send(peer.link, header, wire::Accepted{});
}

void Rtig::refuse(const Peer& peer, const Record& cause, wire::ErrorCode code,
                  std::string_view text, std::string_view warning) {
  wire::RecordHeader header;
  header.after = cause.header.sender;
  header.after_position = cause.header.position;
  send(peer.link, header, wire::Refused{code, text, warning});
}

FederationExecution* Rtig::find(std::string_view name) {
  const auto at = federations_.find(name);
  return at == federations_.end() ? nullptr : at->second.get();
}

const core::Federation* Rtig::state(std::string_view name) const {
  const auto at = federations_.find(name);
  return at == federations_.end() ? nullptr : &at->second->authority().state();
}

void Rtig::add_client(LinkId link, std::string_view transport, bool trusted) {
  Peer& peer = peers_[link];
  peer.link = link;
  peer.trusted = trusted;
  peer.origin.transport = transport;
  peer.origin.router = router_in(transport);
  if (peer.origin.router.empty()) peer.origin.router = options_.router;
  peer.last_record_at = now_;
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
  } else if (!peer.handshake_done) {
    receive_hello(peer, *record);
  } else if (peer.federation == nullptr || is_request_to_rtig(record->header.message_kind())) {
    dispatch_request(peer, *record);
  } else {
    peer.federation->receive_from_member(peer.federate, *record);
  }
}

bool Rtig::needs_record(LinkId link, wire::Bytes beginning) const {
  const auto at = peers_.find(link);
  if (at == peers_.end() || at->second.federation == nullptr) return true;
  const auto record = wire::parse_record(beginning);
  return !record || at->second.federation->router().needs_record(at->second.federate, *record);
}

void Rtig::receive_header(LinkId link, wire::Bytes beginning) {
  const auto at = peers_.find(link);
  if (at == peers_.end() || at->second.federation == nullptr) return;
  at->second.last_record_at = now_;
  const auto record = wire::parse_record(beginning);
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
    downlinks_.log_warning("federation " + quoted(federation.name()) + ": " + exception.what() +
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
  FederationExecution* const federation = find(taken.federation);
  if (federation != nullptr)
    federation->router().interest().receive_answer_from_router(router, taken);
  return {};
}

router::Fault Rtig::receive_message(LinkId router, const wire::OutsideInterestDoubted& doubted) {
  FederationExecution* const federation = find(doubted.federation);
  if (federation != nullptr) federation->router().interest().receive_doubt_from_router(router);
  return {};
}

router::Fault Rtig::receive_message(LinkId router, const router::RouterReconnected& back) {
  for (const auto& [name, federation] : federations_) {
    federation->router().interest().rename_router(back.before, router);
  }
  return {};
}

router::Fault Rtig::receive_message(LinkId router, const wire::TimeStated& stated) {
  FederationExecution* const federation = find(stated.federation);
  return federation == nullptr ? router::Fault()
                               : federation->router().time().receive_statement(router, stated);
}

router::Fault Rtig::receive_message(LinkId router, const router::ClientInterestDigest& interest) {
  const auto at = peers_.find(interest.client);
  if (at == peers_.end() || at->second.federation == nullptr) return {};
  const Peer& peer = at->second;
  if (peer.federation->router().interest().agrees(peer.federate, interest.digest)) return {};
  downlinks_.log_warning(
      "router " + std::string(interest.router) + " has a different interest of federate " +
      std::to_string(peer.federate.value) + " of federation " + quoted(peer.federation->name()) +
      " than this one: requested a new statement from the federate");
  return receive_message(router, router::ClientDigestMismatch{interest.client});
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
  if (FederationExecution* const federation = find(name))
    federation->router().interest().set_direct(from, to, direct);
  return {};
}

router::LateRouters Rtig::find_late_routers(std::span<const LinkId> unread) {
  router::LateRouters late;
  for (const auto& [name, federation] : federations_) {
    for (const LinkId router : federation->router().interest().find_late_routers(unread)) {
      late.emplace_back(router, name);
    }
  }
  return late;
}

bool Rtig::turn_is_due() const {
  return std::ranges::any_of(federations_,
                             [](const auto& entry) { return entry.second->turn_is_due(); });
}

void Rtig::end_turn() {
  guard_each([this](FederationExecution& federation) {
    federation.end_turn();
    for (const auto& [link, request] : federation.take_postponed())
      receive_from_client(link, request);
  });
}

void Rtig::receive_hello(Peer& peer, const Record& record) {
  const auto hello = record.header.message_kind() == wire::Kind::Hello
                         ? wire::decode<wire::Hello>(record.payload)
                         : std::nullopt;
  if (!hello || hello->magic != wire::kMagic) {
    expel(peer.link, "is not a Triad program: it did not begin with Triad's handshake");
    return;
  }
  peer.origin.release = hello->release;
  peer.origin.host = hello->host;
  peer.origin.process = hello->process;
  send(peer.link, {},
       wire::Hello{wire::kMagic, wire::kProtocolVersion, "rtig", options_.release, options_.host,
                   options_.process, options_.record_bytes_max});
  if (hello->version != wire::kProtocolVersion) {
    expel(peer.link, "speaks protocol version " + std::to_string(hello->version) + " (" +
                         std::string(hello->program) + " " + std::string(hello->release) +
                         "), this rtig speaks version " + std::to_string(wire::kProtocolVersion) +
                         " (Triad " + options_.release + "): install the same release on both");
    return;
  }
  peer.handshake_done = true;
}

void Rtig::dispatch_request(Peer& peer, const Record& record) {
  const auto kind = record.header.message_kind();
  std::string fault = "sent a " + std::string(name_of(kind)) + " record without having joined";
  wire::with_message_type(kind, [&](auto type) {
    using Message = typename decltype(type)::type;
    if constexpr (requires(const Message& m) { this->receive_request(peer, record, m); }) {
      if (const auto message = wire::decode<Message>(record.payload)) {
        fault.clear();
        if (const auto refused = wire::name_refusal(*message)) {
          refuse(peer, record, refused->code, refused->text);
        } else {
          this->receive_request(peer, record, *message);
        }
      } else {
        fault = "sent a malformed " + std::string(name_of(kind)) + " record";
      }
    }
  });
  if (fault.empty()) return;
  // A federate that was resigned may have sent records before it knew; these are not faults.
  const bool late = peer.former_member && record.header.from() == peer.former_member;
  if (late && ++peer.late_records <= options_.late_records_max) return;
  if (late) {
    fault = "has sent " + core::count_text(peer.late_records, "record") + " as federate " +
            std::to_string(peer.former_member.value) + " since that federate left its federation";
  }
  expel(peer.link, fault);
}

void Rtig::receive_request(Peer& peer, const Record& record,
                           const wire::CreateFederationExecution& create) {
  const auto text = fed_text_of(create);
  const auto* present = find(create.federation);
  if (present && text && text_digest(text) == present->authority().fed_source().text_digest) {
    return refuse_existing(peer, record, *present, create, false);
  }
  if (begin_fed_reading(peer, record, create)) return;
  auto model = options_.load_fed(create.fed, text);
  create_federation(peer, record, create, model);
}

void Rtig::receive_request(Peer& peer, const Record& record,
                           const wire::DestroyFederationExecution& destroy) {
  FederationExecution* federation = find(destroy.federation);
  if (federation == nullptr) {
    refuse(peer, record, wire::ErrorCode::FederationExecutionDoesNotExist,
           "there is no federation execution " + quoted(destroy.federation));
  } else if (!federation->authority().empty()) {
    refuse(peer, record, wire::ErrorCode::FederatesCurrentlyJoined,
           federation->authority().members_text());
  } else {
    const std::string by = peer.origin.address();
    erase(*federation);
    downlinks_.log("federation " + quoted(destroy.federation) + " destroyed by " + by);
    accept(peer, record);
  }
}

void Rtig::receive_request(Peer& peer, const Record& record,
                           const wire::JoinFederationExecution& join) {
  FederationExecution* federation = find(join.federation);
  if (federation == nullptr) {
    refuse(peer, record, wire::ErrorCode::FederationExecutionDoesNotExist,
           "there is no federation execution " + quoted(join.federation) + ": create it first");
    return;
  }
  if (federation->is_paused()) {
    if (!federation->postpone(peer.link, record.frame))
      expel(peer.link, "sent a request before the reply to the last one");
    return;
  }
  std::string_view fed_in_force;
  const auto& other_fed = peer.other_fed;
  if (other_fed && other_fed->federation == join.federation &&
      other_fed->in_force == federation->authority().model_fingerprint()) {
    fed_in_force = other_fed->text;
  }
  federation->join(peer.link, peer.origin, record, join, fed_in_force);
}

void Rtig::receive_request(Peer& peer, const Record& record, const wire::ListFederations&) {
  wire::RecordHeader header;
  header.after_position = record.header.position;
  wire::FederationList list;
  for (const auto& [name, federation] : federations_)
    list.federations.push_back(federation->info());
  send(peer.link, header, list);
}

void Rtig::receive_request(Peer& peer, const Record& record, const wire::ListSaves&) {
  wire::RecordHeader header;
  header.after_position = record.header.position;
  wire::SaveList list{downlinks_.keeps_saves(), {}};
  const auto saves = downlinks_.list_saves();
  for (const auto& save : saves) {
    list.saves.push_back({save.federation, save.label, save.fed, save.release, save.bytes,
                          save.saved_at, save.file, save.fault});
  }
  send(peer.link, header, list);
}

void Rtig::receive_request(Peer& peer, const Record& record,
                           const wire::TerminateFederation& request) {
  if (!peer.trusted) {
    refuse(peer, record, wire::ErrorCode::RTIinternalError,
           "only the user of the rtig (pid " + std::to_string(options_.process) + " on " +
               options_.host +
               ") and root may end a federation, on that host: sudo rtictl destroy; rtig "
               "--operators anybody permits every user");
    downlinks_.log("refused " + peer.origin.transport + " (pid " +
                   std::to_string(peer.origin.process) + " on " +
                   wire::host_text(peer.origin.host) + ") to end federation " +
                   quoted(request.federation) + ": it is not at the operators' socket");
    return;
  }
  FederationExecution* federation = find(request.federation);
  if (federation == nullptr) {
    refuse(peer, record, wire::ErrorCode::FederationExecutionDoesNotExist,
           "there is no federation execution " + quoted(request.federation));
    return;
  }
  if (!federation->authority().empty() && !request.force) {
    refuse(peer, record, wire::ErrorCode::FederatesCurrentlyJoined,
           federation->authority().members_text() + ": resign them with --force");
    return;
  }
  end_federation(*federation, "was resigned because an operator ended the federation");
  downlinks_.log("federation " + quoted(request.federation) + " destroyed by an operator, " +
                 peer.origin.address());
  accept(peer, record);
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
  peer.former_member = std::exchange(peer.federate, {});
  peer.late_records = 0;
}

void Rtig::expel(LinkId link, std::string_view reason) {
  const auto at = peers_.find(link);
  if (at == peers_.end()) return;  // has ended since
  const Peer& peer = at->second;
  if (peer.vacated) return peer.federation->end_moving_membership(peer.federate, reason);
  send(link, {},
       wire::Refused{wire::ErrorCode::RTIinternalError, "this program " + std::string(reason)});
  if (peer.federation != nullptr) {
    return peer.federation->end_membership(peer.federate, link, reason, true);
  }
  downlinks_.log("closed the link from " + peer.origin.transport + ": it " + std::string(reason));
  erase_client(link, reason, true);
}

void Rtig::erase_client(LinkId link, std::string_view reason, bool disconnects) {
  forget_status_queries(link);
  peers_.erase(link);
  if (disconnects) downlinks_.disconnect(link, reason);
}

void Rtig::receive_save_result(std::uint64_t ticket, const Result<void>& stored) {
  const auto found = std::ranges::find_if(
      federations_, [&](const auto& entry) { return entry.second->awaits_save(ticket); });
  if (found != federations_.end()) {
    FederationExecution& federation = *found->second;
    return guard(federation, [&] { federation.receive_save_result(stored); });
  }
  downlinks_.log("a save of a federation that has ended meanwhile is " +
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
  const std::string name = quoted(ending.name());
  downlinks_.log("federation " + name + " ended: " + why.of_federation);
  end_federation(ending,
                 "was in federation " + name + ", which the RTIG ended: it " + why.of_members);
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
  const auto waiting = ending.take_all_postponed();
  federations_.erase(federations_.find(ending.name()));
  for (const auto& [link, request] : waiting) receive_from_client(link, request);
}

void Rtig::remove_client(LinkId link, std::string_view reason) {
  const auto at = peers_.find(link);
  if (at == peers_.end()) return;
  if (at->second.vacated) {
    at->second.ended = true;
    return;
  }
  const Peer& peer = at->second;
  if (peer.federation == nullptr) return erase_client(link, reason, false);
  peer.federation->end_membership(peer.federate, link, reason, false);
}

void Rtig::end_overdue_saves() {
  guard_each([](FederationExecution& federation) { federation.end_overdue_saves(); });
}

void Rtig::end_long_holds() {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(options_.hold_patience);
  guard_each([&](FederationExecution& federation) {
    for (const LinkId link : federation.overdue_holders()) {
      const auto at = peers_.find(link);
      if (at == peers_.end()) continue;
      expel(link, "has held up its senders for " + std::to_string(seconds.count()) +
                      " s (flow.patience): it does not read its queued records" +
                      at_router(at->second.origin.transport));
    }
  });
}

void Rtig::end_overdue_orders() {
  guard_each([](FederationExecution& federation) { federation.end_overdue_orders(); });
}

void Rtig::end_overdue_moves() {
  guard_each([](FederationExecution& federation) { federation.end_overdue_moves(); });
}

void Rtig::record_backlog(LinkId link, std::size_t bytes) {
  const auto at = peers_.find(link);
  if (at == peers_.end() || at->second.vacated) return;
  at->second.backlog = bytes;
  if (at->second.federation == nullptr) return;
  if (at->second.federation->router().record_backlog(at->second.federate, bytes)) {
    expel(link, "does not read what is sent to it: " + std::to_string(bytes) + " bytes are queued" +
                    at_router(at->second.origin.transport));
  }
}

// --- Requests that concern all federations.

void Rtig::receive_request(Peer& peer, const Record& record, const wire::QueryTimeStatus& query) {
  FederationExecution* federation = find(query.federation);
  if (federation == nullptr) {
    refuse(peer, record, wire::ErrorCode::FederationExecutionDoesNotExist,
           "there is no federation execution " + wire::quoted(query.federation));
    return;
  }
  federation->query_time_status(peer.link, record.header, query.now);
}

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
