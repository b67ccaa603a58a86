#include "files/regular_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace triad::files {

namespace {

using Kind = FileFault::Kind;

FileFault fault_of(Kind kind, int error_number) {
  const bool absent = error_number == ENOENT || error_number == ENOTDIR;
  if (kind == Kind::unopened && absent) return {Kind::absent, "there is no such file"};
  return {kind, std::generic_category().message(error_number)};
}

const char* kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "a directory";
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}

FileFault not_regular(mode_t mode) {
  return {Kind::unfit, std::string("it is ") + kind_of(mode) + ", not a regular file"};
}

FileFault too_large(std::uint64_t bytes, std::size_t bytes_max) {
  return {Kind::unfit, "it has " + (bytes > bytes_max ? std::to_string(bytes) + " bytes, " : "") +
                           "more than the " + std::to_string(bytes_max) + " bytes that are read"};
}

}  // namespace

void throw_exception_from_error(const FileFault& fault, const boost::source_location&) {
  throw std::logic_error("unchecked file fault: " + fault.reason);
}

Result<RegularFile> RegularFile::open(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return fault_of(Kind::unopened, errno);
  if (!S_ISREG(status.st_mode)) return not_regular(status.st_mode);
  // Another file may have taken the name since stat(). Opening it must not block either.
  RegularFile file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY), 0);
  if (file.descriptor_ < 0) return fault_of(Kind::unopened, errno);
  if (::fstat(file.descriptor_, &status) != 0) return fault_of(Kind::unopened, errno);
  if (!S_ISREG(status.st_mode)) return not_regular(status.st_mode);
  file.size_ = static_cast<std::uint64_t>(status.st_size);
  return file;
}

RegularFile::RegularFile(RegularFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), size_(other.size_) {}

RegularFile::~RegularFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<std::size_t> RegularFile::read(std::span<std::byte> into) {
  std::size_t length = 0;
  while (length < into.size()) {
    const ssize_t got = ::read(descriptor_, into.data() + length, into.size() - length);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fault_of(Kind::unread, errno);
    if (got == 0) break;
    length += static_cast<std::size_t>(got);
  }
  return length;
}

Result<std::string> read_regular_file(const std::string& path, std::size_t bytes_max) {
  auto file = RegularFile::open(path);
  if (!file) return file.error();
  if (file->size() > bytes_max) return too_large(file->size(), bytes_max);
  constexpr std::size_t kStep = std::size_t{1} << 16;
  std::string text;
  // Reads to the end, not just to the size at opening, because the file may be growing.
  for (std::size_t room = static_cast<std::size_t>(file->size()) + 1;; room = kStep) {
    const std::size_t before = text.size();
    text.resize(std::min(before + room, bytes_max + 1));
    const auto got = file->read(std::as_writable_bytes(std::span(text).subspan(before)));
    if (!got) return got.error();
    const bool ended = *got < text.size() - before;
    text.resize(before + *got);
    if (ended) return text;
    if (text.size() > bytes_max) return too_large(0, bytes_max);
  }
}

}  // namespace triad::files
