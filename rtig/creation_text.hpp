// Access to the FED text in a request to create a federation. Used by FrontDesk.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>

#include "wire/messages/federation_messages.hpp"

namespace triad::rtig {

inline std::optional<std::string_view> fed_text_of(const wire::CreateFederationExecution& create) {
  if (!create.has_fed_text) return std::nullopt;
  return std::string_view(reinterpret_cast<const char*>(create.fed_text.data()),
                          create.fed_text.size());
}

// Returns zero if there is no text.
inline std::size_t text_digest(std::optional<std::string_view> text) {
  return text ? std::hash<std::string_view>()(*text) : 0;
}

}  // namespace triad::rtig
