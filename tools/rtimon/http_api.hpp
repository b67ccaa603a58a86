// The answers of rtimon to HTTP requests: checks the token, and serves the targets that
// docs/monitoring.md lists. Without sockets; the HTTP server and tests call it from one thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/rtimon/history_store.hpp"
#include "tools/rtimon/page_files.hpp"
#include "tools/rtimon/query_text.hpp"

namespace triad::rtimon {

// A request, as far as the answer depends on it.
struct ApiRequest {
  std::string_view method;
  std::string_view target;
  std::string_view authorization = {};  // headers; empty: not there
  std::string_view cookie = {};
  std::string_view host = {};
  std::string_view origin = {};
};

struct ApiResponse {
  unsigned status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::shared_ptr<const std::string> body;
  std::vector<std::pair<std::string, std::string>> headers = {};
};

// The texts of the last interval.
struct Published {
  std::shared_ptr<const std::string> snapshot;  // JSON
  std::shared_ptr<const std::string> metrics;
  bool is_connected = false;
};

class HttpApi {
 public:
  // Reads of the history, which fail with a text for people.
  struct History {
    std::function<wire::Result<std::vector<SeriesPoint>>(const SeriesQuery&)> series;
    std::function<wire::Result<std::vector<Event>>(const EventQuery&)> events;
  };
  // Takes the `token` that requests need. `cookie` is the name of the cookie with it. `now` returns
  // the wall time.
  HttpApi(std::string token, std::string cookie, PageFiles page, History history,
          std::function<WallTime()> now)
      : token_(std::move(token)),
        cookie_(std::move(cookie)),
        page_(std::move(page)),
        history_(std::move(history)),
        now_(std::move(now)) {}

  void publish(Published published) { published_ = std::move(published); }
  const Published& published() const { return published_; }

  ApiResponse answer(const ApiRequest& request) const;
  // Returns nothing if the request may open the live WebSocket, otherwise the refusal. A page of
  // another origin may not open it.
  std::optional<ApiResponse> refuse_live(const ApiRequest& request) const;

 private:
  bool has_token(const ApiRequest& request, const Target& target) const;
  ApiResponse answer_target(const Target& target) const;
  ApiResponse answer_health() const;
  ApiResponse answer_series(const Target& target) const;
  ApiResponse answer_events(const Target& target) const;
  ApiResponse answer_file(const std::string& path) const;

  const std::string token_;
  const std::string cookie_;
  const PageFiles page_;
  const History history_;
  const std::function<WallTime()> now_;
  Published published_;
};

}  // namespace triad::rtimon
