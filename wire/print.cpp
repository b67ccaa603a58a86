#include "wire/print.hpp"

#include <array>

namespace triad::wire {

namespace {
constexpr std::size_t kBytesShown = 16;
}

std::string_view name_of(Kind kind) {
  switch (kind) {
#define TRIAD_NAME(number, name) \
  case Kind::name:               \
    return #name;
    TRIAD_MESSAGES(TRIAD_NAME)
#undef TRIAD_NAME
    case Kind::none:
      break;
  }
  return "?";
}

void print_text(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c >= ' ' && c < 0x7f ? c : '.';
  }
  out += '"';
}

void print_bytes(std::string& out, Bytes bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  out += std::to_string(bytes.size()) + ':';
  for (const std::byte b : bytes.first(std::min(bytes.size(), kBytesShown))) {
    out += kDigits[std::to_integer<unsigned>(b) >> 4];
    out += kDigits[std::to_integer<unsigned>(b) & 15];
  }
  if (bytes.size() > kBytesShown) out += "...";
}

std::string print(const Record& record) {
  std::string out(name_of(record.header.message_kind()));
  with_message_type(record.header.message_kind(), [&](auto type) {
    using Message = typename decltype(type)::type;
    if (const auto message = decode<Message>(record.payload)) {
      print_value(out, *message);
    } else {
      out += "{broken, " + std::to_string(record.payload.size()) + " bytes}";
    }
  });
  return out;
}

}  // namespace triad::wire
