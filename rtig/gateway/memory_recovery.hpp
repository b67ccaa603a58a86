// Stands for the members that share memory with the RTIG in the recoveries of the others. Such a
// member reads the stream of the RTIG for as long as both run, so it loses nothing, takes no part,
// and goes on meanwhile. The RTIG keeps the data that it has passed from it to members at links,
// and sends it to them again. During a recovery the RTIG keeps aside all that it would publish,
// because the log is sent again before the data on which it depends. Part of FederationRecovery.
// Pure.
#pragma once

#include <boost/container/flat_map.hpp>
#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "records/kept_records.hpp"
#include "records/recovery_class.hpp"
#include "wire/messages/stream_messages.hpp"

namespace triad::rtig {

class MemoryRecovery {
 public:
  using FederateHandle = wire::FederateHandle;
  using Position = wire::Position;

  // --- Data from members in memory to members at links
  // Keeps the record until release(). Returns false if it is kept or was released already.
  bool keep(const wire::RecordHeader& header, wire::Bytes record);
  bool is_sender(FederateHandle member) const { return senders_.contains(member); }
  // Drops records up to this position. Returns true if nothing more will come from the sender,
  // which has left: it is forgotten.
  bool release(FederateHandle sender, Position position);
  // Records that the sender has left. Returns true if nothing of it is kept: it is forgotten.
  bool end_sender(FederateHandle sender);
  // Calls visit(record) for each kept record, in the order of each sender.
  template <class Visit>
  void for_each_kept(Visit&& visit) const {
    for (const auto& [sender, of] : senders_) of.kept.records().for_each(visit);
  }
  template <class Visit>
  void for_each_sender(Visit&& visit) const {
    for (const auto& [sender, of] : senders_) visit(sender);
  }
  std::size_t kept_bytes() const { return kept_bytes_; }
  // Returns the sender of which most bytes are kept; empty: nothing is kept.
  std::optional<FederateHandle> largest_sender() const;
  std::size_t kept_count() const;

  // --- Records to members in memory, from the beginning of a recovery to give_back()
  // Begins to keep records aside.
  void begin_epoch() { keeps_aside_ = true; }
  bool keeps_aside() const { return keeps_aside_; }
  // Records at the beginning of an epoch that all data of a member up to this position had arrived,
  // and was published if a member in memory needed it. Has no effect until resume_order() if that
  // is known: the requests of an epoch arrive before the data.
  void record_arrived(FederateHandle sender, Position position) {
    arrived_.try_emplace(sender, position);
  }
  // Records that data of a member has arrived in the epoch. Returns false if it had arrived before.
  bool record_arrival(FederateHandle sender, Position position);
  // Records that the records of a member arrive in order from now on.
  void resume_order(FederateHandle sender) { arrived_.erase(sender); }
  // Records that a member at a link has left. Its data stay.
  void end_arrivals(FederateHandle sender);
  // Prepares for the authority's handling of this record of the member. Its effects depend on it,
  // and so on the earlier data of the member.
  void record_request(FederateHandle by, Position position) {
    if (!keeps_aside_) return;
    log_.push_back({by, position, {}});
    log_bytes_ += sizeof(Aside);
  }
  void keep_aside(wire::Bytes record);
  // Returns the member at a link that has sent more data than this in the recovery; empty: none.
  std::optional<FederateHandle> sender_above(std::size_t bytes_max) const;
  // Returns the bytes of the other records that are kept aside.
  std::size_t log_bytes() const { return log_bytes_; }
  // Ends the recovery. Calls publish(record) for the records that were kept aside: each record of
  // the RTIG follows the data on which it depends. All follow the positions in memory on which they
  // depend, which were reached before.
  template <class Publish>
  void give_back(Publish&& publish) {
    keeps_aside_ = false;
    log_bytes_ = 0;
    for (const wire::Buffer& record : std::exchange(dependencies_, {})) publish(record);
    const std::vector<Aside> log = std::exchange(log_, {});
    Data data = std::exchange(data_, {});
    const auto publish_data = [&](SenderAside& sender, Position up_to) {
      for (auto& of = sender.data; !of.empty() && of.front().position <= up_to; of.pop_front()) {
        publish(of.front().record);
      }
    };
    for (const Aside& aside : log) {
      const auto at = data.find(aside.cause);
      if (at != data.end()) publish_data(at->second, aside.position);
      if (!aside.record.empty()) publish(aside.record);
    }
    for (auto& [sender, of] : data) publish_data(of, ~Position{0});
  }

  // Forgets everything, at a restore.
  void clear();

 private:
  struct Sender {
    records::KeptRecords kept;
    Position last = 0;  // of the records that were kept
    bool has_left = false;
  };
  // A record of the RTIG, or a request of a member, before its effects.
  struct Aside {
    FederateHandle cause = {};
    Position position = 0;
    wire::Buffer record = {};
  };
  struct DataAside {
    Position position;
    wire::Buffer record;
  };
  struct SenderAside {
    std::deque<DataAside> data;  // in order
    std::size_t bytes = 0;
  };
  using Data = std::map<FederateHandle, SenderAside>;

  std::map<FederateHandle, Sender> senders_;
  std::size_t kept_bytes_ = 0;
  bool keeps_aside_ = false;
  // Positions of the last data that have arrived of members at links, without members with records
  // that arrive in order.
  boost::container::flat_map<FederateHandle, Position> arrived_;
  std::vector<wire::Buffer> dependencies_;  // CausalDependencies of the RTIG
  std::vector<Aside> log_;
  std::size_t log_bytes_ = 0;  // of log_ and dependencies_
  Data data_;
};

}  // namespace triad::rtig
