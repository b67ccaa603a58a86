// See mortal_member.hpp.
#include "mortal_member.hpp"

#include <poll.h>
#include <sys/eventfd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace triad::fabric_kills {

namespace {

using transport::AttachMessage;
using transport::kCoordinator;
using transport::PassedDescriptors;

// Records after which a victim that has not come to its chosen moment is killed at any moment.
constexpr std::uint64_t kRecordsUntilAnyMoment = 400;

}  // namespace

Member::Member(ParticipantId self, std::uint64_t seed, std::size_t log_bytes)
    : self_(self),
      record_bytes_max_(kRecordsInLogs * log_bytes),
      channel_(transport::UniqueFd(kChannelDescriptor)),
      page_(transport::UniqueFd(kPageDescriptor)),
      random_(seed ^ self),
      maker_(self, seed ^ self),
      log_bytes_(log_bytes << below(random_, 3)) {}

int Member::run() {
  set_moment(Moment::started);
  auto fabric = transport::Fabric::create({log_bytes_, record_bytes_max_});
  if (!fabric) {
    fail(fabric.error().text);
    return 3;
  }
  fabric_ = std::move(*fabric);
  offer_endpoint();
  set_moment(Moment::offered);
  while (!page_->failed && !receive_endpoints()) {
    pollfd asked{channel_.socket().get(), POLLIN, 0};
    ::poll(&asked, 1, -1);
    if (channel_.has_hung_up()) return 4;
  }
  set_moment(Moment::entered);
  if (!attach_endpoints()) return 3;
  // Its last record needs room, so it continues to read, as all others do.
  while (!page_->failed && !(is_leaving_ && fabric_->queued_bytes() == 0)) run_turn();
  return page_->failed ? 3 : 0;
}

void Member::set_moment(Moment moment) {
  page_->moment = moment;
  const Moment ring_at = page_->ring_at;
  if (ring_at == Moment::never) return;
  const std::uint64_t from = page_->ring_from;
  const std::uint64_t made = page_->begun_records;
  if ((moment != ring_at || made < from) && made < from + kRecordsUntilAnyMoment) return;
  page_->ring_at = Moment::never;
  ::eventfd_write(kBellDescriptor, 1);
}

void Member::fail(const std::string& error) {
  const std::string text = "member " + std::to_string(self_) + ": " + error;
  std::memcpy(page_->failure.data(), text.data(), std::min(text.size(), page_->failure.size() - 1));
  page_->failed = true;
}

// --- Joins

void Member::offer_endpoint() {
  PassedDescriptors own;
  AttachMessage{}.write(own);
  own.descriptors[0] = fabric_->endpoint().memory.duplicate();
  own.descriptors[1] = fabric_->endpoint().doorbell.duplicate();
  channel_.send_descriptors(own);
}

// Returns true when all endpoints that it needs to begin have come.
bool Member::receive_endpoints() {
  while (auto message = channel_.receive_descriptors()) {
    const auto note = AttachMessage::read(*message);
    if (!note) {
      fail("a endpoint without a note");
      return false;
    }
    endpoints_.emplace_back(*note, std::move(*message));
  }
  return !endpoints_.empty() && endpoints_.size() > endpoints_.front().first.endpoints_to_come;
}

bool Member::attach_endpoints() {
  const AttachMessage first = endpoints_.front().first;
  fabric_->set_identity(self_, first.own_slot, kCoordinator);
  if (self_ % 2 == 0) fabric_->allow_selective_scans();
  for (std::uint32_t left = first.endpoints_to_come + 1; left > 0; --left) {
    auto [note, endpoint] = std::move(endpoints_.front());
    endpoints_.pop_front();
    if (note.participant == transport::kBells) {
      if (const auto opened = fabric_->open_bells(endpoint.descriptors[0]); !opened) {
        fail(opened.error().text);
        return false;
      }
    } else if (!attach(note, std::move(endpoint), 0)) {
      return false;
    }
  }
  return true;
}

bool Member::attach(const AttachMessage& note, PassedDescriptors endpoint,
                    std::uint64_t they_read_from) {
  const auto attached =
      fabric_->attach(note.participant, note.slot,
                      {std::move(endpoint.descriptors[0]), std::move(endpoint.descriptors[1])},
                      note.read_from, they_read_from);
  if (!attached) {
    fail("attach " + std::to_string(note.participant) + ": " + attached.error().text);
    return false;
  }
  peers_.emplace(note.participant, Peer{});
  page_->peer_count = static_cast<std::uint32_t>(peers_.size());
  return true;
}

// --- Reading

std::vector<ParticipantId> Member::others_to_read() {
  std::vector<ParticipantId> others;
  fabric_->apply_rings();
  if (fabric_->is_selective()) {
    fabric_->for_each_with_input([&](ParticipantId id) { others.push_back(id); });
  } else {
    for (const auto& [id, peer] : peers_) others.push_back(id);
  }
  std::erase(others, kCoordinator);
  std::ranges::shuffle(others, random_);
  return others;
}

void Member::run_turn() {
  set_moment(Moment::reads);
  const std::uint64_t records_max = std::uint64_t{1} << below(random_, 8);
  bool has_read = read(kCoordinator, records_max);
  const std::vector<ParticipantId> others = others_to_read();
  for (const ParticipantId id : others) has_read = read(id, records_max) || has_read;
  while (const auto fault = fabric_->logs().take_peer_fault()) {
    fail("trouble with " + std::to_string(fault->participant) + ": " + fault->reason);
  }
  if (page_->failed) return;
  pass_barrier();
  const bool may_write =
      has_joined_ && !is_leaving_ && records_until_burst_ == 0 && fabric_->queued_bytes() == 0;
  if (may_write) write_burst();
  if (below(random_, 4) != 0) flush();
  if (below(random_, 4) != 0) release();
  if (!has_read && !may_write) sleep();
}

bool Member::read(ParticipantId id, std::uint64_t records_max) {
  for (std::uint64_t count = 0; count < records_max; ++count) {
    if (page_->failed || !fabric_->is_attached(id)) return count > 0;
    // Before the coordinator's record of its own join, the member does not know the number of the
    // first record of others.
    if (!has_joined_ && id != kCoordinator) return false;
    const auto record = fabric_->logs().next(id);
    if (!record) return count > 0;
    if (!receive_record(id, *record)) return count > 0;
    fabric_->logs().pop(id);
  }
  return true;
}

// Returns false if this record must wait.
bool Member::receive_record(ParticipantId id, Bytes record) {
  Peer& peer = peers_.at(id);
  if (id == kCoordinator && !has_joined_) {
    // The first record must be that of its own join; its number is arbitrary.
    if (record.size() >= sizeof(Head)) {
      Head head;
      std::memcpy(&head, record.data(), sizeof head);
      peer.next = head.sequence;
    }
  }
  std::string error;
  const auto head = check_record(record, id, peer.next, error);
  if (!head) {
    fail("from " + std::to_string(id) + " came " + error);
    return false;
  }
  if (id == kCoordinator && !receive_from_coordinator(*head, record)) return false;
  if (head->kind == Kind::reached) peer.reached = head->number;
  ++peer.next;
  peer.begins_amid = false;
  if (records_until_burst_ > 0) --records_until_burst_;
  page_->checked_records = page_->checked_records + 1;
  page_->checked_bytes = page_->checked_bytes + record.size();
  return true;
}

bool Member::receive_from_coordinator(const Head& head, Bytes record) {
  switch (head.kind) {
    case Kind::joined:
      return receive_joined(head, record);
    case Kind::departed:
      return receive_departed(head.about, head.number);
    case Kind::tick:
      records_until_burst_ = 0;
      return true;
    case Kind::barrier:
      current_barrier_ = head.number;
      send(maker_.make(Kind::reached, current_barrier_, 0, {}), true);
      return true;
    case Kind::leave:
      is_leaving_ = true;
      send(maker_.make(Kind::left, 0, 0, {}), true);
      return true;
    default:
      return true;
  }
}

bool Member::receive_joined(const Head& head, Bytes record) {
  if (!has_joined_) {
    if (head.kind != Kind::joined || head.about != self_) {
      fail("the coordinator's first record does not tell of its join");
      return false;
    }
    for (const Beginning& beginning : beginnings_of(record)) {
      const auto peer = peers_.find(beginning.writer);
      if (peer == peers_.end()) {
        fail("no endpoint came of " + std::to_string(beginning.writer));
        return false;
      }
      peer->second.next = beginning.sequence;
      peer->second.begins_amid = beginning.amid != 0;
    }
    has_joined_ = true;
    return true;
  }
  static_cast<void>(receive_endpoints());
  if (endpoints_.empty() || endpoints_.front().first.participant != head.about) {
    fail("the endpoint of " + std::to_string(head.about) + " has not come before the news of it");
    return false;
  }
  auto [note, endpoint] = std::move(endpoints_.front());
  endpoints_.pop_front();
  return attach(note, std::move(endpoint), fabric_->logs().reader_offset(kCoordinator));
}

// Checks that all records of a departed member have come and no others, and removes the member.
bool Member::receive_departed(ParticipantId leaver, std::uint64_t last) {
  const auto peer = peers_.find(leaver);
  if (peer == peers_.end()) {
    fail(std::to_string(leaver) + " departed, of whom nothing is known");
    return false;
  }
  static_cast<void>(read(leaver, ~std::uint64_t{0}));
  if (page_->failed) return false;
  // When this member joined, the coordinator had some pieces of a record that was never completed.
  const bool began_behind = peer->second.begins_amid && peer->second.next == last + 2;
  if (peer->second.next != last + 1 && !began_behind) {
    fail("of the departed " + std::to_string(leaver) + " there are " +
         std::to_string(peer->second.next - 1) + " records, of " + std::to_string(last));
    return false;
  }
  fabric_->detach(leaver);
  peers_.erase(peer);
  page_->peer_count = static_cast<std::uint32_t>(peers_.size());
  return true;
}

// --- Writing

void Member::write_burst() {
  if (below(random_, 20) == 0) write_mode_ = static_cast<WriteMode>(below(random_, 3));
  const bool floods = write_mode_ == WriteMode::flooding;
  for (std::uint64_t left = floods ? 4000 : 1 + below(random_, 30); left > 0; --left) {
    const std::size_t bytes = next_body_size();
    const bool pieces = sizeof(Head) + bytes > transport::piece_bytes_max(log_bytes_);
    set_moment(pieces ? Moment::sends_long : Moment::sends);
    send(maker_.make_data(bytes), false);
    if (below(random_, 8) == 0) flush();
    if (fabric_->queued_bytes() > (floods ? log_bytes_ : 0)) break;
  }
  const bool waits = below(random_, 4) < (write_mode_ == WriteMode::quiet ? 3 : 1);
  records_until_burst_ = waits ? 1 + below(random_, 40) : 0;
}

std::size_t Member::next_body_size() {
  if (write_mode_ == WriteMode::quiet) return below(random_, 100);
  return std::min(body_size(random_, log_bytes_), record_bytes_max_ - sizeof(Head));
}

void Member::send(Bytes record, bool to_all) {
  page_->begun_records = maker_.sequence();
  fabric_->send(record);
  if (to_all) {
    fabric_->wake_all_on_flush();
    return flush();
  }
  for (const auto& [id, peer] : peers_) {
    if (below(random_, 3) == 0) fabric_->wake_on_flush(id);
  }
}

void Member::flush() {
  set_moment(Moment::flushes);
  fabric_->flush();
  const std::size_t queued = fabric_->queued_bytes();
  page_->queued_bytes = queued;
  if (queued == 0) page_->published_records = maker_.sequence();
}

void Member::release() {
  set_moment(Moment::releases);
  fabric_->release();
}

void Member::pass_barrier() {
  if (passed_barrier_ == current_barrier_) return;
  const bool all_reached = std::ranges::all_of(peers_, [&](const auto& entry) {
    return entry.first == kCoordinator || entry.second.reached >= current_barrier_;
  });
  if (!all_reached) return;
  passed_barrier_ = current_barrier_;
  check_descriptors();
  send(maker_.make(Kind::passed, passed_barrier_, 0, {}), true);
}

// Expects one doorbell and one outbox for each other participant, and none of departed ones.
void Member::check_descriptors() {
  const std::size_t base = open_descriptors() - peers_.size();
  if (descriptors_without_peers_ == 0) descriptors_without_peers_ = base;
  if (base != descriptors_without_peers_) {
    fail(std::to_string(open_descriptors()) + " descriptors with " + std::to_string(peers_.size()) +
         " others; without them there were " + std::to_string(descriptors_without_peers_));
  }
  if (mapped_outboxes() != expected_mappings(peers_.size())) {
    fail(std::to_string(mapped_outboxes()) + " mappings of " + std::to_string(peers_.size() + 1) +
         " outboxes");
  }
}

void Member::sleep() {
  flush();
  release();
  // Uses both kinds of waits. The short waits of some members time out at once.
  const bool shortly = fabric_->has_bells() && below(random_, 4) != 0;
  if (!(shortly ? fabric_->prepare_brief_wait() : fabric_->prepare_wait())) return;
  const bool for_room = fabric_->queued_bytes() > 0;
  page_->slowest_reader = fabric_->logs().slowest_reader();
  page_->sleeps = page_->sleeps + 1;
  if (for_room) page_->room_waits = page_->room_waits + 1;
  set_moment(for_room ? Moment::wants_room : Moment::sleeps);
  if (shortly) {
    constexpr transport::Duration kAtMost = std::chrono::milliseconds(5);
    fabric_->wait_briefly(transport::Clock::now() +
                          (self_ % 3 == 0 ? transport::Duration::zero() : kAtMost));
    return fabric_->finish_brief_wait();
  }
  // A message in the channel does not wake the member; only the end of the coordinator does.
  pollfd asked[] = {{fabric_->descriptor(), POLLIN, 0}, {channel_.socket().get(), POLLHUP, 0}};
  asked[1].events = 0;
  ::poll(asked, 2, -1);
  fabric_->finish_wait();
  if ((asked[1].revents & POLLHUP) != 0) std::exit(4);
}

}  // namespace triad::fabric_kills
