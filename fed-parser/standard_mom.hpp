// The classes that HLA 1.3 itself puts into every object model: RTIprivate and the MOM
// (Manager...). A model that has some of them keeps those as they are and gets the missing ones,
// behind all of the file's own classes, so that those keep their handles.
#pragma once

#include "core/object_model.hpp"

namespace triad::fed {

inline constexpr std::size_t kStandardObjectClasses = 4;
inline constexpr std::size_t kStandardInteractionClasses = 67;

void add_standard_classes(core::ObjectModel& model);

}  // namespace triad::fed
