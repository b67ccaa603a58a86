// The tls backend: TCP connections encrypted by TLS 1.3, in which both ends prove their identity by
// certificates or by a pre-shared key. A build without OpenSSL has the functions of tls_absent.cpp,
// which return an error. Other folders include only this header.
#pragma once

#include <memory>
#include <string>

#include "transport/link.hpp"
#include "transport/link_options.hpp"
#include "transport/listener.hpp"
#include "transport/transport_error.hpp"
#include "transport/url.hpp"

namespace triad::transport {

// Files of an identity, in PEM format. Empty names: not given.
struct TlsFiles {
  std::string certificate;  // of this program, followed by intermediate certificates
  std::string key;          // private key of the certificate; others may not read it
  std::string authorities;  // certificates that sign peers' certificates, and revocation lists
  std::string psk;          // lines NAME:HEX of pre-shared keys; others may not read it
  bool operator==(const TlsFiles&) const = default;
};

// Identity of this program and the identities that it accepts. Threads may share it.
class TlsIdentity;

// Returns the identity that the files describe. The error names the file, the fault and the remedy.
// Fails if no file is given.
[[nodiscard]] Result<std::shared_ptr<TlsIdentity>> load_tls_identity(const TlsFiles& files);
// Reads the files again, for connections from now on. After an error the old identity stays in use.
[[nodiscard]] Result<void> reload_tls_identity(TlsIdentity& identity);

// Makes OpenSSL keep its objects when the program ends, for threads that may then be in a
// handshake. Must precede all other uses of OpenSSL. Returns whether TLS can be used.
bool keep_tls_until_exit();

[[nodiscard]] Result<std::unique_ptr<Link>> tls_connect(const Url& url, Clock::time_point deadline,
                                                        const LinkOptions& options);
[[nodiscard]] Result<std::unique_ptr<Listener>> tls_listen(const Url& url,
                                                           const LinkOptions& options);

}  // namespace triad::transport
