#include "topology/topology_hash.hpp"

#include <openssl/evp.h>

#include <array>

#include "records/assert.hpp"

namespace triad::topology {

namespace {

constexpr std::size_t kSha256Bytes = 32;
constexpr std::size_t kShortHashDigits = 12;

}  // namespace

std::string topology_hash(const Topology& topology) {
  return sha256(canonical_text(topology));
}

std::string_view short_hash(std::string_view hash) {
  return hash.substr(0, kShortHashDigits);
}

std::string sha256(std::string_view bytes) {
  constexpr char kHex[] = "0123456789abcdef";
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
  unsigned int size = 0;
  const int done =
      EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr);
  RTI_ASSERT(done == 1 && size == kSha256Bytes);
  std::string text;
  for (std::size_t i = 0; i < kSha256Bytes; ++i) {
    text += {kHex[digest[i] >> 4], kHex[digest[i] & 15]};
  }
  return text;
}

}  // namespace triad::topology
