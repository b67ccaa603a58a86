// The directory in which an rtig keeps the journals of its federations, one file for each
// (rtig/gateway/journal.hpp). One rtig at a time uses a directory. A file is a mark of 8 bytes, and
// for each entry its length (u32), the inverted length (u32), the checksum of its bytes (u64), and
// the bytes.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rtig/gateway/journal.hpp"
#include "transport/posix/unique_fd.hpp"
#include "wire/error.hpp"
#include "wire/record.hpp"

namespace triad::rtig {

// A journal that was found.
struct FoundJournal {
  std::string path;
  wire::Buffer bytes;                // of the file
  std::vector<wire::Bytes> entries;  // views into `bytes`
  std::size_t complete_bytes = 0;    // without an entry that was written in part
};

// Finds the entries of a journal's file. Fails if the bytes are damaged, except that an entry at
// the end may have been written in part. The result has no path.
wire::Result<FoundJournal> split_journal(wire::Buffer bytes);

class JournalDirectory {
 public:
  // Receives a line for the log.
  using Warn = std::function<void(const std::string& line)>;

  // Makes the directory if it is missing. Fails if it cannot be written to, or if another rtig uses
  // it.
  static wire::Result<JournalDirectory> open(const std::string& path);

  // Returns the paths of all journals, in ascending order.
  std::vector<std::string> list() const;
  // Reads a journal. Fails if it is damaged. An entry at the end that was written in part is left
  // out.
  static wire::Result<FoundJournal> read(const std::string& path);
  // Gives a journal that cannot be continued another name. Returns the name that it has then.
  static std::string set_aside(const std::string& path);

  // Begins the journal of a federation, or continues one that was read. Null: that is impossible,
  // and `warn` has received the reason. `warn` is kept by the journal.
  std::unique_ptr<Journal> begin(std::string_view federation, const Warn& warn) const;
  static std::unique_ptr<Journal> resume(const FoundJournal& found, const Warn& warn);

 private:
  JournalDirectory(std::filesystem::path path, transport::UniqueFd lock)
      : path_(std::move(path)), lock_(std::move(lock)) {}

  std::filesystem::path path_;
  transport::UniqueFd lock_;
};

}  // namespace triad::rtig
