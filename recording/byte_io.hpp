// Outside world of the recording's formats: a sink for bytes that are written in order, and a
// source of bytes at offsets. Files implement both (recording/hosting, tools/rtirecord), tests use
// memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace triad::recording {

using Bytes = std::span<const std::byte>;
using Buffer = std::vector<std::byte>;

class ByteSink {
 public:
  virtual ~ByteSink() = default;
  // Appends the bytes. Returns false if that failed; the writer then writes nothing more.
  [[nodiscard]] virtual bool write(Bytes bytes) = 0;
};

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  // Returns the number of bytes when the source was opened.
  [[nodiscard]] virtual std::uint64_t size() const = 0;
  // Reads bytes from the offset on. Returns their number; fewer than asked for at the end or after
  // a fault.
  [[nodiscard]] virtual std::size_t read(std::uint64_t offset, std::span<std::byte> into) = 0;
};

class MemorySink final : public ByteSink {
 public:
  bool write(Bytes bytes) override {
    written_.insert(written_.end(), bytes.begin(), bytes.end());
    return true;
  }
  [[nodiscard]] const Buffer& written() const { return written_; }

 private:
  Buffer written_;
};

// View of bytes, which must outlive it.
class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(Bytes bytes) : bytes_(bytes) {}
  [[nodiscard]] std::uint64_t size() const override { return bytes_.size(); }
  [[nodiscard]] std::size_t read(std::uint64_t offset, std::span<std::byte> into) override {
    if (offset >= bytes_.size() || into.empty()) return 0;
    const std::size_t count = std::min<std::size_t>(into.size(), bytes_.size() - offset);
    std::memcpy(into.data(), bytes_.data() + offset, count);
    return count;
  }

 private:
  Bytes bytes_;
};

}  // namespace triad::recording
