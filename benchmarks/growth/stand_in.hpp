// A member of a GrownMesh that replaces an RTIA. It sends the records that an RTIA would send, and
// evaluates received records only as far as that requires. Interest, registrations, updates and
// regions work as in rtia/. Its federate keeps no data and makes no requests.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "benchmarks/growth/grown_mesh.hpp"
#include "core/region.hpp"
#include "wire/interest.hpp"

namespace triad::growth {

// Returns the object model of all stand-ins: `classes` object classes below the root, each with one
// attribute in the routing space kSpace, which has two dimensions; and equally many interaction
// classes. A region is approximated by up to `cells_of_extent` cells.
core::ObjectModel model_of(std::uint32_t classes,
                           std::uint32_t cells_of_extent = core::kCellsOfExtent);
inline constexpr wire::SpaceHandle kSpace{1};
inline constexpr wire::AttributeHandle kPrivilege{1};
inline constexpr wire::AttributeHandle kAttribute{2};
inline constexpr std::uint32_t kFirstClass = 2;

struct Rectangle {
  std::uint64_t east = 0;
  std::uint64_t north = 0;
  std::uint64_t width = 0;
  std::uint64_t height = 0;
};

inline Rectangle square(std::uint64_t east, std::uint64_t north, std::uint64_t side) {
  return {east, north, side, side};
}

class StandIn final : private GrownMesh::Member {
 public:
  // Joins. The first one creates the federation execution.
  StandIn(GrownMesh& mesh, RouterIndex at, bool creates = false);
  StandIn(const StandIn&) = delete;
  StandIn& operator=(const StandIn&) = delete;

  RouterIndex router() const { return mesh_.router_of(number_); }
  wire::FederateHandle handle() const { return self_; }

  // Return after all consequences have reached every router. add_interest() states interest in
  // other federates' updates and interactions.
  void add_interest(const std::vector<wire::InterestKey>& keys);
  void remove_interest(const std::vector<wire::InterestKey>& keys);
  void publish(wire::ObjectClassHandle object_class);
  // Subscribes as an RTIA does: states its interest, including the existence of instances, before
  // the request.
  void subscribe(wire::ObjectClassHandle object_class);
  // Carry out the two parts of subscribe().
  void state_interest(wire::ObjectClassHandle object_class);
  void request_subscription(wire::ObjectClassHandle object_class);
  // Registers instances that have no region.
  void register_objects(wire::ObjectClassHandle object_class, std::uint32_t count);
  // Create and change the region with which this member subscribes.
  void create_region(const Rectangle& bounds);
  void subscribe_in_region(wire::ObjectClassHandle object_class);
  void move_region(const Rectangle& bounds);

  // Sends an update without a region, for an instance of any federate. The caller must settle the
  // mesh.
  void update(wire::ObjectClassHandle object_class, wire::ObjectHandle object);

  // Sends the same update with best effort, and with a value of `value_bytes`.
  void update_best_effort(wire::ObjectClassHandle object_class, wire::ObjectHandle object,
                          std::size_t value_bytes);

  // --- Instances with a region each, with which their updates are sent. The caller must settle the
  // mesh.
  wire::RegionHandle make_region(const Rectangle& bounds);
  void notify(wire::RegionHandle region, const Rectangle& bounds);
  wire::ObjectHandle register_in(wire::ObjectClassHandle object_class, wire::RegionHandle region);
  void update_in(wire::ObjectClassHandle object_class, wire::ObjectHandle object,
                 wire::RegionHandle region, const Rectangle& bounds, std::size_t value_bytes);

  // Return the traffic of this member, and the data in it.
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
  // Returns refusals, unexpected records, and the reason of a lost link.
  const std::vector<std::string>& faults() const { return faults_; }
  // Returns the instance registered last.
  wire::ObjectHandle object() const { return object_; }

 private:
  void receive_record(wire::Bytes record) override;
  void end(std::string_view reason) override { faults_.emplace_back(reason); }
  void receive_own_record(const wire::Record& record);
  template <class Message>
  void send(const Message& message, const wire::Interest& interest = {}, std::uint16_t flags = 0);
  template <class Message>
  void send_and_settle(const Message& message) {
    send(message);
    settle();
  }
  void settle();
  void send_interest(const wire::InterestChanged& changed);
  void send_registration(wire::ObjectClassHandle object_class,
                         std::vector<wire::RegionAssociation> regions);
  void send_update(wire::UpdateAttributeValues message, wire::ObjectClassHandle object_class,
                   std::size_t value_bytes, std::vector<wire::Cell> cells, std::uint16_t flags = 0);
  std::vector<wire::Cell> cells_of(const Rectangle& bounds) const;

  GrownMesh& mesh_;
  const std::size_t number_;
  wire::FederateHandle self_;
  wire::Position position_ = 0;
  wire::Position applied_ = 0;  // Position in the log.
  std::uint64_t next_object_ = 0;
  std::uint64_t objects_end_ = 0;
  wire::ObjectHandle object_;
  std::uint32_t regions_ = 0;
  wire::RegionHandle region_;
  Rectangle bounds_;
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
