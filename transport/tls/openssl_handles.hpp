// Owners of OpenSSL's objects.
#pragma once

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <memory>

namespace triad::transport {

struct OpensslFree {
  void operator()(SSL_CTX* object) const { ::SSL_CTX_free(object); }
  void operator()(SSL* object) const { ::SSL_free(object); }
  void operator()(SSL_SESSION* object) const { ::SSL_SESSION_free(object); }
  void operator()(X509* object) const { ::X509_free(object); }
  void operator()(X509_STORE* object) const { ::X509_STORE_free(object); }
  void operator()(X509_STORE_CTX* object) const { ::X509_STORE_CTX_free(object); }
  void operator()(X509_CRL* object) const { ::X509_CRL_free(object); }
  void operator()(EVP_PKEY* object) const { ::EVP_PKEY_free(object); }
  void operator()(BIO* object) const { ::BIO_free_all(object); }
};

template <class T>
using OpensslPtr = std::unique_ptr<T, OpensslFree>;

}  // namespace triad::transport
