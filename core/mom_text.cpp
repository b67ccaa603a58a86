#include "core/mom_text.hpp"

#include <algorithm>
#include <array>
#include <boost/algorithm/string/predicate.hpp>
#include <charconv>
#include <cmath>

namespace triad::core::mom {

namespace {

constexpr double kSecondsMax = 365.0 * 86'400;

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

// Compares words; blanks and underscores are equal ("Best Effort", "best_effort").
bool same_words(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char left, char right) {
    const auto plain = [](char c) { return c == '_' ? ' ' : c; };
    return boost::algorithm::is_iequal()(plain(left), plain(right));
  });
}

template <class Value, std::size_t count>
std::optional<Value> read_word(std::string_view text,
                               const std::array<std::pair<std::string_view, Value>, count>& words) {
  for (const auto& [spelling, value] : words) {
    if (same_words(trimmed(text), spelling)) return value;
  }
  return std::nullopt;
}

template <class Number>
std::optional<Number> read_decimal(std::string_view text) {
  text = trimmed(text);
  Number value{};
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || fault != std::errc{} || end != text.data() + text.size()) {
    return std::nullopt;
  }
  return value;
}

}  // namespace

std::string text(bool value) {
  return value ? "True" : "False";
}

std::string text(std::uint64_t number) {
  return std::to_string(number);
}

void add_pair(std::string& list, std::uint64_t handle, std::string_view value) {
  if (!list.empty()) list += ',';
  list += std::to_string(handle);
  list += '/';
  list += value;
}

std::string_view enum_text(wire::Transportation transportation) {
  return transportation == wire::Transportation::reliable ? "Reliable" : "Best Effort";
}

std::string_view enum_text(wire::Ordering order) {
  return order == wire::Ordering::receive ? "Receive" : "Timestamp";
}

std::string_view enum_text(wire::ResignAction action) {
  switch (action) {
    case wire::ResignAction::release_attributes:
      return "Release Attributes";
    case wire::ResignAction::delete_objects:
      return "Delete Objects";
    case wire::ResignAction::delete_objects_and_release_attributes:
      return "Delete Objects And Release Attributes";
    case wire::ResignAction::no_action:
      break;
  }
  return "No Action";
}

std::string_view text_of(wire::Bytes value) {
  const std::string_view text(reinterpret_cast<const char*>(value.data()), value.size());
  return text.substr(0, text.find('\0'));
}

std::optional<bool> read_bool(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, bool>, 6> kWords{{{"true", true},
                                                                            {"false", false},
                                                                            {"1", true},
                                                                            {"0", false},
                                                                            {"RTI_TRUE", true},
                                                                            {"RTI_FALSE", false}}};
  return read_word(text, kWords);
}

std::optional<std::uint64_t> read_number(std::string_view text) {
  return read_decimal<std::uint64_t>(text);
}

std::optional<std::vector<std::uint32_t>> read_handles(std::string_view text) {
  std::vector<std::uint32_t> handles;
  if (trimmed(text).empty()) return handles;
  for (;;) {
    const auto comma = text.find(',');
    const auto handle = read_decimal<std::uint32_t>(text.substr(0, comma));
    if (!handle) return std::nullopt;
    handles.push_back(*handle);
    if (comma == std::string_view::npos) return handles;
    text.remove_prefix(comma + 1);
  }
}

std::optional<std::chrono::milliseconds> read_seconds(std::string_view text) {
  const auto seconds = read_decimal<double>(text);
  if (!seconds || !(*seconds >= 0 && *seconds <= kSecondsMax)) return std::nullopt;
  const std::chrono::milliseconds period(static_cast<std::int64_t>(std::ceil(*seconds * 1000)));
  return period;
}

std::optional<wire::Transportation> read_transportation(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, wire::Transportation>, 2> kWords{
      {{"reliable", wire::Transportation::reliable},
       {"best effort", wire::Transportation::best_effort}}};
  return read_word(text, kWords);
}

std::optional<wire::Ordering> read_ordering(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, wire::Ordering>, 2> kWords{
      {{"receive", wire::Ordering::receive}, {"timestamp", wire::Ordering::timestamp}}};
  return read_word(text, kWords);
}

std::optional<wire::ResignAction> read_resign_action(std::string_view text) {
  using enum wire::ResignAction;
  static constexpr std::array<std::pair<std::string_view, wire::ResignAction>, 8> kWords{
      {{"release attributes", release_attributes},
       {"delete objects", delete_objects},
       {"delete objects and release attributes", delete_objects_and_release_attributes},
       {"no action", no_action},
       {"1", release_attributes},
       {"2", delete_objects},
       {"3", delete_objects_and_release_attributes},
       {"4", no_action}}};
  return read_word(text, kWords);
}

std::optional<bool> read_owned(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, bool>, 2> kWords{
      {{"owned", true}, {"unowned", false}}};
  return read_word(text, kWords);
}

}  // namespace triad::core::mom
