// See tls_session.hpp.
#include "transport/tls/tls_session.hpp"

#include <arpa/inet.h>
#include <openssl/err.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "transport/tls/certificate_text.hpp"

namespace triad::transport {

namespace {

constexpr std::size_t kRecordBytesMax = 16 << 10;  // of plain bytes, as TLS defines
// Plain bytes that one call of encrypt() takes, and encrypted bytes of one system call.
constexpr std::size_t kEncryptedAtOnceBytes = 128 << 10;
constexpr std::size_t kHandshakeInputBytes = 4 << 10;
constexpr std::size_t kStreamInputBytes = 64 << 10;
// Answers to the peer's requests for new keys: a peer that does not read them loses its link.
constexpr std::size_t kOutputBytesMax = 4 * kEncryptedAtOnceBytes;
// Records after which the key is changed, far below the limit of AES-GCM (RFC 8446, 5.5).
constexpr std::uint64_t kRecordsPerKey = std::uint64_t{1} << 22;
constexpr std::byte kHandshakeRecord{22};
constexpr std::byte kAlertRecord{21};
constexpr std::byte kConfirmation{1};
// Fatal alert "protocol version", for a peer that sends plain text.
constexpr std::array<unsigned char, 7> kPlainTextAlert{21, 3, 3, 0, 2, 2, 70};

TlsSession& session_of(const SSL* ssl) {
  return *static_cast<TlsSession*>(SSL_get_app_data(ssl));
}

int read_bio(BIO* bio, char* into, int bytes) {
  BIO_clear_retry_flags(bio);
  const int count = static_cast<TlsSession*>(::BIO_get_data(bio))->read_input(into, bytes);
  if (count <= 0) BIO_set_retry_read(bio);
  return count;
}

int write_bio(BIO* bio, const char* bytes, int count) {
  BIO_clear_retry_flags(bio);
  return static_cast<TlsSession*>(::BIO_get_data(bio))->write_output(bytes, count);
}

long control_bio(BIO*, int command, long, void*) {
  return command == BIO_CTRL_FLUSH ? 1 : 0;
}

const BIO_METHOD* bio_method() {
  static BIO_METHOD* const method = [] {
    BIO_METHOD* const made =
        ::BIO_meth_new(::BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "triad tls session");
    ::BIO_meth_set_read(made, &read_bio);
    ::BIO_meth_set_write(made, &write_bio);
    ::BIO_meth_set_ctrl(made, &control_bio);
    return made;
  }();
  return method;
}

// Lists of revoked certificates are checked for the whole chain. A list must exist for the issuer
// of the peer's own certificate. Authorities above need none.
int check_certificate(int is_valid, X509_STORE_CTX* store) {
  if (is_valid == 1) return 1;
  if (::X509_STORE_CTX_get_error(store) == X509_V_ERR_UNABLE_TO_GET_CRL &&
      ::X509_STORE_CTX_get_error_depth(store) > 0) {
    ::X509_STORE_CTX_set_error(store, X509_V_OK);
    return 1;
  }
  const auto* const ssl = static_cast<const SSL*>(
      ::X509_STORE_CTX_get_ex_data(store, ::SSL_get_ex_data_X509_STORE_CTX_idx()));
  session_of(ssl).record_rejection(::X509_STORE_CTX_get_error(store),
                                   ::X509_STORE_CTX_get_current_cert(store));
  return 0;
}

int use_psk(SSL* ssl, const EVP_MD*, const unsigned char** name, std::size_t* name_bytes,
            SSL_SESSION** found) {
  TlsSession& session = session_of(ssl);
  const std::string& own = session.contexts().own_psk;
  *found = session.find_psk(own);
  *name = reinterpret_cast<const unsigned char*>(own.data());
  *name_bytes = *found == nullptr ? 0 : own.size();
  return 1;
}

int find_psk_of_peer(SSL* ssl, const unsigned char* name, std::size_t name_bytes,
                     SSL_SESSION** found) {
  *found = session_of(ssl).find_psk({reinterpret_cast<const char*>(name), name_bytes});
  return 1;
}

bool is_address(const std::string& host) {
  std::array<unsigned char, sizeof(in6_addr)> address{};
  return ::inet_pton(AF_INET, host.c_str(), address.data()) == 1 ||
         ::inet_pton(AF_INET6, host.c_str(), address.data()) == 1;
}

bool require_host(SSL* ssl, const std::string& host) {
  X509_VERIFY_PARAM* const checks = ::SSL_get0_param(ssl);
  const std::string name = host.substr(0, host.find('%'));
  ::X509_VERIFY_PARAM_set_hostflags(
      checks, X509_CHECK_FLAG_NEVER_CHECK_SUBJECT | X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
  if (is_address(name)) return ::X509_VERIFY_PARAM_set1_ip_asc(checks, name.c_str()) == 1;
  ::SSL_set_tlsext_host_name(ssl, name.c_str());
  return ::X509_VERIFY_PARAM_set1_host(checks, name.data(), name.size()) == 1;
}

// Returns the number of the alert that the error stands for; 0 if it is no alert from the peer.
int alert_of(unsigned long reason) {
  const int number = ERR_GET_REASON(reason) - SSL_AD_REASON_OFFSET;
  return ERR_GET_LIB(reason) == ERR_LIB_SSL && number > 0 && number < 256 ? number : 0;
}

std::string failure_text(unsigned long reason, bool is_server) {
  switch (ERR_GET_LIB(reason) == ERR_LIB_SSL ? ERR_GET_REASON(reason) : 0) {
    case SSL_R_UNSUPPORTED_PROTOCOL:
    case SSL_R_NO_PROTOCOLS_AVAILABLE:
    case SSL_R_WRONG_SSL_VERSION:
    case SSL_R_BAD_PROTOCOL_VERSION_NUMBER:
      return "the peer does not offer TLS 1.3, the only version that is accepted";
    case SSL_R_WRONG_VERSION_NUMBER:
      return "the peer does not speak TLS 1.3; check host and port of its URL";
    case SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE:
      return "the peer has no certificate; set tls.certificate and tls.key there, or tls.psk";
    case SSL_R_NO_SHARED_CIPHER:
    case SSL_R_NO_CERTIFICATE_SET:
    case SSL_R_NO_SUITABLE_SIGNATURE_ALGORITHM:
    case SSL_R_NO_SUITABLE_KEY_SHARE:
      return "the peer has no pre-shared key of this program's tls.psk, and this program has no "
             "certificate; give both one key, or both certificates";
    case SSL_R_BINDER_DOES_NOT_VERIFY:
      return "the peer has another value of the pre-shared key that it names; copy the line in "
             "tls.psk to both";
    default: {
      const char* const text = ::ERR_reason_error_string(reason);
      return std::string("the TLS ") + (is_server ? "client" : "server") +
             " broke the protocol: " + (text == nullptr ? "unknown error" : text);
    }
  }
}

}  // namespace

void prepare_tls_contexts(TlsContexts& contexts) {
  ::SSL_CTX_set_verify(contexts.client.get(), SSL_VERIFY_PEER, &check_certificate);
  ::SSL_CTX_set_verify(contexts.server.get(), SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT,
                       &check_certificate);
  if (contexts.psks.empty()) return;
  ::SSL_CTX_set_psk_use_session_callback(contexts.client.get(), &use_psk);
  ::SSL_CTX_set_psk_find_session_callback(contexts.server.get(), &find_psk_of_peer);
}

Result<std::unique_ptr<TlsSession>> TlsSession::make_client(
    std::shared_ptr<const TlsContexts> contexts, const std::string& host) {
  return make(std::move(contexts), host, false);
}

Result<std::unique_ptr<TlsSession>> TlsSession::make_server(
    std::shared_ptr<const TlsContexts> contexts) {
  return make(std::move(contexts), {}, true);
}

Result<std::unique_ptr<TlsSession>> TlsSession::make(std::shared_ptr<const TlsContexts> contexts,
                                                     const std::string& host, bool is_server) {
  try {
    SSL_CTX* const context = is_server ? contexts->server.get() : contexts->client.get();
    OpensslPtr<SSL> ssl(::SSL_new(context));
    OpensslPtr<BIO> bio(::BIO_new(bio_method()));
    if (!ssl || !bio || (!is_server && !require_host(ssl.get(), host))) throw std::bad_alloc();
    SSL* const raw = ssl.get();
    std::unique_ptr<TlsSession> session(
        new TlsSession(std::move(contexts), std::move(ssl), host, is_server));
    ::BIO_set_data(bio.get(), session.get());
    ::BIO_set_init(bio.get(), 1);
    BIO* const shared = bio.release();
    ::SSL_set_bio(raw, shared, shared);
    SSL_set_app_data(raw, session.get());
    return session;
  } catch (const std::bad_alloc&) {
    ::ERR_clear_error();
    return error(Error::Code::no_room, "no memory left for a TLS session");
  }
}

TlsSession::TlsSession(std::shared_ptr<const TlsContexts> contexts, OpensslPtr<SSL> ssl,
                       std::string host, bool is_server)
    : contexts_(std::move(contexts)),
      ssl_(std::move(ssl)),
      host_(std::move(host)),
      is_server_(is_server),
      is_first_byte_checked_(false),
      input_(kHandshakeInputBytes) {
  is_server ? ::SSL_set_accept_state(ssl_.get()) : ::SSL_set_connect_state(ssl_.get());
}

TlsSession::~TlsSession() = default;

// --- Buffers

int TlsSession::read_input(char* into, int bytes) {
  const std::size_t count = std::min(static_cast<std::size_t>(bytes), input_end_ - input_begin_);
  if (count == 0) return -1;
  std::memcpy(into, input_.data() + input_begin_, count);
  input_begin_ += count;
  if (input_begin_ == input_end_) input_begin_ = input_end_ = 0;
  return static_cast<int>(count);
}

int TlsSession::write_output(const char* bytes, int count) {
  const auto* const begin = reinterpret_cast<const std::byte*>(bytes);
  if (output_.size() - output_begin_ + static_cast<std::size_t>(count) > kOutputBytesMax) return -1;
  try {
    output_.insert(output_.end(), begin, begin + count);
  } catch (const std::bad_alloc&) {
    return -1;
  }
  return count;
}

std::span<const std::byte> TlsSession::unsent() const {
  return std::span(output_).subspan(output_begin_);
}

void TlsSession::consume(std::size_t bytes) {
  output_begin_ += bytes;
  if (output_begin_ < output_.size()) return;
  output_.clear();
  output_begin_ = 0;
}

std::span<std::byte> TlsSession::space() {
  return std::span(input_).subspan(input_end_);
}

void TlsSession::commit(std::size_t bytes) {
  input_end_ += bytes;
  received_bytes_ += bytes;
}

bool TlsSession::has_received() const {
  return input_begin_ < input_end_ || ::SSL_pending(ssl_.get()) > 0;
}

std::size_t TlsSession::held_bytes() const {
  return input_.capacity() + output_.capacity() + record_.capacity();
}

// --- Handshake

TlsSession::Handshake TlsSession::proceed() {
  if (fault_.code != Error::Code::none) return Handshake::failed;
  if (!is_first_byte_checked_ && input_begin_ < input_end_ && !check_first_byte()) {
    return Handshake::failed;
  }
  ::ERR_clear_error();
  if (!is_shaken_) {
    const Handshake progress = shake_hands();
    if (progress != Handshake::done) return progress;
  }
  return confirm();
}

bool TlsSession::check_first_byte() {
  is_first_byte_checked_ = true;
  const std::byte first = input_[input_begin_];
  if (first == kHandshakeRecord || first == kAlertRecord) return true;
  if (is_server_) {
    const auto bytes = std::as_bytes(std::span(kPlainTextAlert));
    output_.assign(bytes.begin(), bytes.end());
    set_fault_text(Error::Code::turned_away,
                   "the peer does not speak TLS; write tls:// in its URL");
  } else {
    set_fault_text(
        Error::Code::turned_away,
        "the program there does not speak TLS; is it a tcp:// port, or no Triad program?");
  }
  return false;
}

TlsSession::Handshake TlsSession::shake_hands() {
  const int result = ::SSL_do_handshake(ssl_.get());
  if (result != 1) {
    if (::SSL_get_error(ssl_.get(), result) == SSL_ERROR_WANT_READ) return Handshake::needs_input;
    set_fault(result);
    return Handshake::failed;
  }
  is_shaken_ = true;
  name_peer();
  if (!principal_.is_anonymous()) return Handshake::done;
  set_fault_text(Error::Code::turned_away, "the peer has proved no identity");
  return Handshake::failed;
}

TlsSession::Handshake TlsSession::confirm() {
  if (is_server_) {
    if (encrypt_record(&kConfirmation, 1)) return Handshake::done;
    return Handshake::failed;
  }
  std::byte confirmation{};
  std::size_t count = 0;
  const int result = ::SSL_read_ex(ssl_.get(), &confirmation, 1, &count);
  if (result == 1 && confirmation == kConfirmation) return Handshake::done;
  if (result == 1) {
    set_fault_text(Error::Code::turned_away, "the peer is not a Triad program of this release");
    return Handshake::failed;
  }
  if (::SSL_get_error(ssl_.get(), result) == SSL_ERROR_WANT_READ) return Handshake::needs_input;
  set_fault(result);
  return Handshake::failed;
}

void TlsSession::start_stream() {
  std::vector<std::byte> larger(kStreamInputBytes);
  std::copy(input_.begin() + static_cast<std::ptrdiff_t>(input_begin_),
            input_.begin() + static_cast<std::ptrdiff_t>(input_end_), larger.begin());
  input_end_ -= input_begin_;
  input_begin_ = 0;
  input_ = std::move(larger);
  record_.reserve(kRecordBytesMax);
}

void TlsSession::name_peer() {
  if (::SSL_session_reused(ssl_.get()) == 1) {
    principal_ = policy::key_principal(psk_name_);
    return;
  }
  X509* const certificate = ::SSL_get0_peer_certificate(ssl_.get());
  if (certificate != nullptr) principal_ = principal_of(certificate);
}

void TlsSession::record_rejection(int error, X509* certificate) {
  if (rejection_.empty()) rejection_ = rejection_text(error, certificate, host_);
}

SSL_SESSION* TlsSession::find_psk(std::string_view name) {
  const auto found = contexts_->psks.find(name);
  if (found == contexts_->psks.end()) return nullptr;
  static constexpr unsigned char kAes128GcmSha256[] = {0x13, 0x01};
  const SSL_CIPHER* const cipher = ::SSL_CIPHER_find(ssl_.get(), kAes128GcmSha256);
  OpensslPtr<SSL_SESSION> session(::SSL_SESSION_new());
  const PskSecret& key = found->second;
  if (cipher == nullptr || !session ||
      ::SSL_SESSION_set1_master_key(session.get(), key.data(), key.size()) != 1 ||
      ::SSL_SESSION_set_cipher(session.get(), cipher) != 1 ||
      ::SSL_SESSION_set_protocol_version(session.get(), TLS1_3_VERSION) != 1) {
    return nullptr;
  }
  psk_name_ = name;
  return session.release();
}

void TlsSession::set_fault_text(Error::Code code, std::string text) {
  if (fault_.code == Error::Code::none) fault_ = error(code, std::move(text));
}

// Translates the failure of a call of OpenSSL with this result.
void TlsSession::set_fault(int result) {
  const unsigned long reason = ::ERR_peek_error();
  const int kind = ::SSL_get_error(ssl_.get(), result);
  ::ERR_clear_error();
  if (kind == SSL_ERROR_ZERO_RETURN) {
    return set_fault_text(Error::Code::peer_closed, "the peer closed the connection");
  }
  if (!rejection_.empty()) return set_fault_text(Error::Code::turned_away, rejection_);
  if (const int alert = alert_of(reason)) {
    return set_fault_text(Error::Code::turned_away, alert_text(alert, contexts_->own_certificate));
  }
  if (is_shaken_) {
    return set_fault_text(Error::Code::bad_frame,
                          "the encrypted stream was damaged: " + failure_text(reason, is_server_));
  }
  set_fault_text(Error::Code::turned_away, failure_text(reason, is_server_));
}

// --- Stream

bool TlsSession::encrypt_record(const void* bytes, std::size_t count) {
  if (++records_sent_ > kRecordsPerKey) {
    records_sent_ = 0;
    ::SSL_key_update(ssl_.get(), SSL_KEY_UPDATE_NOT_REQUESTED);
  }
  ::ERR_clear_error();
  std::size_t written = 0;
  const int result = ::SSL_write_ex(ssl_.get(), bytes, count, &written);
  if (result == 1 && written == count) return true;
  set_fault(result);
  return false;
}

// Small pieces, such as the header of a frame, share a record with the bytes that follow.
std::size_t TlsSession::encrypt(std::span<const iovec> plain) {
  if (fault_.code != Error::Code::none) return 0;
  std::size_t taken = 0;
  record_.clear();
  for (const iovec& piece : plain) {
    const auto* bytes = static_cast<const std::byte*>(piece.iov_base);
    std::size_t left = std::min(piece.iov_len, kEncryptedAtOnceBytes - taken);
    while (left > 0) {
      std::size_t count = std::min(left, kRecordBytesMax - record_.size());
      if (record_.empty() && left >= kRecordBytesMax) {
        if (!encrypt_record(bytes, count)) return 0;
      } else {
        record_.insert(record_.end(), bytes, bytes + count);
        if (record_.size() == kRecordBytesMax) {
          if (!encrypt_record(record_.data(), record_.size())) return 0;
          record_.clear();
        }
      }
      bytes += count;
      left -= count;
      taken += count;
    }
    if (taken == kEncryptedAtOnceBytes) break;
  }
  if (!record_.empty() && !encrypt_record(record_.data(), record_.size())) return 0;
  return taken;
}

void TlsSession::end_output() {
  if (fault_.code != Error::Code::none || !is_shaken_) return;
  ::SSL_shutdown(ssl_.get());
  ::ERR_clear_error();
}

std::size_t TlsSession::decrypt(std::span<std::byte> into) {
  std::size_t done = 0;
  while (done < into.size() && has_received() && !has_peer_ended_ &&
         fault_.code == Error::Code::none) {
    ::ERR_clear_error();
    std::size_t count = 0;
    const int result = ::SSL_read_ex(ssl_.get(), into.data() + done, into.size() - done, &count);
    if (result == 1) {
      done += count;
      continue;
    }
    const int kind = ::SSL_get_error(ssl_.get(), result);
    if (kind == SSL_ERROR_WANT_READ) break;
    if (kind == SSL_ERROR_ZERO_RETURN) {
      has_peer_ended_ = true;
    } else {
      set_fault(result);
    }
  }
  return done;
}

}  // namespace triad::transport
