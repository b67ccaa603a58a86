// A site for tests of tls://: an authority, and files of identities below it, in a folder that the
// object removes.
#pragma once

#include <ctime>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "tools/keys/certificates.hpp"
#include "transport/tls/tls.hpp"

namespace triad::transport {

class TestSite {
 public:
  explicit TestSite(const std::string& authority = "test site");
  ~TestSite();
  TestSite(const TestSite&) = delete;
  TestSite& operator=(const TestSite&) = delete;

  // Makes a certificate and its key, and returns their files. Times are seconds from now.
  TlsFiles make_files(const keys::Subject& subject, std::time_t from = -60,
                      std::time_t until = 3600);
  // Makes a file of pre-shared keys.
  TlsFiles make_psk_files(const std::string& text);
  // Writes a file in the site's folder, for its owner alone, and returns its path.
  std::string write(const std::string& name, const std::string& text);

  [[nodiscard]] const keys::KeyPair& authority() const { return authority_; }
  [[nodiscard]] const std::string& authorities_file() const { return authorities_; }

 private:
  std::filesystem::path folder_;
  keys::KeyPair authority_;
  std::string authorities_;
  int count_ = 0;
};

// Returns the identity of the files; fails the test otherwise.
std::shared_ptr<TlsIdentity> identity_of(const TlsFiles& files);

// Returns an identity that can listen and connect at 127.0.0.1, ::1 and localhost. Made once for
// each process.
std::shared_ptr<TlsIdentity> loopback_identity();

}  // namespace triad::transport
