// Writes all bytes to a descriptor that is open for writing.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <span>
#include <string_view>

namespace triad::files {

// Returns false, with errno, if not all bytes can be written. Blocks as long as the descriptor
// does.
inline bool write_all(int descriptor, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}
inline bool write_all(int descriptor, std::string_view text) {
  return write_all(descriptor, std::as_bytes(std::span(text)));
}

}  // namespace triad::files
