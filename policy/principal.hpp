// Principal: the identity that a program has proved at its link. Links make it when they are
// accepted; routers pass it on; the RTIG's policy, log and audit log use it. The functions below
// are the only makers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace triad::policy {

struct Principal {
  // `host`, `user` and `router`: role in a certificate of `rtictl keys`. `certificate`: another
  // certificate. `key`: a pre-shared key. `uid`: a process on this machine.
  enum class Kind : std::uint8_t { anonymous, host, user, router, certificate, key, uid };

  Kind kind = Kind::anonymous;
  std::string name = {};   // of the certificate or key; of a uid its digits
  std::string login = {};  // login name of a uid, for people; empty: unknown

  [[nodiscard]] bool is_anonymous() const { return kind == Kind::anonymous; }
  // Returns true if TLS has proved the identity.
  [[nodiscard]] bool is_of_tls() const { return !is_anonymous() && kind != Kind::uid; }
  // Returns the identity that rules name: "user anna", "key lab", "uid 1000", "anonymous". The
  // first word is the kind, so no name can look like another kind.
  [[nodiscard]] std::string subject() const;
  // Returns the subject, and the login name of a uid: "uid 1000 (anna)".
  [[nodiscard]] std::string text() const;
  // Compares the subjects.
  friend bool operator==(const Principal& a, const Principal& b) {
    return a.kind == b.kind && a.name == b.name;
  }
};

// Limit on the length of a name. Longer ones are no identity.
inline constexpr std::size_t kPrincipalNameBytesMax = 256;
// Limit on the length of Principal::text().
inline constexpr std::size_t kPrincipalTextBytesMax = 2 * kPrincipalNameBytesMax + 32;

// Returns the words of the kinds, as in rules: "user", "anonymous".
[[nodiscard]] std::string_view name_of(Principal::Kind kind);

// Makes the identity of a certificate. `role` is its organizational unit: "host", "user" and
// "router" are kinds, any other text is not used. Anonymous if the name is empty or too long.
[[nodiscard]] Principal certificate_principal(std::string_view role, std::string_view name);
// Makes the identity of a pre-shared key.
[[nodiscard]] Principal key_principal(std::string_view name);
// Makes the identity of a process on this machine.
[[nodiscard]] Principal uid_principal(std::uint32_t uid, std::string_view login);
// Returns the principal with this text() or subject(). Anonymous if there is none.
[[nodiscard]] Principal parse_principal(std::string_view text);

}  // namespace triad::policy
