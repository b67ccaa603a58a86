// Records of the RTIG that members may have to receive again: the log of the federation, and the
// records for one member, in the order in which they were sent. Each record has its causes: the
// members' requests that the authority had handled since the last record of the log before it. A
// record is dropped when its receivers have acknowledged it. Pure.
#pragma once

#include <algorithm>
#include <boost/container/flat_map.hpp>
#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

#include "rtig/gateway/federation_image.hpp"
#include "rtig/outputs.hpp"
#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::rtig {

class RecoveryLog {
 public:
  using FederateHandle = wire::FederateHandle;
  using Position = wire::Position;

  struct Entry {
    wire::Buffer record;
    Position log = 0;          // of a record of the log; otherwise 0
    std::uint64_t answer = 0;  // number of a record for one member; otherwise 0
    FederateHandle to = {};    // member of `answer`
    Audience audience = Audience::all;
    FederateHandle cause = {};                      // of a record of the log
    std::vector<wire::StreamPosition> causes = {};  // in ascending order of members
  };

  // --- Members. A newcomer has received the log up to `log`.
  void add_member(FederateHandle member, Position log) { members_[member].acked.log = log; }
  void remove_member(FederateHandle member) { members_.erase(member); }
  bool contains(FederateHandle member) const { return members_.contains(member); }

  // --- Sending
  // The authority is about to handle this record of the member.
  void record_request(FederateHandle by, Position position) { causes_[by] = position; }
  void append_log(wire::Bytes record, Position position, Audience audience, FederateHandle cause);
  // Appends a record for one member. Returns false if it takes no part.
  bool append_answer(FederateHandle to, wire::Bytes record);
  // Records that a record of the log was sent to the member, or would be if it were not away.
  void record_log_sent(FederateHandle to, Position position) {
    if (const auto at = members_.find(to); at != members_.end()) at->second.log_sent = position;
  }

  // --- Acknowledgements
  // Returns false if the member has not been sent so much.
  [[nodiscard]] bool record_ack(FederateHandle by, const wire::RtigProgress& received);
  // Returns the progress of the member: its acknowledgements, or the whole log if it was sent no
  // more.
  wire::RtigProgress progress(FederateHandle by) const {
    const Member& of = members_.at(by);
    const bool has_all = of.acked.log >= of.log_sent;
    return {has_all ? std::max(of.acked.log, log_end_) : of.acked.log, of.acked.answers};
  }
  // Drops records that all their receivers have acknowledged.
  void drop_acknowledged();
  // Returns true if drop_acknowledged() would drop a record.
  bool has_acknowledged() const { return !entries_.empty() && is_acknowledged(entries_.front()); }
  // Forgets how far the log was sent, at the beginning of an epoch.
  void begin_epoch();
  std::size_t bytes() const { return bytes_; }
  std::size_t size() const { return entries_.size(); }
  bool empty() const { return entries_.empty(); }
  // Returns the member with the least acknowledged position of the log, among those that have not
  // acknowledged everything; empty: there is none.
  std::optional<FederateHandle> slowest_member() const;

  // --- Sending again. Calls visit(entry) for each record that the member has not acknowledged.
  template <class Visit>
  void for_each_missing(FederateHandle member, Visit&& visit) const {
    const wire::RtigProgress& acked = members_.at(member).acked;
    for (const Entry& entry : entries_) {
      const bool missing = entry.log != 0 ? entry.log > acked.log
                                          : entry.to == member && entry.answer > acked.answers;
      if (missing) visit(entry);
    }
  }
  // --- Images. Add the records to an image, and the progress of one member. restore() replaces
  // both by those of an image, the members of which have been added.
  void save(FederationImage& image) const;
  void save(FederateHandle member, ImageProgress& progress) const;
  // Returns false, without effect, if a record is malformed.
  [[nodiscard]] bool restore(const FederationImage& image);

  // Returns the causes of the last record.
  const std::vector<wire::StreamPosition>& last_causes() const { return entries_.back().causes; }

 private:
  struct Member {
    wire::RtigProgress acked;
    std::uint64_t answers_sent = 0;
    Position log_sent = 0;
  };
  // Appends the entry with its causes.
  void append(Entry entry);
  bool is_acknowledged(const Entry& entry) const;

  std::deque<Entry> entries_;
  std::size_t bytes_ = 0;
  Position log_end_ = 0;  // position of the last record of the log
  boost::container::flat_map<FederateHandle, Member> members_;
  boost::container::flat_map<FederateHandle, Position> causes_;  // since the last record of the log
};

}  // namespace triad::rtig
