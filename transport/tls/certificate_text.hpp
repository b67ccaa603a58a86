// Texts for people about certificates and about the faults that OpenSSL reports.
#pragma once

#include <openssl/x509.h>

#include <string>

#include "policy/principal.hpp"

namespace triad::transport {

// Returns the identity in the certificate's subject. A certificate of `rtictl keys` has the role as
// its organizational unit. Without a common name the whole subject is the name.
[[nodiscard]] policy::Principal principal_of(X509* certificate);

// Returns the identity for texts: "user anna" for a certificate of `rtictl keys`, the common name
// alone for others.
[[nodiscard]] std::string subject_text(X509* certificate);

// Returns "2026-11-28 10:00:00 UTC".
[[nodiscard]] std::string date_text(const ASN1_TIME* time);

// Returns the names of hosts in the certificate, such as "ws1, 10.0.0.1"; empty if it has none.
[[nodiscard]] std::string host_names_of(X509* certificate);

// Describes a certificate of this program, for a line about a peer that does not accept it.
[[nodiscard]] std::string describe_certificate(X509* certificate);

// Returns the reason why a peer's certificate was not accepted, with a remedy. `error` is one of
// X509_V_ERR_*; `host` is the host of the URL, empty for a client's certificate.
[[nodiscard]] std::string rejection_text(int error, X509* certificate, const std::string& host);

// Returns the meaning of an alert with which the peer ended the handshake. `own_certificate`:
// describe_certificate(), or empty.
[[nodiscard]] std::string alert_text(int alert, const std::string& own_certificate);

}  // namespace triad::transport
