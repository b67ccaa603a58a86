#include "libRTI/src/read_fed_file.hpp"

#include <filesystem>
#include <system_error>

#include "files/regular_file.hpp"
#include "rtia/hosting/handshake.hpp"

namespace triad::api {
namespace {

namespace fs = std::filesystem;

// The largest published FOMs have less than one megabyte.
constexpr std::size_t kFedBytesMax = 16u << 20;

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

}  // namespace

wire::Result<std::optional<std::string>> read_fed_file(
    std::string_view name, const std::vector<std::string>& search_path) {
  const auto path = find_file(name, search_path);
  if (!path) return std::optional<std::string>{};
  auto text = files::read_regular_file(path->string(), kFedBytesMax);
  if (!text) {
    return wire::error(wire::ErrorCode::CouldNotOpenFED,
                       "on " + rtia::host_name() + ", where this federate runs: cannot read the " +
                           "FED file " + path->string() + ": " + text.error().reason);
  }
  return std::optional<std::string>(std::move(*text));
}

}  // namespace triad::api
