#include "tools/keys/site_folder.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <fstream>

#include "files/regular_file.hpp"

namespace triad::keys {
namespace {

class Site : public testing::Test {
 protected:
  Site() {
    std::string pattern = std::filesystem::temp_directory_path() / "triad-keys-XXXXXX";
    root_ = ::mkdtemp(pattern.data());
    folder_path = root_ / "keys";
  }
  ~Site() override { std::filesystem::remove_all(root_); }

  static Lifetime days(std::time_t from, std::time_t until) {
    const std::time_t now = std::time(nullptr);
    return {now + from * 86400, now + until * 86400};
  }
  transport::TlsFiles add(const Subject& subject) {
    const auto files = folder().add(subject, days(-1, 10), false);
    EXPECT_TRUE(files.has_value()) << (files ? "" : files.error().text);
    return files ? *files : transport::TlsFiles{};
  }
  SiteFolder folder() const { return SiteFolder(folder_path); }
  static mode_t mode_of(const std::filesystem::path& file) {
    struct stat status {};
    EXPECT_EQ(::stat(file.c_str(), &status), 0) << file;
    return status.st_mode & 0777;
  }
  static void expect_fault(const std::optional<std::string>& fault, const std::string& part) {
    ASSERT_TRUE(fault.has_value());
    EXPECT_NE(fault->find(part), std::string::npos) << *fault;
  }
  template <class T>
  static void expect_error(const wire::Result<T>& result, const std::string& part) {
    ASSERT_TRUE(result.has_error());
    EXPECT_NE(result.error().text.find(part), std::string::npos) << result.error().text;
  }

  std::filesystem::path folder_path;

 private:
  std::filesystem::path root_;
};

TEST_F(Site, KeepsItsPrivateFilesPrivate) {
  ASSERT_TRUE(folder().init("lab", days(-1, 10)).has_value());
  const auto files = add({Role::user, "anna"});
  EXPECT_EQ(mode_of(folder_path), 0700U);
  EXPECT_EQ(mode_of(folder_path / "authority.key"), 0600U);
  EXPECT_EQ(mode_of(files.key), 0600U);
  EXPECT_EQ(mode_of(files.certificate), 0644U);
  EXPECT_EQ(mode_of(folder().add_psk("hall", false)->psk), 0600U);
}

TEST_F(Site, FindsNoFaultInWhatItMakes) {
  ASSERT_TRUE(folder().init("lab", days(-1, 10)).has_value());
  EXPECT_EQ(check_files(add({Role::user, "anna"}), ""), std::nullopt);
  const auto host = add({Role::host, "ws1", {"ws1", "10.0.0.1", "fe80::1"}});
  EXPECT_EQ(check_files(host, "ws1"), std::nullopt);
  EXPECT_EQ(check_files(host, "10.0.0.1"), std::nullopt);
  EXPECT_EQ(check_files(host, "fe80::1"), std::nullopt);
  EXPECT_EQ(check_files(add({Role::router, "beta", {"ws2"}}), "ws2"), std::nullopt);
  EXPECT_EQ(check_files(*folder().add_psk("hall", false), ""), std::nullopt);
}

TEST_F(Site, ListsItsCertificates) {
  ASSERT_TRUE(folder().init("lab", days(-1, 10)).has_value());
  add({Role::user, "anna"});
  add({Role::host, "ws1", {"ws1", "10.0.0.1"}});
  const auto entries = folder().entries();
  ASSERT_TRUE(entries.has_value()) << entries.error().text;
  ASSERT_EQ(entries->size(), 3U);
  EXPECT_EQ((*entries)[0].principal, "lab");
  EXPECT_EQ((*entries)[1].principal, "host ws1");
  EXPECT_EQ((*entries)[1].hosts, "ws1, 10.0.0.1");
  EXPECT_EQ((*entries)[2].name, "user-anna");
  EXPECT_EQ((*entries)[2].fault, "");
}

TEST_F(Site, RevokesCertificates) {
  ASSERT_TRUE(folder().init("lab", days(-1, 10)).has_value());
  const auto anna = add({Role::user, "anna"});
  const auto ben = add({Role::user, "ben"});
  const auto eve = add({Role::user, "eve"});
  ASSERT_TRUE(folder().revoke("user-anna", days(-1, 5)).has_value());
  ASSERT_TRUE(folder().revoke("user-ben", days(-1, 5)).has_value());
  ASSERT_TRUE(folder().revoke("user-ben", days(-1, 5)).has_value()) << "a second time";
  expect_fault(check_files(anna, ""), "the certificate of \"user anna\" has been revoked");
  expect_fault(check_files(ben, ""), "the certificate of \"user ben\" has been revoked");
  EXPECT_EQ(check_files(eve, ""), std::nullopt);
}

TEST_F(Site, RevokesTheCertificatesThatOneHasReplaced) {
  ASSERT_TRUE(folder().init("lab", days(-1, 10)).has_value());
  const auto anna = add({Role::user, "anna"});
  std::filesystem::copy(anna.certificate, folder_path / "stolen.pem");
  std::filesystem::copy(anna.key, folder_path / "stolen.key");
  transport::TlsFiles stolen = anna;
  stolen.certificate = folder_path / "stolen.pem";
  stolen.key = folder_path / "stolen.key";
  ASSERT_TRUE(folder().add({Role::user, "anna"}, days(-1, 10), true).has_value());
  EXPECT_EQ(check_files(stolen, ""), std::nullopt) << "valid until its date";
  ASSERT_TRUE(folder().revoke("user-anna", days(-1, 5)).has_value());
  expect_fault(check_files(stolen, ""), "the certificate of \"user anna\" has been revoked");
  expect_fault(check_files(anna, ""), "the certificate of \"user anna\" has been revoked");
}

TEST_F(Site, KeepsOtherAuthoritiesAndTheirListsWhenItRevokes) {
  ASSERT_TRUE(folder().init("lab", days(-1, 10)).has_value());
  const SiteFolder other(folder_path / "other");
  ASSERT_TRUE(other.init("hall", days(-1, 10)).has_value());
  const auto carl = other.add({Role::user, "carl"}, days(-1, 10), false).value();
  const auto dora = other.add({Role::user, "dora"}, days(-1, 10), false).value();
  ASSERT_TRUE(other.revoke("user-carl", days(-1, 5)).has_value());

  const auto anna = add({Role::user, "anna"});
  const auto ben = add({Role::user, "ben"});
  ASSERT_TRUE(folder().revoke("user-anna", days(-1, 5)).has_value());
  // The other authority's certificate and list stand before those of this one.
  const auto own = files::read_regular_file(anna.authorities, 1 << 20).value();
  const auto foreign = files::read_regular_file(carl.authorities, 1 << 20).value();
  std::ofstream(anna.authorities) << foreign << own;
  ASSERT_TRUE(folder().revoke("user-ben", days(-1, 5)).has_value());

  const auto here = [&](transport::TlsFiles files) {
    files.authorities = anna.authorities;
    return check_files(files, "");
  };
  expect_fault(here(anna), "the certificate of \"user anna\" has been revoked");
  expect_fault(here(ben), "the certificate of \"user ben\" has been revoked");
  expect_fault(here(carl), "the certificate of \"user carl\" has been revoked");
  EXPECT_EQ(here(dora), std::nullopt);
}

TEST_F(Site, SaysWhatIsWrongWithFiles) {
  ASSERT_TRUE(folder().init("lab", days(-1, 10)).has_value());
  const auto expired = folder().add({Role::user, "old"}, days(-3, -1), false);
  expect_fault(check_files(*expired, ""), "the certificate expired on ");
  const auto later = folder().add({Role::user, "young"}, days(1, 3), false);
  expect_fault(check_files(*later, ""), "is not valid before ");
  auto files = add({Role::host, "ws1", {"ws1"}});
  expect_fault(check_files(files, "ws2"), "is for ws1 and not for ws2");
  expect_fault(check_files(add({Role::user, "anna"}), "ws1"), "\"user anna\"");
  ::chmod(files.key.c_str(), 0640);
  expect_fault(check_files(files, "ws1"), "run chmod 600 " + files.key);
  files.key = folder_path / "user-anna.key";
  expect_fault(check_files(files, "ws1"), "it is not the key of the certificate in");
}

TEST_F(Site, DoesNotReplaceFilesUnasked) {
  ASSERT_TRUE(folder().init("lab", days(-1, 10)).has_value());
  expect_error(folder().init("lab", days(-1, 10)), "has an authority already");
  add({Role::user, "anna"});
  expect_error(folder().add({Role::user, "anna"}, days(-1, 10), false), "--renew");
  EXPECT_TRUE(folder().add({Role::user, "anna"}, days(-1, 10), true).has_value());
  ASSERT_TRUE(folder().add_psk("hall", false).has_value());
  expect_error(folder().add_psk("hall", false), "--renew");
}

TEST_F(Site, TellsKeysAndCertificatesApart) {
  ASSERT_TRUE(folder().init("lab", days(-1, 10)).has_value());
  ASSERT_TRUE(folder().add_psk("user-bob", false).has_value());
  expect_error(folder().add({Role::user, "bob"}, days(-1, 10), false), "choose another one");
  add({Role::user, "anna"});
  expect_error(folder().add_psk("user-anna", false), "choose another one");
}

TEST_F(Site, RefusesNamesThatAreNoFileNames) {
  ASSERT_TRUE(folder().init("lab", days(-1, 10)).has_value());
  for (const char* name : {"", "../anna", "a/b", ".anna", "-x", "an na", "a\nb"}) {
    expect_error(folder().add({Role::user, name}, days(-1, 10), false), "cannot be a name");
    expect_error(folder().add_psk(name, false), "cannot be a name");
    expect_error(folder().files_of(name), "cannot be a name");
  }
}

TEST_F(Site, NeedsAnAuthority) {
  expect_error(folder().add({Role::user, "anna"}, days(-1, 10), false),
               "has no authority; make one: rtictl keys init");
  ASSERT_TRUE(folder().init("lab", days(-1, 10)).has_value());
  expect_error(folder().revoke("user-anna", days(-1, 10)), "has no user-anna");
}

}  // namespace
}  // namespace triad::keys
