#include "facts/proc_reader.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <memory>

#include "facts/proc_text.hpp"

namespace triad::facts {

namespace {

// Bytes that are read from the beginning of a file. Of /proc/stat these have the lines of 1,000
// processors.
constexpr std::size_t kFileBytesMax = std::size_t{8} << 10;
constexpr std::size_t kStatBytesMax = std::size_t{128} << 10;
// Largest number of descriptors that are counted one by one.
constexpr std::uint32_t kCountedMax = 65'536;

ProcUnits units() {
  const long ticks = ::sysconf(_SC_CLK_TCK);
  const long page = ::sysconf(_SC_PAGESIZE);
  return {ticks > 0 ? static_cast<std::uint64_t>(ticks) : 100,
          page > 0 ? static_cast<std::uint64_t>(page) : 4096};
}

// Linux 6.2 and later state the number as the size of the folder.
std::uint32_t count_descriptors(const std::string& folder) {
  struct stat status {};
  if (::stat(folder.c_str(), &status) == 0 && status.st_size > 0) {
    return static_cast<std::uint32_t>(status.st_size);
  }
  const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(folder.c_str()), ::closedir);
  std::uint32_t count = 0;
  while (open && count < kCountedMax) {
    const dirent* const entry = ::readdir(open.get());
    if (entry == nullptr) break;
    if (entry->d_name[0] != '.') ++count;
  }
  return count;
}

}  // namespace

wire::Figures ProcReader::read(wire::FiguresScope scope, std::uint32_t federate) {
  wire::Figures figures;
  if (scope == wire::FiguresScope::none) return figures;
  figures.process = read_process(federate == 0 ? "self" : std::to_string(federate));
  if (federate != 0) figures.rtia = read_process("self");
  if (scope == wire::FiguresScope::process_and_host) figures.host = read_host();
  return figures;
}

std::optional<wire::ProcessFigures> ProcReader::read_process(const std::string& name) {
  const std::string folder = folder_ + "/" + name;
  read_file(folder + "/stat", stat_, kFileBytesMax);
  auto figures = parse_process(stat_, units());
  if (figures) figures->descriptors = count_descriptors(folder + "/fd");
  return figures;
}

std::optional<wire::HostFigures> ProcReader::read_host() {
  read_file(folder_ + "/stat", stat_, kStatBytesMax);
  read_file(folder_ + "/loadavg", load_, kFileBytesMax);
  read_file(folder_ + "/meminfo", memory_, kFileBytesMax);
  read_file(folder_ + "/net/dev", networks_, kFileBytesMax);
  return parse_host({stat_, load_, memory_, networks_}, units());
}

void ProcReader::read_file(const std::string& path, std::string& text, std::size_t bytes_max) {
  text.clear();
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  text.resize(bytes_max);
  std::size_t filled = 0;
  while (filled < text.size()) {
    const ssize_t got = ::read(file, text.data() + filled, text.size() - filled);
    if (got <= 0) break;
    filled += static_cast<std::size_t>(got);
  }
  ::close(file);
  text.resize(filled);
}

}  // namespace triad::facts
