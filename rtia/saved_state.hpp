// An RTIA's part of a save: state of its Membership beyond that of the RTIG. Each service group
// saves its own state, as described by TRIAD_SAVED (core/saved.hpp). State of a call in progress is
// not saved, because none is in progress. State of links (senders held, positions read) begins
// again after a restore. Written and read by saved_state.cpp. Private to rtia/.
#pragma once

#include "wire/record.hpp"

namespace triad::rtia {

// Returns whether the bytes are one record that decodes. The record is not checked again when its
// callback is made.
bool is_decodable(wire::Bytes saved_record);

}  // namespace triad::rtia
