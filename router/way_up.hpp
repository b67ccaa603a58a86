// The way of a router towards the RTIG, and those of the routers below it. A router asks the RTIG's
// router by the router above, because the word of a router that has just lost its own way may be
// old: two routers that take each other for their ways would never notice. Does no I/O.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "router/link_id.hpp"
#include "wire/message_list.hpp"

namespace triad::router {

class WayUp {
 public:
  // A message to send. Valid until the next call.
  struct Word {
    std::optional<LinkId> to = {};  // a router below; none: the router above
    std::variant<wire::AttachRouter, wire::RouterAttached, wire::RouterDetached> message;
  };
  using Words = std::vector<Word>;

  // Records that the link to the router above has come up.
  Words connect();
  // Records that it has ended, or that there was none yet.
  Words disconnect(std::string_view reason);
  // Handle the answers of the router above. An answer to a number that was not sent has no effect.
  Words confirm(std::uint64_t number);
  Words detach(std::string_view reason);
  // Handles a request of a router below. A later one replaces it.
  Words request(LinkId router, const wire::AttachRouter& asked);
  // Forgets a router below when its link has ended.
  void forget(LinkId router) { below_.erase(router); }

  // Returns true if the RTIG's router has answered by the present way.
  bool is_confirmed() const { return is_confirmed_; }

 private:
  struct Below {
    std::uint64_t asked = 0;  // its number; 0: it has been answered
    std::uint32_t routers = 0;
    std::uint64_t passed = 0;  // number of the request sent up for it; 0: none
    bool is_told = false;      // that there is no way
  };
  void ask(Words& words);
  void pass(Below& of, Words& words);
  // Tells all below that there is no way. Their requests wait.
  void lose_way(std::string_view reason, Words& words);

  bool is_linked_ = false;
  bool is_confirmed_ = false;
  std::uint64_t own_ = 0;   // number of the router's own request; 0: it has been answered
  std::uint64_t last_ = 0;  // number that was sent up last
  std::map<LinkId, Below> below_;
  std::string reason_ = "it has just been started";
};

}  // namespace triad::router
