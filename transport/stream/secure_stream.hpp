// SecureStream: encrypts the bytes of a TCP connection. It does no I/O: the link gives it received
// bytes and sends the bytes that it makes. tls/ has the implementation. Belongs to the thread of
// its link. A fault is permanent.
#pragma once

#include <sys/uio.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "policy/principal.hpp"
#include "transport/transport_error.hpp"

namespace triad::transport {

class SecureStream {
 public:
  virtual ~SecureStream() = default;

  // --- Output
  // Encrypts the front of the plain bytes, as much as one system call should send. Returns the
  // number of plain bytes taken. Call when unsent() is empty. Zero: there is a fault.
  virtual std::size_t encrypt(std::span<const iovec> plain) = 0;
  // Appends the mark of an orderly end. Nothing can be encrypted afterwards.
  virtual void end_output() = 0;
  // Returns the encrypted bytes that have not been sent. The view is valid until the next call.
  [[nodiscard]] virtual std::span<const std::byte> unsent() const = 0;
  virtual void consume(std::size_t bytes) = 0;

  // --- Input
  // Returns the memory for received bytes; never empty if has_received() is false.
  [[nodiscard]] virtual std::span<std::byte> space() = 0;
  virtual void commit(std::size_t bytes) = 0;
  // Decrypts received bytes into `into`, and returns the number of plain bytes.
  virtual std::size_t decrypt(std::span<std::byte> into) = 0;
  // Returns whether decrypt() may return bytes without new input.
  [[nodiscard]] virtual bool has_received() const = 0;
  // Return the number of encrypted bytes committed since the start, and of those that decrypt() has
  // used.
  [[nodiscard]] virtual std::uint64_t received_bytes() const = 0;
  [[nodiscard]] virtual std::uint64_t used_bytes() const = 0;
  // Returns whether the peer has marked an orderly end.
  [[nodiscard]] virtual bool has_peer_ended() const = 0;

  // Returns the fault that ended the stream; its code is Code::none if there is none.
  [[nodiscard]] virtual const Error& fault() const = 0;
  // Returns the bytes of memory that the buffers take.
  [[nodiscard]] virtual std::size_t held_bytes() const = 0;
  // Returns the identity that the peer has proved (link.hpp).
  [[nodiscard]] virtual const policy::Principal& principal() const = 0;
};

}  // namespace triad::transport
