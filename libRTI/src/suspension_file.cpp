#include "libRTI/src/suspension_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <system_error>

#include "core/saved_federation.hpp"
#include "files/regular_file.hpp"
#include "files/write_all.hpp"
#include "wire/harmless_text.hpp"

namespace triad::api {

namespace {

using wire::ErrorCode;
using wire::Result;

constexpr std::uint64_t kMagic = 0x5355534452494154;  // "TAIRDSUS"
constexpr std::uint32_t kFormat = 2;
constexpr std::size_t kBytesMax = std::size_t{4} << 30;

// Beginning of the file. The rest is wire::SuspendedMembership.
struct FileHead {
  std::uint64_t magic = kMagic;
  std::uint32_t format = kFormat;
  std::uint64_t bytes = 0;
  std::uint64_t checksum = 0;
};
BOOST_DESCRIBE_STRUCT(FileHead, (), (magic, format, bytes, checksum))

constexpr std::size_t kHeadBytes = 28;

wire::Error file_error(const std::string& path, const std::string& why) {
  return wire::error(ErrorCode::RTIinternalError, "the file " + wire::quoted(path) + " " + why);
}

wire::Error disk_error(const std::string& path, const std::string& what, int number) {
  return file_error(path, what + ": " + std::generic_category().message(number));
}

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

}  // namespace

Result<SuspensionFile> SuspensionFile::create(std::string path) {
  constexpr int kFlags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  transport::UniqueFd file(::open(path.c_str(), kFlags, S_IRUSR | S_IWUSR));
  if (!file.valid()) return disk_error(path, "cannot be created", errno);
  return SuspensionFile(std::move(path), std::move(file));
}

SuspensionFile::~SuspensionFile() {
  if (file_.valid()) ::unlink(path_.c_str());
}

// A file that is not complete has no valid checksum.
Result<void> SuspensionFile::complete(const wire::SuspendedMembership& membership) {
  wire::Buffer content;
  wire::Encoder(content).put(membership);
  wire::Buffer head;
  wire::Encoder(head).put(FileHead{kMagic, kFormat, content.size(), core::fingerprint(content)});
  if (!files::write_all(file_.get(), head) || !files::write_all(file_.get(), content) ||
      ::fsync(file_.get()) != 0) {
    return disk_error(path_, "cannot be written", errno);
  }
  const transport::UniqueFd folder(
      ::open(folder_of(path_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.valid()) static_cast<void>(::fsync(folder.get()));
  file_.reset();
  return {};
}

Result<wire::SuspendedMembership> read_suspension_file(const std::string& path) {
  // Its removal after the return would leave the file, with the secret of the session.
  struct stat named {};
  if (::lstat(path.c_str(), &named) == 0 && S_ISLNK(named.st_mode))
    return file_error(path, "is a symbolic link; name the file itself");
  const auto text = files::read_regular_file(path, kBytesMax);
  if (!text) return file_error(path, "cannot be read: " + text.error().reason);
  const wire::Bytes bytes = std::as_bytes(std::span(*text));
  if (bytes.size() < kHeadBytes) {
    return file_error(path, "is not of a suspended federate: it is too short");
  }
  FileHead head;
  wire::Decoder(bytes.first(kHeadBytes)).get(head);
  if (head.magic != kMagic) return file_error(path, "is not of a suspended federate");
  if (head.format != kFormat) {
    return file_error(path, "has format " + std::to_string(head.format) +
                                ", and this program reads " + std::to_string(kFormat));
  }
  const wire::Bytes content = bytes.subspan(kHeadBytes);
  if (head.bytes != content.size() || head.checksum != core::fingerprint(content)) {
    return file_error(path, "is damaged: its length or its checksum is wrong");
  }
  auto membership = wire::decode<wire::SuspendedMembership>(content);
  if (!membership) return file_error(path, "is damaged: it cannot be decoded");
  return std::move(*membership);
}

}  // namespace triad::api
