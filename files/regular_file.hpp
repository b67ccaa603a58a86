// Reads files that somebody has named: settings, FED files, saves. A name may stand for anything,
// so what is no regular file is refused before it is opened or read: a pipe would wait for its
// writer, a device may have no end or do something when it is opened. Used by programs and libRTI;
// knows nothing of what is in the files.
#pragma once

#include <boost/system/result.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace triad::files {

struct FileFault {
  enum class Kind {
    absent,    // there is nothing of that name
    unfit,     // no regular file, or too large
    unopened,  // the system refuses to open it
    unread,    // the system fails to read it
  };
  Kind kind = Kind::absent;
  std::string reason;  // for people, to be put behind the name: "it is a pipe, not a regular file"
};

template <class T>
using Result = boost::system::result<T, FileFault>;

// Boost.System asks for this where value() is called on an error: a mistake of ours.
[[noreturn]] void throw_exception_from_error(const FileFault& fault, const boost::source_location&);

class RegularFile {
 public:
  static Result<RegularFile> open(const std::string& path);
  RegularFile(RegularFile&& other) noexcept;
  RegularFile& operator=(RegularFile&&) = delete;
  ~RegularFile();

  // In bytes, as it was opened. Zero for files that the system makes up as they are read.
  [[nodiscard]] std::uint64_t size() const { return size_; }
  // The next bytes, as many as there is room for. Fewer: the file has ended.
  [[nodiscard]] Result<std::size_t> read(std::span<std::byte> into);

 private:
  RegularFile(int descriptor, std::uint64_t size) : descriptor_(descriptor), size_(size) {}

  int descriptor_;
  std::uint64_t size_;
};

// The whole file. One of more than `bytes_max` is refused, unread as far as its size is known.
[[nodiscard]] Result<std::string> read_regular_file(const std::string& path, std::size_t bytes_max);

}  // namespace triad::files
