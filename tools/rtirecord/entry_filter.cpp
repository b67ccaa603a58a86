#include "tools/rtirecord/entry_filter.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <cctype>
#include <ctime>
#include <iterator>
#include <string_view>

namespace triad::rtirecord {

namespace {

bool is_matched(const std::vector<std::string>& patterns, const std::string& text) {
  return patterns.empty() || std::ranges::any_of(patterns, [&](const std::string& pattern) {
           return ::fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
         });
}

// Services that the RTIA records as one.
constexpr std::string_view kAdvances[] = {"timeAdvanceRequest", "timeAdvanceRequestAvailable",
                                          "nextEventRequest", "nextEventRequestAvailable",
                                          "flushQueueRequest"};

std::string metadata_of(const recording::Channel& channel, const char* key) {
  const auto at = channel.metadata.find(key);
  return at == channel.metadata.end() ? std::string() : at->second;
}

}  // namespace

bool EntryFilter::selects(const Entry& entry) const {
  const std::string& topic = entry.channel.topic;
  return entry.message.log_time >= from_ns && entry.message.log_time <= to_ns &&
         is_matched(federates, metadata_of(entry.channel, "federate")) &&
         is_matched(classes, metadata_of(entry.channel, "class")) &&
         is_matched(services, topic.substr(topic.rfind('/') + 1));
}

std::optional<std::uint64_t> parse_utc(const std::string& text) {
  std::tm utc{};
  const char* rest = ::strptime(text.c_str(), "%Y-%m-%d", &utc);
  if (rest == nullptr || (*rest != 'T' && *rest != ' ')) return std::nullopt;
  rest = ::strptime(rest + 1, "%H:%M:%S", &utc);
  if (rest == nullptr) return std::nullopt;
  std::uint64_t fraction_ns = 0;
  if (*rest == '.') {
    std::uint64_t unit = 100'000'000;
    for (++rest; std::isdigit(static_cast<unsigned char>(*rest)) != 0; ++rest, unit /= 10) {
      fraction_ns += unit * static_cast<std::uint64_t>(*rest - '0');
    }
  }
  if (*rest == 'Z') ++rest;
  const std::time_t seconds = ::timegm(&utc);
  if (*rest != '\0' || seconds < 0) return std::nullopt;
  return static_cast<std::uint64_t>(seconds) * 1'000'000'000u + fraction_ns;
}

std::optional<EntryFilter> read_filter(const command_line::ParsedArguments& given,
                                       std::string& fault) {
  EntryFilter filter{given.values("federate"), given.values("class"), given.values("service")};
  for (const std::string& service : filter.services) {
    if (std::ranges::find(kAdvances, service) == std::end(kAdvances)) continue;
    fault = "--service " + service +
            ": all time advances are recorded as advanceTime; the member "
            "`kind` of the message tells which one it is";
    return std::nullopt;
  }
  for (const auto& [name, bound] :
       {std::pair{"from", &filter.from_ns}, std::pair{"to", &filter.to_ns}}) {
    const auto text = given.value(name);
    if (!text) continue;
    const auto time = parse_utc(*text);
    if (!time) {
      fault =
          "--" + std::string(name) + " " + *text + " is not a UTC time such as 2026-11-29T02:15:30";
      return std::nullopt;
    }
    *bound = *time;
  }
  return filter;
}

}  // namespace triad::rtirecord
