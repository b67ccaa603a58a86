// SiteFolder: the folder in which an administrator keeps the keys of a site. It has the site's
// authority, and certificates and pre-shared keys in files named after their owners. Private files
// have mode 0600, and a new file replaces an old one as a whole.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/keys/certificates.hpp"
#include "transport/tls/tls.hpp"
#include "wire/error.hpp"

namespace triad::keys {

// A certificate of the folder.
struct Entry {
  std::string name;       // of its files, such as "user-anna"
  std::string principal;  // "user anna"
  std::string hosts;      // "ws1, 10.0.0.1"; empty: none
  std::string from;       // dates
  std::string until;
  std::string fault;  // empty: none
};

class SiteFolder {
 public:
  explicit SiteFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // Makes the site's authority, and the folder if it is missing. Fails if the folder has an
  // authority.
  wire::Result<void> init(const std::string& site, Lifetime lifetime) const;
  // Makes a certificate and returns its files. Fails if there is one, unless `renew` is set.
  wire::Result<transport::TlsFiles> add(const Subject& subject, Lifetime lifetime,
                                        bool renew) const;
  // Makes a file with a new pre-shared key. Fails if the file exists, unless `renew` is set. Fails
  // if a certificate has the name.
  wire::Result<transport::TlsFiles> add_psk(const std::string& name, bool renew) const;
  // Adds a certificate, such as "user-anna", and those that it replaced, to the revocation list in
  // the file of authorities. `lifetime`: time in which the list is current.
  wire::Result<void> revoke(const std::string& name, Lifetime lifetime) const;
  // Returns all certificates, sorted by name.
  [[nodiscard]] wire::Result<std::vector<Entry>> entries() const;
  // Returns the files of a certificate or of a pre-shared key.
  [[nodiscard]] wire::Result<transport::TlsFiles> files_of(const std::string& name) const;

 private:
  [[nodiscard]] wire::Result<KeyPair> read_authority() const;
  [[nodiscard]] std::string path(const std::string& file) const { return folder_ / file; }
  wire::Result<void> write_pair(const std::string& name, const KeyPair& pair, bool replace) const;
  // Adds the present certificate to the file of replaced ones, which read_replaced() returns.
  wire::Result<void> keep_replaced(const std::string& name) const;
  [[nodiscard]] wire::Result<std::string> read_replaced(const std::string& name) const;

  const std::filesystem::path folder_;
};

// Checks a set of files as a peer would. `host`: name in the URL of a program that listens; empty:
// not checked. Returns the fault, or nothing.
[[nodiscard]] std::optional<std::string> check_files(const transport::TlsFiles& files,
                                                     const std::string& host);

}  // namespace triad::keys
