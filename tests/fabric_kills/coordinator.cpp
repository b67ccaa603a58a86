// See coordinator.hpp.
#include "coordinator.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <fstream>

#include "mortal_member.hpp"

namespace triad::fabric_kills {

namespace {

using transport::AttachMessage;
using transport::kCoordinator;
using transport::PassedDescriptors;
using transport::UniqueFd;

constexpr transport::Slot kOwnSlot = 0;
constexpr std::uint64_t kKillsUntilBarrier = 40;

// Returns a duplicate above the descriptors that a member receives, so that none of those replaces
// it.
UniqueFd duplicate_above_inherited(int descriptor) {
  return UniqueFd(::fcntl(descriptor, F_DUPFD_CLOEXEC, kBellDescriptor + 1));
}

pid_t spawn(const std::string& program, const std::vector<std::string>& arguments, int channel,
            int page, int bell) {
  const UniqueFd given_channel = duplicate_above_inherited(channel);
  const UniqueFd given_page = duplicate_above_inherited(page);
  const UniqueFd given_bell = duplicate_above_inherited(bell);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, given_channel.get(), kChannelDescriptor);
  ::posix_spawn_file_actions_adddup2(&actions, given_page.get(), kPageDescriptor);
  ::posix_spawn_file_actions_adddup2(&actions, given_bell.get(), kBellDescriptor);
  std::vector<char*> words = {const_cast<char*>(program.c_str())};
  for (const std::string& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  pid_t pid = -1;
  const int problem =
      ::posix_spawn(&pid, program.c_str(), &actions, nullptr, words.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  return problem == 0 ? pid : -1;
}

// Neither sleeps nor calls the kernel, so the victim continues meanwhile.
void spin_for(std::chrono::nanoseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
  }
}

std::string state_of(pid_t pid) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("State:")) return line.substr(7);
  }
  return "gone";
}

}  // namespace

Coordinator::Coordinator(const Options& options, std::string program)
    : options_(options),
      program_(std::move(program)),
      descriptors_before_(open_descriptors()),
      random_(options.seed),
      maker_(kCoordinator, options.seed),
      last_event_(std::chrono::steady_clock::now()) {}

Coordinator::~Coordinator() {
  for (auto& [id, session] : sessions_) {
    if (session.pid <= 0) continue;
    ::kill(session.pid, SIGKILL);
    ::waitpid(session.pid, nullptr, 0);
  }
}

bool Coordinator::run() {
  if (!start_all()) return false;
  for (std::uint64_t next_barrier = kKillsUntilBarrier;
       failure_.empty() && kills_ < options_.kills;) {
    choose_victim();
    run_turn();
    kill_victims();
    if (kills_ < next_barrier || !failure_.empty()) continue;
    next_barrier = kills_ + kKillsUntilBarrier;
    if (!run_barrier()) return false;
  }
  return failure_.empty() && run_barrier() && end_members();
}

template <class Condition>
bool Coordinator::run_until(Condition&& condition) {
  while (failure_.empty() && !condition()) run_turn();
  return failure_.empty();
}

bool Coordinator::start_all() {
  bell_.reset(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  auto fabric =
      transport::Fabric::create({options_.log_bytes, kRecordsInLogs * options_.log_bytes});
  if (!fabric) {
    fail(fabric.error().text);
    return false;
  }
  fabric_ = std::move(*fabric);
  auto bells = fabric_->make_bells();
  if (!bells) {
    fail(bells.error().text);
    return false;
  }
  bells_ = std::move(*bells);
  fabric_->set_identity(kCoordinator, kOwnSlot, 0);
  for (std::size_t i = 0; i < options_.members; ++i) {
    if (!start_member(false)) return false;
  }
  protected_member_ = sessions_.begin()->first;
  return wait_until_settled();
}

// Waits until all members have entered and all victims have been killed.
bool Coordinator::wait_until_settled() {
  return run_until([&] {
    kill_victims();
    return std::ranges::all_of(sessions_, [](const auto& entry) {
      return entry.second.has_entered && !entry.second.is_killed && !entry.second.is_victim;
    });
  });
}

bool Coordinator::start_member(bool dies_early) {
  int ends[2] = {-1, -1};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
    fail(transport::system_error("no sockets for a member", errno).text);
    return false;
  }
  const UniqueFd theirs(ends[1]);
  const ParticipantId id = ++last_id_;
  const auto [at, added] = sessions_.emplace(
      id, MemberSession{.id = id,
                        .page = SharedPage::create(),
                        .channel = transport::DescriptorChannel(UniqueFd(ends[0]))});
  MemberSession& session = at->second;
  if (dies_early) {
    session.is_victim = true;
    session.page->ring_at = static_cast<Moment>(below(random_, 3));
  }
  session.pid = spawn(program_,
                      {"--member", std::to_string(id), std::to_string(options_.seed),
                       std::to_string(options_.log_bytes)},
                      theirs.get(), session.page.descriptor(), bell_.get());
  if (session.pid < 0) fail("a member cannot be started");
  return failure_.empty();
}

// --- One turn ---

void Coordinator::run_turn() {
  poll_channels();
  if (!failure_.empty()) return;
  has_read_ = false;
  const std::uint64_t records_max = std::uint64_t{1} << below(random_, 8);
  for (auto& [id, session] : sessions_) {
    if (session.has_entered) has_read_ = read(session, records_max) || has_read_;
  }
  while (const auto fault = fabric_->logs().take_peer_fault()) {
    fail("trouble with " + std::to_string(fault->participant) + ": " + fault->reason);
  }
  if (below(random_, 4) == 0) write_random_records();
  if (below(random_, 4) != 0) fabric_->flush();
  if (below(random_, 4) != 0) fabric_->release();
  if (std::chrono::steady_clock::now() - last_event_ > options_.deadline) {
    fail("nothing has happened for long" + describe_waits());
  }
  if (!has_read_ && failure_.empty() && !sessions_.empty()) sleep();
}

bool Coordinator::read(MemberSession& session, std::uint64_t records_max) {
  for (std::uint64_t count = 0; count < records_max; ++count) {
    const auto record = fabric_->logs().next(session.id);
    if (!record) return count > 0;
    std::string error;
    const auto head = check_record(*record, session.id, session.next, error);
    if (!head) {
      fail("from " + std::to_string(session.id) + " came " + error);
      return false;
    }
    ++session.next;
    ++tally_.records_checked;
    tally_.bytes_checked += record->size();
    if (head->kind == Kind::passed) session.passed_barrier = head->number;
    if (head->kind == Kind::left) session.has_left = true;
    fabric_->logs().pop(session.id);
  }
  return true;
}

void Coordinator::write_random_records() {
  const bool newcomer =
      std::ranges::any_of(sessions_, [](const auto& entry) { return !entry.second.has_entered; });
  if (newcomer || fabric_->queued_bytes() > 0) return;  // its start lies after all queued records
  const bool flood = below(random_, 64) == 0;
  for (std::uint64_t left = flood ? 1000 : 1 + below(random_, 8); left > 0; --left) {
    fabric_->send(maker_.make_data(body_size(random_, options_.log_bytes)));
    for (const auto& [id, session] : sessions_) {
      if (below(random_, 3) == 0) fabric_->wake_on_flush(id);
    }
    if (fabric_->queued_bytes() > 0) break;
  }
}

void Coordinator::send(Kind kind, std::uint64_t number, ParticipantId about, Bytes body) {
  fabric_->send(maker_.make(kind, number, about, body));
  fabric_->publish();
  fabric_->wake_all_on_flush();
}

// Sends a tick before sleeping, so that members write again. Otherwise all could wait for each
// other.
void Coordinator::sleep() {
  if (fabric_->queued_bytes() == 0) send(Kind::tick, 0, 0, {});
  fabric_->flush();
  fabric_->release();
  if (!fabric_->prepare_wait()) return;
  std::vector<pollfd> asked = {{fabric_->descriptor(), POLLIN, 0}, {bell_.get(), POLLIN, 0}};
  for (auto& [id, session] : sessions_)
    asked.push_back({session.channel.socket().get(), POLLIN, 0});
  const auto limit = std::chrono::milliseconds(options_.deadline).count();
  const int ready = ::poll(asked.data(), asked.size(), static_cast<int>(limit));
  if (ready == 0) fail("everybody sleeps" + describe_waits());
  fabric_->finish_wait();
}

// --- Joins

void Coordinator::poll_channels() {
  std::vector<ParticipantId> hung_up;
  for (auto& [id, session] : sessions_) {
    const bool has_hung_up = session.channel.has_hung_up();
    if (session.page->failed) return fail(session.page->failure.data());
    if (has_hung_up) {
      hung_up.push_back(id);
    } else if (!session.has_entered && fabric_->queued_bytes() == 0) {
      if (auto endpoint = session.channel.receive_descriptors())
        admit_member(session, std::move(*endpoint));
    }
    if (!failure_.empty()) return;
  }
  for (const ParticipantId id : hung_up) {
    remove_member(sessions_.at(id));
    sessions_.erase(id);
    if (replaces_departed_ && failure_.empty()) start_member(below(random_, 4) == 0);
  }
}

void Coordinator::admit_member(MemberSession& session, PassedDescriptors endpoint) {
  session.slot = free_slot();
  session.endpoint = {endpoint.descriptors[0].duplicate(), endpoint.descriptors[1].duplicate()};
  const std::uint64_t begins_at = fabric_->logs().tail();
  std::vector<Beginning> beginnings;
  for (const auto& [id, other] : sessions_) {
    if (!other.has_entered) continue;
    // A message that has begun to arrive is for the coordinator and not for the newcomer.
    const bool amid = fabric_->logs().is_amid_message(id);
    beginnings.push_back({id, amid ? 1U : 0U, other.next + (amid ? 1 : 0)});
    tally_.joined_amid_message += amid ? 1 : 0;
    tally_.joined_beside_dead += other.is_killed ? 1 : 0;
  }
  pass_endpoints(session, begins_at);
  const auto attached = fabric_->attach(
      session.id, session.slot,
      {std::move(endpoint.descriptors[0]), std::move(endpoint.descriptors[1])}, 0, begins_at);
  if (!attached) return fail("attach: " + attached.error().text);
  session.has_entered = true;
  send(Kind::joined, 0, session.id, std::as_bytes(std::span(beginnings)));
  last_event_ = std::chrono::steady_clock::now();
}

void Coordinator::pass_endpoints(MemberSession& newcomer, std::uint64_t begins_at) {
  const auto entered_count = static_cast<std::uint32_t>(
      std::ranges::count_if(sessions_, [](const auto& entry) { return entry.second.has_entered; }));
  AttachMessage note{.fabric_id = 1,
                     .participant = kCoordinator,
                     .slot = kOwnSlot,
                     .own_slot = newcomer.slot,
                     .endpoints_to_come = bells_.valid() ? entered_count + 1 : entered_count,
                     .read_from = begins_at};
  newcomer.channel.send_descriptors(note.make_message(fabric_->endpoint()));
  if (bells_.valid()) {
    --note.endpoints_to_come;
    note.participant = transport::kBells;
    newcomer.channel.send_descriptors(note.make_bells_message(bells_));
  }
  const AttachMessage of_newcomer{
      .fabric_id = 1, .participant = newcomer.id, .slot = newcomer.slot};
  for (auto& [id, other] : sessions_) {
    if (!other.has_entered) continue;
    --note.endpoints_to_come;
    note.participant = id;
    note.slot = other.slot;
    note.read_from = fabric_->logs().read_up_to(id);
    newcomer.channel.send_descriptors(note.make_message(other.endpoint));
    other.channel.send_descriptors(of_newcomer.make_message(newcomer.endpoint));
  }
}

transport::Slot Coordinator::free_slot() const {
  for (transport::Slot slot = kOwnSlot + 1;; ++slot) {
    const bool taken = std::ranges::any_of(sessions_, [&](const auto& entry) {
      return entry.second.has_entered && entry.second.slot == slot;
    });
    if (!taken) return slot;
  }
}

// --- Kills

// Chooses one victim at a time. Members that die while they join are chosen in start_member().
void Coordinator::choose_victim() {
  std::vector<MemberSession*> living;
  for (auto& [id, session] : sessions_) {
    if (session.has_entered && session.is_victim && !session.is_killed) return;
    if (session.has_entered && !session.is_killed && id != protected_member_)
      living.push_back(&session);
  }
  if (living.empty()) return;
  MemberSession& session = *living[below(random_, living.size())];
  constexpr auto kFirst = static_cast<std::uint64_t>(Moment::reads);
  session.is_victim = true;
  session.page->ring_from = session.page->begun_records + below(random_, 100);
  session.page->ring_at = static_cast<Moment>(kFirst + below(random_, kMoments - kFirst));
}

// Kills each victim that has reached its moment, after a random delay, and sometimes another member
// at the same time.
void Coordinator::kill_victims() {
  for (auto& [id, session] : sessions_) {
    if (!session.is_victim || session.is_killed || session.page->ring_at != Moment::never) continue;
    eventfd_t rings = 0;
    static_cast<void>(::eventfd_read(bell_.get(), &rings));
    spin_for(std::chrono::nanoseconds(below(random_, std::uint64_t{1} << below(random_, 17))));
    kill(session);
    if (below(random_, 5) != 0 || kills_ >= options_.kills) continue;
    const auto other =
        std::next(sessions_.begin(), static_cast<std::ptrdiff_t>(below(random_, sessions_.size())));
    if (other->first != protected_member_ && !other->second.is_killed) kill(other->second);
  }
}

void Coordinator::kill(MemberSession& session) {
  ::kill(session.pid, SIGKILL);
  session.is_killed = true;
  ++kills_;
  last_event_ = std::chrono::steady_clock::now();
}

// Handles the end of a member. Its end of the channel is closed, so its log is final.
void Coordinator::remove_member(MemberSession& session) {
  if (session.has_entered) static_cast<void>(read(session, ~std::uint64_t{0}));
  if (!session.is_killed && !session.has_left) {
    const Moment moment = session.page->moment;
    return fail("member " + std::to_string(session.id) + " ended by itself, at " + name_of(moment));
  }
  if (session.has_entered) {
    const std::uint64_t last = session.next - 1;
    const std::uint64_t published = session.page->published_records;
    const std::uint64_t made = session.page->begun_records;
    if (last < published || last > made) {
      fail("of " + std::to_string(session.id) + " there are " + std::to_string(last) +
           " records; it had published " + std::to_string(published) + " and made " +
           std::to_string(made));
    }
    tally_.killed_amid_message += fabric_->logs().is_amid_message(session.id) ? 1 : 0;
    fabric_->detach(session.id);
    send(Kind::departed, last, session.id, {});
  } else {
    ++tally_.killed_before_entry;
  }
  reap(session);
}

void Coordinator::reap(MemberSession& session) {
  int status = 0;
  ::waitpid(session.pid, &status, 0);
  session.pid = -1;
  const bool as_expected = session.is_killed ? WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL
                                             : WIFEXITED(status) && WEXITSTATUS(status) == 0;
  if (!as_expected) {
    fail("member " + std::to_string(session.id) + " ended with status " + std::to_string(status));
  }
  const Page& page = *session.page;
  const auto moment = static_cast<std::size_t>(page.moment.load());
  if (session.is_killed) ++tally_.killed_at.at(moment);
  tally_.records_checked += page.checked_records;
  tally_.bytes_checked += page.checked_bytes;
  tally_.sleeps += page.sleeps;
  tally_.room_waits += page.room_waits;
}

// --- Checks

// Checks that all members have all records that were written before the barrier, and that no
// descriptor or mapping of a departed member is left.
bool Coordinator::run_barrier() {
  if (!wait_until_settled()) return false;
  const std::uint64_t number = ++tally_.barriers;
  send(Kind::barrier, number, 0, {});
  const bool passed = run_until([&] {
    return std::ranges::all_of(
        sessions_, [&](const auto& entry) { return entry.second.passed_barrier == number; });
  });
  if (passed) check_descriptors(sessions_.size());
  last_event_ = std::chrono::steady_clock::now();
  return failure_.empty();
}

void Coordinator::check_descriptors(std::size_t sessions) {
  constexpr std::size_t kOwn = 5;  // the bell, the own outbox and the three of its doorbell
  constexpr std::size_t kOfASession =
      5;  // page, channel, doorbell, and the endpoint to be passed on
  const std::size_t of_bells = bells_.valid() ? 1 : 0;
  const std::size_t expected = descriptors_before_ + kOwn + of_bells + kOfASession * sessions;
  if (open_descriptors() != expected) {
    fail("the coordinator has " + std::to_string(open_descriptors()) + " descriptors, not " +
         std::to_string(expected));
  }
  if (mapped_outboxes() != expected_mappings(sessions)) {
    fail("the coordinator has " + std::to_string(mapped_outboxes()) + " mappings of " +
         std::to_string(sessions + 1) + " outboxes");
  }
}

// Lets all members leave, and checks that no process, descriptor or memory is left.
bool Coordinator::end_members() {
  replaces_departed_ = false;
  send(Kind::leave, 0, 0, {});
  if (!run_until([&] { return sessions_.empty(); })) return false;
  check_descriptors(0);
  fabric_.reset();
  bells_.reset();
  bell_.reset();
  if (open_descriptors() != descriptors_before_) fail("descriptors are left");
  if (mapped_outboxes() != 0) fail("shared memory is left");
  if (::waitpid(-1, nullptr, WNOHANG) != -1 || errno != ECHILD) fail("a process is left");
  return failure_.empty();
}

void Coordinator::fail(const std::string& error) {
  if (failure_.empty()) failure_ = "after " + std::to_string(kills_) + " kills: " + error;
}

std::string Coordinator::describe_waits() const {
  std::string text = "\n  the coordinator: " + std::to_string(fabric_->queued_bytes()) +
                     " bytes queued, slowest " + std::to_string(fabric_->logs().slowest_reader());
  for (const auto& [id, session] : sessions_) {
    const Page& page = *session.page;
    text += "\n  " + std::to_string(id) + (id == protected_member_ ? " (elder)" : "") + ": pid " +
            std::to_string(session.pid) + ", " + state_of(session.pid) + ", " +
            (session.is_killed ? "killed at " : "at ") + name_of(page.moment) +
            (session.has_entered ? "" : ", not entered") + (session.is_victim ? ", victim" : "") +
            ": made " + std::to_string(page.begun_records) + ", published " +
            std::to_string(page.published_records) + ", read here " +
            std::to_string(session.next - 1) + ", taken " + std::to_string(page.checked_records) +
            ", queued " + std::to_string(page.queued_bytes) + " for " +
            std::to_string(page.slowest_reader) + ", peers " + std::to_string(page.peer_count) +
            ", passed " + std::to_string(session.passed_barrier);
  }
  return text;
}

}  // namespace triad::fabric_kills
