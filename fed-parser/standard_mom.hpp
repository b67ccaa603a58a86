// Adds the classes that HLA 1.3 requires in every object model: RTIprivate and the MOM
// (Manager...). Classes already in the model stay unchanged. The missing ones follow the file's own
// classes, which so keep their handles.
#pragma once

#include "core/object_model.hpp"

namespace triad::fed {

inline constexpr std::size_t kStandardObjectClasses = 4;
inline constexpr std::size_t kStandardInteractionClasses = 67;

void add_standard_classes(core::ObjectModel& model);

}  // namespace triad::fed
