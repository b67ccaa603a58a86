// A member of a GrownMesh without an RTIA: it sends what one sends and notes of what it is sent no
// more than that takes. Interest, registrations, updates and regions are as in rtia/; its federate
// knows nothing and asks for nothing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "benchmarks/growth/grown_mesh.hpp"
#include "core/region.hpp"
#include "wire/interest.hpp"

namespace triad::growth {

// The model of all stand-ins: `classes` object classes below the root, each with one attribute in
// the routing space kSpace, which has two dimensions, and as many interaction classes.
core::ObjectModel model_of(std::uint32_t classes);
inline constexpr wire::SpaceHandle kSpace{1};
inline constexpr wire::AttributeHandle kPrivilege{1};
inline constexpr wire::AttributeHandle kAttribute{2};
inline constexpr std::uint32_t kFirstClass = 2;

struct Square {
  std::uint64_t east = 0;
  std::uint64_t north = 0;
  std::uint64_t side = 0;
};

class StandIn final : private GrownMesh::Member {
 public:
  // Joins; the first one creates the federation execution.
  StandIn(GrownMesh& mesh, RouterIndex at, bool creates = false);
  StandIn(const StandIn&) = delete;
  StandIn& operator=(const StandIn&) = delete;

  RouterIndex router() const { return mesh_.router_of(number_); }
  wire::FederateHandle handle() const { return self_; }

  // Each of these returns when all that follows from it has come everywhere.
  // Of others' updates and interactions.
  void want(const std::vector<wire::InterestKey>& keys);
  void want_no_more(const std::vector<wire::InterestKey>& keys);
  void publish(wire::ObjectClassHandle object_class);
  // As an RTIA subscribes: what it wants first, existence too; then the request.
  void subscribe(wire::ObjectClassHandle object_class);
  void register_objects(wire::ObjectClassHandle object_class, std::uint32_t count);
  void create_region(const Square& square);
  void subscribe_in_region(wire::ObjectClassHandle object_class);
  void move_region(const Square& square);

  // Without a region, of an instance of no matter which registrant; to be settled by the caller.
  void update(wire::ObjectClassHandle object_class, wire::ObjectHandle object);

  // What it has been sent, and of that of data.
  const Count& received() const { return received_; }
  const Count& sent() const { return sent_; }
  std::uint64_t updates_received() const { return updates_received_; }
  std::uint64_t region_words_received() const { return region_words_received_; }
  std::uint64_t instances_supplied() const { return instances_supplied_; }
  std::uint64_t statements_settled() const { return statements_settled_; }
  void begin_counting() {
    received_ = sent_ = {};
    updates_received_ = region_words_received_ = instances_supplied_ = statements_settled_ = 0;
  }
  const std::vector<std::string>& faults() const { return faults_; }
  // The last registered.
  wire::ObjectHandle object() const { return object_; }

 private:
  void take(wire::Bytes record) override;
  void end(std::string_view reason) override { faults_.emplace_back(reason); }
  void take_own(const wire::Record& record);
  template <class Message>
  void send(const Message& message, const wire::Interest& interest = {});
  template <class Message>
  void ask(const Message& message) {
    send(message);
    settle();
  }
  void settle();
  void state(const wire::InterestChanged& changed);
  std::vector<wire::Cell> cells_of(const Square& square) const;
  static std::vector<wire::Range> ranges_of(const Square& square);

  GrownMesh& mesh_;
  const std::size_t number_;
  wire::FederateHandle self_;
  wire::Position position_ = 0;
  wire::Position applied_ = 0;  // of the log
  std::uint64_t next_object_ = 0;
  std::uint64_t objects_end_ = 0;
  wire::ObjectHandle object_;
  wire::RegionHandle region_;
  Square square_;
  std::vector<wire::ObjectClassHandle> classes_in_region_;
  std::uint32_t supplies_to_answer_ = 0;
  Count received_;
  Count sent_;
  std::uint64_t updates_received_ = 0;
  std::uint64_t region_words_received_ = 0;
  std::uint64_t instances_supplied_ = 0;
  std::uint64_t statements_settled_ = 0;
  std::vector<std::string> faults_;
  wire::Buffer out_;
};

}  // namespace triad::growth
