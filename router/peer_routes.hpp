// Data that a router and its peers exchange for one federation: updates and interactions in receive
// order (RecordClass::local_data) of members behind one router that members behind the other want.
// It does not pass through the router above. Pure, part of an EdgeSwitch.
//
// Two peers have a session while both have members, as the router above says. Each begins with the
// interest of the members behind it. A router that has its peer's complete interest sends data to
// the peer directly. It tells the router above, which no longer forwards that data. Words for a
// peer go by the link to it, or through the router above while that link is down. Either way they
// form one sequence (peer_stream.hpp).
//
// Data of a peer waits in an OrderGate until its causes have been forwarded. Requests to the RTIG
// wait in an UpGate until peers have received the data sent before them: marks()
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

#include "router/best_effort_relays.hpp"
#include "router/fault.hpp"
#include "router/neighbour_router.hpp"
#include "router/order_gate.hpp"
#include "router/peer_patience.hpp"
#include "router/peer_stream.hpp"
#include "router/up_gate.hpp"
#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::router {

using wire::FederateHandle;

class PeerRoutes {
 public:
  // Interface of the host. Called only from within calls of this class.
  class Host {
   public:
    virtual ~Host() = default;
    // Send a complete record, valid during the call, by the link to the peer or through the router
    // above.
    virtual void send_to_peer(PeerIndex, wire::Bytes /*word*/) {}
    virtual void send_through_upper(wire::Bytes /*word*/) {}
    // Tells the router above, after all that was sent to it or waits for that, that data goes
    // directly.
    virtual void begin_direct(std::uint64_t /*session*/) {}
    // Records that a peer has received more, or is no longer waited for.
    virtual void record_peer_receipt() {}
    // Tells the router above to end the session, after all that was sent to it.
    virtual void end_session(std::uint64_t /*session*/) {}
    // Adds `change` to the bytes of this peer's data that wait here. Returns the bytes that wait
    // here because of the peer in all federations.
    virtual std::size_t record_held_bytes(PeerIndex, std::ptrdiff_t /*change*/) { return 0; }
  };
  // The switch that this object is part of.
  class Inside {
   public:
    virtual ~Inside() = default;
    // Delivers the record to the members behind this router that want it.
    virtual void deliver_from_peer(const wire::Record& record) = 0;
    // Record that a session with the peer has begun, or ended.
    virtual void add_peer(PeerIndex peer) = 0;
    virtual void remove_peer(PeerIndex peer) = 0;
    // Applies the peer's interest.
    [[nodiscard]] virtual Fault apply_peer_interest(PeerIndex peer,
                                                    const wire::PeerInterest& states) = 0;
    // Records that the peer applies the statement with this number.
    virtual void record_peer_acknowledgement(PeerIndex peer, std::uint64_t round) = 0;
    // Sends all data to the router above until that router has stated the complete interest beyond
    // it again.
    virtual void forward_all_up() {}
    // Asks the router above to state that interest. Its answer follows all that it has sent.
    virtual void request_complete_interest() {}
  };

  // Keeps references to all three, which must outlive this object. `log` is the log as this router
  // has forwarded it.
  PeerRoutes(Host& host, Inside& inside, const ForwardedLog& log)
      : host_(host), inside_(inside), gate_(log) {}
  // Lets best effort go by relays of an overlay. Called before any session. Both arguments must
  // outlive this object.
  void set_relaying(BestEffortRelays& relaying, std::string_view federation) {
    relaying_ = &relaying;
    federation_ = federation;
  }

  // --- The router above
  // begin_session() begins a session, end_session() ends it. `link_is_up`: state of the link to the
  // peer, which has no other session.
  void begin_session(std::uint64_t session, PeerIndex peer, bool link_is_up);
  void end_session(std::uint64_t session);
  void receive_from_upper(const wire::PeerMember& member);
  // Handles the departure of a member behind a peer. The log up to `gone.log_position` has been
  // forwarded.
  void receive_from_upper(const wire::PeerMemberGone& gone);
  void receive_from_upper(const wire::PeerHandled& handled);
  void receive_from_upper(const wire::PeerDirect& direct);

  // --- Peers
  void record_link_state(PeerIndex peer, bool is_up);
  // Handles a word of a session of that peer. Returns the fault of a wrong word. After a fault the
  // session accepts no more words.
  [[nodiscard]] Fault receive_from_peer(PeerIndex peer, const wire::Record& word);
  // Handles best effort of `source` that came by relays, has been verified, and is for this router.
  void receive_relayed(PeerIndex source, const wire::PeerRelayed& word);
  bool has_sessions() const { return !sessions_.empty(); }
  // Returns the session's peer; null if the session does not exist.
  const PeerIndex* peer_of_session(std::uint64_t session) const;
  // Forwards data that may leave now. Called after the log has been forwarded further.
  void release();
  // Sends acknowledgements. Called when no more input is pending.
  void end_turn();

  // --- Peers that hold up others
  // Checks whether something has waited because of the peer for longer than the patience. Returns
  // the reason, as a text for users; the peer must then be cut off. `link`: counts of the link to
  // the peer, if it is up.
  [[nodiscard]] Fault check_patience(PeerIndex peer, const PeerPatience& patience,
                                     const std::optional<PeerOutput>& link,
                                     std::chrono::milliseconds now);
  // Records that the router above has stated the complete interest beyond it again.
  void record_interest_restated() { ++restatements_; }
  // Ends the session with the peer, if there is one. Words that the peer has not received are sent
  // through the router above first. The peer's data that waits here is dropped.
  void cut_off(PeerIndex peer);

  // --- To peers
  // Sends a record of a member here, whose own records up to `behind` must be handled first.
  // Returns false if data for the peer goes through the router above.
  bool send_data(PeerIndex peer, wire::Position behind, wire::Bytes record);
  // Sends the record to each of these peers.
  void send_data_to_all(std::span<const PeerIndex> peers, wire::Position behind,
                        wire::Bytes record);
  // States interest to a peer. Returns the number of the statement; 0: there is no session.
  std::uint64_t send_interest(PeerIndex peer, const wire::OutsideInterest& interest);
  // Tells a peer that this router, and all behind it, apply its statement with that number.
  void send_interest_taken(PeerIndex peer, std::uint64_t round);

  // Returns, for each session, the last data that was sent and is not received yet.
  UpGate::Marks unreceived_marks();
  // Returns true if peers have received that data, or the sessions have ended.
  bool are_received(const UpGate::Marks& marks) const;

  // Returns the bytes sent to peers and not received there.
  std::size_t unreceived_bytes() const;
  // Returns the bytes of data from peers that waits here.
  std::size_t held_bytes() const;

 private:
  // Sender of a peer's data. Its data may arrive before the router above says that it is a member,
  // and after that router says that it has left.
  struct Sender {
    enum class Place { unknown, there, gone };
    Place place = Place::unknown;
    OrderGate::Lane lane{false};
    // Number of the lane's first record at the last look, and the time since which it is first.
    std::uint64_t first_number = 0;
    std::chrono::milliseconds first_since{0};
  };
  struct Session {
    std::uint64_t number = 0;
    PeerIndex peer = 0;
    bool link_is_up = false;
    bool peer_knows = false;  // the peer knows of the session: a word of it has arrived
    bool is_direct = false;   // data for the peer goes directly
    bool is_open = false;     // all data sent through the router above has arrived
    bool is_broken = false;   // the peer has sent a wrong word
    bool needs_acknowledgement = false;
    std::uint64_t data_sent = 0;  // sequence number of the last data
    PeerStream stream;
    ReceiptWatch receipt;
    std::optional<std::uint64_t>
        restatements_at_request;  // restatements_ when the router above was asked
    std::unordered_map<FederateHandle, Sender> senders;
    bool uses_link() const { return link_is_up && peer_knows; }
  };

  Session* find(std::uint64_t session);
  Session* session_with(PeerIndex peer);
  template <class Message>
  void send_message(Session& to, Message message);
  // Sends a word by the link to the peer or, if that is not up, through the upper router.
  void send_word(Session& to, wire::Bytes word);
  // Sends all unacknowledged words again, after the session has changed its way.
  void resend_words(Session& to);
  template <class Message>
  Fault receive_message(std::uint64_t number, Session& from, const wire::Record& word);
  // Handles a word: acknowledgements and best effort at once, others in sequence by
  // apply_message().
  template <class Message>
  Fault receive_next(std::uint64_t number, Session& from, const Message& message);
  // Applies a word that is next in sequence, and ignores a duplicate.
  template <class Message>
  Fault receive_in_sequence(std::uint64_t number, Session& from, const Message& message);
  Fault apply_message(std::uint64_t number, Session& from, const wire::PeerData& data);
  Fault apply_message(std::uint64_t number, Session& from, const wire::PeerInterest& interest);
  Fault apply_message(std::uint64_t number, Session& from, const wire::PeerInterestTaken& taken);
  Fault apply_message(std::uint64_t, Session& from, const wire::PeerFence& fence) {
    from.stream.apply_fence(fence.best_effort);
    return {};
  }
  // Returns true if the peer has received all data sent to it, so that best effort by relays cannot
  // overtake it.
  bool may_relay_to(const Session* session) const;
  // Sends best effort by the relays of the overlay, and directly to peers that they do not reach.
  void send_by_relays(std::span<const PeerIndex> peers, wire::Position behind, wire::Bytes record,
                      wire::Priority priority);
  // Sends a fence: best effort that was sent before it and arrives later counts as overtaken.
  void send_fence(Session& session);
  std::uint64_t next_number() {
    return relaying_ == nullptr ? ++best_effort_sent_ : relaying_->next_number();
  }
  // Ends all waits for a peer that has sent a wrong word.
  void end_broken_session(Session& session);
  // Returns true if data of the peer has waited here for longer than the patience.
  bool is_overdue(Session& session, const PeerPatience& patience, std::chrono::milliseconds now);
  // Lets data of a sender pass if all data sent through the upper router has arrived and the sender
  // is a known member.
  static void open_lane_if_member(const Session& session, Sender& sender);
  // Delivers the sender's held data that is due; drop() discards it.
  void release(Session& session, Sender& sender);
  void drop(const Session& session, Sender& sender);

  Host& host_;
  Inside& inside_;
  OrderGate gate_;
  std::map<std::uint64_t, Session> sessions_;
  std::map<PeerIndex, std::uint64_t> session_by_peer_;
  // Number of the last interest statement to each peer, over all sessions: an answer in a later
  // session fulfils earlier waits.
  std::map<PeerIndex, std::uint64_t> rounds_;
  std::uint64_t restatements_ = 0;
  wire::Buffer out_;
  BestEffortRelays* relaying_ = nullptr;  // null: this router is in no overlay
  std::string_view federation_;
  std::uint64_t best_effort_sent_ = 0;
  std::uint64_t newest_session_ = 0;
  std::vector<PeerIndex> relays_;  // scratch
};

}  // namespace triad::router
