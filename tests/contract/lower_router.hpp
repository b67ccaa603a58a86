// A router below the root as its neighbours see it: frames in, frames out. Its neighbours are
// members with a link of their own, the router above, routers below, and peers. Tests send frames
// in the name of a neighbour and compare the frames that leave. Only lower_router.cpp knows the
// classes of the router, so a rewrite of the router changes one file.
#pragma once

#include <chrono>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "tests/contract/frames.hpp"
#include "wire/best_effort.hpp"

namespace triad::test {

struct LowerRouterOptions {
  std::size_t clients_max = 10;
  std::vector<std::string> peers = {};
  std::size_t interest_piece = 1024;  // cells and entries of one interest word
};

class LowerRouter : public Federates {
 public:
  // Its name is "beta". The link to the router above is up.
  explicit LowerRouter(const LowerRouterOptions& options = {});
  ~LowerRouter() override;

  // --- Members with a link of their own.
  void connect_member(Name member);
  // Connects the members and admits them.
  void join(std::initializer_list<Name> members);
  void disconnect_member(Name member, std::string_view why);
  // Reports the bytes queued for the member, and the number of best-effort records dropped so far.
  void report_member_queue(Name member, std::size_t bytes, std::uint64_t dropped = 0);

  // --- Routers below, and their clients.
  void connect_lower(Name router);
  void disconnect_lower(Name router, std::string_view why);
  void report_lower_queue(Name router, std::size_t bytes);
  void announce_guest(Name router, Name guest);
  // Connects the router if necessary. Announces and admits its guests.
  void join_behind(Name router, std::initializer_list<Name> guests);
  void end_guest(Name guest, std::string_view why);
  // A word of the router below. Returns its fault; empty: none.
  template <class Message>
  std::string receive_from_lower(Name router, const Message& message) {
    return receive_frame_from_lower(router, {}, encoded(message));
  }
  std::string receive_frame_from_lower(Name router, const std::vector<std::uint64_t>& clients,
                                       wire::Bytes record);

  // --- The router above.
  void connect_upper();
  void disconnect_upper(std::string_view why);
  // A word for the router under test. Returns its fault; empty: none.
  template <class Message>
  std::string receive_from_upper(const Message& message) {
    return receive_frame_from_upper({}, encoded(message));
  }
  std::string receive_frame_from_upper(const std::vector<std::uint64_t>& clients,
                                       wire::Bytes record);
  std::string receive_bytes_from_upper(wire::Bytes frame);
  // Number by which the router under test announced the client.
  std::uint64_t announced_number(Name client) const;

  // Pass words of the router above, and expect no fault.
  void admit(Name client, wire::Position since = 0);
  void resign(Name client, wire::Position log_position = 0);
  void receive_handled_from_upper(Name client, wire::Position position);
  void receive_log_forwarded_from_upper(wire::Position position);
  void receive_interest_from_upper(const std::vector<wire::InterestEntry>& entries,
                                   bool replaces_all = true, bool complete = true,
                                   const std::vector<wire::CellsChanged>& cells = {});
  // One record for these clients.
  template <class Message>
  void receive_message_for_clients(std::initializer_list<Name> clients, const Message& message,
                                   const wire::RecordHeader& header = {}) {
    receive_record_for_clients(clients, encoded(message, header));
  }
  void receive_log_for_clients(std::initializer_list<Name> clients, wire::Position position);

  // --- Peers.
  void connect_peer(Name peer);
  void disconnect_peer(Name peer);
  template <class Message>
  std::string receive_from_peer(Name peer, const Message& message) {
    return receive_frame_from_peer(peer, encoded(message));
  }
  std::string receive_frame_from_peer(Name peer, wire::Bytes record);
  // Acknowledges all words sent to the peer.
  void acknowledge_all_from_peer(Name peer);

  void receive_from_client(Name client, wire::Bytes record) override;

  // --- Frames that leave. Ends the turn, then returns the frames since the last call.
  Frames frames();
  // Returns the frames to one neighbour, without its name. Drops all others.
  Frames frames_to(Name neighbour);
  bool turn_is_due() const;
  void send_digests();
  bool digests_are_due() const;

  void leave_mesh();
  bool may_end() const;
  // Bytes of records that wait in the router.
  std::size_t held_bytes() const;

 private:
  void end_turn();
  void receive_record_for_clients(std::initializer_list<Name> clients, wire::Bytes record);

  struct Process;
  std::unique_ptr<Process> process_;
  std::uint64_t interest_round_ = 0;
};

}  // namespace triad::test
