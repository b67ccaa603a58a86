// Creates federations. If a FED file takes long to read, the host reads it in the background, and
// the request is answered afterwards. Other federations continue meanwhile.
#include <algorithm>
#include <exception>
#include <memory>
#include <string>
#include <utility>

#include "rtig/creation_text.hpp"
#include "rtig/gateway/federation_execution.hpp"
#include "rtig/gateway/rtig.hpp"
#include "wire/harmless_text.hpp"

namespace triad::rtig {

using wire::quoted;

// Returns false if the FED must be read at once.
bool Rtig::begin_fed_reading(const Peer& peer, const wire::Record& record,
                             const wire::CreateFederationExecution& create) {
  for (const auto& [ticket, creation] : creations_) {
    if (std::ranges::find(creation.requesters, peer.link, &Requester::link) ==
        creation.requesters.end())
      continue;
    expel(peer.link, "sent a request before the reply to the last one");
    return true;
  }
  const std::size_t digest = text_digest(fed_text_of(create));
  for (auto& [ticket, creation] : creations_) {
    if (creation.federation != create.federation || creation.fed != create.fed ||
        creation.text_digest != digest) {
      continue;
    }
    creation.requesters.push_back({peer.link, record.header});
    return true;
  }
  const std::uint64_t ticket = ++last_creation_;
  Creation& creation = creations_[ticket];
  creation = {std::string(create.federation),
              std::string(create.fed),
              digest,
              wire::Buffer(record.frame.begin(), record.frame.end()),
              {{peer.link, record.header}}};
  const auto kept = wire::parse_record(creation.request);
  const auto kept_create = wire::decode<wire::CreateFederationExecution>(kept->payload);
  auto reading = Downlinks::FedReading::too_many;
  try {
    reading = downlinks_.read_fed(ticket, peer.link, kept_create->fed, fed_text_of(*kept_create));
  } catch (...) {
    creations_.erase(ticket);  // or equal requests would wait for it forever
    throw;
  }
  switch (reading) {
    case Downlinks::FedReading::begun:
      return true;
    case Downlinks::FedReading::too_many:
      creations_.erase(ticket);
      refuse(peer, record, wire::ErrorCode::RTIinternalError,
             "too many FED files wait to be read by the RTIG: create the federation later");
      return true;
    case Downlinks::FedReading::read_directly:
      break;
  }
  creations_.erase(ticket);
  return false;
}

// Takes `model` only if it creates a federation with it.
void Rtig::create_federation(Peer& peer, const wire::Record& record,
                             const wire::CreateFederationExecution& create,
                             Result<core::ObjectModel>& model) {
  const auto text = fed_text_of(create);
  if (const auto* present = find(create.federation)) {
    const bool is_same_text =
        text && text_digest(text) == present->authority().fed_source().text_digest;
    return refuse_existing(peer, record, *present, create,
                           !is_same_text && is_other_fed(*present, create, model));
  }
  if (!model) {
    // The federate searched its own machine before.
    const std::string where =
        create.has_fed_text ? "" : " (on " + options_.host + ", where the RTIG runs)";
    refuse(peer, record, model.error().code, model.error().text + where);
    return;
  }
  if (has_too_many_unused_models()) {
    return refuse(peer, record, wire::ErrorCode::RTIinternalError,
                  "the object models of federations without members have more than " +
                      std::to_string(kUnusedModelsMax >> 20) + " MB: destroy some of them first");
  }
  federations_.emplace(
      create.federation,
      std::make_unique<FederationExecution>(
          static_cast<Clients&>(*this), downlinks_, options_, now_, std::string(create.federation),
          FedSource{std::string(create.fed), peer.origin.place(), text_digest(text)},
          std::move(*model)));
  downlinks_.log("federation " + quoted(create.federation) + " created with " + quoted(create.fed) +
                 " by " + peer.origin.address());
  accept(peer, record);
}

// Warns of another FED, because most federates create the federation and join an existing one. Its
// object model could surprise them.
void Rtig::refuse_existing(Peer& peer, const wire::Record& record,
                           const FederationExecution& present,
                           const wire::CreateFederationExecution& create, bool is_other_fed) {
  const std::string exists =
      "a federation execution " + quoted(create.federation) + " exists already";
  peer.other_fed.reset();
  if (!is_other_fed) {
    refuse(peer, record, wire::ErrorCode::FederationExecutionAlreadyExists, exists);
    return;
  }
  const FedSource& source = present.authority().fed_source();
  const std::string in_force = "the FED in force in federation " + quoted(create.federation) +
                               " is " + quoted(source.name) + " of " + source.creator + ", not " +
                               quoted(create.fed) + " of " + peer.origin.place() +
                               ", which differs";
  peer.other_fed = {std::string(create.federation), present.authority().model_fingerprint(),
                    in_force};
  downlinks_.log_warning(in_force);
  refuse(peer, record, wire::ErrorCode::FederationExecutionAlreadyExists, exists + "; " + in_force,
         in_force);
}

// Compares the meaning of two FEDs that differ in their text. An unreadable FED counts as different
// if the peer sent its text.
bool Rtig::is_other_fed(const FederationExecution& present,
                        const wire::CreateFederationExecution& create,
                        const Result<core::ObjectModel>& model) {
  if (!model) return create.has_fed_text;
  return core::fingerprint(*model) != present.authority().model_fingerprint();
}

bool Rtig::has_too_many_unused_models() const {
  std::size_t bytes = 0;
  for (const auto& [name, federation] : federations_) {
    if (federation->authority().empty()) bytes += federation->authority().model_bytes();
  }
  return bytes > kUnusedModelsMax;
}

// The first requester that is still connected creates the federation. For the others it exists
// already.
void Rtig::receive_fed_model(std::uint64_t ticket, Result<core::ObjectModel> model) {
  auto node = creations_.extract(ticket);
  if (node.empty()) return;
  const Creation creation = std::move(node.mapped());
  auto record = wire::parse_record(creation.request);
  const auto create = wire::decode<wire::CreateFederationExecution>(record->payload);
  bool has_created = false;
  for (const Requester& by : creation.requesters) {
    const auto at = peers_.find(by.link);
    if (at == peers_.end() || at->second.vacated) continue;
    record->header = by.header;
    const FederationExecution* const present = find(create->federation);
    try {
      if (has_created) {
        refuse_existing(at->second, *record, *present, *create, false);
      } else {
        create_federation(at->second, *record, *create, model);
        has_created = present == nullptr && find(create->federation) != nullptr;
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
