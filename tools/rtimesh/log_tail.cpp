#include "tools/rtimesh/log_tail.hpp"

#include <algorithm>
#include <fstream>

#include "files/line_output.hpp"

namespace triad::rtimesh {

namespace {

// Only this part of the file's end is read.
constexpr std::uint64_t kTailBytes = std::uint64_t{64} << 10;

}  // namespace

std::vector<std::string> last_lines(const std::string& file, std::uint64_t begin,
                                    std::size_t count) {
  std::ifstream stream(file, std::ios::binary | std::ios::ate);
  const auto size = static_cast<std::int64_t>(stream.tellg());
  if (size < 0 || static_cast<std::uint64_t>(size) <= begin) return {};
  const auto end = static_cast<std::uint64_t>(size);
  const std::uint64_t from = std::max(begin, end > kTailBytes ? end - kTailBytes : 0);
  stream.seekg(static_cast<std::streamoff>(from));
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) {
    if (!line.empty()) lines.push_back(files::as_line(line));
  }
  if (lines.size() > count) {
    lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(count));
  }
  return lines;
}

}  // namespace triad::rtimesh
