#include "policy/principal.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace triad::policy {

namespace {

using Kind = Principal::Kind;

constexpr std::array kNamedKinds{Kind::host,        Kind::user, Kind::router,
                                 Kind::certificate, Kind::key,  Kind::uid};

std::optional<Kind> kind_of(std::string_view word) {
  const auto* const found = std::ranges::find(kNamedKinds, word, &name_of);
  if (found == kNamedKinds.end()) return std::nullopt;
  return *found;
}

Principal make(Kind kind, std::string_view name) {
  if (name.empty() || name.size() > kPrincipalNameBytesMax) return {};
  return {kind, std::string(name)};
}

// Parses "1000" or "1000 (anna)".
Principal parse_uid(std::string_view text) {
  std::uint32_t uid = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, fault] = std::from_chars(text.data(), end, uid);
  if (fault != std::errc()) return {};
  std::string_view login(rest, static_cast<std::size_t>(end - rest));
  if (login.empty()) return uid_principal(uid, {});
  if (!login.starts_with(" (") || !login.ends_with(')')) return {};
  login.remove_prefix(2);
  login.remove_suffix(1);
  return uid_principal(uid, login);
}

}  // namespace

std::string_view name_of(Kind kind) {
  switch (kind) {
    case Kind::host:
      return "host";
    case Kind::user:
      return "user";
    case Kind::router:
      return "router";
    case Kind::certificate:
      return "certificate";
    case Kind::key:
      return "key";
    case Kind::uid:
      return "uid";
    case Kind::anonymous:
      break;
  }
  return "anonymous";
}

std::string Principal::subject() const {
  std::string subject(name_of(kind));
  return is_anonymous() ? subject : subject + " " + name;
}

std::string Principal::text() const {
  return login.empty() ? subject() : subject() + " (" + login + ")";
}

Principal certificate_principal(std::string_view role, std::string_view name) {
  const auto kind = kind_of(role);
  const bool is_role = kind == Kind::host || kind == Kind::user || kind == Kind::router;
  return make(is_role ? *kind : Kind::certificate, name);
}

Principal key_principal(std::string_view name) {
  return make(Kind::key, name);
}

Principal uid_principal(std::uint32_t uid, std::string_view login) {
  return {Kind::uid, std::to_string(uid), std::string(login.substr(0, kPrincipalNameBytesMax))};
}

Principal parse_principal(std::string_view text) {
  const std::size_t space = text.find(' ');
  if (space == text.npos) return {};
  const auto kind = kind_of(text.substr(0, space));
  const std::string_view name = text.substr(space + 1);
  if (!kind) return {};
  return *kind == Kind::uid ? parse_uid(name) : make(*kind, name);
}

}  // namespace triad::policy
