#include "tools/rtimon/http_api.hpp"

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <string>

namespace triad::rtimon {
namespace {

constexpr std::string_view kToken = "0123456789abcdef";

class HttpApiTest : public testing::Test {
 protected:
  HttpApiTest() {
    api.publish({.snapshot = std::make_shared<const std::string>("{\"at_ms\":1}\n"),
                 .metrics = std::make_shared<const std::string>("# EOF\n"),
                 .is_connected = true});
  }
  ApiResponse get(const std::string& target, const std::string& authorization) const {
    return api.answer({.method = "GET", .target = target, .authorization = authorization});
  }
  ApiResponse get(const std::string& target) const {
    return get(target, "Bearer " + std::string(kToken));
  }
  static std::string header(const ApiResponse& response, const std::string& name) {
    for (const auto& [key, value] : response.headers) {
      if (key == name) return value;
    }
    return {};
  }

  SeriesQuery asked;
  HttpApi api{std::string(kToken),
              "rtimon-1",
              {},
              {.series =
                   [this](const SeriesQuery& query) {
                     asked = query;
                     std::vector<SeriesPoint> points{{5, {1.5}}, {7, {std::nullopt}}};
                     return wire::Result<std::vector<SeriesPoint>>(points);
                   },
               .events =
                   [](const EventQuery&) {
                     return wire::Result<std::vector<Event>>(
                         wire::error(wire::ErrorCode::RTIinternalError, "the disk is gone"));
                   }},
              [] { return WallTime{1'000'000}; }};
};

TEST_F(HttpApiTest, EverythingButHealthNeedsTheToken) {
  for (const char* const target : {"/", "/metrics", "/api/snapshot", "/api/series", "/api/events",
                                   "/api/live", "/index.html", "/nowhere"}) {
    EXPECT_EQ(get(target, "").status, 401u) << target;
    EXPECT_EQ(get(target, "Bearer 0123456789abcdeX").status, 401u) << target;
  }
  EXPECT_EQ(get("/healthz", "").status, 200u);
  EXPECT_EQ(get("/api/snapshot").status, 200u);
  EXPECT_EQ(*get("/metrics").body, "# EOF\n");
  const std::string cookie = "rtimon-1=" + std::string(kToken);
  EXPECT_EQ(api.answer({.method = "GET", .target = "/metrics", .cookie = cookie}).status, 200u);
}

TEST_F(HttpApiTest, TheUrlWithTheTokenBecomesACookie) {
  const ApiResponse moved = get("/?token=" + std::string(kToken), "");
  EXPECT_EQ(moved.status, 303u);
  EXPECT_EQ(header(moved, "Location"), "/");
  EXPECT_EQ(header(moved, "Set-Cookie"),
            "rtimon-1=" + std::string(kToken) + "; HttpOnly; SameSite=Strict; Path=/");
}

TEST_F(HttpApiTest, OnlyReadingMethodsAreAllowed) {
  for (const char* const method : {"POST", "PUT", "DELETE", "BREW"}) {
    EXPECT_EQ(api.answer({.method = method, .target = "/healthz"}).status, 405u) << method;
  }
}

TEST_F(HttpApiTest, ASeriesHasATimeAndAValueForEachFigure) {
  const ApiResponse answer = get("/api/series?node=rtig&figure=memory&from=10&to=20&points=3");
  ASSERT_EQ(answer.status, 200u);
  EXPECT_EQ(*answer.body,
            "{\"node\":\"rtig\",\"figures\":[\"memory\"],\"points\":[[5,1.5E0],[7,null]]}\n");
  EXPECT_EQ(asked.from, 10);
  EXPECT_EQ(asked.to, 20);
  EXPECT_EQ(asked.points, 3u);
  EXPECT_EQ(get("/api/series?node=rtig&figure=memory").status, 200u);
  EXPECT_EQ(asked.to, 1'000'000);
  EXPECT_EQ(asked.from, 400'000);
}

TEST_F(HttpApiTest, WrongParametersAreNamed) {
  for (const char* const query :
       {"", "node=rtig", "node=rtg&figure=memory", "node=host:&figure=memory",
        "node=federate:x:hall&figure=memory", "node=rtig&figure=x;drop table sample",
        "node=rtig&figure=memory&from=-1", "node=rtig&figure=memory&from=9&to=8",
        "node=rtig&figure=memory&points=0", "node=rtig&figure=memory&points=5001"}) {
    const ApiResponse answer = get(std::string("/api/series?") + query);
    EXPECT_EQ(answer.status, 400u) << query;
    EXPECT_TRUE(boost::json::parse(*answer.body).as_object().contains("error")) << query;
  }
  EXPECT_EQ(get("/api/events?after=x").status, 400u);
  EXPECT_EQ(get("/api/events?limit=0").status, 400u);
  EXPECT_EQ(get("/%zz").status, 400u);
}

TEST_F(HttpApiTest, AFaultOfTheHistoryReachesTheClient) {
  const ApiResponse answer = get("/api/events");
  EXPECT_EQ(answer.status, 503u);
  EXPECT_NE(answer.body->find("the disk is gone"), std::string::npos);
}

TEST_F(HttpApiTest, ABuildWithoutThePageSaysSoAndOtherFilesAreNotServed) {
  const ApiResponse answer = get("/");
  EXPECT_EQ(answer.status, 404u);
  EXPECT_NE(answer.body->find("Node.js"), std::string::npos);
  EXPECT_EQ(get("/../../etc/passwd").status, 404u);
}

TEST_F(HttpApiTest, TheLiveSocketNeedsTheTokenAndTheOwnOrigin) {
  const std::string cookie = "rtimon-1=" + std::string(kToken);
  ApiRequest request{.method = "GET", .target = "/api/live", .cookie = cookie, .host = "a:1"};
  EXPECT_FALSE(api.refuse_live(request));
  request.origin = "http://a:1";
  EXPECT_FALSE(api.refuse_live(request));
  request.origin = "http://evil:1";
  EXPECT_EQ(api.refuse_live(request)->status, 403u);
  request.origin = "null";
  EXPECT_EQ(api.refuse_live(request)->status, 403u);
  request.cookie = "";
  EXPECT_EQ(api.refuse_live(request)->status, 401u);
  request.target = "/api/other";
  EXPECT_EQ(api.refuse_live(request)->status, 404u);
}

}  // namespace
}  // namespace triad::rtimon
