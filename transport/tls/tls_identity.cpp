// See tls_identity.hpp.
#include "transport/tls/tls_identity.hpp"

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <sys/stat.h>

#include <array>
#include <optional>

#include "files/regular_file.hpp"
#include "transport/tls/certificate_text.hpp"
#include "transport/tls/psk_file.hpp"
#include "transport/tls/tls_session.hpp"

namespace triad::transport {

namespace {

constexpr std::size_t kFileBytesMax = std::size_t{4} << 20;
constexpr int kCertificateListBytesMax = 32 << 10;  // of a peer
constexpr int kChainDepthMax = 6;
// AES-128 first: it has the hash of the pre-shared keys, and is the fastest of the three.
constexpr const char* kCiphers =
    "TLS_AES_128_GCM_SHA256:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_256_GCM_SHA384";
constexpr unsigned char kSessionContext[] = "triad";

Error file_error(const char* setting, const std::string& file, const std::string& fault) {
  return error(Error::Code::bad_url, std::string(setting) + ", file \"" + file + "\": " + fault);
}

Result<std::string> read_file(const char* setting, const std::string& file) {
  auto text = files::read_regular_file(file, kFileBytesMax);
  if (!text) return file_error(setting, file, text.error().reason);
  return std::move(*text);
}

// Reads a file that only its owner may read.
Result<std::string> read_secret_file(const char* setting, const std::string& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) == 0 && (status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    return file_error(setting, file,
                      "other users than its owner may access it; run chmod 600 " + file);
  }
  return read_file(setting, file);
}

OpensslPtr<BIO> reader_of(const std::string& text) {
  return OpensslPtr<BIO>(::BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

// Refuses a pass phrase, for which OpenSSL would otherwise ask the terminal.
int refuse_pass_phrase(char*, int, int, void*) {
  return -1;
}

bool use_psk_only(const TlsFiles& files) {
  return files.certificate.empty() && files.key.empty();
}

// Settings that the contexts of both sides have.
void set_common_options(SSL_CTX* context) {
  ::SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION);
  ::SSL_CTX_set_max_proto_version(context, TLS1_3_VERSION);
  ::SSL_CTX_set_ciphersuites(context, kCiphers);
  ::SSL_CTX_set1_groups_list(context, "X25519:P-256");
  ::SSL_CTX_set_options(context, SSL_OP_NO_TICKET | SSL_OP_NO_COMPRESSION);
  ::SSL_CTX_set_num_tickets(context, 0);
  ::SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  ::SSL_CTX_set_max_early_data(context, 0);
  ::SSL_CTX_set_max_cert_list(context, kCertificateListBytesMax);
  ::SSL_CTX_set_verify_depth(context, kChainDepthMax);
  ::SSL_CTX_set_mode(context, SSL_MODE_NO_AUTO_CHAIN);
}

class FileReader {
 public:
  explicit FileReader(const TlsFiles& files) : files_(files) {}

  Result<std::shared_ptr<const TlsContexts>> read() {
    if (const auto problem = check_combination()) return *problem;
    contexts_->client.reset(::SSL_CTX_new(::TLS_client_method()));
    contexts_->server.reset(::SSL_CTX_new(::TLS_server_method()));
    if (!contexts_->client || !contexts_->server) {
      return error(Error::Code::no_room, "no memory left for TLS");
    }
    for (SSL_CTX* const context : both()) set_common_options(context);
    ::SSL_CTX_set_session_id_context(contexts_->server.get(), kSessionContext,
                                     sizeof kSessionContext - 1);
    if (const auto problem = read_certificate()) return *problem;
    if (const auto problem = read_authorities()) return *problem;
    if (const auto problem = read_psks()) return *problem;
    prepare_tls_contexts(*contexts_);
    return std::shared_ptr<const TlsContexts>(contexts_);
  }

 private:
  std::array<SSL_CTX*, 2> both() const {
    return {contexts_->client.get(), contexts_->server.get()};
  }

  std::optional<Error> check_combination() const {
    const auto problem = [](const char* text) { return error(Error::Code::bad_url, text); };
    if (files_.certificate.empty() && files_.key.empty() && files_.authorities.empty() &&
        files_.psk.empty()) {
      return problem(
          "tls:// needs an identity: set tls.certificate, tls.key and tls.authorities, or tls.psk "
          "(rtictl keys makes the files)");
    }
    if (files_.certificate.empty() != files_.key.empty()) {
      return problem("tls.certificate and tls.key belong together; set both");
    }
    if (!files_.certificate.empty() && files_.authorities.empty()) {
      return problem(
          "tls.certificate needs tls.authorities, the file with the certificates of the "
          "authorities "
          "that sign peers' certificates");
    }
    if (files_.certificate.empty() && files_.psk.empty()) {
      return problem(
          "tls.authorities alone is no identity: set tls.certificate and tls.key, or "
          "tls.psk");
    }
    return std::nullopt;
  }

  std::optional<Error> read_certificate() {
    if (use_psk_only(files_)) return std::nullopt;
    const auto text = read_file("tls.certificate", files_.certificate);
    if (!text) return text.error();
    const OpensslPtr<BIO> reader = reader_of(*text);
    const OpensslPtr<X509> own(::PEM_read_bio_X509(reader.get(), nullptr, nullptr, nullptr));
    if (!own) {
      return file_error("tls.certificate", files_.certificate,
                        "it contains no certificate in PEM format; make one: rtictl keys");
    }
    if (::X509_cmp_current_time(::X509_get0_notAfter(own.get())) < 0) {
      return file_error("tls.certificate", files_.certificate,
                        "the certificate expired on " + date_text(::X509_get0_notAfter(own.get())) +
                            "; make a new one: rtictl keys");
    }
    contexts_->own_certificate = describe_certificate(own.get());
    for (SSL_CTX* const context : both()) {
      if (::SSL_CTX_use_certificate(context, own.get()) != 1) return weak_certificate();
    }
    while (X509* const next = ::PEM_read_bio_X509(reader.get(), nullptr, nullptr, nullptr)) {
      const OpensslPtr<X509> owned(next);
      for (SSL_CTX* const context : both()) {
        if (SSL_CTX_add1_chain_cert(context, next) != 1) return weak_certificate();
      }
    }
    ::ERR_clear_error();
    return read_key(own.get());
  }

  // The limits are those of OpenSSL's security level, which the system's configuration sets.
  Error weak_certificate() const {
    const char* const reason = ::ERR_reason_error_string(::ERR_peek_last_error());
    ::ERR_clear_error();
    return file_error("tls.certificate", files_.certificate,
                      std::string("OpenSSL does not accept it: ") +
                          (reason == nullptr ? "unknown error" : reason) +
                          "; make one with a stronger key: rtictl keys");
  }

  std::optional<Error> read_key(X509* own) {
    const auto text = read_secret_file("tls.key", files_.key);
    if (!text) return text.error();
    const OpensslPtr<EVP_PKEY> key(
        ::PEM_read_bio_PrivateKey(reader_of(*text).get(), nullptr, &refuse_pass_phrase, nullptr));
    if (!key) {
      ::ERR_clear_error();
      return file_error("tls.key", files_.key,
                        "it contains no private key in PEM format without a pass phrase; make "
                        "one: rtictl keys");
    }
    if (::X509_check_private_key(own, key.get()) != 1) {
      ::ERR_clear_error();
      return file_error("tls.key", files_.key,
                        "it is not the key of the certificate in \"" + files_.certificate +
                            "\"; name the two files that were made together");
    }
    for (SSL_CTX* const context : both()) {
      if (::SSL_CTX_use_PrivateKey(context, key.get()) != 1) return weak_certificate();
    }
    return std::nullopt;
  }

  std::optional<Error> read_authorities() {
    if (files_.authorities.empty()) return std::nullopt;
    const auto text = read_file("tls.authorities", files_.authorities);
    if (!text) return text.error();
    const OpensslPtr<BIO> reader = reader_of(*text);
    STACK_OF(X509_INFO)* const all =
        ::PEM_X509_INFO_read_bio(reader.get(), nullptr, &refuse_pass_phrase, nullptr);
    int authorities = 0;
    bool has_revocations = false;
    for (int i = 0; i < sk_X509_INFO_num(all); ++i) {
      const X509_INFO* const one = sk_X509_INFO_value(all, i);
      for (SSL_CTX* const context : both()) {
        X509_STORE* const store = ::SSL_CTX_get_cert_store(context);
        if (one->x509 != nullptr) ::X509_STORE_add_cert(store, one->x509);
        if (one->crl != nullptr) ::X509_STORE_add_crl(store, one->crl);
      }
      if (one->x509 != nullptr) {
        ++authorities;
        ::SSL_CTX_add_client_CA(contexts_->server.get(), one->x509);
      }
      has_revocations |= one->crl != nullptr;
    }
    sk_X509_INFO_pop_free(all, ::X509_INFO_free);
    ::ERR_clear_error();
    if (authorities == 0) {
      return file_error("tls.authorities", files_.authorities,
                        "it contains no certificate in PEM format; name the authorities.pem of "
                        "rtictl keys");
    }
    if (!has_revocations) return std::nullopt;
    for (SSL_CTX* const context : both()) {
      ::X509_STORE_set_flags(::SSL_CTX_get_cert_store(context),
                             X509_V_FLAG_CRL_CHECK | X509_V_FLAG_CRL_CHECK_ALL);
    }
    return std::nullopt;
  }

  std::optional<Error> read_psks() {
    if (files_.psk.empty()) return std::nullopt;
    const auto text = read_secret_file("tls.psk", files_.psk);
    if (!text) return text.error();
    auto keys = parse_psk_file(*text);
    if (!keys) return file_error("tls.psk", files_.psk, keys.error().text);
    contexts_->own_psk = keys->front().first;
    for (auto& [name, key] : *keys) contexts_->psks.emplace(name, std::move(key));
    return std::nullopt;
  }

  const TlsFiles& files_;
  std::shared_ptr<TlsContexts> contexts_ = std::make_shared<TlsContexts>();
};

}  // namespace

Result<std::shared_ptr<const TlsContexts>> read_tls_files(const TlsFiles& files) {
  return FileReader(files).read();
}

bool keep_tls_until_exit() {
  return ::OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, nullptr) == 1;
}

Result<std::shared_ptr<TlsIdentity>> load_tls_identity(const TlsFiles& files) {
  auto contexts = read_tls_files(files);
  if (!contexts) return contexts.error();
  return std::make_shared<TlsIdentity>(files, std::move(*contexts));
}

Result<void> reload_tls_identity(TlsIdentity& identity) {
  auto contexts = read_tls_files(identity.files());
  if (!contexts) return contexts.error();
  identity.replace(std::move(*contexts));
  return {};
}

}  // namespace triad::transport
