// The keys by which routers of an overlay prove who they are, and sign what others pass on for
// them: Ed25519 (RFC 8032), by OpenSSL. Values; copies share the key.
#pragma once

#include <openssl/types.h>

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "wire/codec.hpp"

namespace triad::overlay {

inline constexpr std::size_t kSignatureBytes = 64;
inline constexpr std::size_t kPublicKeyDigits = 64;
using Signature = std::array<std::byte, kSignatureBytes>;

class PublicKey {
 public:
  // As text() gives it: 64 hexadecimal digits. Empty: it is none.
  static std::optional<PublicKey> parse(std::string_view text);

  std::string text() const;
  // False, too, for what is no signature at all.
  bool verifies(wire::Bytes message, wire::Bytes signature) const;

 private:
  friend class PrivateKey;
  explicit PublicKey(std::shared_ptr<EVP_PKEY> key) : key_(std::move(key)) {}
  std::shared_ptr<EVP_PKEY> key_;
};

class PrivateKey {
 public:
  static PrivateKey generate();
  // Of a text in PEM (PKCS #8) without a pass phrase. Empty: it is none.
  static std::optional<PrivateKey> parse(std::string_view pem);

  std::string pem() const;
  PublicKey public_key() const;
  Signature sign(wire::Bytes message) const;

 private:
  explicit PrivateKey(std::shared_ptr<EVP_PKEY> key) : key_(std::move(key)) {}
  std::shared_ptr<EVP_PKEY> key_;
};

// What is signed to prove in the overlay of a mesh who one is, in answer to a nonce; so that no
// answer is one to anything else. `mesh` is the mesh's name and the hash of its file.
enum class Proves { member, registry };
wire::Buffer words_of_proof(Proves what, std::string_view mesh, std::string_view router,
                            wire::Bytes nonce);

}  // namespace triad::overlay
