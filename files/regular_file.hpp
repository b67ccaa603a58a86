// Reader of files that users or peers name: settings, FED files, saves. A name may refer to
// anything, so everything but a regular file is refused before it is opened or read: a pipe would
// block until it has a writer, and a device may be endless or react to being opened. Used by
// programs and libRTI; does not interpret contents.
#pragma once

#include <boost/system/result.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace triad::files {

struct FileFault {
  enum class Kind {
    absent,    // no such file
    unfit,     // not a regular file, or too large
    unopened,  // the system refused to open it
    unread,    // the system failed to read it
  };
  Kind kind = Kind::absent;
  std::string reason;  // text to follow the name, e.g. "it is a pipe, not a regular file"
};

template <class T>
using Result = boost::system::result<T, FileFault>;

// Called by Boost.System if value() is called on an error, which is a defect of Triad.
[[noreturn]] void throw_exception_from_error(const FileFault& fault, const boost::source_location&);

class RegularFile {
 public:
  // Opens a file for reading. Never blocks.
  static Result<RegularFile> open(const std::string& path);
  RegularFile(RegularFile&& other) noexcept;
  RegularFile& operator=(RegularFile&&) = delete;
  ~RegularFile();

  // Returns the size in bytes at opening. Zero for files that the system generates while they are
  // read.
  [[nodiscard]] std::uint64_t size() const { return size_; }
  // Reads the next bytes and returns their number. A number below the size of `into` means the end
  // of the file.
  [[nodiscard]] Result<std::size_t> read(std::span<std::byte> into);

 private:
  RegularFile(int descriptor, std::uint64_t size) : descriptor_(descriptor), size_(size) {}

  int descriptor_;
  std::uint64_t size_;
};

// Returns the whole file. Refuses a file of more than `bytes_max` bytes, without reading it if its
// size is known.
[[nodiscard]] Result<std::string> read_regular_file(const std::string& path, std::size_t bytes_max);

}  // namespace triad::files
