#include "benchmarks/growth/curves.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>

#include "benchmarks/growth/stand_in.hpp"
#include "tools/rtimesh/mesh_shapes.hpp"
#include "wire/random.hpp"

namespace triad::growth {

namespace {

using wire::ObjectClassHandle;

constexpr std::uint64_t kFieldSide = 1u << 20;
constexpr double kOverlapping = 8;   // Average number of regions at one place.
constexpr std::size_t kMovers = 20;  // Number of regions that move.
// Number of classes where it is not the dimension that grows.
constexpr std::uint32_t kClasses = 8;

ObjectClassHandle nth_class(std::uint32_t n) {
  return ObjectClassHandle(kFirstClass + n);
}

wire::InterestKey key_of_class(std::uint32_t n) {
  return wire::interest_key(nth_class(n));
}

// Returns keys of object classes and interaction classes in turn.
wire::InterestKey nth_key(std::uint32_t n) {
  const std::uint32_t handle = kFirstClass + n / 2;
  return n % 2 == 0 ? wire::interest_key(ObjectClassHandle(handle))
                    : wire::interest_key(wire::InteractionClassHandle(handle));
}

class Meter {
 public:
  Meter(GrownMesh& mesh, Point& point) : mesh_(mesh), point_(point) {}

  // Counts the average cost of an operation that `act` does `times` times.
  void count(std::string operation, double times, const std::function<void()>& act) {
    mesh_.begin_counting();
    act();
    mesh_.settle();
    Cost cost;
    cost.operation = std::move(operation);
    cost.rounds = static_cast<double>(mesh_.rounds()) / times;
    record_busiest(cost, times);
    const Count at_rtig = mesh_.at_rtig_router();
    cost.rtig_frames = static_cast<double>(at_rtig.frames) / times;
    cost.rtig_bytes = static_cast<double>(at_rtig.bytes) / times;
    const RouterIndex leaf = mesh_.leaves().back();
    for (const CountedLink& link : mesh_.links()) {
      if (link.frames() > 0) ++cost.links;
      if (link.lower != leaf || link.between_peers) continue;
      cost.leaf_frames = static_cast<double>(link.frames()) / times;
      cost.leaf_bytes = static_cast<double>(link.bytes()) / times;
    }
    point_.costs.push_back(std::move(cost));
  }

  void record_tables() {
    const core::Federation& federation = *mesh_.federation();
    Tables& tables = point_.tables;
    tables.members = federation.members().size();
    tables.objects = federation.objects().size();
    tables.regions = federation.regions().size();
    tables.rtig_bytes = mesh_.memory_of(mesh_.topology().rtig);
    tables.leaf_bytes = mesh_.memory_of(mesh_.leaves().back());
    for (RouterIndex at = 0; at < mesh_.topology().routers.size(); ++at) {
      if (at == mesh_.topology().rtig) continue;
      tables.most_bytes = std::max(tables.most_bytes, mesh_.memory_of(at));
    }
  }

 private:
  void record_busiest(Cost& cost, double times) const {
    const auto busiest = std::ranges::max_element(mesh_.links(), {}, &CountedLink::bytes);
    if (busiest == mesh_.links().end()) return;
    cost.busiest_frames = static_cast<double>(busiest->frames()) / times;
    cost.busiest_bytes = static_cast<double>(busiest->bytes()) / times;
    cost.busiest_number_bytes =
        static_cast<double>(busiest->up.number_bytes + busiest->down.number_bytes) / times;
    std::uint64_t most = 0;
    for (const wire::Kind kind : wire::kAllKinds) {
      const auto number = static_cast<std::size_t>(kind);
      const std::uint64_t bytes =
          busiest->up.kinds[number].bytes + busiest->down.kinds[number].bytes;
      if (bytes <= most) continue;
      most = bytes;
      cost.mostly = wire::name_of(kind);
    }
    cost.mostly_bytes = static_cast<double>(most) / times;
  }

  GrownMesh& mesh_;
  Point& point_;
};

// The stand-ins of one mesh. Collects the faults of the mesh and of all stand-ins.
class Crew {
 public:
  explicit Crew(GrownMesh& mesh) : mesh_(mesh) {}
  StandIn& add(RouterIndex at) {
    return *members_.emplace_back(std::make_unique<StandIn>(mesh_, at, members_.empty()));
  }
  StandIn& operator[](std::size_t at) { return *members_[at]; }
  StandIn& back() { return *members_.back(); }
  std::size_t size() const { return members_.size(); }
  void record_members(Point& point) const {
    point.routers = mesh_.topology().routers.size();
    point.members = members_.size();
    point.faults = mesh_.faults();
    for (const auto& member : members_) {
      point.faults.insert(point.faults.end(), member->faults().begin(), member->faults().end());
    }
  }

 private:
  GrownMesh& mesh_;
  std::vector<std::unique_ptr<StandIn>> members_;
};

Rectangle square_at(wire::Random& random, std::uint64_t side) {
  const std::uint64_t east = random.below(kFieldSide - side);
  return square(east, random.below(kFieldSide - side), side);
}

Rectangle moved(const Rectangle& before) {
  const std::uint64_t step = std::max<std::uint64_t>(1, before.width / 10);
  Rectangle after = before;
  after.east = before.east + before.width + step < kFieldSide ? before.east + step : 0;
  return after;
}

}  // namespace

rtimesh::MakeOptions make_options_of(const Shape& shape) {
  rtimesh::MakeOptions options;
  options.shape = shape.shape;
  options.routers = shape.routers;
  options.fan_out = shape.fan_out;
  if (shape.shape == rtimesh::Shape::mesh_of_trees ||
      shape.shape == rtimesh::Shape::tree_of_meshes) {
    options.parts = static_cast<std::size_t>(std::sqrt(static_cast<double>(shape.routers)));
  }
  return options;
}

topology::Topology topology_of(const Shape& shape) {
  return rtimesh::make_mesh(make_options_of(shape));
}

Point grow_routers(const Shape& shape) {
  Point point;
  point.size = shape.routers;
  GrownMesh mesh(topology_of(shape), model_of(kClasses));
  Meter meter(mesh, point);
  Crew crew(mesh);
  for (RouterIndex at = 0; at + 1 < shape.routers; ++at) crew.add(at);
  meter.count("a join", 1, [&] { crew.add(shape.routers - 1); });
  StandIn& first = crew[0];
  StandIn& last = crew.back();
  first.publish(nth_class(0));
  for (std::size_t i = 0; i + 1 < crew.size(); ++i) crew[i].add_interest({key_of_class(0)});
  meter.count("a key of no other interest", 1, [&] { last.add_interest({key_of_class(1)}); });
  meter.count("a key that all others want", 1, [&] { last.add_interest({key_of_class(0)}); });
  meter.count("digests after that", 1, [&] { mesh.send_digests(); });
  first.register_objects(nth_class(0), 1);
  meter.count("an update for all", 1, [&] { first.update(nth_class(0), first.object()); });
  meter.count("an update for one", 1, [&] { first.update(nth_class(1), first.object()); });
  meter.count("an update for nobody", 1, [&] { last.update(nth_class(2), first.object()); });
  meter.record_tables();
  crew.record_members(point);
  return point;
}

Point grow_keys(const Shape& shape, std::uint32_t keys) {
  Point point;
  point.size = keys;
  GrownMesh mesh(topology_of(shape), model_of(keys / 2 + 1));
  Meter meter(mesh, point);
  Crew crew(mesh);
  const std::vector<RouterIndex> leaves = mesh.leaves();
  for (const RouterIndex leaf : leaves) {
    if (leaf != leaves.back()) crew.add(leaf);
  }
  meter.count("keys stated, each", keys, [&] {
    for (std::uint32_t i = 0, begin = 0; i < crew.size(); ++i) {
      const auto end = static_cast<std::uint32_t>(std::uint64_t{keys} * (i + 1) / crew.size());
      std::vector<wire::InterestKey> wanted;
      for (; begin < end; ++begin) wanted.push_back(nth_key(begin));
      crew[i].add_interest(wanted);
    }
  });
  meter.count("digests after that", 1, [&] { mesh.send_digests(); });
  // No member was behind this router, so the object model goes there as well.
  meter.count("a first member behind a router", 1, [&] { crew.add(leaves.back()); });
  meter.count("one key more", 1, [&] { crew[0].add_interest({nth_key(keys)}); });
  meter.count("the same given up", 1, [&] { crew[0].remove_interest({nth_key(keys)}); });
  meter.record_tables();
  crew.record_members(point);
  return point;
}

Point grow_objects(const Shape& shape, std::uint32_t objects) {
  Point point;
  point.size = objects;
  GrownMesh mesh(topology_of(shape), model_of(kClasses));
  Meter meter(mesh, point);
  Crew crew(mesh);
  const std::vector<RouterIndex> leaves = mesh.leaves();
  for (const RouterIndex leaf : leaves) crew.add(leaf).publish(nth_class(0));
  const auto registrants = static_cast<std::uint32_t>(crew.size() - 1);
  meter.count("an object registered", objects, [&] {
    for (std::uint32_t i = 0; i < registrants; ++i) {
      const std::uint64_t total = objects;
      crew[i].register_objects(
          nth_class(0),
          static_cast<std::uint32_t>(total * (i + 1) / registrants - total * i / registrants));
    }
  });
  meter.record_tables();
  meter.count("an object supplied", objects, [&] { crew.back().subscribe(nth_class(0)); });
  meter.count("a join", 1, [&] { crew.add(leaves.front()); });
  crew.record_members(point);
  return point;
}

Point grow_federates(const Shape& shape, std::uint32_t federates) {
  Point point;
  point.size = federates;
  GrownMesh mesh(topology_of(shape), model_of(kClasses));
  Meter meter(mesh, point);
  Crew crew(mesh);
  const std::vector<RouterIndex> leaves = mesh.leaves();
  const auto place = [&](std::uint32_t i) { return leaves[i % leaves.size()]; };
  wire::Random random(1);
  const auto side = static_cast<std::uint64_t>(static_cast<double>(kFieldSide) *
                                               std::sqrt(kOverlapping / federates));
  std::vector<Rectangle> squares;
  const auto make_region = [&](StandIn& of) {
    squares.push_back(square_at(random, side));
    of.create_region(squares.back());
    of.subscribe_in_region(nth_class(0));
  };
  for (std::uint32_t i = 0; i + 1 < federates; ++i) make_region(crew.add(place(i)));
  meter.count("a join", 1, [&] { crew.add(place(federates - 1)); });
  make_region(crew.back());
  meter.record_tables();
  const std::size_t movers = std::min<std::size_t>(kMovers, crew.size());
  std::set<std::size_t> moving;
  while (moving.size() < movers) moving.insert(random.below(crew.size()));
  for (std::size_t i = 0; i < crew.size(); ++i) crew[i].begin_counting();
  meter.count("a region that moves", static_cast<double>(movers), [&] {
    for (const std::size_t who : moving) crew[who].move_region(moved(squares[who]));
  });
  crew.record_members(point);
  for (std::size_t i = 0; i < crew.size(); ++i) {
    if (crew[i].region_words_received() == movers) continue;
    point.faults.push_back("federate " + std::to_string(i) + " received " +
                           std::to_string(crew[i].region_words_received()) + " moves");
  }
  return point;
}

Point grow_subscribers(const Shape& shape, std::uint32_t members) {
  Point point;
  point.size = members;
  GrownMesh mesh(topology_of(shape), model_of(kClasses));
  Meter meter(mesh, point);
  Crew crew(mesh);
  const std::vector<RouterIndex> leaves = mesh.leaves();
  for (std::uint32_t i = 0; i + 1 < members; ++i) crew.add(leaves[i % leaves.size()]);
  for (std::size_t i = 0; i < crew.size(); ++i) {
    for (std::uint32_t n = 0; n < kClasses; ++n) crew[i].state_interest(nth_class(n));
  }
  for (std::size_t i = 0; i < crew.size(); ++i) {
    for (std::uint32_t n = 0; n < kClasses; ++n) crew[i].request_subscription(nth_class(n));
  }
  meter.count("a join", 1, [&] { crew.add(leaves.front()); });
  StandIn& last = crew.back();
  meter.count("a statement of interest", kClasses, [&] {
    for (std::uint32_t n = 0; n < kClasses; ++n) last.state_interest(nth_class(n));
  });
  meter.count("a request to subscribe", kClasses, [&] {
    for (std::uint32_t n = 0; n < kClasses; ++n) last.request_subscription(nth_class(n));
  });
  crew[0].publish(nth_class(0));
  crew[0].register_objects(nth_class(0), 1);
  meter.count("an update for all", 1, [&] { crew[0].update(nth_class(0), crew[0].object()); });
  meter.record_tables();
  crew.record_members(point);
  return point;
}

}  // namespace triad::growth
