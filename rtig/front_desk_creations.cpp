// Creates federations. If a FED file takes long to read, the host reads it in the background, and
// the request is answered afterwards. Other federations continue meanwhile.
#include <algorithm>
#include <exception>
#include <string>
#include <utility>

#include "rtig/authority.hpp"
#include "rtig/creation_text.hpp"
#include "rtig/front_desk.hpp"
#include "wire/harmless_text.hpp"

namespace triad::rtig {

using wire::quoted;

// Returns false if the FED must be read at once.
bool FrontDesk::begin_fed_reading(const Guest& guest, const wire::Record& record,
                                  const wire::CreateFederationExecution& create) {
  for (const auto& [ticket, creation] : creations_) {
    if (std::ranges::find(creation.requesters, guest.id, &Requester::guest) ==
        creation.requesters.end())
      continue;
    host_.end_guest(guest.id, "sent a request before the reply to the last one");
    return true;
  }
  const std::size_t digest = text_digest(fed_text_of(create));
  for (auto& [ticket, creation] : creations_) {
    if (creation.federation != create.federation || creation.fed != create.fed ||
        creation.text_digest != digest) {
      continue;
    }
    creation.requesters.push_back({guest.id, record.header});
    return true;
  }
  const std::uint64_t ticket = ++last_creation_;
  Creation& creation = creations_[ticket];
  creation = {std::string(create.federation),
              std::string(create.fed),
              digest,
              wire::Buffer(record.frame.begin(), record.frame.end()),
              {{guest.id, record.header}}};
  const auto kept = wire::parse_record(creation.request);
  const auto kept_create = wire::decode<wire::CreateFederationExecution>(kept->payload);
  auto reading = FedReadAnswer::too_many;
  try {
    reading = host_.read_fed(ticket, guest.id, kept_create->fed, fed_text_of(*kept_create));
  } catch (...) {
    creations_.erase(ticket);  // or equal requests would wait for it forever
    throw;
  }
  switch (reading) {
    case FedReadAnswer::begun:
      return true;
    case FedReadAnswer::too_many:
      creations_.erase(ticket);
      refuse(guest, record, wire::ErrorCode::RTIinternalError,
             "too many FED files wait to be read by the RTIG: create the federation later");
      return true;
    case FedReadAnswer::read_directly:
      break;
  }
  creations_.erase(ticket);
  return false;
}

// Takes `model` only if it creates a federation with it.
void FrontDesk::create_federation(Guest& guest, const wire::Record& record,
                                  const wire::CreateFederationExecution& create,
                                  wire::Result<core::ObjectModel>& model) {
  const auto text = fed_text_of(create);
  if (const Authority* const present = host_.find(create.federation)) {
    const bool is_same_text = text && text_digest(text) == present->fed_source().text_digest;
    return refuse_existing(guest, record, *present, create,
                           !is_same_text && is_other_fed(*present, create, model));
  }
  if (!model) {
    // The federate searched its own machine before.
    const std::string where =
        create.has_fed_text ? "" : " (on " + options_.identity.host + ", where the RTIG runs)";
    refuse(guest, record, model.error().code, model.error().text + where);
    return;
  }
  if (host_.unused_model_bytes() > kUnusedModelsMax) {
    return refuse(guest, record, wire::ErrorCode::RTIinternalError,
                  "the object models of federations without members have more than " +
                      std::to_string(kUnusedModelsMax >> 20) + " MB: destroy some of them first");
  }
  host_.create_federation(
      create.federation,
      FedSource{std::string(create.fed), guest.origin.place(), text_digest(text)},
      std::move(*model));
  host_.log("federation " + quoted(create.federation) + " created with " + quoted(create.fed) +
            " by " + guest.origin.address());
  audit(AuditEvent::Kind::create, guest, create.federation);
  accept(guest, record);
}

// Warns of another FED, because most federates create the federation and join an existing one. Its
// object model could surprise them.
void FrontDesk::refuse_existing(Guest& guest, const wire::Record& record, const Authority& present,
                                const wire::CreateFederationExecution& create, bool is_other_fed) {
  const std::string exists =
      "a federation execution " + quoted(create.federation) + " exists already";
  guest.other_fed.reset();
  if (!is_other_fed) {
    refuse(guest, record, wire::ErrorCode::FederationExecutionAlreadyExists, exists);
    return;
  }
  const FedSource& source = present.fed_source();
  const std::string in_force = "the FED in force in federation " + quoted(create.federation) +
                               " is " + quoted(source.name) + " of " + source.creator + ", not " +
                               quoted(create.fed) + " of " + guest.origin.place() +
                               ", which differs";
  guest.other_fed = {std::string(create.federation), present.model_fingerprint(), in_force};
  host_.log_warning(in_force);
  refuse(guest, record, wire::ErrorCode::FederationExecutionAlreadyExists, exists + "; " + in_force,
         in_force);
}

// Compares the meaning of two FEDs that differ in their text. An unreadable FED counts as different
// if the peer sent its text.
bool FrontDesk::is_other_fed(const Authority& present,
                             const wire::CreateFederationExecution& create,
                             const wire::Result<core::ObjectModel>& model) {
  if (!model) return create.has_fed_text;
  return core::fingerprint(*model) != present.model_fingerprint();
}

// The first requester that is still connected creates the federation. For the others it exists
// already.
void FrontDesk::receive_fed_model(std::uint64_t ticket, wire::Result<core::ObjectModel> model) {
  auto node = creations_.extract(ticket);
  if (node.empty()) return;
  const Creation creation = std::move(node.mapped());
  auto record = wire::parse_record(creation.request);
  const auto create = wire::decode<wire::CreateFederationExecution>(record->payload);
  bool has_created = false;
  for (const Requester& by : creation.requesters) {
    const auto at = guests_.find(by.guest);
    if (at == guests_.end()) continue;
    record->header = by.header;
    const Authority* const present = host_.find(create->federation);
    try {
      if (has_created) {
        refuse_existing(at->second, *record, *present, *create, false);
      } else {
        create_federation(at->second, *record, *create, model);
        has_created = present == nullptr && host_.find(create->federation) != nullptr;
      }
    } catch (const std::exception& exception) {
      // The model may have been moved away, so the others receive the same error.
      model = wire::error(wire::ErrorCode::RTIinternalError,
                          "the RTIG cannot create federation execution " +
                              quoted(create->federation) + ": " + exception.what());
      refuse(at->second, *record, model.error().code, model.error().text);
    }
  }
}

}  // namespace triad::rtig
