#include "tools/rtimon/page_files.hpp"

#include <fstream>
#include <iterator>

namespace triad::rtimon {

namespace fs = std::filesystem;

namespace {

// Limits of the page.
constexpr std::size_t kFilesMax = 64;
constexpr std::uintmax_t kFileBytesMax = std::uintmax_t{8} << 20;

std::string type_of(const fs::path& file) {
  const std::string ending = file.extension().string();
  if (ending == ".html") return "text/html; charset=utf-8";
  if (ending == ".js") return "text/javascript; charset=utf-8";
  if (ending == ".css") return "text/css; charset=utf-8";
  if (ending == ".svg") return "image/svg+xml";
  return "text/plain; charset=utf-8";
}

wire::Error failure(const fs::path& file, const std::string& reason) {
  return wire::error(
      wire::ErrorCode::RTIinternalError,
      "the page's file " + file.string() + " cannot be used: " + reason + "; install Triad again");
}

}  // namespace

wire::Result<PageFiles> PageFiles::read(const fs::path& folder) {
  PageFiles page;
  std::error_code fault;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, fault)) {
    if (!entry.is_regular_file(fault)) continue;
    if (page.files_.size() == kFilesMax) return failure(entry.path(), "the page has too many");
    if (entry.file_size(fault) > kFileBytesMax) return failure(entry.path(), "it is too long");
    std::ifstream stream(entry.path(), std::ios::binary);
    std::string content(std::istreambuf_iterator<char>(stream), {});
    if (!stream) return failure(entry.path(), "it cannot be read");
    page.files_["/" + entry.path().filename().string()] = {
        type_of(entry.path()), std::make_shared<const std::string>(std::move(content))};
  }
  return page;
}

const PageFile* PageFiles::find(const std::string& path) const {
  const auto at = files_.find(path);
  return at == files_.end() ? nullptr : &at->second;
}

fs::path page_folder() {
  std::error_code fault;
  const fs::path program = fs::read_symlink("/proc/self/exe", fault);
  return program.parent_path().parent_path() / "share" / "triad" / "rtimon";
}

}  // namespace triad::rtimon
