#include "rtig/program/journal_directory.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <type_traits>
#include <utility>

#include "core/saved_federation.hpp"
#include "files/regular_file.hpp"
#include "files/write_all.hpp"
#include "rtig/program/file_name.hpp"
#include "wire/harmless_text.hpp"

namespace triad::rtig {

namespace {

namespace fs = std::filesystem;
using transport::UniqueFd;

constexpr std::string_view kEnding = ".triad-journal";
// Of a file that is to replace a journal. Without that the process has ended before.
constexpr std::string_view kNewEnding = ".new";
constexpr std::string_view kMark = "TRIADJN1";
// A whole journal is read into memory at once.
constexpr std::size_t kJournalBytesMax = std::size_t{4} << 30;

struct EntryHead {
  std::uint32_t length = 0;
  std::uint32_t inverse = 0;  // of the length
  std::uint64_t checksum = 0;
  bool is_valid() const { return inverse == ~length; }
};
static_assert(std::has_unique_object_representations_v<EntryHead>);
constexpr std::size_t kHeadBytes = sizeof(EntryHead);

std::string reason_of(int code) {
  return std::generic_category().message(code) + " (errno " + std::to_string(code) + ")";
}

wire::Error journal_error(std::string text) {
  return wire::error(wire::ErrorCode::RTIinternalError, std::move(text));
}

EntryHead head_of(wire::Bytes entry) {
  const auto length = static_cast<std::uint32_t>(entry.size());
  return {length, ~length, core::fingerprint(entry)};
}

EntryHead read_head(wire::Bytes bytes) {
  EntryHead head;
  std::memcpy(&head, bytes.data(), sizeof head);
  return head;
}

struct WrittenFile {
  UniqueFd file;  // for further entries
  std::uint64_t size = 0;
};

// Writes a whole journal to a new file.
wire::Result<WrittenFile> write_new(const std::string& path, std::span<const wire::Bytes> entries) {
  WrittenFile made;
  std::uint64_t bytes = kMark.size();
  for (const wire::Bytes entry : entries) bytes += kHeadBytes + entry.size();
  if (bytes > kJournalBytesMax) return journal_error(reason_of(EFBIG));
  made.file =
      UniqueFd(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600));
  const int file = made.file.get();
  bool is_written = file >= 0 && files::write_all(file, std::as_bytes(std::span(kMark)));
  made.size = bytes;
  for (const wire::Bytes entry : entries) {
    const EntryHead head = head_of(entry);
    is_written = is_written && files::write_all(file, std::as_bytes(std::span(&head, 1))) &&
                 files::write_all(file, entry);
  }
  if (!is_written) return journal_error(reason_of(errno));
  return made;
}

class FileJournal final : public Journal {
 public:
  FileJournal(std::string path, UniqueFd file, std::uint64_t size, JournalDirectory::Warn warn)
      : path_(std::move(path)), file_(std::move(file)), size_(size), warn_(std::move(warn)) {}

 private:
  // One call of the system writes the entry, so the end of this process does not cut it in two.
  bool append(wire::Bytes entry) override {
    if (file_.get() < 0) return false;
    EntryHead head = head_of(entry);
    std::array<iovec, 2> parts{
        iovec{&head, sizeof head},
        iovec{const_cast<std::byte*>(entry.data()), entry.size()},  // writev() only reads it
    };
    const std::size_t all = sizeof head + entry.size();
    if (size_ + all > kJournalBytesMax) {
      give_up("it would have more than " + std::to_string(kJournalBytesMax >> 30) + " GB");
      return false;
    }
    ssize_t written = 0;
    do {
      written = ::writev(file_.get(), parts.data(), parts.size());
    } while (written < 0 && errno == EINTR);
    if (written == static_cast<ssize_t>(all)) {
      size_ += all;
      return true;
    }
    give_up(written < 0 ? reason_of(errno) : reason_of(ENOSPC));
    return false;
  }
  bool replace(std::span<const wire::Bytes> entries) override {
    if (file_.get() < 0) return false;
    const std::string path = path_ + std::string(kNewEnding);
    auto written = write_new(path, entries);
    if (written && ::rename(path.c_str(), path_.c_str()) == 0) {
      file_ = std::move(written->file);
      size_ = written->size;
      return true;
    }
    report_no_image(written ? reason_of(errno) : written.error().text);
    ::unlink(path.c_str());
    return false;
  }
  void report_no_image(const std::string& reason) override {
    warn_("cannot replace the journal " + path_ + " by an image: " + reason + "; it grows further");
  }
  void remove() override {
    if (file_.get() < 0) return;
    file_ = UniqueFd();
    ::unlink(path_.c_str());
  }

  // A journal that lacks an entry must not be replayed.
  void give_up(const std::string& reason) {
    const bool is_removed = ::unlink(path_.c_str()) == 0 || ::ftruncate(file_.get(), 0) == 0;
    file_ = UniqueFd();
    warn_("cannot write the journal " + path_ + ": " + reason +
          "; its federation goes on without it, and ends when this rtig ends" +
          (is_removed ? "" : "; remove that file before the next start"));
  }

  const std::string path_;
  UniqueFd file_;  // none: given up
  std::uint64_t size_;
  const JournalDirectory::Warn warn_;
};

}  // namespace

wire::Result<JournalDirectory> JournalDirectory::open(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error)
    return journal_error("cannot make the journal folder " + path + ": " + error.message());
  ::chmod(path.c_str(), 0700);  // journals have the secrets of sessions
  const std::string lock_path = (fs::path(path) / "lock").string();
  UniqueFd lock(::open(lock_path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (lock.get() < 0) return journal_error("cannot open " + lock_path + ": " + reason_of(errno));
  if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    return journal_error("another rtig uses the journal folder " + path +
                         "; give each rtig a folder of its own");
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(path, error)) {
    if (entry.path().extension() == kNewEnding) fs::remove(entry.path(), error);
  }
  return JournalDirectory(path, std::move(lock));
}

std::vector<std::string> JournalDirectory::list() const {
  std::vector<std::string> paths;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(path_, error)) {
    if (entry.path().extension() == kEnding) paths.push_back(entry.path().string());
  }
  std::ranges::sort(paths);
  return paths;
}

wire::Result<FoundJournal> split_journal(wire::Buffer bytes) {
  FoundJournal found;
  found.bytes = std::move(bytes);
  wire::Bytes rest = found.bytes;
  if (rest.size() < kMark.size() || std::memcmp(rest.data(), kMark.data(), kMark.size()) != 0)
    return journal_error("it is no journal");
  rest = rest.subspan(kMark.size());
  found.complete_bytes = kMark.size();
  while (rest.size() >= kHeadBytes) {
    const EntryHead head = read_head(rest);
    if (!head.is_valid())
      return journal_error("it is damaged at byte " + std::to_string(found.complete_bytes));
    if (head.length > rest.size() - kHeadBytes) break;
    const wire::Bytes entry = rest.subspan(kHeadBytes, head.length);
    rest = rest.subspan(kHeadBytes + head.length);
    if (core::fingerprint(entry) != head.checksum) {
      if (rest.empty()) break;
      return journal_error("it is damaged at byte " + std::to_string(found.complete_bytes));
    }
    found.entries.push_back(entry);
    found.complete_bytes += kHeadBytes + head.length;
  }
  return found;
}

wire::Result<FoundJournal> JournalDirectory::read(const std::string& path) {
  const auto text = files::read_regular_file(path, kJournalBytesMax);
  if (!text) return journal_error(text.error().reason);
  const auto bytes = std::as_bytes(std::span(*text));
  auto found = split_journal({bytes.begin(), bytes.end()});
  if (found) found->path = path;
  return found;
}

std::string JournalDirectory::set_aside(const std::string& path) {
  std::string aside = path + ".refused";
  for (int number = 2; fs::exists(aside); ++number)
    aside = path + ".refused-" + std::to_string(number);
  return ::rename(path.c_str(), aside.c_str()) == 0 ? aside : path;
}

std::unique_ptr<Journal> JournalDirectory::begin(std::string_view federation,
                                                 const Warn& warn) const {
  const std::string path =
      (path_ / (escaped_file_name(federation) + std::string(kEnding))).string();
  UniqueFd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600));
  const bool is_marked = file.get() >= 0 && ::write(file.get(), kMark.data(), kMark.size()) ==
                                                static_cast<ssize_t>(kMark.size());
  if (is_marked) return std::make_unique<FileJournal>(path, std::move(file), kMark.size(), warn);
  warn("cannot write the journal " + path + ": " + reason_of(errno) + "; federation " +
       wire::quoted(federation) + " has none, and ends when this rtig ends");
  return nullptr;
}

std::unique_ptr<Journal> JournalDirectory::resume(const FoundJournal& found, const Warn& warn) {
  UniqueFd file(::open(found.path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
  if (file.get() >= 0 && ::ftruncate(file.get(), static_cast<off_t>(found.complete_bytes)) == 0) {
    return std::make_unique<FileJournal>(found.path, std::move(file), found.complete_bytes, warn);
  }
  warn("cannot continue the journal " + found.path + ": " + reason_of(errno) +
       "; its federation goes on without it, and ends when this rtig ends");
  return nullptr;
}

}  // namespace triad::rtig
