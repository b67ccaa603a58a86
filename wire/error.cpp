#include "wire/error.hpp"

#include <array>

namespace triad::wire {

std::string_view name_of(ErrorCode code) {
#define TRIAD_NAME(name) std::string_view(#name),
  static constexpr std::array kNames{TRIAD_HLA_EXCEPTIONS(TRIAD_NAME)};
#undef TRIAD_NAME
  const auto index = static_cast<std::size_t>(code);
  return index < kNames.size() ? kNames[index] : "RTIinternalError";
}

}  // namespace triad::wire
