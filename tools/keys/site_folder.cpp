#include "tools/keys/site_folder.hpp"

#include <fcntl.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "files/regular_file.hpp"
#include "transport/tls/certificate_text.hpp"
#include "transport/tls/openssl_handles.hpp"

namespace triad::keys {

namespace {

constexpr std::size_t kKeyFileBytesMax = std::size_t{4} << 20;
constexpr std::size_t kOwnerNameBytesMax = 64;
constexpr const char* kAuthority = "authority";
constexpr const char* kAuthorities = "authorities.pem";
// Ending of the file with the certificates that --renew has replaced.
constexpr const char* kReplaced = ".replaced";

wire::Error failure(std::string text) {
  return wire::error(wire::ErrorCode::RTIinternalError, std::move(text));
}

std::string system_text(int number) {
  return std::generic_category().message(number);
}

bool is_owner_name(std::string_view name) {
  constexpr std::string_view kAllowed =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-:";
  return !name.empty() && name.size() <= kOwnerNameBytesMax && name.front() != '.' &&
         name.front() != '-' && name.find_first_not_of(kAllowed) == std::string_view::npos;
}

wire::Error bad_name(const std::string& name) {
  return failure(
      "\"" + name +
      "\" cannot be a name: it must be 1 to 64 of the characters A-Z a-z 0-9 . _ : - and "
      "not begin with a dot or a dash");
}

wire::Error taken(const std::string& name) {
  return failure("a certificate and a pre-shared key cannot both have the name " + name +
                 "; choose another one");
}

wire::Result<std::string> read(const std::string& file) {
  auto text = files::read_regular_file(file, kKeyFileBytesMax);
  if (!text) return failure("\"" + file + "\": " + text.error().reason);
  return std::move(*text);
}

// Writes a file as a whole, or leaves the earlier one.
wire::Result<void> write(const std::string& file, const std::string& text, mode_t mode) {
  std::string draft = file + ".XXXXXX";
  const int descriptor = ::mkstemp(draft.data());
  if (descriptor < 0) {
    return failure("\"" + file + "\" cannot be written: " + system_text(errno));
  }
  const ssize_t written = ::write(descriptor, text.data(), text.size());
  const bool is_complete = written == static_cast<ssize_t>(text.size()) &&
                           ::fchmod(descriptor, mode) == 0 && ::fsync(descriptor) == 0;
  const int number = is_complete ? 0 : errno;
  ::close(descriptor);
  if (is_complete && ::rename(draft.c_str(), file.c_str()) == 0) return {};
  const int problem = is_complete ? errno : number;
  ::unlink(draft.c_str());
  return failure("\"" + file + "\" cannot be written: " + system_text(problem));
}

transport::OpensslPtr<X509> parse_certificate(const std::string& pem) {
  const transport::OpensslPtr<BIO> reader(
      ::BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  transport::OpensslPtr<X509> made(::PEM_read_bio_X509(reader.get(), nullptr, nullptr, nullptr));
  ::ERR_clear_error();
  return made;
}

transport::OpensslPtr<X509_STORE> parse_authorities(const std::string& pem) {
  transport::OpensslPtr<X509_STORE> store(::X509_STORE_new());
  const transport::OpensslPtr<BIO> reader(
      ::BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  STACK_OF(X509_INFO)* const all =
      ::PEM_X509_INFO_read_bio(reader.get(), nullptr, nullptr, nullptr);
  for (int i = 0; i < sk_X509_INFO_num(all); ++i) {
    const X509_INFO* const one = sk_X509_INFO_value(all, i);
    if (one->x509 != nullptr) ::X509_STORE_add_cert(store.get(), one->x509);
    if (one->crl == nullptr) continue;
    ::X509_STORE_add_crl(store.get(), one->crl);
    ::X509_STORE_set_flags(store.get(), X509_V_FLAG_CRL_CHECK);
  }
  sk_X509_INFO_pop_free(all, ::X509_INFO_free);
  ::ERR_clear_error();
  return store;
}

// Returns why a peer would not accept the certificate; nothing if it would.
std::optional<std::string> rejection_of(X509* certificate, X509_STORE* store,
                                        const std::string& host) {
  const transport::OpensslPtr<X509_STORE_CTX> check(::X509_STORE_CTX_new());
  ::X509_STORE_CTX_init(check.get(), store, certificate, nullptr);
  ::X509_STORE_CTX_set_default(check.get(), host.empty() ? "default" : "ssl_server");
  X509_VERIFY_PARAM* const rules = ::X509_STORE_CTX_get0_param(check.get());
  if (!host.empty() && ::X509_VERIFY_PARAM_set1_ip_asc(rules, host.c_str()) != 1) {
    ::X509_VERIFY_PARAM_set_hostflags(rules, X509_CHECK_FLAG_NEVER_CHECK_SUBJECT);
    ::X509_VERIFY_PARAM_set1_host(rules, host.data(), host.size());
  }
  const bool is_valid = ::X509_verify_cert(check.get()) == 1;
  const int error = ::X509_STORE_CTX_get_error(check.get());
  ::ERR_clear_error();
  if (is_valid) return std::nullopt;
  return transport::rejection_text(error, certificate, host);
}

}  // namespace

wire::Result<void> SiteFolder::write_pair(const std::string& name, const KeyPair& pair,
                                          bool replace) const {
  const std::string certificate = path(name + ".pem");
  const std::string key = path(name + ".key");
  if (!replace && (std::filesystem::exists(certificate) || std::filesystem::exists(key))) {
    return failure("\"" + certificate + "\" exists; add --renew to replace it");
  }
  if (std::filesystem::exists(certificate)) {
    if (auto kept = keep_replaced(name); !kept) return kept;
  }
  if (auto written = write(key, pair.key, S_IRUSR | S_IWUSR); !written) return written;
  return write(certificate, pair.certificate, S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH);
}

// A replaced certificate is valid until its date, so revoke() needs it.
wire::Result<void> SiteFolder::keep_replaced(const std::string& name) const {
  const auto present = read(path(name + ".pem"));
  if (!present) return present.error();
  const auto earlier = read_replaced(name);
  if (!earlier) return earlier.error();
  return write(path(name + kReplaced), *earlier + *present, S_IRUSR | S_IWUSR);
}

wire::Result<std::string> SiteFolder::read_replaced(const std::string& name) const {
  const std::string file = path(name + kReplaced);
  if (!std::filesystem::exists(file)) return std::string();
  return read(file);
}

wire::Result<void> SiteFolder::init(const std::string& site, Lifetime lifetime) const {
  if (!is_owner_name(site)) return bad_name(site);
  std::error_code fault;
  if (std::filesystem::create_directories(folder_, fault)) {
    std::filesystem::permissions(folder_, std::filesystem::perms::owner_all, fault);
  }
  if (fault) return failure("\"" + folder_.string() + "\" cannot be made: " + fault.message());
  if (std::filesystem::exists(path(std::string(kAuthority) + ".pem"))) {
    return failure("\"" + folder_.string() +
                   "\" has an authority already; a new one would make all its certificates "
                   "useless, so move that folder away first");
  }
  const auto authority = make_authority(site, lifetime);
  if (!authority) return authority.error();
  if (auto written = write_pair(kAuthority, *authority, false); !written) return written;
  return write(path(kAuthorities), authority->certificate, S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH);
}

wire::Result<KeyPair> SiteFolder::read_authority() const {
  if (!std::filesystem::exists(path(std::string(kAuthority) + ".pem"))) {
    return failure("\"" + folder_.string() +
                   "\" has no authority; make one: rtictl keys init, or name its folder with "
                   "--folder");
  }
  auto certificate = read(path(std::string(kAuthority) + ".pem"));
  if (!certificate) return certificate.error();
  auto key = read(path(std::string(kAuthority) + ".key"));
  if (!key) return key.error();
  return KeyPair{std::move(*certificate), std::move(*key)};
}

wire::Result<transport::TlsFiles> SiteFolder::add(const Subject& subject, Lifetime lifetime,
                                                  bool renew) const {
  if (!is_owner_name(subject.name)) return bad_name(subject.name);
  for (const std::string& host : subject.hosts) {
    if (!is_owner_name(host)) return bad_name(host);
  }
  const auto authority = read_authority();
  if (!authority) return authority.error();
  const auto pair = make_certificate(*authority, subject, lifetime);
  if (!pair) return pair.error();
  const std::string name = std::string(name_of(subject.role)) + "-" + subject.name;
  if (std::filesystem::exists(path(name + ".psk"))) return taken(name);
  if (auto written = write_pair(name, *pair, renew); !written) return written.error();
  return files_of(name);
}

wire::Result<transport::TlsFiles> SiteFolder::add_psk(const std::string& name, bool renew) const {
  if (!is_owner_name(name) || name.find(':') != std::string::npos) return bad_name(name);
  std::error_code fault;
  if (std::filesystem::create_directories(folder_, fault)) {
    std::filesystem::permissions(folder_, std::filesystem::perms::owner_all, fault);
  }
  if (fault) return failure("\"" + folder_.string() + "\" cannot be made: " + fault.message());
  if (std::filesystem::exists(path(name + ".pem"))) return taken(name);
  const std::string file = path(name + ".psk");
  if (!renew && std::filesystem::exists(file)) {
    return failure("\"" + file + "\" exists; add --renew to replace it");
  }
  const auto line = make_psk(name);
  if (!line) return line.error();
  if (const auto written = write(file, *line + "\n", S_IRUSR | S_IWUSR); !written) {
    return written.error();
  }
  return files_of(name);
}

wire::Result<void> SiteFolder::revoke(const std::string& name, Lifetime lifetime) const {
  const auto files = files_of(name);
  if (!files) return files.error();
  if (files->certificate.empty()) {
    return failure(
        "a pre-shared key has no certificate to revoke; remove its line from tls.psk of "
        "the programs that listen, and send them SIGHUP");
  }
  const auto authority = read_authority();
  if (!authority) return authority.error();
  const auto certificate = read(files->certificate);
  if (!certificate) return certificate.error();
  const auto present = read(path(kAuthorities));
  if (!present) return present.error();
  const auto replaced = read_replaced(name);
  if (!replaced) return replaced.error();
  const auto text = keys::revoke(*authority, *present, *certificate + *replaced, lifetime);
  if (!text) return text.error();
  return write(path(kAuthorities), *text, S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH);
}

wire::Result<transport::TlsFiles> SiteFolder::files_of(const std::string& name) const {
  if (!is_owner_name(name)) return bad_name(name);
  if (std::filesystem::exists(path(name + ".psk"))) {
    return transport::TlsFiles{
        .certificate = {}, .key = {}, .authorities = {}, .psk = path(name + ".psk")};
  }
  if (!std::filesystem::exists(path(name + ".pem"))) {
    return failure("\"" + folder_.string() + "\" has no " + name +
                   "; `rtictl keys show` lists the names");
  }
  return transport::TlsFiles{.certificate = path(name + ".pem"),
                             .key = path(name + ".key"),
                             .authorities = path(kAuthorities),
                             .psk = {}};
}

wire::Result<std::vector<Entry>> SiteFolder::entries() const {
  const auto authorities = read(path(kAuthorities));
  if (!authorities) return authorities.error();
  const transport::OpensslPtr<X509_STORE> store = parse_authorities(*authorities);
  std::vector<Entry> all;
  for (const auto& file : std::filesystem::directory_iterator(folder_)) {
    if (file.path().extension() != ".pem" || file.path().filename() == kAuthorities) continue;
    Entry entry;
    entry.name = file.path().stem();
    const auto text = read(file.path());
    const auto certificate = text ? parse_certificate(*text) : nullptr;
    if (!certificate) {
      entry.fault = text ? "it contains no certificate" : text.error().text;
    } else {
      entry.principal = transport::subject_text(certificate.get());
      entry.hosts = transport::host_names_of(certificate.get());
      entry.from = transport::date_text(::X509_get0_notBefore(certificate.get()));
      entry.until = transport::date_text(::X509_get0_notAfter(certificate.get()));
      const bool is_authority = entry.name == kAuthority;
      if (!is_authority)
        entry.fault = rejection_of(certificate.get(), store.get(), "").value_or("");
    }
    all.push_back(std::move(entry));
  }
  std::ranges::sort(all, {}, &Entry::name);
  return all;
}

std::optional<std::string> check_files(const transport::TlsFiles& files, const std::string& host) {
  const auto identity = transport::load_tls_identity(files);
  if (!identity) return identity.error().text;
  if (files.certificate.empty()) return std::nullopt;
  const auto certificate = read(files.certificate);
  const auto authorities = read(files.authorities);
  if (!certificate) return certificate.error().text;
  if (!authorities) return authorities.error().text;
  const auto parsed = parse_certificate(*certificate);
  if (!parsed) return "\"" + files.certificate + "\" contains no certificate";
  return rejection_of(parsed.get(), parse_authorities(*authorities).get(), host);
}

}  // namespace triad::keys
