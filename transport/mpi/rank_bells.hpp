// TCP connections between the ranks of an MPI job, which MPI has no means for: one rings another
// for what it has sent, and hears that it has ended. Every rank has one with each rank that it
// has a link to, and with the first rank, so that all hear of the end of any. Used by the router
// program.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "transport/event_loop.hpp"
#include "transport/mpi/rank_hub.hpp"
#include "transport/mpi/rank_port.hpp"

namespace triad::transport {

class RankBells final : public RankRinger, private LinkHandler {
 public:
  struct Events {
    std::function<void(Rank from, std::uint64_t sent)> on_ring;
    // It has ended in an orderly way; or without a word, to this rank or to another one.
    std::function<void(Rank)> on_stopped;
    std::function<void(Rank, const std::string& reason)> on_lost;
  };

  // Blocks until all ranks have called it. `hosts`: where each rank can be reached.
  static Result<std::unique_ptr<RankBells>> open(EventLoop& loop, RankPort& port,
                                                 const std::vector<std::string>& hosts,
                                                 const std::vector<Rank>& linked, Events events);
  ~RankBells() override;

  [[nodiscard]] bool all_ring() const override;
  void ring(Rank to, std::uint64_t sent) override;
  // This rank ends in an orderly way; or because that one is lost.
  void say_stopped();
  void say_lost(Rank lost);

 private:
  enum class Word : std::uint8_t { hello = 1, ring, stopped, lost };

  struct Bell {
    Rank rank = 0;
    std::optional<LinkKey> link = {};  // once it has come
    bool is_over = false;              // it has said that it ends, or is lost
  };

  RankBells(EventLoop& loop, Rank own, Events events);
  Result<void> connect(Rank to, const std::string& host, const std::string& word);
  void on_frame(LinkKey link, Bytes frame) override;
  void on_closed(LinkKey link, const Error& reason) override;
  void accept(std::unique_ptr<Link> link);
  void on_hello(LinkKey link, Bytes frame);
  void say(const Bell& bell, Word word, std::uint64_t count);
  Bell* find(Rank rank);
  Bell* find(LinkKey link);

  EventLoop& loop_;
  const Rank own_;
  const Events events_;
  std::string secret_;       // which a rank that connects here knows by MPI
  std::vector<Bell> bells_;  // of all that are to have one with this rank
  std::vector<LinkKey> strangers_;
};

}  // namespace triad::transport
