#include "rtig/federation_context.hpp"

#include <utility>

#include "core/object_model_wire.hpp"
#include "core/saved_federation.hpp"

namespace triad::rtig {

FederationContext::FederationContext(input::Begin begin, Outputs& outputs)
    : options_(std::move(begin.options)),
      save_store_(begin.store),
      name_(std::move(begin.federation)),
      fed_(std::move(begin.fed)),
      federation_(std::move(begin.model)),
      rules_(options_, federation_),
      writer_(outputs) {
  core::encode(federation_.model(), encoded_model_);
}

std::uint64_t FederationContext::model_fingerprint() const {
  return core::fingerprint(federation_.model());
}

}  // namespace triad::rtig
