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
  bool receive_endpoints();
  bool attach_endpoints();
  bool attach(const transport::AttachMessage& note, transport::PassedDescriptors endpoint,
              std::uint64_t they_read_from);
  std::vector<transport::ParticipantId> others_to_read();
  void run_turn();
  bool read(ParticipantId id, std::uint64_t records_max);
  bool receive_record(ParticipantId id, Bytes record);
  bool receive_from_coordinator(const Head& head, Bytes record);
  bool receive_joined(const Head& head, Bytes record);
  bool receive_departed(ParticipantId leaver, std::uint64_t last);
  void write_burst();
  std::size_t next_body_size();
  void send(Bytes record, bool to_all);
  void pass_barrier();
  void check_descriptors();
  void flush();
  void release();
  void sleep();
  // Records the member's next action. Rings the coordinator's bell if the member is to be killed
  // then.
  void set_moment(Moment moment);
  void fail(const std::string& error);

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
  enum class WriteMode { quiet, mixed, flooding } write_mode_ = WriteMode::quiet;
  bool has_joined_ = false;  // the record of its own join has been read
  std::uint64_t current_barrier_ = 0;
  std::uint64_t passed_barrier_ = 0;
  std::uint64_t records_until_burst_ = 0;  // records of others until the next burst
  std::size_t descriptors_without_peers_ = 0;
  bool is_leaving_ = false;
};

}  // namespace triad::fabric_kills
