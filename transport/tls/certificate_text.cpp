// See certificate_text.hpp.
#include "transport/tls/certificate_text.hpp"

#include <arpa/inet.h>
#include <openssl/asn1.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

#include <array>
#include <cstdio>
#include <ctime>
#include <memory>

namespace triad::transport {

namespace {

std::string in_quotes(const std::string& text) {
  return "\"" + text + "\"";
}

std::string entry_of(const X509_NAME* name, int id) {
  const int at = ::X509_NAME_get_index_by_NID(name, id, -1);
  if (at < 0) return {};
  const ASN1_STRING* const value = ::X509_NAME_ENTRY_get_data(::X509_NAME_get_entry(name, at));
  unsigned char* text = nullptr;
  const int bytes = ::ASN1_STRING_to_UTF8(&text, value);
  if (bytes < 0) return {};
  std::string copy(reinterpret_cast<const char*>(text), static_cast<std::size_t>(bytes));
  ::OPENSSL_free(text);
  return copy;
}

std::string whole_text(const X509_NAME* name) {
  std::array<char, 256> line{};
  ::X509_NAME_oneline(name, line.data(), static_cast<int>(line.size()));
  return line.data();
}

std::string name_text(const X509_NAME* name) {
  const std::string role = entry_of(name, NID_organizationalUnitName);
  const std::string common = entry_of(name, NID_commonName);
  const bool is_role = role == "host" || role == "user" || role == "router";
  if (!common.empty()) return is_role ? role + " " + common : common;
  return whole_text(name);
}

std::string address_text(const ASN1_OCTET_STRING* address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  const int bytes = ::ASN1_STRING_length(address);
  const int family = bytes == 4 ? AF_INET : AF_INET6;
  if (bytes != 4 && bytes != 16) return {};
  ::inet_ntop(family, ::ASN1_STRING_get0_data(address), text.data(), text.size());
  return text.data();
}

std::string wrong_name_text(X509* certificate, const std::string& host) {
  const std::string names = host_names_of(certificate);
  return "the certificate of " + in_quotes(subject_text(certificate)) + " is " +
         (names.empty() ? "for no host" : "for " + names) + " and not for " + host +
         "; use such a name in the URL, or give the peer a certificate for this name: rtictl keys "
         "host " +
         host;
}

}  // namespace

policy::Principal principal_of(X509* certificate) {
  const X509_NAME* const name = ::X509_get_subject_name(certificate);
  const std::string common = entry_of(name, NID_commonName);
  return policy::certificate_principal(entry_of(name, NID_organizationalUnitName),
                                       common.empty() ? whole_text(name) : common);
}

std::string subject_text(X509* certificate) {
  return name_text(::X509_get_subject_name(certificate));
}

std::string date_text(const ASN1_TIME* time) {
  std::tm fields{};
  if (::ASN1_TIME_to_tm(time, &fields) != 1) return "an unreadable date";
  std::array<char, 40> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S UTC", &fields);
  return text.data();
}

std::string host_names_of(X509* certificate) {
  const std::unique_ptr<GENERAL_NAMES, decltype(&::GENERAL_NAMES_free)> names(
      static_cast<GENERAL_NAMES*>(
          ::X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)),
      &::GENERAL_NAMES_free);
  std::string text;
  for (int i = 0; names != nullptr && i < sk_GENERAL_NAME_num(names.get()); ++i) {
    const GENERAL_NAME* const name = sk_GENERAL_NAME_value(names.get(), i);
    std::string one;
    if (name->type == GEN_DNS) {
      one.assign(reinterpret_cast<const char*>(::ASN1_STRING_get0_data(name->d.dNSName)),
                 static_cast<std::size_t>(::ASN1_STRING_length(name->d.dNSName)));
    } else if (name->type == GEN_IPADD) {
      one = address_text(name->d.iPAddress);
    }
    if (!one.empty()) text += (text.empty() ? "" : ", ") + one;
  }
  return text;
}

std::string describe_certificate(X509* certificate) {
  const std::string names = host_names_of(certificate);
  return "this program's certificate is of " + in_quotes(subject_text(certificate)) +
         (names.empty() ? "" : ", for " + names) + ", signed by " +
         in_quotes(name_text(::X509_get_issuer_name(certificate))) + ", valid from " +
         date_text(::X509_get0_notBefore(certificate)) + " to " +
         date_text(::X509_get0_notAfter(certificate));
}

std::string rejection_text(int error, X509* certificate, const std::string& host) {
  const std::string whose = certificate == nullptr
                                ? "the peer's certificate"
                                : "the certificate of " + in_quotes(subject_text(certificate));
  switch (error) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
      return whose + " expired on " + date_text(::X509_get0_notAfter(certificate)) +
             "; give the peer a new one (rtictl keys)";
    case X509_V_ERR_CERT_NOT_YET_VALID:
      return whose + " is not valid before " + date_text(::X509_get0_notBefore(certificate)) +
             "; check the clocks of both machines";
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_CERT_SIGNATURE_FAILURE:
      return whose + " is signed by " +
             (certificate == nullptr ? std::string("an unknown authority")
                                     : in_quotes(name_text(::X509_get_issuer_name(certificate)))) +
             ", whose certificate is not in tls.authorities; give the peer a certificate of an "
             "authority there, or add that authority";
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
      return wrong_name_text(certificate, host);
    case X509_V_ERR_CERT_REVOKED:
      return whose + " has been revoked; give the peer a new one (rtictl keys)";
    case X509_V_ERR_UNABLE_TO_GET_CRL:
    case X509_V_ERR_CRL_HAS_EXPIRED:
    case X509_V_ERR_CRL_NOT_YET_VALID:
      return "tls.authorities has no current revocation list of the authority that signed " +
             whose + "; make a new one (rtictl keys revoke) and copy it there";
    case X509_V_ERR_INVALID_PURPOSE:
      return whose + " may not be used " +
             (host.empty() ? "by a client"
                           : "by a program that listens; make one: rtictl keys host " + host);
    default:
      return whose + " is not acceptable: " + ::X509_verify_cert_error_string(error);
  }
}

std::string alert_text(int alert, const std::string& own_certificate) {
  const std::string own = own_certificate.empty() ? "" : " (" + own_certificate + ")";
  switch (alert) {
    case SSL_AD_CERTIFICATE_EXPIRED:
      return "the peer does not accept this program's certificate, because it has expired" + own +
             "; make a new one (rtictl keys)";
    case SSL_AD_CERTIFICATE_REVOKED:
      return "the peer does not accept this program's certificate, because it was revoked" + own +
             "; make a new one (rtictl keys)";
    case SSL_AD_UNKNOWN_CA:
      return "the peer does not know the authority of this program's certificate" + own +
             "; use a certificate of its authority, or add this authority to its tls.authorities";
    case SSL_AD_BAD_CERTIFICATE:
    case SSL_AD_CERTIFICATE_UNKNOWN:
    case SSL_AD_UNSUPPORTED_CERTIFICATE:
      return "the peer does not accept this program's certificate" + own +
             "; compare its dates and its names with the peer's clock and URL; the peer's log or "
             "error has the reason";
    case SSL_AD_CERTIFICATE_REQUIRED:
      return "the peer requires a certificate; set tls.certificate and tls.key, or tls.psk";
    case SSL_AD_UNKNOWN_PSK_IDENTITY:
    case SSL_AD_DECRYPT_ERROR:
    case SSL_AD_ILLEGAL_PARAMETER:
      return "the peer has another value of this program's pre-shared key, or of its certificate's "
             "key; copy the line in tls.psk to both";
    case SSL_AD_PROTOCOL_VERSION:
      return "the peer does not accept TLS 1.3, or is no TLS port; check host and port";
    case SSL_AD_HANDSHAKE_FAILURE:
      return "the peer and this program have no common kind of identity; both need certificates of "
             "one authority (tls.certificate, tls.key, tls.authorities), or one pre-shared key "
             "(tls.psk)";
    default:
      return std::string("the peer ended the TLS session: ") + ::SSL_alert_desc_string_long(alert);
  }
}

}  // namespace triad::transport
