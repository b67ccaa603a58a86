// TlsIdentity: OpenSSL's contexts for one set of files. The contexts are replaced as a whole when
// the files are read again; sessions keep the context with which they began.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "transport/tls/openssl_handles.hpp"
#include "transport/tls/tls.hpp"

namespace triad::transport {

using PskSecret = std::vector<unsigned char>;

// Contents of the files.
struct TlsContexts {
  OpensslPtr<SSL_CTX> client;
  OpensslPtr<SSL_CTX> server;
  std::map<std::string, PskSecret, std::less<>> psks;  // by name
  std::string own_psk;                                 // name of the first one; empty: none
  std::string own_certificate;                         // describe_certificate(); empty: none
};

// Reads and checks the files.
[[nodiscard]] Result<std::shared_ptr<const TlsContexts>> read_tls_files(const TlsFiles& files);

class TlsIdentity {
 public:
  TlsIdentity(TlsFiles files, std::shared_ptr<const TlsContexts> contexts)
      : files_(std::move(files)), contexts_(std::move(contexts)) {}

  [[nodiscard]] const TlsFiles& files() const { return files_; }
  [[nodiscard]] std::shared_ptr<const TlsContexts> contexts() const {
    const std::lock_guard lock(mutex_);
    return contexts_;
  }
  void replace(std::shared_ptr<const TlsContexts> contexts) {
    const std::lock_guard lock(mutex_);
    contexts_ = std::move(contexts);
  }

 private:
  const TlsFiles files_;
  mutable std::mutex mutex_;
  std::shared_ptr<const TlsContexts> contexts_;  // under mutex_
};

}  // namespace triad::transport
