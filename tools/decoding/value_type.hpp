// Layout of the values of attributes and parameters, which are bytes in HLA 1.3. A DecodingTable
// (decoding_table.hpp) has one for each attribute; decode_value() reads a value by it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace triad::decoding {

struct ValueType;
// Types are shared by the types that contain them. A type never contains itself.
using TypePointer = std::shared_ptr<const ValueType>;

struct NumberType {
  enum class Kind { signed_integer, unsigned_integer, real, boolean };

  Kind kind = Kind::unsigned_integer;
  std::size_t bytes = 1;  // 1, 2, 4 or 8; of a real 4 or 8
  bool is_big_endian = true;
};

// Text that ends at a zero byte, or at the end of the value. With a size or a count it has that
// many bytes, and is shown up to the first zero.
struct TextType {
  std::optional<std::size_t> size = {};
  std::optional<NumberType> count = {};
};

// All bytes up to the end of the value.
struct BytesType {};

struct EnumerationType {
  NumberType number;  // An integer.
  std::map<std::int64_t, std::string> names;
};

// Elements one after the other: a fixed number, or as many as a count in front says, or up to the
// end of the value.
struct ArrayType {
  TypePointer element;
  std::optional<std::size_t> size = {};
  std::optional<NumberType> count = {};
  bool is_aligned = false;
};

struct RecordType {
  // A field without a type is padding of so many bytes.
  struct Field {
    std::string name;
    TypePointer type;
    std::size_t padding = 0;
  };

  std::vector<Field> fields;  // Not empty.
  bool is_aligned = false;
};

struct ValueType {
  std::variant<NumberType, TextType, BytesType, EnumerationType, ArrayType, RecordType> layout;
  std::string name;           // For messages: in the table, or the kind of the type.
  std::size_t alignment = 1;  // In bytes. Matters in aligned arrays and records only.
  std::size_t depth = 1;      // Levels of arrays and records below each other, with this one.
};

}  // namespace triad::decoding
