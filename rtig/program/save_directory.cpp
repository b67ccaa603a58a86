#include "rtig/program/save_directory.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <new>
#include <system_error>
#include <tuple>

#include "core/saved_federation.hpp"
#include "files/regular_file.hpp"
#include "rtig/program/file_name.hpp"
#include "transport/posix/unique_fd.hpp"
#include "wire/harmless_text.hpp"

namespace triad::rtig {

namespace {

namespace fs = std::filesystem;
using transport::UniqueFd;

constexpr std::string_view kEnding = ".triad-save";
constexpr std::string_view kPart = ".part";
// A whole save is read into memory at once.
constexpr std::uint64_t kSaveBytesMax = std::uint64_t{4} << 30;

wire::Error file_error(const std::string& action, int code) {
  return wire::error(wire::ErrorCode::RTIinternalError,
                     action + ": " + std::generic_category().message(code));
}

// Returns an errno, or 0. ECANCELED: `goes_on` returned false.
int write_all(int fd, wire::Bytes bytes, const SaveDirectory::MayContinue& goes_on) {
  constexpr std::size_t kSlice = std::size_t{4} << 20;
  while (!bytes.empty()) {
    if (goes_on && !goes_on()) return ECANCELED;
    const ssize_t n = ::write(fd, bytes.data(), std::min(bytes.size(), kSlice));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
  return 0;
}

wire::Error unreadable(const fs::path& path, const std::string& reason) {
  return wire::error(wire::ErrorCode::RTIinternalError,
                     "cannot read the save " + path.string() + ": " + reason);
}

// Reads at most `bytes_max` bytes.
wire::Result<wire::Buffer> read_from(files::RegularFile& file, const fs::path& path,
                                     std::uint64_t bytes_max) {
  try {
    wire::Buffer bytes(static_cast<std::size_t>(std::min(file.size(), bytes_max)));
    const auto got = file.read(bytes);
    if (!got) return unreadable(path, got.error().reason);
    bytes.resize(*got);
    return bytes;
  } catch (const std::bad_alloc&) {
    return unreadable(path, "there is no memory for its " + std::to_string(file.size()) + " bytes");
  }
}

wire::Result<core::SaveSummary> summarize(const fs::path& path) {
  auto file = files::RegularFile::open(path.string());
  if (!file) return unreadable(path, file.error().reason);
  const auto beginning = read_from(*file, path, core::kSummaryBytesMax);
  if (!beginning) return beginning.error();
  return core::summarize_file(*beginning);
}

// Returns the description in the file's beginning.
Downlinks::Save describe(const fs::path& path) {
  Downlinks::Save save;
  save.file = path.string();
  const auto summary = summarize(path);
  if (!summary) {
    save.fault = summary.error().text;
    return save;
  }
  save.federation = summary->federation;
  save.label = summary->label;
  save.fed = summary->fed;
  save.release = summary->release;
  return save;
}

std::string too_large(std::uint64_t bytes) {
  return "it has " + std::to_string(bytes) + " bytes, and no save has more than " +
         std::to_string(kSaveBytesMax);
}

// Returns true for "NAME.triad-save.PID.part" if that process no longer exists.
bool is_left_over(const std::string& name) {
  if (!name.ends_with(kPart)) return false;
  const std::string_view rest = std::string_view(name).substr(0, name.size() - kPart.size());
  const auto dot = rest.rfind('.');
  if (dot == std::string_view::npos || !rest.substr(0, dot).ends_with(kEnding)) return false;
  pid_t process = 0;
  const auto [end, fault] =
      std::from_chars(rest.data() + dot + 1, rest.data() + rest.size(), process);
  if (fault != std::errc{} || end != rest.data() + rest.size() || process <= 0) return false;
  return ::kill(process, 0) != 0 && errno == ESRCH;
}

// Writes a file under another name, and renames it when it is on the disk.
wire::Result<void> write_whole(const fs::path& folder, const fs::path& place, wire::Bytes file,
                               const SaveDirectory::MayContinue& goes_on) {
  const std::string part = place.string() + "." + std::to_string(::getpid()) + std::string(kPart);
  const auto give_up = [&](const std::string& what, int code) {
    ::unlink(part.c_str());
    return file_error(what, code);
  };
  // The old name could be a pipe, so a new file is created.
  ::unlink(part.c_str());
  UniqueFd fd(::open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
  if (!fd.valid()) return file_error("cannot make " + part, errno);
  if (const int code = write_all(fd.get(), file, goes_on)) {
    return give_up("cannot write " + part, code);
  }
  if (::fsync(fd.get()) != 0) return give_up("cannot write to the disk " + part, errno);
  fd = UniqueFd();
  if (::rename(part.c_str(), place.c_str()) != 0) {
    return give_up("cannot rename to " + place.string(), errno);
  }
  // The new name is on the disk only after the directory is synchronized.
  const UniqueFd directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!directory.valid() || ::fsync(directory.get()) != 0) {
    return file_error("cannot write to the disk the directory " + folder.string(), errno);
  }
  return {};
}

}  // namespace

wire::Result<SaveDirectory> SaveDirectory::open(const std::string& path, Make make) {
  std::error_code fault;
  if (make == Make::at_first_save && !fs::exists(path, fault)) {
    return SaveDirectory(fs::absolute(path, fault));
  }
  fs::create_directories(path, fault);
  if (fault) return file_error("cannot make the directory for saves " + path, fault.value());
  if (::access(path.c_str(), R_OK | W_OK | X_OK) != 0) {
    return file_error("cannot write to the directory for saves " + path, errno);
  }
  std::vector<fs::path> left_over;
  for (const auto& entry : fs::directory_iterator(path, fault)) {
    if (is_left_over(entry.path().filename().string())) left_over.push_back(entry.path());
  }
  for (const fs::path& file : left_over) fs::remove(file, fault);
  return SaveDirectory(fs::absolute(path, fault));
}

fs::path SaveDirectory::file_of(std::string_view federation, std::string_view label) const {
  return path_ /
         (escaped_file_name(federation) + "@" + escaped_file_name(label) + std::string(kEnding));
}

std::uint64_t SaveDirectory::save_bytes_max() const {
  std::uint64_t most = kSaveBytesMax;
  for (const std::uint64_t quota : {quotas_.federation, quotas_.total}) {
    if (quota > 0) most = std::min(most, quota);
  }
  return most;
}

// Counts the files each time, because people remove saves while the program runs.
wire::Result<void> SaveDirectory::check_room(std::string_view federation, const fs::path& place,
                                             std::uint64_t bytes) const {
  const std::string of_federation = escaped_file_name(federation) + "@";
  std::uint64_t its = std::max(bytes, SaveQuotas::kLeastBytes);
  std::uint64_t all = its;
  std::error_code fault;
  for (const auto& entry : fs::directory_iterator(path_, fault)) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with(kEnding) || entry.path() == place) continue;
    struct stat status {};
    if (::stat(entry.path().c_str(), &status) != 0) continue;  // removed meanwhile
    const auto counted =
        std::max(static_cast<std::uint64_t>(status.st_size), SaveQuotas::kLeastBytes);
    all += counted;
    if (name.starts_with(of_federation)) its += counted;
  }
  const auto refusal = [&](const std::string& whose, std::uint64_t with_it, std::uint64_t quota,
                           const char* setting) {
    return wire::error(wire::ErrorCode::RTIinternalError,
                       "with it the saves of " + whose + " would take " + std::to_string(with_it) +
                           " bytes, more than the " + std::to_string(quota) + " of " + setting +
                           "; remove saves in " + path_.string() + " or set more");
  };
  if (quotas_.federation > 0 && its > quotas_.federation) {
    return refusal("the federation", its, quotas_.federation, "saves.federation");
  }
  if (quotas_.total > 0 && all > quotas_.total) {
    return refusal("all federations", all, quotas_.total, "saves.total");
  }
  return {};
}

wire::Result<void> SaveDirectory::store(std::string_view federation, std::string_view label,
                                        wire::Bytes file, const MayContinue& goes_on) const {
  const fs::path place = file_of(federation, label);
  if (file.size() > kSaveBytesMax) {
    return wire::error(wire::ErrorCode::RTIinternalError,
                       "the save is not kept: " + too_large(file.size()));
  }
  std::error_code fault;
  fs::create_directories(path_, fault);
  if (fault) {
    return file_error("cannot make the directory for saves " + path_.string(), fault.value());
  }
  if (auto room = check_room(federation, place, file.size()); !room) return room;
  return write_whole(path_, place, file, goes_on);
}

wire::Result<wire::Buffer> SaveDirectory::load(std::string_view federation,
                                               std::string_view label) const {
  const fs::path place = file_of(federation, label);
  auto file = files::RegularFile::open(place.string());
  if (!file && file.error().kind == files::FileFault::Kind::absent) {
    return wire::error(wire::ErrorCode::SpecifiedSaveLabelDoesNotExist,
                       "federation " + wire::quoted(federation) + " was never saved as " +
                           wire::quoted(label) + ": there is no " + place.string());
  }
  if (!file) return unreadable(place, file.error().reason);
  if (file->size() > kSaveBytesMax) return unreadable(place, too_large(file->size()));
  // If the file is no save, its beginning is enough for the error.
  return read_from(*file, place, summarize(place) ? file->size() : core::kSummaryBytesMax);
}

std::vector<Downlinks::Save> SaveDirectory::list() {
  std::vector<Downlinks::Save> saves;
  std::map<std::string, Listed> listed;
  std::error_code fault;
  for (const auto& entry : fs::directory_iterator(path_, fault)) {
    if (!entry.path().filename().string().ends_with(kEnding)) continue;
    struct stat status {};
    if (::stat(entry.path().c_str(), &status) != 0) continue;  // replaced meanwhile
    Listed now{static_cast<std::uint64_t>(status.st_ino),
               std::int64_t{status.st_ctim.tv_sec} * 1'000'000'000 + status.st_ctim.tv_nsec,
               {}};
    const auto before = listed_.find(entry.path().string());
    const bool is_same = before != listed_.end() && before->second.inode == now.inode &&
                         before->second.changed_ns == now.changed_ns;
    if (is_same) {
      now.save = std::move(before->second.save);
    } else {
      now.save = describe(entry.path());
      now.save.bytes = static_cast<std::uint64_t>(status.st_size);
      now.save.saved_at = status.st_mtime;
    }
    saves.push_back(now.save);
    // Not kept if unreadable, because the reason may lie outside the file.
    if (now.save.fault.empty()) listed.emplace(entry.path().string(), std::move(now));
  }
  listed_ = std::move(listed);
  std::ranges::sort(saves, {}, [](const Downlinks::Save& save) {
    return std::tie(save.federation, save.label, save.file);
  });
  return saves;
}

}  // namespace triad::rtig
