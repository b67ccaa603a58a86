#include "tools/rtimesh/write_new_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace triad::rtimesh {

std::optional<Fault> write_new_file(const std::string& path, const std::string& text) {
  std::FILE* const file = std::fopen(path.c_str(), "wxe");
  if (file == nullptr) {
    if (errno == EEXIST) {
      return Fault{"\"" + path + "\" is there already; remove it, or give another name"};
    }
    return Fault{"\"" + path + "\" cannot be written: " + std::strerror(errno)};
  }
  bool whole = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  int reason = errno;
  if (std::fclose(file) != 0 && whole) {
    whole = false;
    reason = errno;
  }
  if (whole) return std::nullopt;
  std::remove(path.c_str());
  return Fault{"\"" + path + "\" cannot be written: " + std::strerror(reason)};
}

}  // namespace triad::rtimesh
