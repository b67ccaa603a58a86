// See test_site.hpp.
#include "transport/conformance/test_site.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <fstream>

namespace triad::transport {

TestSite::TestSite(const std::string& authority) {
  std::string pattern = std::filesystem::temp_directory_path() / "triad-site-XXXXXX";
  folder_ = ::mkdtemp(pattern.data());
  const std::time_t now = std::time(nullptr);
  authority_ = keys::make_authority(authority, {now - 86400, now + 86400}).value();
  authorities_ = write("authorities.pem", authority_.certificate);
}

TestSite::~TestSite() {
  std::filesystem::remove_all(folder_);
}

std::string TestSite::write(const std::string& name, const std::string& text) {
  std::string file = folder_ / name;
  std::ofstream(file) << text;
  ::chmod(file.c_str(), S_IRUSR | S_IWUSR);
  return file;
}

TlsFiles TestSite::make_files(const keys::Subject& subject, std::time_t from, std::time_t until) {
  const std::time_t now = std::time(nullptr);
  const keys::KeyPair pair =
      keys::make_certificate(authority_, subject, {now + from, now + until}).value();
  const std::string stem = subject.name + std::to_string(++count_);
  return {.certificate = write(stem + ".pem", pair.certificate),
          .key = write(stem + ".key", pair.key),
          .authorities = authorities_,
          .psk = {}};
}

TlsFiles TestSite::make_psk_files(const std::string& text) {
  return {.certificate = {},
          .key = {},
          .authorities = {},
          .psk = write("psk" + std::to_string(++count_), text)};
}

std::shared_ptr<TlsIdentity> identity_of(const TlsFiles& files) {
  auto identity = load_tls_identity(files);
  if (identity) return *identity;
  ADD_FAILURE() << identity.error().text;
  return nullptr;
}

std::shared_ptr<TlsIdentity> loopback_identity() {
  static const std::shared_ptr<TlsIdentity> kIdentity = [] {
    TestSite site;
    return identity_of(
        site.make_files({keys::Role::router, "loopback", {"127.0.0.1", "::1", "localhost"}}));
  }();
  return kIdentity;
}

}  // namespace triad::transport
