#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <string>

#include "tests/fuzz/transport_property.hpp"
#include "transport/tls/psk_file.hpp"
#include "transport/tls/tls_session.hpp"

namespace triad::transport {

namespace {

constexpr std::size_t kAnswerBytesMax = std::size_t{1} << 20;
constexpr const char* kPsk =
    "lab:000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n";

// Returns the contexts of a listener with one pre-shared key.
std::shared_ptr<const TlsContexts> contexts() {
  static const std::shared_ptr<const TlsContexts> kContexts = [] {
    std::string file = "/tmp/triad-fuzz-XXXXXX";
    const int descriptor = ::mkstemp(file.data());
    const std::string_view text(kPsk);
    const bool is_written =
        ::write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    ::close(descriptor);
    auto read = read_tls_files({.certificate = {}, .key = {}, .authorities = {}, .psk = file});
    ::unlink(file.c_str());
    return is_written && read ? *read : nullptr;
  }();
  return kContexts;
}

std::string broken_psk_file(std::string_view text) {
  const auto keys = parse_psk_file(text);
  if (!keys) return keys.error().text.empty() ? "a fault of a key file has no text" : "";
  for (const auto& [name, key] : *keys) {
    if (name.empty() || name.size() > kPskNameBytesMax) return "a key has a wrong name";
    if (key.size() < kPskBytesMin || key.size() > kPskBytesMax) return "a key has a wrong length";
  }
  return keys->empty() ? "a file without keys was accepted" : "";
}

}  // namespace

std::string broken_tls_property(std::span<const std::uint8_t> input) {
  auto file = broken_psk_file({reinterpret_cast<const char*>(input.data()), input.size()});
  if (!file.empty() || input.empty()) return file;
  if (contexts() == nullptr) return "the listener's key cannot be read";
  auto session = TlsSession::make_server(contexts());
  if (!session) return "no session: " + session.error().text;
  const std::size_t piece = std::size_t{input.front()} + 1;
  auto rest = std::as_bytes(input.subspan(1));
  while (!rest.empty()) {
    const std::span<std::byte> space = (*session)->space();
    if (space.empty()) return "a session that needs input has no room for it";
    const std::size_t count = std::min({piece, rest.size(), space.size()});
    std::copy_n(rest.begin(), count, space.begin());
    rest = rest.subspan(count);
    (*session)->commit(count);
    const TlsSession::Handshake progress = (*session)->proceed();
    if ((*session)->unsent().size() > kAnswerBytesMax) return "the answer is too long";
    if (progress == TlsSession::Handshake::done) return "a peer without the key was accepted";
    if (progress == TlsSession::Handshake::failed) {
      return (*session)->fault().text.empty() ? "a fault has no text" : "";
    }
  }
  return "";
}

}  // namespace triad::transport
