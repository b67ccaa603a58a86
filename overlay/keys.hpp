// Keys with which the routers of an overlay prove their identity: Ed25519 (RFC 8032), from OpenSSL.
// Both classes are values; copies share the key.
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
  // Parses 64 hexadecimal digits, as text() returns them. Returns nothing if `text` is not a public
  // key.
  static std::optional<PublicKey> parse(std::string_view text);

  std::string text() const;
  // Returns whether `signature` is a valid signature of `message`. A malformed signature is not
  // valid.
  bool is_valid_signature(wire::Bytes message, wire::Bytes signature) const;

 private:
  friend class PrivateKey;
  explicit PublicKey(std::shared_ptr<EVP_PKEY> key) : key_(std::move(key)) {}
  std::shared_ptr<EVP_PKEY> key_;
};

class PrivateKey {
 public:
  static PrivateKey generate();
  // Parses a PEM text (PKCS #8) without a pass phrase. Returns nothing if it is not an Ed25519 key.
  static std::optional<PrivateKey> parse(std::string_view pem);

  std::string pem() const;
  PublicKey public_key() const;
  Signature sign(wire::Bytes message) const;

 private:
  explicit PrivateKey(std::shared_ptr<EVP_PKEY> key) : key_(std::move(key)) {}
  std::shared_ptr<EVP_PKEY> key_;
};

// Returns the bytes that a router signs in answer to a nonce, to prove its identity in the overlay
// of a mesh. They differ from all other signed data, so a signature is of no use elsewhere. `mesh`
// is the mesh's name and the hash of its file.
enum class ProofRole { member, registry };
wire::Buffer proof_message(ProofRole role, std::string_view mesh, std::string_view router,
                           wire::Bytes nonce);

}  // namespace triad::overlay
