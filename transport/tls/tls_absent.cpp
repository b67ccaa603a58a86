// The functions of tls.hpp in a build without TLS.
#include "transport/tls/tls.hpp"

namespace triad::transport {

class TlsIdentity {};

namespace {

Error absent() {
  return error(Error::Code::bad_url,
               "this build has no TLS; build it with OpenSSL 3 (Debian: libssl-dev) and "
               "-DTRIAD_WITH_TLS=ON, or use a tcp:// or shm:// URL");
}

}  // namespace

Result<std::shared_ptr<TlsIdentity>> load_tls_identity(const TlsFiles&) {
  return absent();
}

Result<void> reload_tls_identity(TlsIdentity&) {
  return absent();
}

bool keep_tls_until_exit() {
  return false;
}

Result<std::unique_ptr<Link>> tls_connect(const Url&, Clock::time_point, const LinkOptions&) {
  return absent();
}

Result<std::unique_ptr<Listener>> tls_listen(const Url&, const LinkOptions&) {
  return absent();
}

}  // namespace triad::transport
