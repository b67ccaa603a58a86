// Makes the certificates of a site: its authority, and certificates of hosts, users and routers,
// all with Ed25519 keys. Texts in PEM format in, texts out; files are in site_folder.hpp. Used by
// `rtictl keys` and by tests.
#pragma once

#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include "wire/error.hpp"

namespace triad::keys {

enum class Role { host, user, router };
// Returns "host", "user" or "router".
[[nodiscard]] const char* name_of(Role role);

// Time in which a certificate is valid, in seconds since 1970.
struct Lifetime {
  std::time_t from = 0;
  std::time_t until = 0;
};

struct KeyPair {
  std::string certificate;
  std::string key;  // private
};

struct Subject {
  Role role = Role::user;
  std::string name;
  std::vector<std::string> hosts = {};  // host names and addresses of URLs; none for a user
};

[[nodiscard]] wire::Result<KeyPair> make_authority(const std::string& name, Lifetime lifetime);
// Makes a certificate signed by the authority.
[[nodiscard]] wire::Result<KeyPair> make_certificate(const KeyPair& authority,
                                                     const Subject& subject, Lifetime lifetime);
// Adds certificates to the authority's revocation list in a file of authorities, and returns the
// new file. `authorities`: the present file; its parts of other authorities stay.
// `certificates`: one or more. `lifetime`: time in which the list is current.
[[nodiscard]] wire::Result<std::string> revoke(const KeyPair& authority,
                                               const std::string& authorities,
                                               const std::string& certificates, Lifetime lifetime);
// Returns the line NAME:HEX of a new pre-shared key of 256 bits.
[[nodiscard]] wire::Result<std::string> make_psk(const std::string& name);

}  // namespace triad::keys
