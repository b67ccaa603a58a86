// TlsSession: one TLS 1.3 session over a TCP connection: first the handshake, then the stream. It
// does no I/O. After the handshake the server sends one byte, so that the client knows that its
// identity has been accepted before it sends anything. May move to another thread between calls.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "transport/stream/secure_stream.hpp"
#include "transport/tls/openssl_handles.hpp"
#include "transport/tls/tls_identity.hpp"

namespace triad::transport {

class TlsSession final : public SecureStream {
 public:
  // Begins a session of a client. The server must prove to be `host`, a host of a URL.
  static Result<std::unique_ptr<TlsSession>> make_client(
      std::shared_ptr<const TlsContexts> contexts, const std::string& host);
  static Result<std::unique_ptr<TlsSession>> make_server(
      std::shared_ptr<const TlsContexts> contexts);
  ~TlsSession() override;

  // --- Handshake
  enum class Handshake { needs_input, done, failed };
  // Continues the handshake with the received bytes. In each case unsent() may have bytes for the
  // peer. After `failed`, fault() has the reason.
  [[nodiscard]] Handshake proceed();
  // Prepares the buffers for the stream, after the handshake.
  void start_stream();

  std::size_t encrypt(std::span<const iovec> plain) override;
  void end_output() override;
  [[nodiscard]] std::span<const std::byte> unsent() const override;
  void consume(std::size_t bytes) override;
  [[nodiscard]] std::span<std::byte> space() override;
  void commit(std::size_t bytes) override;
  std::size_t decrypt(std::span<std::byte> into) override;
  [[nodiscard]] bool has_received() const override;
  [[nodiscard]] std::uint64_t received_bytes() const override { return received_bytes_; }
  [[nodiscard]] std::uint64_t used_bytes() const override {
    return received_bytes_ - (input_end_ - input_begin_);
  }
  [[nodiscard]] bool has_peer_ended() const override { return has_peer_ended_; }
  [[nodiscard]] const Error& fault() const override { return fault_; }
  [[nodiscard]] std::size_t held_bytes() const override;
  [[nodiscard]] const policy::Principal& principal() const override { return principal_; }

  // --- For OpenSSL's callbacks
  int read_input(char* into, int bytes);
  int write_output(const char* bytes, int count);
  void record_rejection(int error, X509* certificate);
  // Returns a session for the pre-shared key of this name; null if there is none.
  SSL_SESSION* find_psk(std::string_view name);
  [[nodiscard]] const TlsContexts& contexts() const { return *contexts_; }

 private:
  TlsSession(std::shared_ptr<const TlsContexts> contexts, OpensslPtr<SSL> ssl, std::string host,
             bool is_server);
  static Result<std::unique_ptr<TlsSession>> make(std::shared_ptr<const TlsContexts> contexts,
                                                  const std::string& host, bool is_server);
  // Returns whether the peer's first byte is of TLS; otherwise there is a fault.
  bool check_first_byte();
  Handshake shake_hands();
  Handshake confirm();
  bool encrypt_record(const void* bytes, std::size_t count);
  void set_fault(int result);
  void set_fault_text(Error::Code code, std::string text);
  void name_peer();

  const std::shared_ptr<const TlsContexts> contexts_;
  const OpensslPtr<SSL> ssl_;
  const std::string host_;  // of the URL; empty at a server
  const bool is_server_;
  bool is_first_byte_checked_ = false;
  bool is_shaken_ = false;  // only the confirmation is missing
  bool has_peer_ended_ = false;

  std::vector<std::byte> input_;
  std::size_t input_begin_ = 0;
  std::size_t input_end_ = 0;
  std::uint64_t received_bytes_ = 0;

  std::vector<std::byte> output_;
  std::size_t output_begin_ = 0;
  std::vector<std::byte> record_;   // collects small pieces to one record
  std::uint64_t records_sent_ = 0;  // with the present key

  std::string rejection_;  // why the peer's certificate was not accepted
  std::string psk_name_;   // pre-shared key that the peer named
  policy::Principal principal_;
  Error fault_;
};

// Sets the callbacks of the sessions of these contexts.
void prepare_tls_contexts(TlsContexts& contexts);

}  // namespace triad::transport
