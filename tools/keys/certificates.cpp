#include "tools/keys/certificates.hpp"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <arpa/inet.h>

#include <array>
#include <memory>
#include <utility>

namespace triad::keys {

namespace {

struct Free {
  void operator()(X509* object) const { ::X509_free(object); }
  void operator()(X509_CRL* object) const { ::X509_CRL_free(object); }
  void operator()(X509_EXTENSION* object) const { ::X509_EXTENSION_free(object); }
  void operator()(X509_REVOKED* object) const { ::X509_REVOKED_free(object); }
  void operator()(EVP_PKEY* object) const { ::EVP_PKEY_free(object); }
  void operator()(BIO* object) const { ::BIO_free_all(object); }
  void operator()(ASN1_TIME* object) const { ::ASN1_TIME_free(object); }
};
template <class T>
using Ptr = std::unique_ptr<T, Free>;

wire::Error failure(const std::string& action) {
  const char* const reason = ::ERR_reason_error_string(::ERR_peek_last_error());
  ::ERR_clear_error();
  return wire::error(wire::ErrorCode::RTIinternalError,
                     action + " failed" + (reason == nullptr ? "" : std::string(": ") + reason));
}

Ptr<BIO> reader_of(const std::string& text) {
  return Ptr<BIO>(::BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

std::string text_of(BIO* bio) {
  char* bytes = nullptr;
  const long count = BIO_get_mem_data(bio, &bytes);
  return {bytes, static_cast<std::size_t>(count)};
}

Ptr<X509> read_certificate(const std::string& pem) {
  return Ptr<X509>(::PEM_read_bio_X509(reader_of(pem).get(), nullptr, nullptr, nullptr));
}

Ptr<EVP_PKEY> read_key(const std::string& pem) {
  return Ptr<EVP_PKEY>(::PEM_read_bio_PrivateKey(reader_of(pem).get(), nullptr, nullptr, nullptr));
}

// The certificate that is being made, with its key.
struct Draft {
  Ptr<EVP_PKEY> key;
  Ptr<X509> certificate;
};

bool set_serial_number(X509* certificate) {
  std::array<unsigned char, 16> bytes{};
  if (::RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1) return false;
  bytes[0] = static_cast<unsigned char>((bytes[0] & 0x7f) | 0x40);
  BIGNUM* const number = ::BN_bin2bn(bytes.data(), static_cast<int>(bytes.size()), nullptr);
  const bool is_set = ::BN_to_ASN1_INTEGER(number, ::X509_get_serialNumber(certificate)) != nullptr;
  ::BN_free(number);
  return is_set;
}

bool add_name_entry(X509_NAME* name, const char* field, const std::string& value) {
  return ::X509_NAME_add_entry_by_txt(name, field, MBSTRING_UTF8,
                                      reinterpret_cast<const unsigned char*>(value.data()),
                                      static_cast<int>(value.size()), -1, 0) == 1;
}

bool begin_draft(Draft& draft, const std::string& unit, const std::string& name,
                 Lifetime lifetime) {
  draft.key.reset(::EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"));
  draft.certificate.reset(::X509_new());
  X509* const certificate = draft.certificate.get();
  if (!draft.key || certificate == nullptr || !set_serial_number(certificate)) return false;
  X509_NAME* const subject = ::X509_get_subject_name(certificate);
  return ::X509_set_version(certificate, X509_VERSION_3) == 1 &&
         (unit.empty() || add_name_entry(subject, "OU", unit)) &&
         add_name_entry(subject, "CN", name) &&
         ::ASN1_TIME_set(::X509_getm_notBefore(certificate), lifetime.from) != nullptr &&
         ::ASN1_TIME_set(::X509_getm_notAfter(certificate), lifetime.until) != nullptr &&
         ::X509_set_pubkey(certificate, draft.key.get()) == 1;
}

bool add_extension(X509* certificate, X509* issuer, int id, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  ::X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
  const Ptr<X509_EXTENSION> extension(::X509V3_EXT_conf_nid(nullptr, &context, id, value.c_str()));
  return extension && ::X509_add_ext(certificate, extension.get(), -1) == 1;
}

wire::Result<KeyPair> finish(const Draft& draft, EVP_PKEY* signer) {
  if (::X509_sign(draft.certificate.get(), signer, nullptr) == 0) {
    return failure("signing a certificate");
  }
  const Ptr<BIO> certificate(::BIO_new(::BIO_s_mem()));
  const Ptr<BIO> key(::BIO_new(::BIO_s_mem()));
  if (::PEM_write_bio_X509(certificate.get(), draft.certificate.get()) != 1 ||
      ::PEM_write_bio_PrivateKey(key.get(), draft.key.get(), nullptr, nullptr, 0, nullptr,
                                 nullptr) != 1) {
    return failure("writing a certificate");
  }
  return KeyPair{text_of(certificate.get()), text_of(key.get())};
}

bool is_address(const std::string& host) {
  in6_addr address{};
  return ::inet_pton(AF_INET, host.c_str(), &address) == 1 ||
         ::inet_pton(AF_INET6, host.c_str(), &address) == 1;
}

std::string alternative_names(const std::vector<std::string>& hosts) {
  std::string text;
  for (const std::string& host : hosts) {
    text += (text.empty() ? "" : ",") + std::string(is_address(host) ? "IP:" : "DNS:") + host;
  }
  return text;
}

const char* purposes_of(Role role) {
  switch (role) {
    case Role::host:
      return "serverAuth";
    case Role::user:
      return "clientAuth";
    case Role::router:
      break;
  }
  return "serverAuth,clientAuth";
}

bool copy_revoked(X509_CRL* from, X509_CRL* into) {
  STACK_OF(X509_REVOKED)* const all = ::X509_CRL_get_REVOKED(from);
  for (int i = 0; i < sk_X509_REVOKED_num(all); ++i) {
    if (::X509_CRL_add0_revoked(into, ::X509_REVOKED_dup(sk_X509_REVOKED_value(all, i))) != 1) {
      return false;
    }
  }
  return true;
}

bool has_revoked(X509_CRL* list, X509* certificate) {
  X509_REVOKED* found = nullptr;
  return ::X509_CRL_get0_by_cert(list, &found, certificate) == 1;
}

}  // namespace

const char* name_of(Role role) {
  switch (role) {
    case Role::host:
      return "host";
    case Role::user:
      return "user";
    case Role::router:
      break;
  }
  return "router";
}

wire::Result<KeyPair> make_authority(const std::string& name, Lifetime lifetime) {
  Draft draft;
  if (!begin_draft(draft, "", name, lifetime)) return failure("making an authority");
  X509* const own = draft.certificate.get();
  ::X509_set_issuer_name(own, ::X509_get_subject_name(own));
  if (!add_extension(own, own, NID_basic_constraints, "critical,CA:TRUE,pathlen:0") ||
      !add_extension(own, own, NID_key_usage, "critical,keyCertSign,cRLSign") ||
      !add_extension(own, own, NID_subject_key_identifier, "hash")) {
    return failure("making an authority");
  }
  return finish(draft, draft.key.get());
}

wire::Result<KeyPair> make_certificate(const KeyPair& authority, const Subject& subject,
                                       Lifetime lifetime) {
  const Ptr<X509> issuer = read_certificate(authority.certificate);
  const Ptr<EVP_PKEY> signer = read_key(authority.key);
  if (!issuer || !signer) return failure("reading the authority");
  Draft draft;
  if (!begin_draft(draft, name_of(subject.role), subject.name, lifetime)) {
    return failure("making a certificate");
  }
  X509* const own = draft.certificate.get();
  ::X509_set_issuer_name(own, ::X509_get_subject_name(issuer.get()));
  const std::string hosts = alternative_names(subject.hosts);
  if (!add_extension(own, issuer.get(), NID_basic_constraints, "critical,CA:FALSE") ||
      !add_extension(own, issuer.get(), NID_key_usage, "critical,digitalSignature") ||
      !add_extension(own, issuer.get(), NID_ext_key_usage, purposes_of(subject.role)) ||
      !add_extension(own, issuer.get(), NID_subject_key_identifier, "hash") ||
      !add_extension(own, issuer.get(), NID_authority_key_identifier, "keyid:always") ||
      (!hosts.empty() && !add_extension(own, issuer.get(), NID_subject_alt_name, hosts))) {
    return failure("making a certificate");
  }
  return finish(draft, signer.get());
}

namespace {

// Copies what belongs to other authorities from a file of authorities, and the authority's own
// certificates. Adds the entries of its own revocation list to `list`.
bool split_authorities(const std::string& text, X509* issuer, BIO* others, X509_CRL* list) {
  const X509_NAME* const own = ::X509_get_subject_name(issuer);
  STACK_OF(X509_INFO)* const all =
      ::PEM_X509_INFO_read_bio(reader_of(text).get(), nullptr, nullptr, nullptr);
  bool is_good = all != nullptr;
  for (int i = 0; is_good && i < sk_X509_INFO_num(all); ++i) {
    const X509_INFO* const one = sk_X509_INFO_value(all, i);
    if (one->x509 != nullptr) is_good = ::PEM_write_bio_X509(others, one->x509) == 1;
    if (one->crl == nullptr || !is_good) continue;
    const bool is_own = ::X509_NAME_cmp(::X509_CRL_get_issuer(one->crl), own) == 0;
    is_good =
        is_own ? copy_revoked(one->crl, list) : ::PEM_write_bio_X509_CRL(others, one->crl) == 1;
  }
  sk_X509_INFO_pop_free(all, ::X509_INFO_free);
  return is_good;
}

bool add_revoked(X509_CRL* list, X509* certificate, const ASN1_TIME* date) {
  if (has_revoked(list, certificate)) return true;
  Ptr<X509_REVOKED> entry(::X509_REVOKED_new());
  if (!entry ||
      ::X509_REVOKED_set_serialNumber(entry.get(), ::X509_get_serialNumber(certificate)) != 1 ||
      ::X509_REVOKED_set_revocationDate(entry.get(), const_cast<ASN1_TIME*>(date)) != 1 ||
      ::X509_CRL_add0_revoked(list, entry.get()) != 1) {
    return false;
  }
  (void)entry.release();
  return true;
}

bool add_all_revoked(X509_CRL* list, const std::string& certificates, const ASN1_TIME* date) {
  const Ptr<BIO> reader = reader_of(certificates);
  int count = 0;
  while (const auto one = Ptr<X509>(::PEM_read_bio_X509(reader.get(), nullptr, nullptr, nullptr))) {
    if (!add_revoked(list, one.get(), date)) return false;
    ++count;
  }
  ::ERR_clear_error();
  return count > 0;
}

}  // namespace

wire::Result<std::string> revoke(const KeyPair& authority, const std::string& authorities,
                                 const std::string& certificates, Lifetime lifetime) {
  const Ptr<X509> issuer = read_certificate(authority.certificate);
  const Ptr<EVP_PKEY> signer = read_key(authority.key);
  const Ptr<X509_CRL> list(::X509_CRL_new());
  const Ptr<BIO> text(::BIO_new(::BIO_s_mem()));
  const Ptr<ASN1_TIME> from(::ASN1_TIME_set(nullptr, lifetime.from));
  const Ptr<ASN1_TIME> until(::ASN1_TIME_set(nullptr, lifetime.until));
  if (!issuer || !signer || !list || !text || !from || !until) {
    return failure("reading the authority");
  }
  if (!split_authorities(authorities, issuer.get(), text.get(), list.get())) {
    return failure("reading the file of authorities");
  }
  ::X509_CRL_set_version(list.get(), X509_CRL_VERSION_2);
  ::X509_CRL_set_issuer_name(list.get(), ::X509_get_subject_name(issuer.get()));
  ::X509_CRL_set1_lastUpdate(list.get(), from.get());
  ::X509_CRL_set1_nextUpdate(list.get(), until.get());
  if (!add_all_revoked(list.get(), certificates, from.get())) {
    return failure("reading the certificates to revoke");
  }
  ::X509_CRL_sort(list.get());
  if (::X509_CRL_sign(list.get(), signer.get(), nullptr) == 0 ||
      ::PEM_write_bio_X509_CRL(text.get(), list.get()) != 1) {
    return failure("signing the revocation list");
  }
  return text_of(text.get());
}

wire::Result<std::string> make_psk(const std::string& name) {
  std::array<unsigned char, 32> bytes{};
  if (::RAND_priv_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1) {
    return failure("making a key");
  }
  constexpr char kHex[] = "0123456789abcdef";
  std::string line = name + ":";
  for (const unsigned char byte : bytes) line += {kHex[byte >> 4], kHex[byte & 15]};
  return line;
}

}  // namespace triad::keys
