// A participant that may be killed at any moment: the program `fabric_kills --member`, which the
// coordinator starts. It writes records in bursts, reads and checks the records of all others, and
// handles joins and departures as rtia/hosting/fabric_member.cpp does.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "numbered_record.hpp"
#include "page.hpp"
#include "transport/fabric/attach_message.hpp"
#include "transport/fabric/fabric.hpp"
#include "transport/shm/descriptor_channel.hpp"

namespace triad::fabric_kills {

// Descriptors that a member receives from the coordinator.
inline constexpr int kChannelDescriptor = 3;
inline constexpr int kPageDescriptor = 4;
inline constexpr int kBellDescriptor = 5;

class Member {
 public:
  Member(ParticipantId self, std::uint64_t seed, std::size_t log_bytes);
  // Runs the member. Returns the exit status of the process.
  int run();

 private:
  struct Peer {
    std::uint64_t next = 1;     // number of its next record
    std::uint64_t reached = 0;  // last barrier that it has reached
    bool begins_amid = false;   // the record before `next` had begun at the coordinator
  };

  void offer_endpoint();
  bool take_endpoints();
  bool enter();
  bool attach(const transport::AttachMessage& note, transport::PassedDescriptors endpoint,
              std::uint64_t they_read_from);
  std::vector<transport::ParticipantId> others_to_read();
  void turn();
  bool read(ParticipantId id, std::uint64_t records_max);
  bool take(ParticipantId id, Bytes record);
  bool take_of_coordinator(const Head& head, Bytes record);
  bool admit(const Head& head, Bytes record);
  bool see_off(ParticipantId leaver, std::uint64_t last);
  void write_burst();
  std::size_t next_body_size();
  void send(Bytes record, bool to_all);
  void look_at_barrier();
  void check_descriptors();
  void flush();
  void release();
  void sleep();
  // Records the member's next action. Rings the coordinator's bell if the member is to be killed
  // then.
  void at(Moment moment);
  void fail(const std::string& what);

  const ParticipantId self_;
  const std::size_t record_bytes_max_;
  transport::DescriptorChannel channel_;
  const SharedPage page_;
  Random random_;
  RecordMaker maker_;
  const std::size_t log_bytes_;
  std::unique_ptr<transport::Fabric> fabric_;
  std::map<ParticipantId, Peer> peers_;  // includes the coordinator
  std::deque<std::pair<transport::AttachMessage, transport::PassedDescriptors>> endpoints_;
  enum class Mood { quiet, mixed, flooding } mood_ = Mood::quiet;
  bool told_ = false;  // the record of its own join has been read
  std::uint64_t barrier_ = 0;
  std::uint64_t passed_ = 0;
  std::uint64_t wait_for_ = 0;  // records of others until the next burst
  std::size_t descriptors_without_peers_ = 0;
  bool leaves_ = false;
};

}  // namespace triad::fabric_kills
