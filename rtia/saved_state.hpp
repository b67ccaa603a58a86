// An RTIA's part of a save: what its Membership knows beyond what the RTIG keeps for all. Each
// service group saves its own state, whose description (core/saved.hpp) is what is written. What a
// call in progress keeps is not saved, for none is in progress, nor is what follows from the links
// (who is held, how far streams have been read), which begins anew. Made and taken in by
// saved_state.cpp. Private to rtia/.
#pragma once

#include "wire/record.hpp"

namespace triad::rtia {

// Whether the bytes are one record that decodes: nobody checks it again when its callback is made.
bool decodes(wire::Bytes saved_record);

}  // namespace triad::rtia
