// Reception: decides which clients are served now, and which must come again later or elsewhere.
// Part of LinkServer; LowerRouters ask it for clients behind routers.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "router/newcomers.hpp"
#include "router/program/program_log.hpp"
#include "wire/message_list.hpp"

namespace triad::router {

class Reception {
 public:
  // Keeps a reference to the log. `name` and `host` are those of this program and its machine, for
  // texts.
  Reception(Newcomers newcomers, std::string name, std::string host, std::uint32_t process,
            Log& log)
      : newcomers_(std::move(newcomers)),
        name_(std::move(name)),
        host_(std::move(host)),
        process_(process),
        log_(log) {}

  // Sends new clients to other routers from now on.
  void refuse_newcomers() { is_leaving_ = true; }
  bool is_leaving() const { return is_leaving_; }
  // Returns the answer to a client that must come again; empty: it is served. The texts are valid
  // until the next call. `is_local`: it has come over a socket of this user.
  std::optional<wire::ComeAgain> postponement_of(LinkId client, const wire::Hello& hello,
                                                 Newcomers::Origin origin, bool is_local,
                                                 Newcomers::Time now);
  // Frees the place of a client that has joined or disconnected.
  void release_place(LinkId client) { newcomers_.release_place(client); }

 private:
  // Logs that clients are asked to come again, each time their number has grown tenfold.
  void log_postponed();

  Newcomers newcomers_;
  const std::string name_;
  const std::string host_;
  const std::uint32_t process_;
  Log& log_;
  std::uint64_t next_report_ = 1;  // postponed clients for the next line in the log
  std::string reason_;
  bool is_leaving_ = false;
};

}  // namespace triad::router
