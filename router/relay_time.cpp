// The part of Relay that is about time (router/time_exchange.hpp).
#include <vector>

#include "router/relay.hpp"

namespace triad::router {

Relay::Federation* Relay::find(std::string_view name) {
  const auto at = federations_.find(name);
  return at == federations_.end() ? nullptr : &at->second;
}

// --- The router above.

Fault Relay::receive_message(const wire::TimeBegins& begins) {
  Federation* const of = find(begins.federation);
  if (of == nullptr) return {};
  std::vector<TimeExchange::MemberPlace> members;
  of->edge.for_each_member(
      [&](const EdgeSwitch::Place& place) { members.emplace_back(place.federate, place.via); });
  of->time.receive_from_upper(begins, members);
  return {};
}

Fault Relay::receive_message(const wire::MemberTimeChanged& changed) {
  if (Federation* const of = find(changed.federation)) of->time.receive_from_upper(changed);
  return {};
}

Fault Relay::receive_message(const wire::TimeTold& told) {
  Federation* const of = find(told.federation);
  return of == nullptr ? Fault() : of->time.receive_from_upper(told);
}

void Relay::record_time_stamped(LinkId client, bool goes_on) {
  Federation* const of = federation_of_member(client);
  const auto member = of == nullptr ? std::nullopt : of->edge.member(client);
  if (!member) return;
  of->time.record_tso_from_upper();
  if (goes_on) of->time.record_tso_forwarded(member->federate);
}

// --- Members, and routers below.

// What is void, or wrong, is for the RTIG's router to find.
bool Relay::is_time_record(const Client& of, const wire::Record& record) {
  return of.federation != nullptr && of.federation->time.is_time_record(record.header) &&
         record.header.from() == of.federate && record.header.after_position >= of.since;
}

Fault Relay::receive_message(LinkId router, const wire::TimeStated& stated) {
  Federation* const of = find(stated.federation);
  return of == nullptr ? Fault() : of->time.receive_statement(router, stated);
}

void Relay::Federation::send_time_statement(const wire::TimeStated& stated) {
  wire::Buffer record;
  wire::encode_record({}, stated, record);
  send_up({}, kRouterPrefix, record, true);
}

void Relay::Federation::send_lbts(std::span<const FederateHandle> to, const wire::LbtsTold& told,
                                  wire::Position log) {
  wire::RecordHeader header;
  header.position = log;
  wire::Buffer& record = relay.lbts_out_;
  record.clear();
  wire::encode_record(header, told, record);
  for (const FederateHandle member : to) {
    const LinkId* const client = edge.find(member);
    if (client == nullptr || !relay.clients_.contains(*client)) continue;
    wire::set_addressee(record, member);
    relay.send_to_client(*client, record, nullptr);
  }
}

}  // namespace triad::router
