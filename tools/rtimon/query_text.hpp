// Parts of a request's target and of its headers, from any bytes of an HTTP client. Pure.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace triad::rtimon {

struct Target {
  std::string path;
  std::map<std::string, std::string> parameters;  // decoded; of several equal names the first
};

// Largest number of parameters of a target.
inline constexpr std::size_t kParametersMax = 16;

// Parses e.g. "/api/series?node=rtig&figure=memory". Returns nothing if an escape is wrong, a
// decoded text has a zero byte, or there are too many parameters.
std::optional<Target> parse_target(std::string_view target);

// Returns the value of a cookie in a Cookie header; empty: it has none.
std::string_view cookie_value(std::string_view header, std::string_view name);

// Returns the token of "Bearer TOKEN"; empty: another text.
std::string_view bearer_token(std::string_view header);

// Compares in a time that does not depend on the place of a difference.
bool is_same_secret(std::string_view given, std::string_view secret);

// Returns nothing unless the text is a whole number up to `most`.
std::optional<std::uint64_t> parse_number(std::string_view text, std::uint64_t most);

// Splits at commas. Returns at most `most` parts.
std::vector<std::string_view> split_list(std::string_view text, std::size_t most);

}  // namespace triad::rtimon
