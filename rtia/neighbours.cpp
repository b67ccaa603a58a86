// What others write in shared memory, judged before it is believed. On links the RTIG has done that
// (rtig/objects.cpp); here the reader is the first to look. What is not its sender's to write is
// dropped, and the RTIG hears of it, unless it may have crossed with an order of the MOM, which
// takes from federates what they are told of only then.
#include "rtia/neighbours.hpp"

#include <algorithm>

#include "rtia/membership.hpp"

namespace triad::rtia {

void Neighbours::begin(wire::Position position, const std::vector<wire::HandleLease>& leases) {
  begun_at_ = position;
  leases_.clear();
  lost_.clear();
  lease(leases);
}

void Neighbours::lease(const std::vector<wire::HandleLease>& leases) {
  for (const auto& [federate, first, end] : leases) {
    if (first < end) leases_[federate].push_back({first.value, end.value});
  }
}

void Neighbours::left(FederateHandle federate) {
  leases_.erase(federate);
  lost_.erase(federate);
}

bool Neighbours::use_handle(FederateHandle federate, ObjectHandle object) {
  const auto at = leases_.find(federate);
  return at != leases_.end() && core::use_handle(at->second, object);
}

bool Neighbours::sender_was_told(const wire::RecordHeader& header) const {
  const auto at = lost_.find(header.from());
  const wire::Position last = at == lost_.end() ? begun_at_ : std::max(begun_at_, at->second);
  return header.after_position >= last;
}

// --- As a Membership judges.

bool Membership::unchecked() const {
  return ambassador_.unchecked_;
}

Fault Membership::not_its_own(const Record& record, const char* what) const {
  return neighbours_.sender_was_told(record.header) ? Fault(what) : std::nullopt;
}

bool Membership::may_send(FederateHandle sender, const wire::UpdateAttributeValues& update) const {
  const ObjectInstance* instance = federation_.objects().find(update.object);
  if (instance == nullptr || instance->deleted) return true;  // it comes too late, whoever sent it
  if (federation_.member(sender)->manager == update.object) return true;
  bool own = true;
  update.values.for_each([&](std::uint32_t handle, Bytes, Bytes) {
    own = own && instance->owner(AttributeHandle(handle)) == sender;
  });
  return own;
}

bool Membership::may_send(FederateHandle sender, InteractionClassHandle interaction_class) const {
  // RTIAs report by order of the MOM, whatever their federates publish.
  return core::mom::is_report(management().which(interaction_class)) ||
         federation_.member(sender)->declared.published_interaction_classes.contains(
             interaction_class);
}

bool Membership::may_delete(FederateHandle sender, ObjectHandle object) const {
  const ObjectInstance* instance = federation_.objects().find(object);
  return instance == nullptr || instance->deleted ||
         instance->owner(federation_.privilege_to_delete()) == sender;
}

// What is its sender's own of it still counts.
Fault Membership::handle_rest(const Record& record, const wire::UpdateAttributeValues& update) {
  if (auto fault = not_its_own(record, "an update of attributes that it does not own")) {
    return fault;
  }
  const ObjectInstance* instance = federation_.objects().find(update.object);
  wire::UpdateAttributeValues rest = update;
  wire::Buffer values;
  rest.values = only(update.values, values, [&](std::uint32_t handle) {
    return instance->owner(AttributeHandle(handle)) == record.header.from();
  });
  if (rest.values.count == 0) return {};
  wire::Buffer frame;
  wire::encode_record(record.header, rest, frame);
  return handle(*wire::parse_record(frame), rest);
}

Fault Membership::handle(const Record& record, const wire::ObjectHandlesLeased& leased) {
  if (leased.federate == self_) {
    if (!on_handles_leased(leased.first, leased.count)) {
      return "a lease of object handles that there are not";
    }
    if (ambassador_.answers(record.header)) ambassador_.end_wait(std::nullopt, 0, true);
  } else {
    neighbours_.lease(
        {{leased.federate, leased.first, ObjectHandle(leased.first.value + leased.count)}});
  }
  return {};
}

}  // namespace triad::rtia
