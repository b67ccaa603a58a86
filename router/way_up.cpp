#include "router/way_up.hpp"

#include <utility>

namespace triad::router {

namespace {

// A request that has passed more routers runs in a circle.
constexpr std::uint32_t kRoutersMax = 256;

}  // namespace

// Requests of routers below wait for the answer to the own one.
WayUp::Words WayUp::connect() {
  Words words;
  is_linked_ = true;
  reason_ = "it waits for an answer of the RTIG";
  ask(words);
  return words;
}

WayUp::Words WayUp::disconnect(std::string_view reason) {
  Words words;
  is_linked_ = false;
  lose_way(reason, words);
  return words;
}

// The router above may have lost its way after it had answered, so a new request waits there.
WayUp::Words WayUp::detach(std::string_view reason) {
  Words words;
  if (!is_linked_) return words;
  const std::uint64_t asked = own_;
  lose_way(reason, words);
  own_ = asked;
  if (asked == 0) ask(words);
  return words;
}

// The router above keeps the last request only, and its answer is one to all requests before.
WayUp::Words WayUp::confirm(std::uint64_t number) {
  Words words;
  if (!is_linked_ || number == 0 || number > last_ || number < own_) return words;
  is_confirmed_ = true;
  own_ = 0;
  for (auto& [router, of] : below_) {
    if (of.passed != 0 && of.passed <= number) {
      words.push_back({router, wire::RouterAttached{std::exchange(of.asked, 0)}});
      of.passed = 0;
      of.is_told = false;
    } else if (of.asked != 0 && of.passed == 0) {
      pass(of, words);
    }
  }
  return words;
}

WayUp::Words WayUp::request(LinkId router, const wire::AttachRouter& asked) {
  Words words;
  if (asked.routers >= kRoutersMax) {
    words.push_back({router, wire::RouterDetached{"the way runs in a circle"}});
    return words;
  }
  Below& of = below_[router];
  of = {.asked = asked.number, .routers = asked.routers};
  if (is_confirmed_) {
    pass(of, words);
  } else {
    of.is_told = true;
    words.push_back({router, wire::RouterDetached{reason_}});
  }
  return words;
}

void WayUp::ask(Words& words) {
  own_ = ++last_;
  words.push_back({{}, wire::AttachRouter{own_, 0}});
}

void WayUp::pass(Below& of, Words& words) {
  of.passed = ++last_;
  words.push_back({{}, wire::AttachRouter{of.passed, of.routers + 1}});
}

void WayUp::lose_way(std::string_view reason, Words& words) {
  is_confirmed_ = false;
  own_ = 0;
  reason_ = reason;
  for (auto& [router, of] : below_) {
    of.passed = 0;
    if (!std::exchange(of.is_told, true)) words.push_back({router, wire::RouterDetached{reason_}});
  }
}

}  // namespace triad::router
