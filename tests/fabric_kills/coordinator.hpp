// The coordinator of a fabric whose members are killed one after the other: it starts them, lets
// them in as router/program/fabric_coordinator.cpp does, reads and checks what they write, kills
// them and puts newcomers in their places.
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
  std::chrono::seconds deadline{120};  // for what takes milliseconds: only a hang takes so long
};

// What a run has been through.
struct Tally {
  std::array<std::uint64_t, kMoments> killed_at{};  // what they were doing
  std::uint64_t killed_amid_message = 0;            // of which some pieces had been published
  std::uint64_t killed_before_entry = 0;
  std::uint64_t joined_amid_message = 0;
  std::uint64_t joined_while_dead_one_is_there = 0;
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
  // True: all kills, and all that was to be checked held. Else why() says what did not.
  bool run();
  const std::string& why() const { return why_; }
  const Tally& tally() const { return tally_; }

 private:
  struct MemberSession {
    ParticipantId id = 0;
    transport::Slot slot = 0;
    pid_t pid = -1;
    SharedPage page;
    transport::DescriptorChannel channel;
    transport::FabricEndpoint endpoint = {};  // for those who come later
    bool entered = false;
    bool victim = false;  // to be killed when it rings
    bool killed = false;
    bool left = false;
    std::uint64_t next = 1;  // the number of its next record
    std::uint64_t passed = 0;
  };

  bool start_all();
  bool start_member(bool doomed);
  void turn();
  bool read(MemberSession& session, std::uint64_t records_max);
  void write_something();
  void send(Kind kind, std::uint64_t number, ParticipantId about, Bytes body);
  void look_at_channels();
  void enter(MemberSession& session, transport::PassedDescriptors endpoint);
  void pass_endpoints(MemberSession& newcomer, std::uint64_t begins_at);
  transport::Slot free_slot() const;
  void choose_victim();
  void kill_victims();
  void kill(MemberSession& session);
  void see_off(MemberSession& session);
  void reap(MemberSession& session);
  void sleep();
  bool barrier();
  bool settle();
  bool end();
  void check_descriptors(std::size_t sessions);
  void fail(const std::string& what);
  std::string who_waits() const;
  // Until it holds; false: something failed before.
  template <class Condition>
  bool turn_until(Condition&& condition);

  const Options options_;
  const std::string program_;
  const std::size_t descriptors_before_;
  Random random_;
  std::unique_ptr<transport::Fabric> fabric_;
  RecordMaker maker_;
  transport::UniqueFd bell_;
  transport::UniqueFd bells_;  // of the fabric; invalid: the machine has none
  std::map<ParticipantId, MemberSession> sessions_;
  ParticipantId last_id_ = 0;
  ParticipantId elder_ = 0;  // is never killed
  std::uint64_t kills_ = 0;
  bool full_house_ = true;  // the departed are replaced
  bool has_read_ = false;
  std::chrono::steady_clock::time_point last_event_;
  std::string why_;
  Tally tally_;
};

}  // namespace triad::fabric_kills
