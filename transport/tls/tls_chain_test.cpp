// Certificates that `rtictl keys` does not make: below an intermediate authority, of another site's
// names, and with weak keys.
#include <gtest/gtest.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <poll.h>

#include <ctime>
#include <string>
#include <utility>
#include <vector>

#include "transport/conformance/test_site.hpp"
#include "transport/connect.hpp"
#include "transport/tls/openssl_handles.hpp"

namespace triad::transport {
namespace {

using Extensions = std::vector<std::pair<int, const char*>>;
const Extensions kOfAuthority{{NID_basic_constraints, "critical,CA:TRUE"},
                              {NID_key_usage, "critical,keyCertSign,cRLSign"}};
const Extensions kOfUser{{NID_basic_constraints, "critical,CA:FALSE"},
                         {NID_ext_key_usage, "clientAuth"}};

OpensslPtr<BIO> reader_of(const std::string& text) {
  return OpensslPtr<BIO>(::BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

std::string text_of(BIO* bio) {
  char* bytes = nullptr;
  const long count = BIO_get_mem_data(bio, &bytes);
  return {bytes, static_cast<std::size_t>(count)};
}

// Makes a certificate with this common name. `issuer`: null for one that signs itself.
keys::KeyPair certified(const char* name, const Extensions& extensions, const keys::KeyPair* issuer,
                        EVP_PKEY* key_given = nullptr) {
  const OpensslPtr<EVP_PKEY> made(
      key_given == nullptr ? ::EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519") : nullptr);
  EVP_PKEY* const key = key_given == nullptr ? made.get() : key_given;
  const OpensslPtr<X509> own(::X509_new());
  static long serial = 0;
  ::ASN1_INTEGER_set(::X509_get_serialNumber(own.get()), ++serial);
  ::X509_set_version(own.get(), X509_VERSION_3);
  ::X509_gmtime_adj(::X509_getm_notBefore(own.get()), -60);
  ::X509_gmtime_adj(::X509_getm_notAfter(own.get()), 3600);
  ::X509_NAME_add_entry_by_txt(::X509_get_subject_name(own.get()), "CN", MBSTRING_UTF8,
                               reinterpret_cast<const unsigned char*>(name), -1, -1, 0);
  ::X509_set_pubkey(own.get(), key);
  OpensslPtr<X509> above;
  OpensslPtr<EVP_PKEY> signer;
  if (issuer != nullptr) {
    above.reset(
        ::PEM_read_bio_X509(reader_of(issuer->certificate).get(), nullptr, nullptr, nullptr));
    signer.reset(
        ::PEM_read_bio_PrivateKey(reader_of(issuer->key).get(), nullptr, nullptr, nullptr));
  }
  ::X509_set_issuer_name(own.get(), ::X509_get_subject_name(above ? above.get() : own.get()));
  for (const auto& [id, value] : extensions) {
    X509_EXTENSION* const extension = ::X509V3_EXT_conf_nid(nullptr, nullptr, id, value);
    ::X509_add_ext(own.get(), extension, -1);
    ::X509_EXTENSION_free(extension);
  }
  const bool is_ed25519 = ::EVP_PKEY_get_id(signer ? signer.get() : key) == EVP_PKEY_ED25519;
  ::X509_sign(own.get(), signer ? signer.get() : key, is_ed25519 ? nullptr : ::EVP_sha256());
  const OpensslPtr<BIO> certificate(::BIO_new(::BIO_s_mem()));
  const OpensslPtr<BIO> secret(::BIO_new(::BIO_s_mem()));
  ::PEM_write_bio_X509(certificate.get(), own.get());
  ::PEM_write_bio_PrivateKey(secret.get(), key, nullptr, nullptr, 0, nullptr, nullptr);
  return {text_of(certificate.get()), text_of(secret.get())};
}

class TlsChain : public testing::Test {
 protected:
  // Returns the principal that a listener with these authorities finds, or its refusal.
  std::string outcome(const keys::KeyPair& client, const std::string& chain,
                      const std::string& authorities) {
    TlsFiles server = site.make_files({keys::Role::host, "ws1", {"127.0.0.1"}});
    server.authorities = site.write("all.pem", authorities);
    LinkOptions options;
    options.tls = identity_of(server);
    const auto listener = listen(parse_url("tls://127.0.0.1:0").value(), options).value();
    options.tls = identity_of({.certificate = site.write("client.pem", client.certificate + chain),
                               .key = site.write("client.key", client.key),
                               .authorities = site.authorities_file(),
                               .psk = {}});
    const auto link =
        connect(parse_url(listener->url()).value(), std::chrono::seconds(60), options);
    for (;;) {
      const auto peer = listener->accept();
      if (!peer) return peer.error().text;
      if (*peer != nullptr) return (*peer)->principal().text();
      pollfd entry{listener->descriptor(), POLLIN, 0};
      ::poll(&entry, 1, -1);
    }
  }
  static std::string empty_list_of(const keys::KeyPair& authority) {
    const std::time_t now = std::time(nullptr);
    const keys::KeyPair other = certified("another", kOfUser, &authority);
    return keys::revoke(authority, "", other.certificate, {now - 60, now + 3600}).value();
  }

  TestSite site;
};

TEST_F(TlsChain, RefusesACertificateBelowARevokedAuthority) {
  const keys::KeyPair root = certified("root", kOfAuthority, nullptr);
  const keys::KeyPair below = certified("below", kOfAuthority, &root);
  const keys::KeyPair user = certified("anna", kOfUser, &below);
  const std::string lists = empty_list_of(below);
  EXPECT_EQ(outcome(user, below.certificate, root.certificate + lists), "certificate anna")
      << "the root needs no list";
  const std::time_t now = std::time(nullptr);
  const std::string with_list =
      keys::revoke(root, root.certificate, below.certificate, {now - 60, now + 3600}).value();
  const std::string line = outcome(user, below.certificate, with_list + lists);
  EXPECT_NE(line.find("the certificate of \"below\" has been revoked"), std::string::npos) << line;
}

TEST_F(TlsChain, RequiresAListOfTheIssuerOnceThereIsOne) {
  const keys::KeyPair root = certified("root", kOfAuthority, nullptr);
  const keys::KeyPair other = certified("other root", kOfAuthority, nullptr);
  const keys::KeyPair user = certified("anna", kOfUser, &root);
  const std::string line =
      outcome(user, "", root.certificate + other.certificate + empty_list_of(other));
  EXPECT_NE(line.find("has no current revocation list of the authority"), std::string::npos)
      << line;
}

TEST_F(TlsChain, DoesNotTakeACommonNameForARole) {
  const keys::KeyPair root = certified("root", kOfAuthority, nullptr);
  for (const char* const name : {"user anna", "router beta", "key lab", "uid 0", "anonymous"}) {
    EXPECT_EQ(outcome(certified(name, kOfUser, &root), "", root.certificate),
              std::string("certificate ") + name);
  }
}

TEST_F(TlsChain, RefusesAWeakCertificateOfThisProgramWhenItIsRead) {
  const OpensslPtr<EVP_PKEY> weak(
      ::EVP_PKEY_Q_keygen(nullptr, nullptr, "RSA", static_cast<std::size_t>(512)));
  ASSERT_NE(weak, nullptr);
  const keys::KeyPair own = certified("weak", kOfAuthority, nullptr, weak.get());
  const auto identity = load_tls_identity({.certificate = site.write("weak.pem", own.certificate),
                                           .key = site.write("weak.key", own.key),
                                           .authorities = site.authorities_file(),
                                           .psk = {}});
  ASSERT_TRUE(identity.has_error());
  EXPECT_NE(identity.error().text.find("OpenSSL does not accept it: ee key too small"),
            std::string::npos)
      << identity.error().text;
}

}  // namespace
}  // namespace triad::transport
