#include "fed-parser/fed_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <system_error>

namespace triad::fed {

namespace {

struct Descriptor {
  int number = -1;

  explicit Descriptor(const std::string& path)
      // Non-blocking, because opening a pipe would wait for its writer.
      : number(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {}
  ~Descriptor() {
    if (number >= 0) ::close(number);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
};

std::string system_text(int error) {
  return std::generic_category().message(error);
}

void fail(FedText& file, FileError::Kind kind, std::string reason) {
  file.error = FileError{kind, quoted(file.path) + ": " + std::move(reason)};
}

std::vector<std::string> candidates(std::string_view name, std::string_view search_path) {
  std::vector<std::string> paths{std::string(name)};
  if (name.starts_with('/')) return paths;
  while (!search_path.empty()) {
    const std::size_t end = search_path.find(':');
    std::string directory(search_path.substr(0, end));
    search_path = end == std::string_view::npos ? std::string_view() : search_path.substr(end + 1);
    if (directory.empty()) continue;
    if (!directory.ends_with('/')) directory += '/';
    paths.push_back(directory.append(name));
  }
  return paths;
}

void too_large(std::size_t bytes, FedText& file) {
  file.text.clear();
  fail(file, FileError::Kind::could_not_open_fed,
       "it has " + std::to_string(bytes) + " bytes or more; the limit for a FED file is " +
           std::to_string(kFileBytesMax));
}

void read_all(int descriptor, FedText& file) {
  std::string& text = file.text;
  std::size_t length = 0;
  while (length <= kFileBytesMax) {
    text.resize(length + (std::size_t{1} << 16));
    const ssize_t got = ::read(descriptor, text.data() + length, text.size() - length);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      text.clear();
      return fail(file, FileError::Kind::error_reading_fed,
                  "reading failed: " + system_text(errno));
    }
    if (got == 0) break;
    length += static_cast<std::size_t>(got);
  }
  text.resize(length);
  // The file has grown, or does not report its size.
  if (length > kFileBytesMax) too_large(length, file);
}

void read_found(const Descriptor& descriptor, FedText& file) {
  constexpr auto kNotOpen = FileError::Kind::could_not_open_fed;
  struct stat status {};
  if (::fstat(descriptor.number, &status) != 0) return fail(file, kNotOpen, system_text(errno));
  if (S_ISDIR(status.st_mode)) return fail(file, kNotOpen, "this is a directory, not a FED file");
  if (!S_ISREG(status.st_mode)) {
    return fail(file, kNotOpen, "this is a device or pipe, not a FED file");
  }
  const auto bytes = static_cast<std::size_t>(status.st_size);
  if (bytes > kFileBytesMax) return too_large(bytes, file);
  read_all(descriptor.number, file);
}

bool is_no_name(std::string_view name) {
  return name.empty() || name.find('\0') != std::string_view::npos;
}

bool is_absent(int error) {
  return error == ENOENT || error == ENOTDIR;
}

bool is_plain(std::string_view name) {
  const std::string within = "/" + std::string(name) + "/";
  return !name.starts_with('/') && within.find("/../") == std::string::npos;
}

// Resolves the open descriptor, because the name may refer to another file by now.
bool lies_below(const std::string& directory, const Descriptor& descriptor) {
  char within[PATH_MAX];
  char actual[PATH_MAX];
  if (::realpath(directory.c_str(), within) == nullptr) return false;
  const std::string link = "/proc/self/fd/" + std::to_string(descriptor.number);
  const ssize_t length = ::readlink(link.c_str(), actual, sizeof actual);
  if (length <= 0 || static_cast<std::size_t>(length) == sizeof actual) return false;
  std::string prefix(within);
  if (!prefix.ends_with('/')) prefix += '/';
  return std::string_view(actual, static_cast<std::size_t>(length)).starts_with(prefix);
}

void not_below(FedText& file, std::string_view what, const std::vector<std::string>& directories) {
  std::string places;
  for (const std::string& directory : directories) {
    places += (places.empty() ? "" : ", ") + directory;
  }
  fail(file, FileError::Kind::could_not_open_fed,
       std::string(what) + (places.empty() ? "; there are no folders with FED files here"
                                           : "; FED files are read below " + places));
}

}  // namespace

FedText read_fed_file(std::string_view name, std::string_view search_path) {
  FedText file;
  file.path = name;
  if (is_no_name(name)) {
    fail(file, FileError::Kind::could_not_open_fed, "this is not a file name");
    return file;
  }
  std::string looked;
  for (std::string& path : candidates(name, search_path)) {
    const Descriptor descriptor(path);
    const int error = errno;
    if (descriptor.number < 0 && is_absent(error)) {
      looked += (looked.empty() ? "" : ", ") + path;
      continue;
    }
    file.path = std::move(path);
    if (descriptor.number < 0) {
      fail(file, FileError::Kind::could_not_open_fed, "cannot be opened: " + system_text(error));
    } else {
      read_found(descriptor, file);
    }
    return file;
  }
  fail(file, FileError::Kind::could_not_open_fed, "there is no such file; searched: " + looked);
  return file;
}

FedText read_fed_file_below(std::string_view name, const std::vector<std::string>& directories) {
  FedText file;
  file.path = name;
  if (is_no_name(name) || !is_plain(name)) {
    not_below(file, "this is not a plain file name", directories);
    return file;
  }
  for (const std::string& directory : directories) {
    std::string path = directory + "/" + std::string(name);
    const Descriptor descriptor(path);
    const int error = errno;
    if (descriptor.number < 0 && is_absent(error)) continue;
    file.path = std::move(path);
    if (descriptor.number < 0) {
      fail(file, FileError::Kind::could_not_open_fed, "cannot be opened: " + system_text(error));
    } else if (!lies_below(directory, descriptor)) {
      not_below(file, "a symbolic link leads out of " + directory, directories);
    } else {
      read_found(descriptor, file);
    }
    return file;
  }
  not_below(file, "there is no such file", directories);
  return file;
}

LoadedFed load_fed(FedText file) {
  LoadedFed loaded;
  loaded.path = std::move(file.path);
  loaded.error = std::move(file.error);
  if (loaded.error) return loaded;
  ParseResult parsed = parse(file.text, loaded.path);
  if (!parsed.ok()) {
    loaded.error = FileError{FileError::Kind::error_reading_fed, parsed.first_error()};
  }
  loaded.model = std::move(parsed.model);
  loaded.diagnostics = std::move(parsed.diagnostics);
  loaded.declared = parsed.declared;
  return loaded;
}

}  // namespace triad::fed
