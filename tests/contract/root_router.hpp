// The router of the root as its neighbours see it: frames in, frames out. The authority (the RTIG)
// is beside it. Its neighbours are members with a link of their own, members that share memory, and
// routers below. Only root_router.cpp knows the classes of the router, so a rewrite of the router
// changes one file.
#pragma once

#include <chrono>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "tests/contract/frames.hpp"

namespace triad::test {

struct RootRouterOptions {
  std::size_t hold_bytes = 1000;
  std::size_t resume_bytes = 500;
  std::size_t resign_bytes = 5000;
  std::chrono::milliseconds hold_patience{0};
  std::size_t interest_piece = 1024;
  std::size_t shared_promises_max = 12;  // more members in shared memory have them reduced
};

class RootRouter : public Federates {
 public:
  explicit RootRouter(const RootRouterOptions& options = {});
  ~RootRouter() override;

  // --- Members. Handles are given in the order of joining, so ann joins first.
  void join(std::initializer_list<Name> members);
  void join_in_shared_memory(std::initializer_list<Name> members);
  void disconnect_member(Name member, std::string_view why);
  void report_member_queue(Name member, std::size_t bytes);
  bool is_member(Name federate) const;
  // Returns true if the router must read all of such an update in shared memory.
  bool needs_shared_update(Name member, const Update& update);

  // --- Routers below, and members behind them.
  void connect_lower(Name router);
  void disconnect_lower(Name router, std::string_view why);
  void join_behind(Name router, std::initializer_list<Name> guests);
  void end_guest(Name guest, std::string_view why);
  template <class Message>
  std::string receive_from_lower(Name router, const Message& message) {
    return receive_frame_from_lower(router, {}, encoded(message));
  }
  std::string receive_frame_from_lower(Name router, const std::vector<std::uint64_t>& clients,
                                       wire::Bytes record);
  // The router below acknowledges its interest words up to this one; the first is 1.
  void acknowledge_interest(Name router, std::size_t word, bool known = true);
  // Returns the number of interest words sent to this router.
  std::size_t interest_words(Name router) const;
  // Returns the routers for which the root has stopped waiting since the last call.
  std::vector<std::string> find_late_routers();

  void receive_from_client(Name client, wire::Bytes record) override;

  // --- Frames that leave. Ends the turn, then returns the frames since the last call.
  Frames frames();
  Frames frames_to(Name neighbour);
  // Returns the frames since the last call without ending the turn.
  Frames frames_of_open_turn();
  bool turn_is_due() const;
  void send_digests();
  bool digests_are_due() const;
  void pass_time(std::chrono::milliseconds time);

  wire::Position log_position() const;

 protected:
  wire::Position applied_log(Name federate) const override;

 private:
  void join_at(Name federate, Name router, bool shares_memory);
  void request_to_join(Name federate);

  struct Process;
  std::unique_ptr<Process> process_;
};

}  // namespace triad::test
