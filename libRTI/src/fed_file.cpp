#include "libRTI/src/fed_file.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

namespace triad::api {
namespace {

namespace fs = std::filesystem;

// The largest published FOMs are below one megabyte.
constexpr std::uintmax_t kFedBytesMax = 16u << 20;

std::optional<fs::path> find_file(const fs::path& name,
                                  const std::vector<std::string>& search_path) {
  std::error_code ignored;
  if (fs::is_regular_file(name, ignored)) return name;
  if (name.is_absolute()) return std::nullopt;
  for (const std::string& directory : search_path) {
    const fs::path path = fs::path(directory) / name;
    if (fs::is_regular_file(path, ignored)) return path;
  }
  return std::nullopt;
}

wire::Error could_not_open(const fs::path& path, const std::string& why) {
  return wire::error(wire::ErrorCode::CouldNotOpenFED,
                     "cannot read the FED file " + path.string() + ": " + why);
}

}  // namespace

wire::Result<std::optional<std::string>> read_fed_file(
    std::string_view name, const std::vector<std::string>& search_path) {
  const auto path = find_file(name, search_path);
  if (!path) return std::optional<std::string>{};
  std::error_code fault;
  if (const auto bytes = fs::file_size(*path, fault); !fault && bytes > kFedBytesMax) {
    return could_not_open(*path, "it has " + std::to_string(bytes) + " bytes, more than " +
                                     std::to_string(kFedBytesMax));
  }
  std::ifstream stream(*path, std::ios::binary);
  if (!stream) return could_not_open(*path, std::strerror(errno));
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (stream.bad()) return could_not_open(*path, "reading it failed");
  return std::optional<std::string>(std::move(text));
}

}  // namespace triad::api
