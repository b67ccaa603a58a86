// Coordinator of a fabric with members that are killed one after another. It starts the members and
// attaches them as router/program/fabric_coordinator.cpp does, checks the records that they write,
// kills members and replaces them.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "numbered_record.hpp"
#include "page.hpp"
#include "transport/fabric/attach_message.hpp"
#include "transport/fabric/fabric.hpp"
#include "transport/shm/descriptor_channel.hpp"

namespace triad::fabric_kills {

struct Options {
  std::uint64_t seed = 1;
  std::uint64_t kills = 300;
  std::size_t members = 5;
  std::size_t log_bytes = transport::kOutboxBytesMin;
  std::chrono::seconds deadline{120};  // exceeded only by a hang: events take milliseconds
};

// Counts of a run, for its report.
struct Tally {
  std::array<std::uint64_t, kMoments> killed_at{};  // by the member's last moment
  std::uint64_t killed_amid_message = 0;            // with only some pieces of a message published
  std::uint64_t killed_before_entry = 0;
  std::uint64_t joined_amid_message = 0;
  std::uint64_t joined_beside_dead = 0;
  std::uint64_t barriers = 0;
  std::uint64_t records_checked = 0;
  std::uint64_t bytes_checked = 0;
  std::uint64_t sleeps = 0;
  std::uint64_t room_waits = 0;
};

class Coordinator {
 public:
  Coordinator(const Options& options, std::string program);
  ~Coordinator();
  // Runs the test. Returns true if all kills were made and all checks held; otherwise failure() has
  // the reason.
  bool run();
  const std::string& failure() const { return failure_; }
  const Tally& tally() const { return tally_; }

 private:
  struct MemberSession {
    ParticipantId id = 0;
    transport::Slot slot = 0;
    pid_t pid = -1;
    SharedPage page;
    transport::DescriptorChannel channel;
    transport::FabricEndpoint endpoint = {};  // passed to later members
    bool has_entered = false;
    bool is_victim = false;  // is killed at its moment
    bool is_killed = false;
    bool has_left = false;
    std::uint64_t next = 1;  // number of its next record
    std::uint64_t passed_barrier = 0;
  };

  bool start_all();
  bool start_member(bool dies_early);
  void run_turn();
  bool read(MemberSession& session, std::uint64_t records_max);
  void write_random_records();
  void send(Kind kind, std::uint64_t number, ParticipantId about, Bytes body);
  void poll_channels();
  void admit_member(MemberSession& session, transport::PassedDescriptors endpoint);
  void pass_endpoints(MemberSession& newcomer, std::uint64_t begins_at);
  transport::Slot free_slot() const;
  void choose_victim();
  void kill_victims();
  void kill(MemberSession& session);
  void remove_member(MemberSession& session);
  void reap(MemberSession& session);
  void sleep();
  bool run_barrier();
  bool wait_until_settled();
  bool end_members();
  void check_descriptors(std::size_t sessions);
  void fail(const std::string& error);
  std::string describe_waits() const;
  // Takes turns until the condition holds. Returns false if a check failed before.
  template <class Condition>
  bool run_until(Condition&& condition);

  const Options options_;
  const std::string program_;
  const std::size_t descriptors_before_;
  Random random_;
  std::unique_ptr<transport::Fabric> fabric_;
  RecordMaker maker_;
  transport::UniqueFd bell_;
  transport::UniqueFd bells_;  // bells of the fabric; invalid: unsupported here
  std::map<ParticipantId, MemberSession> sessions_;
  ParticipantId last_id_ = 0;
  ParticipantId protected_member_ = 0;  // a member that is never killed
  std::uint64_t kills_ = 0;
  bool replaces_departed_ = true;  // departed members are replaced
  bool has_read_ = false;
  std::chrono::steady_clock::time_point last_event_;
  std::string failure_;
  Tally tally_;
};

}  // namespace triad::fabric_kills
