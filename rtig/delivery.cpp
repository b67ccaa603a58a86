#include "rtig/delivery.hpp"

#include <algorithm>
#include <cstring>

#include "records/defect.hpp"
#include "wire/limits.hpp"

namespace triad::rtig {

Delivery::Delivery(Downlinks& downlinks, const std::string& federation, FabricId fabric,
                   const std::chrono::milliseconds& now, wire::InterestKey keys_end,
                   const router::BoundOrder& order, const RtigOptions& options)
    : downlinks_(downlinks),
      federation_(federation),
      now_(now),
      fabric_(fabric),
      router_(*this, order,
              {{options.hold_bytes, options.resume_bytes, options.resign_bytes},
               {keys_end, wire::kInterestCellsMax, options.interest_piece},
               {wire::Kind::RegulationFloor, wire::Kind::AttributesRelevant,
                wire::Kind::UpdateAttributeValues}}) {}

Delivery::Departure Delivery::remove(FederateHandle federate) {
  const router::Paths& paths = router_.paths();
  Departure departure{federate, paths.link(federate), {}};
  if (paths.on_fabric(federate)) departure.answer = out_;
  router_.detach(federate);
  return departure;
}

void Delivery::complete(const Departure& departure) {
  if (departure.answer.empty()) return;
  downlinks_.send(departure.link, departure.answer);
  downlinks_.leave_fabric(fabric_, departure.federate);
}

std::map<FederateHandle, LinkId> Delivery::remove_all(FabricId next) {
  const router::Paths& paths = router_.paths();
  paths.for_each_member([&](FederateHandle federate) {
    if (paths.on_fabric(federate)) downlinks_.leave_fabric(fabric_, federate);
  });
  downlinks_.end_fabric(fabric_);
  fabric_ = next;
  return router_.detach_all();
}

void Delivery::continue_log_from(wire::Position position) {
  router_.paths().log_reaches(std::max(log_position(), position));
}

// --- Members on their way to another link.

std::vector<wire::Buffer> Delivery::take_kept(LinkId link) {
  const auto at = kept_.find(link);
  if (at == kept_.end()) return {};
  std::vector<wire::Buffer> kept = std::move(at->second);
  kept_.erase(at);
  return kept;
}

bool Delivery::keep_record(LinkId to, wire::Bytes record) {
  const auto at = kept_.find(to);
  if (at == kept_.end()) return false;
  at->second.emplace_back(record.begin(), record.end());
  return true;
}

#ifdef TRIAD_WITH_DEFECTS
// --- Trial.

void Delivery::send_addressed(FederateHandle to, LinkId link, wire::Bytes record) {
  wire::Buffer copy(record.begin(), record.end());
  wire::set_addressee(copy, to);
  send(link, copy);
}

// The record in out_, by which that member leaves.
void Delivery::send_last(FederateHandle leaver) {
  const router::Paths::Path& path = *router_.paths().find(leaver);
  if (!router::hop_trial.is_on() || path.via == LinkId{}) return;
  if (!TRIAD_DEFECT(last_record_not_addressed)) send_addressed(leaver, path.link, out_);
}

// Of the record in out_.
void Delivery::set_flags(std::uint16_t flags) {
  if (!router::hop_trial.is_on()) return;
  wire::RecordHeader header = wire::parse_record(out_)->header;
  header.flags |= flags;
  std::memcpy(out_.data(), &header, sizeof header);
}
#endif

}  // namespace triad::rtig
