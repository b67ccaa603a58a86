// Fields of MCAP files: little-endian integers, and texts and arrays after their length in bytes.
// FieldReader is for bytes of a file, which may be anything.
#pragma once

#include <array>
#include <concepts>
#include <cstring>
#include <map>
#include <string>
#include <string_view>

#include "recording/byte_io.hpp"

namespace triad::recording {

using TextMap = std::map<std::string, std::string>;

// Appends an integer of the type's size.
template <std::unsigned_integral T>
void put(Buffer& out, T value) {
  std::array<std::byte, sizeof(T)> bytes;
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    bytes[i] = static_cast<std::byte>(value >> (8 * i) & 0xff);
  }
  out.insert(out.end(), bytes.begin(), bytes.end());
}

inline void put_bytes(Buffer& out, Bytes bytes) {
  out.insert(out.end(), bytes.begin(), bytes.end());
}

inline Bytes bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

inline void put_text(Buffer& out, std::string_view text) {
  put(out, static_cast<std::uint32_t>(text.size()));
  put_bytes(out, bytes_of(text));
}

// Overwrites an integer that was appended before.
template <std::unsigned_integral T>
void set_at(Buffer& out, std::size_t at, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    out[at + i] = static_cast<std::byte>(value >> (8 * i) & 0xff);
  }
}

inline void put_map(Buffer& out, const TextMap& map) {
  const std::size_t at = out.size();
  put(out, std::uint32_t{0});
  for (const auto& [key, value] : map) {
    put_text(out, key);
    put_text(out, value);
  }
  set_at(out, at, static_cast<std::uint32_t>(out.size() - at - sizeof(std::uint32_t)));
}

// Reads fields in order. After a field that the bytes do not contain, all results are zero or empty
// and is_valid() is false.
class FieldReader {
 public:
  explicit FieldReader(Bytes bytes) : rest_(bytes) {}

  template <std::unsigned_integral T>
  T get() {
    T value = 0;
    const Bytes bytes = take_bytes(sizeof(T));
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      value = static_cast<T>(value | static_cast<T>(std::to_integer<T>(bytes[i]) << (8 * i)));
    }
    return value;
  }
  // Returns the next bytes, or none if there are fewer.
  Bytes take_bytes(std::uint64_t count) {
    if (count > rest_.size()) {
      is_valid_ = false;
      rest_ = {};
      return {};
    }
    const Bytes taken = rest_.first(count);
    rest_ = rest_.subspan(count);
    return taken;
  }
  std::string text() {
    const Bytes bytes = take_bytes(get<std::uint32_t>());
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
  TextMap map() {
    FieldReader entries(take_bytes(get<std::uint32_t>()));
    TextMap map;
    while (entries.is_valid_ && !entries.rest_.empty()) {
      std::string key = entries.text();
      map[std::move(key)] = entries.text();
    }
    is_valid_ = is_valid_ && entries.is_valid_;
    return map;
  }
  [[nodiscard]] Bytes rest() const { return rest_; }
  [[nodiscard]] bool is_valid() const { return is_valid_; }

 private:
  Bytes rest_;
  bool is_valid_ = true;
};

}  // namespace triad::recording
