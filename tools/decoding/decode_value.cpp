#include "tools/decoding/decode_value.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/count_text.hpp"
#include "tools/decoding/number_values.hpp"
#include "tools/rtictl/utf8.hpp"

namespace triad::decoding {

namespace {

namespace json = boost::json;
using rtimesh::Fault;
using rtimesh::Outcome;
using Bytes = std::span<const std::byte>;

// Returns the double that prints as the float does.
double widened(float number) {
  char text[32];
  const auto [end, fault] = std::to_chars(text, text + sizeof text, number);
  double wide = number;
  if (fault == std::errc()) std::from_chars(text, end, wide);
  return wide;
}

json::value real_json(double number) {
  if (std::isnan(number)) return "nan";
  if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
  return number;
}

json::value number_json(const NumberType& type, std::uint64_t bits) {
  switch (type.kind) {
    case NumberType::Kind::signed_integer:
      return sign_extended(bits, type.bytes);
    case NumberType::Kind::unsigned_integer:
      return bits;
    case NumberType::Kind::boolean:
      return bits != 0;
    case NumberType::Kind::real:
      break;
  }
  const double real = real_of(bits, type.bytes);
  const bool is_widened = type.bytes == sizeof(float) && std::isfinite(real);
  return real_json(is_widened ? widened(static_cast<float>(real)) : real);
}

// Length of a number, a bracket or quotation marks in JSON, with the separator.
constexpr std::size_t kNumberBytes = 8;

class Decoder {
 public:
  explicit Decoder(Bytes bytes) : bytes_(bytes) {}

  Outcome<json::value> decode(const ValueType& type) {
    if (auto fault = charge(kNumberBytes)) return *fault;
    return std::visit([&](const auto& layout) { return decode_layout(type, layout); }, type.layout);
  }

  // Returns the place of a fault in the value, such as ".position[2].x"; empty: the value itself.
  [[nodiscard]] const std::string& place() const { return place_; }
  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] std::size_t left() const { return bytes_.size() - at_; }

 private:
  Outcome<json::value> decode_layout(const ValueType& type, const NumberType& number) {
    const auto bits = read_number(number, type.name);
    if (!bits) return bits.error();
    return number_json(number, *bits);
  }

  Outcome<json::value> decode_layout(const ValueType& type, const EnumerationType& enumeration) {
    const auto bits = read_number(enumeration.number, type.name);
    if (!bits) return bits.error();
    const bool is_signed = enumeration.number.kind == NumberType::Kind::signed_integer;
    const std::int64_t key = is_signed ? sign_extended(*bits, enumeration.number.bytes)
                                       : static_cast<std::int64_t>(*bits);
    const auto name = enumeration.names.find(key);
    if (name == enumeration.names.end()) return number_json(enumeration.number, *bits);
    if (auto fault = charge(name->second.size())) return *fault;
    return json::value(name->second);
  }

  Outcome<json::value> decode_layout(const ValueType& type, const TextType& text) {
    std::size_t length = text.size.value_or(left());
    if (text.count) {
      const auto count = read_count(*text.count);
      if (!count) return count.error();
      if (*count > left()) return too_short(*count, type.name);
      length = static_cast<std::size_t>(*count);
    }
    const auto bytes = read(length, type.name);
    if (!bytes) return bytes.error();
    std::string_view chars(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    const auto zero = chars.find('\0');
    chars = chars.substr(0, zero);
    const bool ends_at_zero = !text.size && !text.count;
    if (ends_at_zero && zero != std::string_view::npos) at_ -= length - zero - 1;
    if (auto fault = charge(chars.size())) return *fault;
    return json::value(rtictl::utf8(chars));
  }

  Outcome<json::value> decode_layout(const ValueType& type, const BytesType&) {
    const auto bytes = read(left(), type.name);
    if (!bytes) return bytes.error();
    return json::value(hex(*bytes));
  }

  Outcome<json::value> decode_layout(const ValueType&, const ArrayType& array) {
    std::uint64_t count = array.size.value_or(std::numeric_limits<std::size_t>::max());
    if (array.count) {
      if (auto fault = align(array.is_aligned, array.count->bytes)) return *fault;
      const auto stated = read_count(*array.count);
      if (!stated) return stated.error();
      count = *stated;
    }
    const bool is_open = !array.size && !array.count;
    json::array elements;
    for (std::uint64_t i = 0; i < count && !(is_open && left() == 0); ++i) {
      auto fault = align(array.is_aligned, array.element->alignment);
      const std::size_t begin = at_;
      auto element = fault ? Outcome<json::value>(*fault) : decode(*array.element);
      // Otherwise a large count would make many elements of no bytes.
      if (element && at_ == begin) element = Fault{"no byte is left for it"};
      if (!element) {
        place_ = "[" + std::to_string(i) + "]" + place_;
        return element.error();
      }
      elements.push_back(*std::move(element));
    }
    return json::value(std::move(elements));
  }

  Outcome<json::value> decode_layout(const ValueType&, const RecordType& record) {
    json::object object;
    for (const RecordType::Field& field : record.fields) {
      if (!field.type) {
        const auto padding = read(field.padding, "padding");
        if (!padding) return padding.error();
        continue;
      }
      auto fault = align(record.is_aligned, field.type->alignment);
      if (!fault) fault = charge(field.name.size());
      auto value = fault ? Outcome<json::value>(*fault) : decode(*field.type);
      if (!value) {
        place_ = "." + field.name + place_;
        return value;
      }
      object[field.name] = *std::move(value);
    }
    return json::value(std::move(object));
  }

  // Skips the padding in front of an aligned value.
  std::optional<Fault> align(bool is_aligned, std::size_t alignment) {
    if (!is_aligned || alignment <= 1) return std::nullopt;
    const std::size_t padding = (alignment - at_ % alignment) % alignment;
    if (padding > left()) return too_short(padding, "padding");
    at_ += padding;
    return std::nullopt;
  }

  // Counts bytes of the JSON.
  std::optional<Fault> charge(std::size_t bytes) {
    json_bytes_ += bytes;
    const std::size_t most = kJsonBytesLeast + kJsonBytesPerByte * bytes_.size();
    if (json_bytes_ <= most) return std::nullopt;
    return Fault{"its JSON would be longer than " + std::to_string(most) + " bytes"};
  }

  Outcome<std::uint64_t> read_count(const NumberType& number) {
    auto bits = read_number(number, "the count");
    if (!bits || number.kind != NumberType::Kind::signed_integer) return bits;
    const std::int64_t count = sign_extended(*bits, number.bytes);
    if (count < 0) return Fault{"the count is " + std::to_string(count)};
    return *bits;
  }

  Outcome<std::uint64_t> read_number(const NumberType& number, const std::string& name) {
    const auto bytes = read(number.bytes, name);
    if (!bytes) return bytes.error();
    return bits_of(*bytes, number.is_big_endian);
  }

  Outcome<Bytes> read(std::size_t length, const std::string& name) {
    if (length > left()) return too_short(length, name);
    const Bytes taken = bytes_.subspan(at_, length);
    at_ += length;
    return taken;
  }

  [[nodiscard]] Fault too_short(std::uint64_t length, const std::string& name) const {
    return {name + " at byte " + std::to_string(at_) + " needs " +
            core::count_text(length, "byte") + ", and " +
            core::count_text(left(), "byte is left", "bytes are left")};
  }

  const Bytes bytes_;
  std::size_t at_ = 0;
  std::size_t json_bytes_ = 0;
  std::string place_;
};

}  // namespace

std::string hex(std::span<const std::byte> bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const std::byte b : bytes) {
    text += kDigits[std::to_integer<unsigned>(b) >> 4];
    text += kDigits[std::to_integer<unsigned>(b) & 15];
  }
  return text;
}

Outcome<json::value> decode_value(const ValueType& type, std::span<const std::byte> bytes) {
  Decoder decoder(bytes);
  auto value = decoder.decode(type);
  if (!value) {
    const std::string& place = decoder.place();
    return Fault{place.empty() ? value.error().text : place + ": " + value.error().text};
  }
  if (decoder.left() > 0) {
    return Fault{type.name + " ends at byte " + std::to_string(decoder.at()) + ", and " +
                 core::count_text(decoder.left(), "byte is left", "bytes are left")};
  }
  return value;
}

}  // namespace triad::decoding
