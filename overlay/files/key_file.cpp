#include "overlay/files/key_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "files/byte_order_mark.hpp"
#include "files/regular_file.hpp"
#include "overlay/files/create_key.hpp"

namespace triad::overlay {

namespace {

constexpr std::size_t kKeyFileBytesMax = 4096;
constexpr const char* kKeyAdvice = "make one: rtimesh key FILE";

wire::Error key_file_error(const std::string& file, const std::string& fault) {
  return wire::error(wire::ErrorCode::RTIinternalError, "the key file \"" + file + "\": " + fault);
}

std::string system_text(int number) {
  return std::generic_category().message(number);
}

}  // namespace

wire::Result<PrivateKey> read_key(const std::string& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) == 0 && (status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    return key_file_error(file, "other users than its owner may access it; run chmod 600");
  }
  const auto text = files::read_regular_file(file, kKeyFileBytesMax);
  if (!text) return key_file_error(file, text.error().reason + "; " + kKeyAdvice);
  const auto key = PrivateKey::parse(files::without_byte_order_mark(*text));
  if (key) return *key;
  return key_file_error(
      file,
      std::string("it contains no private Ed25519 key in PEM format without a pass phrase; ") +
          kKeyAdvice);
}

wire::Result<void> write_key(const PrivateKey& key, const std::string& file) {
  const std::string text = key.pem();
  const int descriptor =
      ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (descriptor < 0) return key_file_error(file, "it cannot be created: " + system_text(errno));
  const ssize_t written = ::write(descriptor, text.data(), text.size());
  const int error = written < 0 ? errno : ENOSPC;
  if (::close(descriptor) == 0 && written == static_cast<ssize_t>(text.size())) return {};
  ::unlink(file.c_str());
  return key_file_error(file, "it cannot be written: " + system_text(error));
}

wire::Result<std::string> create_key_file(const std::string& file) {
  const PrivateKey key = PrivateKey::generate();
  if (const auto written = write_key(key, file); !written) return written.error();
  return key.public_key().text();
}

}  // namespace triad::overlay
