#include "tools/rtirun/agent_messages.hpp"

#include <array>
#include <boost/json.hpp>
#include <utility>

namespace triad::rtirun {

namespace {

namespace json = boost::json;

// Names of the messages, in the order of the variants.
constexpr std::array<std::string_view, 5> kOrderNames{"open", "start", "take-up", "signal", "find"};
constexpr std::array<std::string_view, 8> kReportNames{"facts", "failed", "not-started", "ended",
                                                       "gone",  "owner",  "log",         "fault"};

template <class Message, std::size_t count>
std::string as_json_line(const Message& message, const std::array<std::string_view, count>& names) {
  static_assert(std::variant_size_v<Message> == count);
  json::value fields = std::visit([](const auto& each) { return json::value_from(each); }, message);
  const std::string_view name = names[message.index()];
  json::object object;
  object[{name.data(), name.size()}] = std::move(fields);
  return json::serialize(object) + "\n";
}

template <class Message, std::size_t... index>
std::optional<Message> convert(std::size_t kind, const json::value& fields,
                               std::index_sequence<index...>) {
  std::optional<Message> message;
  const auto try_one = [&]<std::size_t i>(std::integral_constant<std::size_t, i>) {
    if (i != kind) return;
    auto value = json::try_value_to<std::variant_alternative_t<i, Message>>(fields);
    if (value) message = *std::move(value);
  };
  (try_one(std::integral_constant<std::size_t, index>()), ...);
  return message;
}

// Text that is not UTF-8 passes, because logs and arguments may have any bytes.
template <class Message, std::size_t count>
std::optional<Message> parse_json_line(std::string_view line,
                                       const std::array<std::string_view, count>& names) {
  json::parse_options options;
  options.allow_invalid_utf8 = true;
  options.max_depth = 8;
  boost::system::error_code fault;
  const json::value value = json::parse({line.data(), line.size()}, fault, {}, options);
  if (fault || !value.is_object() || value.get_object().size() != 1) return std::nullopt;
  const auto& entry = *value.get_object().begin();
  for (std::size_t i = 0; i < count; ++i) {
    if (std::string_view(entry.key().data(), entry.key().size()) == names[i]) {
      return convert<Message>(i, entry.value(), std::make_index_sequence<count>());
    }
  }
  return std::nullopt;
}

}  // namespace

std::string as_message(const Order& order) {
  return as_json_line(order, kOrderNames);
}
std::string as_message(const Report& report) {
  return as_json_line(report, kReportNames);
}

std::optional<Order> parse_order(std::string_view line) {
  return parse_json_line<Order>(line, kOrderNames);
}
std::optional<Report> parse_report(std::string_view line) {
  return parse_json_line<Report>(line, kReportNames);
}

std::optional<std::string> LineBuffer::take_line() {
  const std::size_t end = bytes_.find('\n');
  if (end == bytes_.npos) return std::nullopt;
  std::string line = bytes_.substr(0, end);
  bytes_.erase(0, end + 1);
  return line;
}

}  // namespace triad::rtirun
