#include "rtig/federation_context.hpp"

#include <utility>

#include "core/object_model_wire.hpp"
#include "core/saved_federation.hpp"

namespace triad::rtig {

FederationContext::FederationContext(const RtigOptions& options, SaveStore store, std::string name,
                                     FedSource fed, core::ObjectModel model, Outputs& outputs)
    : options_(options),
      save_store_(store),
      name_(std::move(name)),
      fed_(std::move(fed)),
      federation_(std::move(model)),
      rules_(options, federation_),
      writer_(outputs) {
  core::encode(federation_.model(), encoded_model_);
}

std::uint64_t FederationContext::model_fingerprint() const {
  return core::fingerprint(federation_.model());
}

}  // namespace triad::rtig
