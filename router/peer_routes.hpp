// What the peers of a router and this one pass to each other of one federation execution: updates
// and interactions in receive order (router/local_data.hpp) of the members behind one that those
// behind the other want, without the router above both. Pure, part of an EdgeSwitch.
//
// Two peers have a session as long as both have members, as the router above says. Each begins by
// telling what those behind it want; who has been told all passes on directly from then on, and the
// router above, told so in its place, no more. A word for a peer goes by the link to it, or through
// the router above where that is not up; it is one sequence in any case (peer_stream.hpp).
//
// Data of a peer waits in an OrderGate until its causes have been forwarded, and requests to the
// RTIG wait in an UpGate until peers have received the data sent before them: marks()
// (docs/internals.md, "Routers").
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "router/fault.hpp"
#include "router/order_gate.hpp"
#include "router/peer.hpp"
#include "router/peer_patience.hpp"
#include "router/peer_stream.hpp"
#include "router/relaying.hpp"
#include "router/up_gate.hpp"
#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::router {

using wire::FederateHandle;

class PeerRoutes {
 public:
  // What the host does; called from within calls of this class alone.
  class Host {
   public:
    virtual ~Host() = default;
    // A complete record, valid during the call: by the link to the peer, or through the router
    // above.
    virtual void send_to_peer(PeerIndex, wire::Bytes /*word*/) {}
    virtual void send_through_upper(wire::Bytes /*word*/) {}
    // The router above is to be told, behind all that has been sent to it or waits for that.
    virtual void begin_direct(std::uint64_t /*session*/) {}
    // More has been received by a peer, or is waited for no more.
    virtual void peers_have_received() {}
    // The router above is to end the session, behind all that has been sent to it.
    virtual void end_session(std::uint64_t /*session*/) {}
    // Of data of that peer more bytes wait here, or fewer. Bytes that wait now because of the peer
    // in all federations.
    virtual std::size_t note_held(PeerIndex, std::ptrdiff_t /*change*/) { return 0; }
  };
  // The switch that it is part of.
  class Inside {
   public:
    virtual ~Inside() = default;
    // To those behind this router who want it.
    virtual void deliver_from_peer(const wire::Record& record) = 0;
    virtual void peer_met(PeerIndex peer) = 0;
    virtual void peer_left(PeerIndex peer) = 0;
    [[nodiscard]] virtual Fault peer_states(PeerIndex peer, const wire::PeerInterest& states) = 0;
    virtual void peer_has_taken(PeerIndex peer, std::uint64_t round) = 0;
    // Lets everything go to the router above until that tells the whole interest beyond it again.
    virtual void let_everything_up() {}
    // Asks the router above to tell that: its answer comes after everything that it has sent.
    virtual void ask_anew() {}
  };

  // All three must outlive this object. `log` is the log as this router has forwarded it.
  PeerRoutes(Host& host, Inside& inside, const PassedLog& log)
      : host_(host), inside_(inside), gate_(log) {}
  // This router is in an overlay, and best effort may go by relays; before any session. Both
  // outlive it.
  void set_relaying(Relaying& relaying, std::string_view federation) {
    relaying_ = &relaying;
    federation_ = federation;
  }

  // --- The router above.
  // `link_is_up`: that to the peer, with which there is no other session.
  void meet(std::uint64_t session, PeerIndex peer, bool link_is_up);
  void part(std::uint64_t session);
  void on(const wire::PeerMember& member);
  // The log up to there has passed.
  void on(const wire::PeerMemberGone& gone);
  void on(const wire::PeerHandled& handled);
  void on(const wire::PeerDirect& direct);

  // --- Peers.
  void on_link(PeerIndex peer, bool is_up);
  // Of a session of that peer. What is wrong with it: then nothing is taken from it any more.
  [[nodiscard]] Fault on_word(PeerIndex peer, const wire::Record& word);
  // Of a source that has a session here: best effort that has come by relays, signed and for this
  // router.
  void on_relayed(PeerIndex source, const wire::PeerRelayed& word);
  bool has_sessions() const { return !sessions_.empty(); }
  // Whose session it is, if there is one.
  const PeerIndex* peer_of_session(std::uint64_t session) const;
  // The log has passed further.
  void release();
  // There is nothing more to take for now.
  void end_turn();

  // --- Peers that hold up others.
  // Looks whether something has waited because of the peer for longer than the patience. If so, the
  // reason, for people; then it is to be cut off. `link`: of the link to it, if that is up.
  [[nodiscard]] Fault look(PeerIndex peer, const PeerPatience& patience,
                           const std::optional<LeftForPeer>& link, std::chrono::milliseconds now);
  // The router above has told the whole interest beyond it again.
  void told_anew() { ++told_anew_; }
  // Ends the session with the peer, if there is one. Words that the peer has not received go to it
  // through the router above first. Its data that waits here is dropped.
  void cut_off(PeerIndex peer);

  // --- To peers.
  // A record of a member here; its own records up to `behind` come first. False: what the peer
  // wants of it goes by the router above.
  bool send(PeerIndex peer, wire::Position behind, wire::Bytes record);
  // The same to each of several.
  void send_to_all(std::span<const PeerIndex> peers, wire::Position behind, wire::Bytes record);
  std::uint64_t tell_interest(PeerIndex peer, const wire::OutsideInterest& interest);
  void tell_taken(PeerIndex peer, std::uint64_t round);

  // What has been sent to each and was not received when this was asked.
  UpGate::Marks marks();
  bool are_received(const UpGate::Marks& marks) const;

  // Bytes that were sent to peers and have not been received there.
  std::size_t unreceived_bytes() const;
  // Bytes of data from peers that waits here.
  std::size_t held_bytes() const;

 private:
  // Of data that a peer sends. It may come before the word of who is there, and behind the word
  // that he has gone.
  struct Sender {
    enum class Place { unknown, there, gone };
    Place place = Place::unknown;
    OrderGate::Lane lane{false};
    // Number of the first record in the lane at the last look, and since when it was first.
    std::uint64_t seen = 0;
    std::chrono::milliseconds seen_since{0};
  };
  struct Session {
    std::uint64_t number = 0;
    PeerIndex peer = 0;
    bool link_is_up = false;
    bool knows = false;   // the peer knows of the session: something of it has come
    bool sends = false;   // what the peer wants goes directly
    bool opened = false;  // what came through the router above before is here
    bool broken = false;  // the peer has sent what it may not
    bool to_answer = false;
    std::uint64_t data_sent = 0;  // the number of the last
    PeerStream stream;
    ReceiptWatch receipt;
    std::optional<std::uint64_t> asked_anew;  // told_anew_ when the router above was asked
    std::unordered_map<FederateHandle, Sender> senders;
    bool by_link() const { return link_is_up && knows; }
  };

  Session* find(std::uint64_t session);
  Session* session_with(PeerIndex peer);
  template <class Message>
  void say(Session& to, Message message);
  void send_word(Session& to, wire::Bytes word);
  void send_again(Session& to);
  template <class Message>
  Fault take(std::uint64_t number, Session& from, const wire::Record& word);
  template <class Message>
  Fault take_next(std::uint64_t number, Session& from, const Message& message);
  template <class Message>
  Fault take_in_sequence(std::uint64_t number, Session& from, const Message& message);
  Fault act(std::uint64_t number, Session& from, const wire::PeerData& data);
  Fault act(std::uint64_t number, Session& from, const wire::PeerInterest& interest);
  Fault act(std::uint64_t number, Session& from, const wire::PeerInterestTaken& taken);
  Fault act(std::uint64_t, Session& from, const wire::PeerFence& fence) {
    from.stream.note_fence(fence.best_effort);
    return {};
  }
  bool may_relay_to(const Session* session) const;
  void send_by_relays(std::span<const PeerIndex> peers, wire::Position behind, wire::Bytes record,
                      wire::Priority priority);
  void put_fence(Session& session);
  std::uint64_t next_number() {
    return relaying_ == nullptr ? ++best_effort_sent_ : relaying_->next_number();
  }
  void break_off(Session& session);
  bool holds_for_long(Session& session, const PeerPatience& patience,
                      std::chrono::milliseconds now);
  static void open_if_there(const Session& session, Sender& sender);
  void release(Session& session, Sender& sender);
  void drop(const Session& session, Sender& sender);

  Host& host_;
  Inside& inside_;
  OrderGate gate_;
  std::map<std::uint64_t, Session> sessions_;
  std::map<PeerIndex, std::uint64_t> numbers_;
  // Of what each was told of the interest, over all sessions: who waits for an answer may wait for
  // that of the next one.
  std::map<PeerIndex, std::uint64_t> rounds_;
  std::uint64_t told_anew_ = 0;
  wire::Buffer out_;
  Relaying* relaying_ = nullptr;  // null: this router is in no overlay
  std::string_view federation_;
  std::uint64_t best_effort_sent_ = 0;
  std::uint64_t newest_session_ = 0;
  std::vector<PeerIndex> relays_;  // scratch
};

}  // namespace triad::router
