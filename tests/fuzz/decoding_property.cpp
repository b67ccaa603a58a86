#include "tests/fuzz/decoding_property.hpp"

#include <algorithm>
#include <span>

#include "tests/fuzz/problems_property.hpp"
#include "tools/decoding/decode_value.hpp"
#include "tools/decoding/decoding_table.hpp"

namespace triad::decoding {

namespace {

std::string broken_in_value(const ValueType& type, std::string_view value) {
  if (type.depth > kTypeDepthMax) return "a type that is too deep";
  const auto decoded = decode_value(type, std::as_bytes(std::span(value)));
  if (!decoded) return decoded.error().text.empty() ? "a fault without a reason" : "";
  boost::system::error_code fault;
  const auto again = boost::json::parse(boost::json::serialize(*decoded), fault);
  return fault ? "a value that is no JSON: " + fault.message() : "";
}

}  // namespace

std::string broken_property(std::string_view input) {
  const std::size_t zero = std::min(input.find('\0'), input.size());
  const std::string_view text = input.substr(0, zero);
  const auto table = read_decoding_table(text, "input");
  if (!table) return std::string(topology::broken_in_problems(table.error(), text));
  const auto members = table->objects().find("A");
  if (members == table->objects().end() || zero == input.size()) return {};
  const auto type = members->second.find("value");
  if (type == members->second.end()) return {};
  return broken_in_value(*type->second, input.substr(zero + 1));
}

}  // namespace triad::decoding
