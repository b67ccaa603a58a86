// Between the routers of a mesh (docs/mesh.md). A router's link to the one nearer to the RTIG
// carries the records of many clients, whose numbers go before each (router/link_frame.hpp); what
// is here concerns the link and who is behind it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "wire/best_effort.hpp"
#include "wire/codec.hpp"
#include "wire/messages/interest_messages.hpp"
#include "wire/messages/time_messages.hpp"

namespace triad::wire {

// First record in each direction. Who is no neighbour in the same topology is refused.
struct RouterHello {
  std::uint32_t magic = 0;
  std::uint32_t version = 0;
  std::string_view mesh;           // the topology's name
  std::string_view topology_hash;  // of its canonical text
  std::string_view router;
  std::string_view release;  // Triad's version, for people
  std::string_view host;
  std::uint32_t process = 0;  // process id on that host
};
BOOST_DESCRIBE_STRUCT(RouterHello, (),
                      (magic, version, mesh, topology_hash, router, release, host, process))

// Nothing else was sent for as long as the topology says.
struct RouterAlive {
  bool unused = false;
};
BOOST_DESCRIBE_STRUCT(RouterAlive, (), (unused))

// A number for a client, higher than any that was announced on this link before. `transport` is for
// people: where it is, in kTransportBytesMax at most.
inline constexpr std::size_t kTransportBytesMax = 4096;

struct ClientUp {
  std::uint64_t client = 0;
  std::string_view transport;
};
BOOST_DESCRIBE_STRUCT(ClientUp, (), (client, transport))

// From the side of the client: its link has ended, or is ended as the other end has asked. From the
// side of the RTIG: what was sent to it goes out, then its link is to end. Nothing follows in its
// name. Each end says so once, whichever is first.
struct ClientDown {
  std::uint64_t client = 0;
  std::string_view reason;
};
BOOST_DESCRIBE_STRUCT(ClientDown, (), (client, reason))

// It has become this member of the federation, by joining or by a restore: it may send what a
// member may. What it sent before it had applied the log up to `since` is void.
struct ClientAdmitted {
  std::uint64_t client = 0;
  std::string_view federation;
  FederateHandle federate;
  Position since = 0;
};
BOOST_DESCRIBE_STRUCT(ClientAdmitted, (), (client, federation, federate, since))

// It is a member no more. Comes before what the log says of that, behind the log up to
// `log_position`.
struct ClientResigned {
  std::uint64_t client = 0;
  Position log_position = 0;
};
BOOST_DESCRIBE_STRUCT(ClientResigned, (), (client, log_position))

// The RTIG has taken the client's records up to this one, and what followed from them has been sent
// by this link. Told of records for which the client's router waits (router/local_data.hpp).
struct ClientHandled {
  std::uint64_t client = 0;
  Position position = 0;
};
BOOST_DESCRIBE_STRUCT(ClientHandled, (), (client, position))

// All clients that are members of the federation have been sent its log up to there, as far as it
// is for them.
struct LogPassed {
  std::string_view federation;
  Position position = 0;
};
BOOST_DESCRIBE_STRUCT(LogPassed, (), (federation, position))

// From the side of the RTIG: what is wanted beyond this link, by all members of the federation who
// are not behind the router that is told, and by the RTIG. What nobody beyond wants need not come.
struct OutsideInterest {
  std::string_view federation;
  std::uint64_t round = 0;  // of the teller, who counts all that it tells: higher than before
  // All that was told before is void.
  bool anew = false;
  // This is all for now. False: more follows some time, and until then everything is to come.
  bool complete = false;
  std::vector<InterestEntry> entries;
  std::vector<CellsChanged> cells;
};
BOOST_DESCRIBE_STRUCT(OutsideInterest, (), (federation, round, anew, complete, entries, cells))

// What was told of the federation up to this round is obeyed at the other end, and by all routers
// behind it.
struct OutsideInterestTaken {
  std::string_view federation;
  std::uint64_t round = 0;
  // False: it does not know to what this was to be added, and lets everything come.
  bool known = false;
};
BOOST_DESCRIBE_STRUCT(OutsideInterestTaken, (), (federation, round, known))

// What was told of the federation by this link comes to this digest (router/interest_digest.hpp).
// It is in its place among what is told; so whoever has taken all before it has the same, or one of
// the two is wrong.
struct OutsideInterestDigest {
  std::string_view federation;
  std::uint64_t digest = 0;
};
BOOST_DESCRIBE_STRUCT(OutsideInterestDigest, (), (federation, digest))

// It does not come to that here. Everything comes until the whole is told anew.
struct OutsideInterestDoubted {
  std::string_view federation;
};
BOOST_DESCRIBE_STRUCT(OutsideInterestDoubted, (), (federation))

// What a client has stated that it wants, as it has come by here.
struct ClientInterest {
  std::uint64_t client = 0;
  // As the member that it has become by so many ClientAdmitted: as another one it states anew.
  std::uint32_t admissions = 0;
  std::uint64_t digest = 0;
};
BOOST_DESCRIBE_STRUCT(ClientInterest, (), (client, admissions, digest))

// From the side of the clients, in its place among their records: of those who have stated
// something since the last.
struct ClientInterestDigests {
  std::vector<ClientInterest> clients;
};
BOOST_DESCRIBE_STRUCT(ClientInterestDigests, (), (clients))

// From the side of the client: two routers do not have the same of what it has stated. The RTIG is
// to let it state all anew.
struct ClientInterestDoubted {
  std::uint64_t client = 0;
};
BOOST_DESCRIBE_STRUCT(ClientInterestDoubted, (), (client))

// --- Time, where promises are reduced on the way (router/lower_times.hpp).

// Of what several federates promise, the two least.
struct LeastPromises {
  // Somebody promises.
  bool any = false;
  // The least; without: somebody has yet to promise.
  std::optional<TimeBound> least;
  // Whose alone that is; none: it is that of several.
  FederateHandle of;
  // If it is one's alone: whether there are others, and their least, as `least`.
  bool others = false;
  std::optional<TimeBound> next;
  // The least of the conditional promises, and of what those promise who make none. Without: nobody
  // promises conditionally; in TimeTold also: they do not hold together.
  std::optional<TimeBound> together;
};
BOOST_DESCRIBE_STRUCT(LeastPromises, (), (any, least, of, others, next, together))

// From the side of the RTIG: the router reduces the promises of those members of the federation
// that are behind it. Told with each of them that joins; with another session everything begins
// anew. So many copies of messages in time-stamp order have been sent by this link in it.
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

// From the side of the RTIG, ahead of the record of the log that says so: what a member behind the
// router is from now on. What it reported before its request, at `position`, is void.
struct MemberTimeChanged {
  std::string_view federation;
  FederateHandle federate;
  MemberTimeChange change = MemberTimeChange::regulation_begins;
  Position position = 0;
  std::uint64_t number = 0;  // counts these by link and session
};
BOOST_DESCRIBE_STRUCT(MemberTimeChanged, (), (federation, federate, change, position, number))

// From the side of the RTIG: what all members of the federation promise, behind the messages that
// the promises speak for.
struct TimeTold {
  std::string_view federation;
  std::uint64_t session = 0;
  Position log_position = 0;    // so far the log has been sent
  std::uint64_t statement = 0;  // the last one of the router's that entered
  LeastPromises promises;
};
BOOST_DESCRIBE_STRUCT(TimeTold, (), (federation, session, log_position, statement, promises))

// From the side of the members: what those behind the router promise, and what they wait for.
struct TimeStated {
  std::string_view federation;
  std::uint64_t session = 0;
  std::uint64_t number = 0;   // counts these by link
  std::uint64_t changes = 0;  // the last MemberTimeChanged that entered
  LeastPromises promises;
  // If somebody promises conditionally: how many copies of messages in time-stamp order had come,
  // and whether some who do had not received all of theirs.
  std::uint64_t tso_received = 0;
  bool behind = false;
  // The least that somebody waits for, and whether somebody wants to know of each rise, as in
  // TimeWait; and the same of LeastPromises::of, who may be told more.
  std::optional<TimeBound> waits_for;
  bool each_rise = false;
  std::optional<TimeBound> of_waits_for;
  bool of_each_rise = false;
};
BOOST_DESCRIBE_STRUCT(TimeStated, (),
                      (federation, session, number, changes, promises, tso_received, behind,
                       waits_for, each_rise, of_waits_for, of_each_rise))

// --- Links between peers (router/peer_routes.hpp). Peers are routers of one group below the same
// router; what is said here first goes between each of them and that router.

// Bytes of a router's name.
inline constexpr std::size_t kRouterNameBytesMax = 255;

// From the side of the clients: this router's link to that peer is up, or is so no more.
struct PeerLinkState {
  std::string_view peer;
  bool up = false;
};
BOOST_DESCRIBE_STRUCT(PeerLinkState, (), (peer, up))

// From the side of the RTIG: the router and this peer both have members of the federation, and a
// link. They may come to pass on data to each other as of this session, a number that is used once.
struct PeersMeet {
  std::uint64_t session = 0;
  std::string_view federation;
  std::string_view peer;
};
BOOST_DESCRIBE_STRUCT(PeersMeet, (), (session, federation, peer))

// The session is over. From the side of the clients: it is to end, as the peer holds up others.
struct PeersPart {
  std::uint64_t session = 0;
};
BOOST_DESCRIBE_STRUCT(PeersPart, (), (session))

// This member is behind the peer, and the RTIG has taken its records up to there.
struct PeerMember {
  std::uint64_t session = 0;
  FederateHandle federate;
  Position handled = 0;
};
BOOST_DESCRIBE_STRUCT(PeerMember, (), (session, federate, handled))

// It is a member no more: as ClientResigned, to the peers of its router.
struct PeerMemberGone {
  std::uint64_t session = 0;
  FederateHandle federate;
  Position log_position = 0;
};
BOOST_DESCRIBE_STRUCT(PeerMemberGone, (), (session, federate, log_position))

// As ClientHandled, to the peers of its router.
struct PeerHandled {
  std::uint64_t session = 0;
  FederateHandle federate;
  Position position = 0;
};
BOOST_DESCRIBE_STRUCT(PeerHandled, (), (session, federate, position))

// From the side of the clients: what members behind this router send from here on, it passes on to
// the peer itself. From the side of the RTIG, to that peer: what they had sent before has come.
struct PeerDirect {
  std::uint64_t session = 0;
};
BOOST_DESCRIBE_STRUCT(PeerDirect, (), (session))

// --- From one peer to the other: by their link, or through the router above both. Each has a
// number of one sequence for each session and direction but best effort, and the last one, which
// says how far that of the other direction has been received.

// A record of a member behind the sender; its own records up to `behind` come first. Of best
// effort, which may be dropped on the way: the number of the last word before it, and its own among
// best effort, which is zero of all else. The header of such a word has the flags of the record.
struct PeerData {
  std::uint64_t session = 0;
  std::uint64_t sequence = 0;
  std::uint64_t best_effort = 0;
  Position behind = 0;
  Bytes record;
};
BOOST_DESCRIBE_STRUCT(PeerData, (), (session, sequence, best_effort, behind, record))

// What the members behind the sender want: the whole in the first ones, then what has changed.
struct PeerInterest {
  std::uint64_t session = 0;
  std::uint64_t sequence = 0;
  std::uint64_t round = 0;
  bool complete = false;  // this is all for now
  std::vector<InterestEntry> entries;
  std::vector<CellsChanged> cells;
};
BOOST_DESCRIBE_STRUCT(PeerInterest, (), (session, sequence, round, complete, entries, cells))

// What was told up to this round is obeyed by the sender, and by all routers behind it.
struct PeerInterestTaken {
  std::uint64_t session = 0;
  std::uint64_t sequence = 0;
  std::uint64_t round = 0;
};
BOOST_DESCRIBE_STRUCT(PeerInterestTaken, (), (session, sequence, round))

// Who has received this has received, or will not receive, the best effort before it: up to that
// number, whether it came directly or by relays.
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

// What waits in the queue of its link, and what best effort was dropped there.
struct ClientBacklog {
  std::uint64_t client = 0;
  std::uint64_t bytes = 0;
  BestEffortLosses dropped = {};
};
BOOST_DESCRIBE_STRUCT(ClientBacklog, (), (client, bytes, dropped))

// Hello::program of whoever wants to know about a router, and nothing of federations.
inline constexpr std::string_view kMeshInquirer = "rtimesh";

// It asks: to whom are you connected?
struct QueryRouterStatus {
  bool unused = false;
};
BOOST_DESCRIBE_STRUCT(QueryRouterStatus, (), (unused))

// Of a long link that is compressed: bytes of frames, and what they were compressed to. Of one
// whose frames wait for others: how often several were sent so by this end, and how many. Zero of
// another.
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
  std::string_view router;  // at the other end
  bool up = false;
  std::string_view reason;    // of one that is not: why
  std::uint32_t clients = 0;  // whose records it carries
  // Since it came up.
  std::uint64_t frames_sent = 0;
  std::uint64_t bytes_sent = 0;
  std::uint64_t frames_received = 0;
  std::uint64_t bytes_received = 0;
  // Of a link towards the RTIG: records that were not sent by it, for nobody beyond wants them.
  std::uint64_t records_kept = 0;
  BestEffortLosses dropped = {};  // at this end
  LongLinkInfo long_link = {};
};
BOOST_DESCRIBE_STRUCT(RouterLinkInfo, (),
                      (router, up, reason, clients, frames_sent, bytes_sent, frames_received,
                       bytes_received, records_kept, dropped, long_link))

// What a router sent to several of its clients as one datagram, since it was started.
struct MulticastInfo {
  std::uint64_t datagrams = 0;
  std::uint64_t receivers = 0;  // that these named
  std::uint32_t clients = 0;    // that hear it now
  // Of all that was sent to these as datagrams.
  std::uint64_t lost = 0;
};
BOOST_DESCRIBE_STRUCT(MulticastInfo, (), (datagrams, receivers, clients, lost))

// Of best effort to peers, where the router is in an overlay; since it was started.
struct OverlayInfo {
  std::string_view state;       // empty: it is in none
  std::uint64_t paths = 0;      // the version by which it sends; 0: by none
  std::uint32_t members = 0;    // that a registry has admitted
  std::uint64_t by_relays = 0;  // records of its own members
  std::uint64_t directly = 0;   // copies to single peers
  std::uint64_t passed_on = 0;  // copies of others' records
  std::uint64_t late = 0;       // records that others had overtaken
  std::uint64_t lost = 0;       // records by ways that were not known here
  std::uint64_t refused = 0;    // records of who may not send
};
BOOST_DESCRIBE_STRUCT(OverlayInfo, (),
                      (state, paths, members, by_relays, directly, passed_on, late, lost, refused))

struct RouterStatus {
  std::string_view mesh;
  std::string_view router;
  std::uint32_t clients = 0;  // with a link of their own to it
  bool leaving = false;       // it has been asked to (LeaveMesh)
  std::vector<RouterLinkInfo> links;
  MulticastInfo multicast = {};
  OverlayInfo overlay = {};
};
BOOST_DESCRIBE_STRUCT(RouterStatus, (), (mesh, router, clients, leaving, links, multicast, overlay))

// An operator asks the router to serve no newcomers any more, and to end when no member is behind
// it. The answer is its status, or why it does not.
struct LeaveMesh {
  bool unused = false;
};
BOOST_DESCRIBE_STRUCT(LeaveMesh, (), (unused))

}  // namespace triad::wire
