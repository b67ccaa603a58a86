// Federations whose FED file takes long to read: the host reads it beside the Rtig, and the request
// is answered when that is done. Meanwhile other federations go on.
#include <algorithm>
#include <utility>

#include "rtig/creation_text.hpp"
#include "rtig/federation_execution.hpp"
#include "rtig/rtig.hpp"

namespace triad::rtig {

// False: it is to be read at once.
bool Rtig::reads_beside(LinkId link, const wire::Record& record,
                        const wire::CreateFederationExecution& create) {
  for (const auto& [ticket, creation] : creations_) {
    if (std::ranges::find(creation.by, link, &Requester::link) == creation.by.end()) continue;
    expel(link, "asks again, before it is answered");
    return true;
  }
  const std::size_t digest = text_digest(fed_text_of(create));
  for (auto& [ticket, creation] : creations_) {
    if (creation.federation != create.federation || creation.fed != create.fed ||
        creation.text_digest != digest) {
      continue;
    }
    creation.by.push_back({link, record.header});
    return true;
  }
  const std::uint64_t ticket = ++last_creation_;
  Creation& creation = creations_[ticket];
  creation = {std::string(create.federation),
              std::string(create.fed),
              digest,
              wire::Buffer(record.frame.begin(), record.frame.end()),
              {{link, record.header}}};
  const auto kept = wire::parse_record(creation.request);
  const auto kept_create = wire::decode<wire::CreateFederationExecution>(kept->payload);
  switch (downlinks_.read_fed(ticket, link, kept_create->fed, fed_text_of(*kept_create))) {
    case Downlinks::FedReading::begun:
      return true;
    case Downlinks::FedReading::too_many:
      creations_.erase(ticket);
      refuse(link, record, wire::ErrorCode::RTIinternalError,
             "too many FED files wait to be read by the RTIG: create the federation later");
      return true;
    case Downlinks::FedReading::short_one:
      break;
  }
  creations_.erase(ticket);
  return false;
}

bool Rtig::has_too_many_unused_models() const {
  std::size_t bytes = 0;
  for (const auto& [name, federation] : federations_) {
    if (federation->empty()) bytes += federation->model_bytes();
  }
  return bytes > kUnusedModelsMax;
}

// The first requester that is still there creates it; for the others it exists already.
void Rtig::on_fed_read(std::uint64_t ticket, Result<core::ObjectModel> model) {
  auto node = creations_.extract(ticket);
  if (node.empty()) return;
  const Creation creation = std::move(node.mapped());
  auto record = wire::parse_record(creation.request);
  const auto create = wire::decode<wire::CreateFederationExecution>(record->payload);
  bool has_created = false;
  for (const Requester& by : creation.by) {
    const auto at = peers_.find(by.link);
    if (at == peers_.end() || at->second.vacated) continue;
    record->header = by.header;
    const FederationExecution* const present = find(create->federation);
    if (has_created) {
      refuse_existing(by.link, at->second, *record, *present, *create, false);
    } else {
      create_with(by.link, at->second, *record, *create, model);
      has_created = present == nullptr && find(create->federation) != nullptr;
    }
  }
}

}  // namespace triad::rtig
