// Messages between the routers of a mesh (docs/mesh.md). A router's link towards the RTIG carries
// the records of many clients, each preceded by the numbers of its clients (router/link_frame.hpp).
// The messages here concern the link itself and the clients behind it. "From above" below means
// from the router nearer to the RTIG; "from below" means from the router nearer to the client.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "wire/best_effort.hpp"
#include "wire/codec.hpp"
#include "wire/messages/interest_messages.hpp"
#include "wire/messages/stream_messages.hpp"
#include "wire/messages/time_messages.hpp"

namespace triad::wire {

// First record in each direction. A peer that is not a neighbour in the same topology is refused.
struct RouterHello {
  std::uint32_t magic = 0;
  std::uint32_t version = 0;
  std::string_view mesh;           // name of the topology
  std::string_view topology_hash;  // hash of its canonical text
  std::string_view router;
  std::string_view release;   // release of Triad, for the log
  std::string_view host;      // name of the router's machine
  std::uint32_t process = 0;  // process id on that machine
  bool as_peer = false;       // it exchanges data as a peer, and is not served as a router below
};
BOOST_DESCRIBE_STRUCT(RouterHello, (),
                      (magic, version, mesh, topology_hash, router, release, host, process,
                       as_peer))

// Keepalive, sent when no other record was sent for the interval that the topology gives.
struct RouterAlive {
  bool unused = false;
};
BOOST_DESCRIBE_STRUCT(RouterAlive, (), (unused))

// From below: asks whether this way leads to the RTIG. Each router passes the request on with a
// number of its own, and the RTIG's router answers, because the word of a router nearer by may be
// old. `number` rises with each request on a link. `routers` counts those that have passed it on.
struct AttachRouter {
  std::uint64_t number = 0;
  std::uint32_t routers = 0;
};
BOOST_DESCRIBE_STRUCT(AttachRouter, (), (number, routers))

// From above: the way leads to the RTIG. Answers the requests up to `number`.
struct RouterAttached {
  std::uint64_t number = 0;
};
BOOST_DESCRIBE_STRUCT(RouterAttached, (), (number))

// From above: the way does not lead to the RTIG, or no longer does. A request that waits is
// answered when it does. The router below may try another way.
struct RouterDetached {
  std::string_view reason;  // for people
};
BOOST_DESCRIBE_STRUCT(RouterDetached, (), (reason))

// From below: announces a client with a number, which must be higher than all earlier numbers on
// this link. `transport` describes the client's connection for operators, in at most
// kTransportBytesMax bytes.
inline constexpr std::size_t kTransportBytesMax = 4096;

struct ClientUp {
  std::uint64_t client = 0;
  std::string_view transport;
  // Identity that TLS has proved at the client's router (policy::Principal::text()); empty: none.
  std::string_view principal = {};
};
BOOST_DESCRIBE_STRUCT(ClientUp, (), (client, transport, principal))

// From below: the client's link has ended, also when the other end asked for that. From above: send
// the client its queued records, then end its link. No record of the client follows. Each end sends
// this once.
struct ClientDown {
  std::uint64_t client = 0;
  std::string_view reason;
  bool is_closed_by_peer = false;  // from below: by the kernel of the client's host
};
BOOST_DESCRIBE_STRUCT(ClientDown, (), (client, reason, is_closed_by_peer))

// From above: the client has become this member of the federation, by a join, a restore or a move,
// and may send as a member. Records that it sent before it had applied the log up to `since` are
// ignored.
struct ClientAdmitted {
  std::uint64_t client = 0;
  std::string_view federation;
  FederateHandle federate;
  Position since = 0;
  // True: it comes from another router and states its complete interest again. Until then it
  // receives the whole log.
  bool moved = false;
  // True: members of the federation may return after the loss of their links. Routers acknowledge
  // their records (StreamsReceived), and pass on data only by the tree of routers.
  bool recovers = false;
  // True: this member may return, and acknowledges the records that it receives.
  bool may_return = false;
};
BOOST_DESCRIBE_STRUCT(ClientAdmitted, (),
                      (client, federation, federate, since, moved, recovers, may_return))

// From above: the client is no longer a member. Precedes the log record of the resignation, and
// follows the log up to `log_position`.
struct ClientResigned {
  std::uint64_t client = 0;
  Position log_position = 0;
};
BOOST_DESCRIBE_STRUCT(ClientResigned, (), (client, log_position))

// From above: the RTIG has handled the client's records up to `position`, and all records that
// resulted have been sent on this link. Sent for records on which the client's router waits
// (records/record_class.hpp).
struct ClientHandled {
  std::uint64_t client = 0;
  Position position = 0;
};
BOOST_DESCRIBE_STRUCT(ClientHandled, (), (client, position))

// From above: all clients that are members of the federation have been sent the log up to
// `position`, as far as it concerns them.
struct LogPassed {
  std::string_view federation;
  Position position = 0;
};
BOOST_DESCRIBE_STRUCT(LogPassed, (), (federation, position))

// From above: the interest of all members of the federation that are not behind the receiving
// router, and of the RTIG. Data outside it need not be sent up this link.
struct OutsideInterest {
  std::string_view federation;
  // Number of this statement. The sender numbers all its statements in ascending order.
  std::uint64_t round = 0;
  // True: replaces all earlier statements.
  bool replaces_earlier = false;
  // True: the statement is complete for now. False: more follows, and until then all data is sent
  // up.
  bool complete = false;
  std::vector<InterestEntry> entries;
  std::vector<CellsChanged> cells;
};
BOOST_DESCRIBE_STRUCT(OutsideInterest, (),
                      (federation, round, replaces_earlier, complete, entries, cells))

// From below, in answer: the sender and all routers below it apply the statements about the
// federation up to this round.
struct OutsideInterestTaken {
  std::string_view federation;
  std::uint64_t round = 0;
  // False: the sender lacks the statements to which this one should be added, and sends all data
  // up.
  bool known = false;
};
BOOST_DESCRIBE_STRUCT(OutsideInterestTaken, (), (federation, round, known))

// From above: digest of all interest that was stated for the federation on this link
// (router/interest_digest.hpp). It is sent in order with the statements, so a receiver that has
// applied all earlier statements has the same digest; otherwise one of the two ends is wrong.
struct OutsideInterestDigest {
  std::string_view federation;
  std::uint64_t digest = 0;
};
BOOST_DESCRIBE_STRUCT(OutsideInterestDigest, (), (federation, digest))

// From below, in answer: the digest differs. The sender sends all data up until the complete
// interest is stated again.
struct OutsideInterestDoubted {
  std::string_view federation;
};
BOOST_DESCRIBE_STRUCT(OutsideInterestDoubted, (), (federation))

// Digest of the interest that a client has stated, as its statements passed this router.
struct ClientInterest {
  std::uint64_t client = 0;
  // Number of ClientAdmitted records of this client so far. Each admission makes it a new member,
  // which states its interest again.
  std::uint32_t admissions = 0;
  std::uint64_t digest = 0;
};
BOOST_DESCRIBE_STRUCT(ClientInterest, (), (client, admissions, digest))

// From below, in order with the records of the clients: digests of the clients that have stated
// interest since the last such record.
struct ClientInterestDigests {
  std::vector<ClientInterest> clients;
};
BOOST_DESCRIBE_STRUCT(ClientInterestDigests, (), (clients))

// From below: two routers disagree about the interest of this client. The RTIG must ask it to state
// its interest again.
struct ClientInterestDoubted {
  std::uint64_t client = 0;
};
BOOST_DESCRIBE_STRUCT(ClientInterestDoubted, (), (client))

// --- Recovery (wire/messages/recovery_messages.hpp), in federations that recover.

enum class RecoveryStep : std::uint8_t {
  member_lost = 1,  // a member has lost its link and may return
  begins = 2,       // the epoch begins
  over = 3,         // the epoch is over; said again if no member is away then, or no longer
};
BOOST_DESCRIBE_ENUM(RecoveryStep, member_lost, begins, over)

// From above, before the records of the step for the members: a step of a recovery. From
// `member_lost` or `begins` until `over` a router acknowledges nothing. If a member was lost in the
// epoch, that lasts until the next `over`. At `begins` it forgets the
// positions of all streams, and drops the records that it holds. From then on it ignores each
// member's records until the member's RecoveryTaken of that epoch.
struct FederationRecovers {
  std::string_view federation;
  std::uint64_t epoch = 0;
  RecoveryStep step = RecoveryStep::member_lost;
};
BOOST_DESCRIBE_STRUCT(FederationRecovers, (), (federation, epoch, step))

// Acknowledgement between routers, in both directions: all receivers beyond the sender of this
// message have received the reliable records of these members up to these positions. Each member
// has sent its records by the receiver of this message, or by a router beyond it.
struct StreamsReceived {
  std::string_view federation;
  std::vector<StreamPosition> received;
};
BOOST_DESCRIBE_STRUCT(StreamsReceived, (), (federation, received))

// --- Time, if routers reduce promises (router/lower_times.hpp).

// The two least promises of several federates.
struct LeastPromises {
  // At least one federate promises.
  bool any = false;
  // The least promise. Empty: at least one federate has yet to promise.
  std::optional<TimeBound> least;
  // The only federate with the least promise. Zero: several have it.
  FederateHandle of;
  // If `of` is set: whether other federates promise, and their least promise. `next` is empty if
  // one of them has yet to promise.
  bool others = false;
  std::optional<TimeBound> next;
  // The least of all conditional promises and of the promises of members without a conditional one.
  // Empty: no member promises conditionally or, in TimeTold, the conditional promises do not hold
  // together.
  std::optional<TimeBound> together;
};
BOOST_DESCRIBE_STRUCT(LeastPromises, (), (any, least, of, others, next, together))

// From above: the router reduces the promises of the federation's members behind it. Sent for each
// such member that joins. A new session number discards all earlier state. `tso_sent` is the number
// of copies of time-stamp-ordered messages that this link has carried in the session.
struct TimeBegins {
  std::string_view federation;
  std::uint64_t session = 0;
  std::uint64_t tso_sent = 0;
};
BOOST_DESCRIBE_STRUCT(TimeBegins, (), (federation, session, tso_sent))

enum class MemberTimeChange : std::uint8_t {
  regulation_begins = 1,
  regulation_ends = 2,
  constrained_begins = 3,
  constrained_ends = 4,
};
BOOST_DESCRIBE_ENUM(MemberTimeChange, regulation_begins, regulation_ends, constrained_begins,
                    constrained_ends)

// From above, before the log record that says the same: a member behind the router begins or ceases
// to regulate or to be constrained. Reports before its request, which has `position`, are ignored.
struct MemberTimeChanged {
  std::string_view federation;
  FederateHandle federate;
  MemberTimeChange change = MemberTimeChange::regulation_begins;
  Position position = 0;
  std::uint64_t number = 0;  // counts these messages per link and session
};
BOOST_DESCRIBE_STRUCT(MemberTimeChanged, (), (federation, federate, change, position, number))

// From above: the promises of all members of the federation, sent after the messages that the
// promises cover.
struct TimeTold {
  std::string_view federation;
  std::uint64_t session = 0;
  Position log_position = 0;    // position up to which the log has been sent
  std::uint64_t statement = 0;  // number of the router's last TimeStated that is included
  LeastPromises promises;
};
BOOST_DESCRIBE_STRUCT(TimeTold, (), (federation, session, log_position, statement, promises))

// From below: the promises of the members behind the router, and the bounds for which they wait.
struct TimeStated {
  std::string_view federation;
  std::uint64_t session = 0;
  std::uint64_t number = 0;   // counts these messages per link
  std::uint64_t changes = 0;  // number of the last MemberTimeChanged that is included
  LeastPromises promises;
  // If a member promises conditionally: the number of copies of time-stamp-ordered messages that
  // have arrived, and whether a member that promises conditionally had not yet received all of its
  // own.
  std::uint64_t tso_received = 0;
  bool behind = false;
  // The least bound for which a member waits, and whether a member wants to be sent each rise of
  // its LBTS beyond that. Then the same for LeastPromises::least_federate, which may be given a
  // higher bound than the others.
  std::optional<TimeBound> waits_for;
  bool each_rise = false;
  std::optional<TimeBound> of_waits_for;
  bool of_each_rise = false;
};
BOOST_DESCRIBE_STRUCT(TimeStated, (),
                      (federation, session, number, changes, promises, tso_received, behind,
                       waits_for, each_rise, of_waits_for, of_each_rise))

// --- Links between peers (router/peer_routes.hpp). Peers are routers of one group with the same
// router above them. The first messages pass between each peer and that router.

// Largest size of a router's name, in bytes.
inline constexpr std::size_t kRouterNameBytesMax = 255;

// From below: the state of this router's link to that peer.
struct PeerLinkState {
  std::string_view peer;
  bool up = false;
};
BOOST_DESCRIBE_STRUCT(PeerLinkState, (), (peer, up))

// From above: the receiver and this peer are linked and both have members of the federation. They
// open this session, with a number that is used once, and may then forward data directly.
struct PeersMeet {
  std::uint64_t session = 0;
  std::string_view federation;
  std::string_view peer;
};
BOOST_DESCRIBE_STRUCT(PeersMeet, (), (session, federation, peer))

// From above: the session is over. From below: the session must end, because the peer holds up
// other routers.
struct PeersPart {
  std::uint64_t session = 0;
};
BOOST_DESCRIBE_STRUCT(PeersPart, (), (session))

// From above: this member is behind the peer, and the RTIG has handled its records up to `handled`.
struct PeerMember {
  std::uint64_t session = 0;
  FederateHandle federate;
  Position handled = 0;
};
BOOST_DESCRIBE_STRUCT(PeerMember, (), (session, federate, handled))

// From above: the federate is no longer a member. Like ClientResigned, for the peers of its router.
struct PeerMemberGone {
  std::uint64_t session = 0;
  FederateHandle federate;
  Position log_position = 0;
};
BOOST_DESCRIBE_STRUCT(PeerMemberGone, (), (session, federate, log_position))

// From above. Like ClientHandled, for the peers of the member's router.
struct PeerHandled {
  std::uint64_t session = 0;
  FederateHandle federate;
  Position position = 0;
};
BOOST_DESCRIBE_STRUCT(PeerHandled, (), (session, federate, position))

// From below: from here on this router sends the data of its members directly to the peer. From
// above, to that peer: all data that they sent before has arrived.
struct PeerDirect {
  std::uint64_t session = 0;
};
BOOST_DESCRIBE_STRUCT(PeerDirect, (), (session))

// --- From one peer to the other, on their link or through the router above them. In each session
// and direction these messages form one sequence. Not part of it are best effort, and PeerReceived,
// which acknowledges the other direction's sequence.

// Record of a member behind the sender. The member's own records up to `behind` must be handled
// first. For best effort, which may be lost, `sequence` is the number of the last message of the
// sequence before it, and `best_effort` its own number; otherwise `best_effort` is zero. The header
// has the flags of the record.
struct PeerData {
  std::uint64_t session = 0;
  std::uint64_t sequence = 0;
  std::uint64_t best_effort = 0;
  Position behind = 0;
  Bytes record;
};
BOOST_DESCRIBE_STRUCT(PeerData, (), (session, sequence, best_effort, behind, record))

// Interest of the members behind the sender: first the complete interest, in one or more messages,
// then changes.
struct PeerInterest {
  std::uint64_t session = 0;
  std::uint64_t sequence = 0;
  std::uint64_t round = 0;
  bool complete = false;  // the statement is complete for now
  std::vector<InterestEntry> entries;
  std::vector<CellsChanged> cells;
};
BOOST_DESCRIBE_STRUCT(PeerInterest, (), (session, sequence, round, complete, entries, cells))

// Answer: the sender and all routers below it apply the interest up to this round.
struct PeerInterestTaken {
  std::uint64_t session = 0;
  std::uint64_t sequence = 0;
  std::uint64_t round = 0;
};
BOOST_DESCRIBE_STRUCT(PeerInterestTaken, (), (session, sequence, round))

// After this message the receiver accepts no more best effort with a number up to `best_effort`,
// whether sent directly or by relays.
struct PeerFence {
  std::uint64_t session = 0;
  std::uint64_t sequence = 0;
  std::uint64_t best_effort = 0;
};
BOOST_DESCRIBE_STRUCT(PeerFence, (), (session, sequence, best_effort))

struct PeerReceived {
  std::uint64_t session = 0;
  std::uint64_t sequence = 0;
};
BOOST_DESCRIBE_STRUCT(PeerReceived, (), (session, sequence))

// From below: bytes that wait in the queue of the client's link, and best effort that was dropped
// there.
struct ClientBacklog {
  std::uint64_t client = 0;
  std::uint64_t bytes = 0;
  BestEffortLosses dropped = {};
};
BOOST_DESCRIBE_STRUCT(ClientBacklog, (), (client, bytes, dropped))

// Hello::program of a program that queries a router and takes no part in federations.
inline constexpr std::string_view kMeshInquirer = "rtimesh";

// Request of rtimesh for the links of a router.
struct QueryRouterStatus {
  bool unused = false;
};
BOOST_DESCRIBE_STRUCT(QueryRouterStatus, (), (unused))

// Counts of a long link: bytes of frames before and after compression, if it compresses; number of
// bundles and of the frames in them, if this end bundles frames. Otherwise zero.
struct LongLinkInfo {
  std::uint64_t bytes_sent = 0;
  std::uint64_t compressed_sent = 0;
  std::uint64_t bytes_received = 0;
  std::uint64_t compressed_received = 0;
  std::uint64_t bundles = 0;
  std::uint64_t frames_bundled = 0;
};
BOOST_DESCRIBE_STRUCT(LongLinkInfo, (),
                      (bytes_sent, compressed_sent, bytes_received, compressed_received, bundles,
                       frames_bundled))

struct RouterLinkInfo {
  std::string_view router;  // router at the other end
  bool up = false;
  std::string_view reason;    // if it is down: why
  std::uint32_t clients = 0;  // number of clients that it carries records of
  // Counts since the link came up.
  std::uint64_t frames_sent = 0;
  std::uint64_t bytes_sent = 0;
  std::uint64_t frames_received = 0;
  std::uint64_t bytes_received = 0;
  // For a link towards the RTIG: records that were not sent because no subscriber is beyond it.
  std::uint64_t records_kept = 0;
  BestEffortLosses dropped = {};  // dropped at this end
  LongLinkInfo long_link = {};
};
BOOST_DESCRIBE_STRUCT(RouterLinkInfo, (),
                      (router, up, reason, clients, frames_sent, bytes_sent, frames_received,
                       bytes_received, records_kept, dropped, long_link))

// Counts of datagrams to several clients since the router started.
struct MulticastInfo {
  std::uint64_t datagrams = 0;
  std::uint64_t receivers = 0;  // sum of the receivers of all datagrams
  std::uint32_t clients = 0;    // clients that receive multicast now
  // Datagrams to these clients that were lost, whether sent to several clients or to one.
  std::uint64_t lost = 0;
};
BOOST_DESCRIBE_STRUCT(MulticastInfo, (), (datagrams, receivers, clients, lost))

// Counts of best effort to peers since the router started, if it is in an overlay.
struct OverlayInfo {
  std::string_view state;       // empty: not in an overlay
  std::uint64_t paths = 0;      // version of the paths that it uses; 0: none
  std::uint32_t members = 0;    // members that a registry has admitted
  std::uint64_t by_relays = 0;  // records of its own clients sent by relays
  std::uint64_t directly = 0;   // copies sent directly to single peers
  std::uint64_t passed_on = 0;  // copies of other routers' records
  std::uint64_t late = 0;       // records that arrived after later ones
  std::uint64_t lost = 0;       // records with unknown paths
  std::uint64_t refused = 0;    // records from routers without permission
};
BOOST_DESCRIBE_STRUCT(OverlayInfo, (),
                      (state, paths, members, by_relays, directly, passed_on, late, lost, refused))

struct RouterStatus {
  std::string_view mesh;
  std::string_view router;
  std::uint32_t clients = 0;  // clients with a link of their own to this router
  bool leaving = false;       // asked to leave (LeaveMesh)
  std::vector<RouterLinkInfo> links;
  MulticastInfo multicast = {};
  OverlayInfo overlay = {};
};
BOOST_DESCRIBE_STRUCT(RouterStatus, (), (mesh, router, clients, leaving, links, multicast, overlay))

// Request of an operator: the router must accept no new clients, and end when no member is behind
// it. The reply is its status, or a refusal with the reason.
struct LeaveMesh {
  bool unused = false;
};
BOOST_DESCRIBE_STRUCT(LeaveMesh, (), (unused))

}  // namespace triad::wire
