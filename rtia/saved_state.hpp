// An RTIA's part of a save: what its Membership knows beyond what the RTIG keeps for all. Each
// service group saves its own state, whose description (core/saved.hpp) is what is written; this is
// what belongs to no group. What a call in progress keeps is not saved, for none is in progress,
// nor is what follows from the links (who is held, how far streams have been read), which begins
// anew. Made and taken in by saved_state.cpp. Private to rtia/.
#pragma once

#include <map>
#include <string>

#include "core/saved.hpp"
#include "rtia/known_instances.hpp"
#include "rtia/registering.hpp"
#include "wire/messages/object_messages.hpp"
#include "wire/record.hpp"

namespace triad::rtia {

struct SavedMembership {
  wire::Position position = 0;  // of the last record sent
  wire::Position regulation_logged_at = 0;
  Registering registering;
  InteractionPreferences interactions;
  std::map<std::string, bool, std::less<>> announced;
};
TRIAD_SAVED(SavedMembership,
            (position, regulation_logged_at, registering, interactions, announced));

// Whether the bytes are one record that decodes: nobody checks it again when its callback is made.
bool decodes(wire::Bytes saved_record);

}  // namespace triad::rtia
