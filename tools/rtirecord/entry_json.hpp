// An entry of a recording as JSON, with the names of the object model in place of handles. Derived
// from the description of the messages, as their encoder is.
#pragma once

#include <boost/json.hpp>
#include <cstdint>

#include "recording/mcap_format.hpp"
#include "recording/recorded_message.hpp"
#include "tools/rtirecord/model_types.hpp"
#include "tools/rtirecord/recorded_file.hpp"

namespace triad::rtirecord {

// Returns the record's message. `channel` names the class. Handles remain numbers without a model.
// Values of attributes and parameters that `types` has are decoded; it may be null.
boost::json::object message_json(const wire::Record& record, const recording::Channel& channel,
                                 const FederationFacts& facts, const ModelTypes* types = nullptr);

// Returns the whole entry. `utc_ns` is the wall clock.
boost::json::object entry_json(const recording::RecordedMessage& entry,
                               const recording::Channel& channel, const FederationFacts& facts,
                               std::uint64_t utc_ns, const ModelTypes* types = nullptr);

}  // namespace triad::rtirecord
