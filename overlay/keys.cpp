#include "overlay/keys.hpp"

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <utility>

#include "records/assert.hpp"

namespace triad::overlay {

namespace {

constexpr std::size_t kPublicKeyBytes = kPublicKeyDigits / 2;

using Digest = std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)>;
using Memory = std::unique_ptr<BIO, decltype(&BIO_free)>;

std::shared_ptr<EVP_PKEY> shared(EVP_PKEY* key) {
  return {key, EVP_PKEY_free};
}

const unsigned char* raw(wire::Bytes bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

std::optional<unsigned char> hex_value(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned char>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned char>(c - 'a' + 10);
  return std::nullopt;
}

}  // namespace

// --- Public keys.

std::optional<PublicKey> PublicKey::parse(std::string_view text) {
  if (text.size() != kPublicKeyDigits) return std::nullopt;
  std::array<unsigned char, kPublicKeyBytes> bytes;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto high = hex_value(text[2 * i]);
    const auto low = hex_value(text[2 * i + 1]);
    if (!high || !low) return std::nullopt;
    bytes[i] = static_cast<unsigned char>(*high << 4 | *low);
  }
  auto key =
      shared(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, bytes.data(), bytes.size()));
  if (key == nullptr) return std::nullopt;
  return PublicKey(std::move(key));
}

std::string PublicKey::text() const {
  constexpr char kHex[] = "0123456789abcdef";
  std::array<unsigned char, kPublicKeyBytes> bytes;
  std::size_t size = bytes.size();
  const int done = EVP_PKEY_get_raw_public_key(key_.get(), bytes.data(), &size);
  RTI_ASSERT(done == 1 && size == bytes.size());
  std::string text;
  for (const unsigned char byte : bytes) text += {kHex[byte >> 4], kHex[byte & 15]};
  return text;
}

bool PublicKey::is_valid_signature(wire::Bytes message, wire::Bytes signature) const {
  if (signature.size() != kSignatureBytes) return false;
  const Digest digest(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  RTI_ASSERT(digest != nullptr);
  return EVP_DigestVerifyInit(digest.get(), nullptr, nullptr, nullptr, key_.get()) == 1 &&
         EVP_DigestVerify(digest.get(), raw(signature), signature.size(), raw(message),
                          message.size()) == 1;
}

// --- Private keys.

PrivateKey PrivateKey::generate() {
  EVP_PKEY* const key = EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519");
  RTI_ASSERT(key != nullptr);
  return PrivateKey(shared(key));
}

std::optional<PrivateKey> PrivateKey::parse(std::string_view pem) {
  const Memory memory(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())), BIO_free);
  if (memory == nullptr) return std::nullopt;
  // Refuses keys with a pass phrase: a program that prompts for one would not start.
  constexpr auto kNoPhrase = [](char*, int, int, void*) { return -1; };
  auto key = shared(PEM_read_bio_PrivateKey(memory.get(), nullptr, kNoPhrase, nullptr));
  if (key == nullptr || EVP_PKEY_get_id(key.get()) != EVP_PKEY_ED25519) return std::nullopt;
  return PrivateKey(std::move(key));
}

std::string PrivateKey::pem() const {
  const Memory memory(BIO_new(BIO_s_mem()), BIO_free);
  RTI_ASSERT(memory != nullptr);
  const int done =
      PEM_write_bio_PrivateKey(memory.get(), key_.get(), nullptr, nullptr, 0, nullptr, nullptr);
  RTI_ASSERT(done == 1);
  char* text = nullptr;
  const long size = BIO_get_mem_data(memory.get(), &text);
  return {text, static_cast<std::size_t>(size)};
}

PublicKey PrivateKey::public_key() const {
  std::array<unsigned char, kPublicKeyBytes> bytes;
  std::size_t size = bytes.size();
  const int done = EVP_PKEY_get_raw_public_key(key_.get(), bytes.data(), &size);
  RTI_ASSERT(done == 1);
  return PublicKey(
      shared(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, bytes.data(), size)));
}

Signature PrivateKey::sign(wire::Bytes message) const {
  Signature signature;
  std::size_t size = signature.size();
  const Digest digest(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  RTI_ASSERT(digest != nullptr);
  const int begun = EVP_DigestSignInit(digest.get(), nullptr, nullptr, nullptr, key_.get());
  RTI_ASSERT(begun == 1);
  const int done = EVP_DigestSign(digest.get(), reinterpret_cast<unsigned char*>(signature.data()),
                                  &size, raw(message), message.size());
  RTI_ASSERT(done == 1 && size == signature.size());
  return signature;
}

wire::Buffer proof_message(ProofRole role, std::string_view mesh, std::string_view router,
                           wire::Bytes nonce) {
  std::string words = "triad overlay ";
  words += role == ProofRole::member ? "member" : "registry";
  for (const std::string_view word : {mesh, router}) words += "\n" + std::string(word);
  words += "\n";
  wire::Buffer message;
  const auto* const begin = reinterpret_cast<const std::byte*>(words.data());
  message.assign(begin, begin + words.size());
  message.insert(message.end(), nonce.begin(), nonce.end());
  return message;
}

}  // namespace triad::overlay
