#include "tools/rtimon/http_api.hpp"

#include <algorithm>
#include <boost/json.hpp>

#include "tools/rtimon/metrics_text.hpp"
#include "tools/rtimon/snapshot_json.hpp"

namespace triad::rtimon {

namespace {

constexpr const char* kJson = "application/json";
// Limits of one request for a series or for events.
constexpr std::uint64_t kPointsMax = 5000;
constexpr std::uint64_t kEventsMax = 5000;
constexpr std::uint64_t kNumberMax = std::uint64_t{1} << 60;
constexpr WallTime kDefaultSpanMs = 600'000;

std::shared_ptr<const std::string> shared(std::string text) {
  return std::make_shared<const std::string>(std::move(text));
}

ApiResponse failure(unsigned status, const std::string& text) {
  return {status, kJson,
          shared(boost::json::serialize(boost::json::object{{"error", text}}) + "\n")};
}

ApiResponse json_answer(const boost::json::object& object) {
  return {200, kJson, shared(boost::json::serialize(object) + "\n")};
}

// Returns the parameter, or a default if it is not given. Nothing: it is no number.
std::optional<std::uint64_t> number_parameter(const Target& target, const std::string& name,
                                              std::uint64_t otherwise, std::uint64_t most) {
  const auto at = target.parameters.find(name);
  return at == target.parameters.end() ? std::optional(otherwise) : parse_number(at->second, most);
}

std::string text_parameter(const Target& target, const std::string& name) {
  const auto at = target.parameters.find(name);
  return at == target.parameters.end() ? std::string() : at->second;
}

}  // namespace

bool HttpApi::has_token(const ApiRequest& request, const Target& target) const {
  return is_same_secret(bearer_token(request.authorization), token_) ||
         is_same_secret(cookie_value(request.cookie, cookie_), token_) ||
         is_same_secret(text_parameter(target, "token"), token_);
}

// A browser that opens the page with the token in the URL gets a cookie, and a URL without it.
ApiResponse HttpApi::answer(const ApiRequest& request) const {
  if (request.method != "GET" && request.method != "HEAD") {
    ApiResponse refused = failure(405, "only GET and HEAD are allowed");
    refused.headers.emplace_back("Allow", "GET, HEAD");
    return refused;
  }
  const auto target = parse_target(request.target);
  if (!target) return failure(400, "the target of the request is malformed");
  if (target->path == "/healthz") return answer_health();
  if (!has_token(request, *target)) {
    ApiResponse refused =
        failure(401,
                "a token is needed: use the URL that rtimon prints at its start, or the header "
                "Authorization: Bearer TOKEN");
    refused.headers.emplace_back("WWW-Authenticate", "Bearer");
    return refused;
  }
  if (target->path == "/" && target->parameters.contains("token")) {
    ApiResponse moved{303, "text/plain; charset=utf-8", shared("")};
    moved.headers.emplace_back("Location", "/");
    moved.headers.emplace_back("Set-Cookie",
                               cookie_ + "=" + token_ + "; HttpOnly; SameSite=Strict; Path=/");
    return moved;
  }
  return answer_target(*target);
}

ApiResponse HttpApi::answer_target(const Target& target) const {
  if (target.path == "/metrics") {
    if (!published_.metrics) return failure(503, "no figures yet");
    return {200, kMetricsType, published_.metrics};
  }
  if (target.path == "/api/snapshot") {
    if (!published_.snapshot) return failure(503, "no figures yet");
    return {200, kJson, published_.snapshot};
  }
  if (target.path == "/api/series") return answer_series(target);
  if (target.path == "/api/events") return answer_events(target);
  if (target.path == "/api/live") return failure(426, "this target is a WebSocket");
  return answer_file(target.path == "/" ? "/index.html" : target.path);
}

ApiResponse HttpApi::answer_health() const {
  return json_answer({{"status", "ok"}, {"rtig_connected", published_.is_connected}});
}

ApiResponse HttpApi::answer_series(const Target& target) const {
  SeriesQuery query;
  query.node = text_parameter(target, "node");
  if (query.node.empty()) return failure(400, "node is missing: for example node=rtig");
  if (!is_node(query.node)) {
    return failure(400, "node is none of rtig, host:NAME and federate:NUMBER:FEDERATION");
  }
  boost::json::array names;
  const std::string wanted = text_parameter(target, "figure");  // owns the names in the loop
  for (const std::string_view name : split_list(wanted, kFigures)) {
    const auto figure = figure_of(name);
    if (!figure) return failure(400, "there is no figure of this name");
    query.figures.push_back(*figure);
    names.emplace_back(name);
  }
  if (query.figures.empty()) return failure(400, "figure is missing: for example figure=memory");
  const auto to = number_parameter(target, "to", static_cast<std::uint64_t>(now_()), kNumberMax);
  if (!to) return failure(400, "to is not a time in milliseconds since 1970");
  const WallTime begin = std::max<WallTime>(static_cast<WallTime>(*to) - kDefaultSpanMs, 0);
  const auto from = number_parameter(target, "from", static_cast<std::uint64_t>(begin), kNumberMax);
  if (!from || *from > *to) return failure(400, "from is not a time in milliseconds before to");
  const auto points = number_parameter(target, "points", query.points, kPointsMax);
  if (!points || *points == 0) return failure(400, "points is not a number from 1 to 5000");
  query.from = static_cast<WallTime>(*from);
  query.to = static_cast<WallTime>(*to);
  query.points = static_cast<std::size_t>(*points);
  const auto series = history_.series(query);
  if (!series) return failure(503, series.error().text);
  boost::json::array rows;
  for (const SeriesPoint& point : *series) {
    boost::json::array row{point.at};
    for (const auto& value : point.values) {
      row.push_back(value ? boost::json::value(*value) : boost::json::value(nullptr));
    }
    rows.push_back(std::move(row));
  }
  return json_answer(
      {{"node", query.node}, {"figures", std::move(names)}, {"points", std::move(rows)}});
}

ApiResponse HttpApi::answer_events(const Target& target) const {
  const auto after = number_parameter(target, "after", 0, kNumberMax);
  const auto limit = number_parameter(target, "limit", 500, kEventsMax);
  if (!after) return failure(400, "after is not the number of an event");
  if (!limit || *limit == 0) return failure(400, "limit is not a number from 1 to 5000");
  const auto events = history_.events({.after = *after,
                                       .federation = text_parameter(target, "federation"),
                                       .limit = static_cast<std::size_t>(*limit)});
  if (!events) return failure(503, events.error().text);
  boost::json::array list;
  for (const Event& event : *events) list.push_back(json_of(event));
  return json_answer({{"events", std::move(list)}});
}

ApiResponse HttpApi::answer_file(const std::string& path) const {
  const PageFile* const file = page_.find(path);
  if (file != nullptr) return {200, file->type, file->content};
  if (path == "/index.html") {
    return failure(404,
                   "this rtimon was built without its page, because Node.js was missing; "
                   "/api/snapshot and /metrics have the figures");
  }
  return failure(404, "there is no such target");
}

std::optional<ApiResponse> HttpApi::refuse_live(const ApiRequest& request) const {
  const auto target = parse_target(request.target);
  if (!target || target->path != "/api/live") return failure(404, "there is no such target");
  if (!has_token(request, *target)) return failure(401, "a token is needed");
  const std::size_t scheme = request.origin.find("://");
  const bool is_own =
      scheme != std::string_view::npos && request.origin.substr(scheme + 3) == request.host;
  if (!request.origin.empty() && !is_own) {
    return failure(403, "a page of another origin may not open this WebSocket");
  }
  return std::nullopt;
}

}  // namespace triad::rtimon
