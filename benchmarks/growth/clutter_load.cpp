#include "benchmarks/growth/clutter_load.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <queue>
#include <utility>

#include "benchmarks/growth/stand_in.hpp"
#include "examples/clutter/country.hpp"
#include "examples/clutter/entity.hpp"
#include "tools/rtimesh/mesh_shapes.hpp"

namespace triad::growth {

namespace {

using wire::Kind;

constexpr wire::ObjectClassHandle kEntityClass{kFirstClass};
constexpr double kTurnSeconds = 0.01;  // Everything sent within this time arrives together.
constexpr std::uint32_t kRegisteredAtOnce = 100;

struct Entity {
  std::size_t federate = 0;
  wire::ObjectHandle object;
  wire::RegionHandle region;
  Box cell{};
  State state{};
};

Rectangle rectangle(const Box& box) {
  return {box.west, box.south, box.east - box.west, box.north - box.south};
}

class Federation {
 public:
  explicit Federation(const ClutterOptions& options);
  void populate();
  void drive();
  ClutterLoad load() const;

 private:
  using Due = std::pair<double, std::size_t>;  // Time, and index of the entity.
  void turn(Entity& entity, double due);
  void note_routers(ClutterLoad& load) const;
  void note_federates(ClutterLoad& load) const;
  void add(RouterLoad& to, double times, const Count& all, double updates, double moves) const;

  const ClutterOptions options_;
  const Country country_;
  GrownMesh mesh_;
  std::vector<std::unique_ptr<StandIn>> federates_;
  std::vector<Box> watched_;
  std::vector<Driver> drivers_;  // For each federate, as in the example.
  std::vector<Entity> entities_;
  std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
  std::vector<FederateLoad> counted_;  // Totals, not yet per second.
  std::uint64_t moved_ = 0;
};

rtimesh::MakeOptions make_options(const ClutterOptions& options) {
  rtimesh::MakeOptions make = make_options_of(options.shape);
  make.federates = options.federates;
  return make;
}

Federation::Federation(const ClutterOptions& options)
    : options_(options),
      country_(options.federates, options.side, options.reach, options.cell),
      mesh_(topology_of(options.shape), model_of(1, options.region_cells)),
      counted_(options.federates) {
  for (const auto& at : rtimesh::federates_of(mesh_.topology(), make_options(options))) {
    for (std::size_t i = 0; i < at.count; ++i) {
      const auto number = static_cast<unsigned long>(federates_.size());
      watched_.push_back(country_.watched(number));
      drivers_.emplace_back(number + 1);
      StandIn& federate =
          *federates_.emplace_back(std::make_unique<StandIn>(mesh_, at.router, number == 0));
      federate.publish(kEntityClass);
      federate.create_region(rectangle(watched_.back()));
      federate.subscribe_in_region(kEntityClass);
    }
  }
}

void Federation::populate() {
  const std::uint32_t each = options_.entities / options_.federates;
  for (std::size_t i = 0; i < federates_.size(); ++i) {
    for (std::uint32_t made = 0; made < each; ++made) {
      Entity entity;
      entity.federate = i;
      entity.state = drivers_[i].place(watched_[i], 0);
      entity.cell = country_.cell_at(entity.state.x, entity.state.y);
      entity.region = federates_[i]->make_region(rectangle(entity.cell));
      entity.object = federates_[i]->register_in(kEntityClass, entity.region);
      due_.emplace(drivers_[i].seconds_to_next_turn(), entities_.size());
      entities_.push_back(entity);
      if (made % kRegisteredAtOnce == 0) mesh_.settle();
    }
    mesh_.settle();
  }
}

void Federation::drive() {
  mesh_.begin_counting();
  for (const auto& federate : federates_) federate->begin_counting();
  double turn_ends = kTurnSeconds;
  while (!due_.empty() && due_.top().first < options_.seconds) {
    const auto [when, which] = due_.top();
    due_.pop();
    if (when >= turn_ends) {
      mesh_.settle();
      turn_ends = when + kTurnSeconds;
    }
    Entity& entity = entities_[which];
    turn(entity, when);
    due_.emplace(when + drivers_[entity.federate].seconds_to_next_turn(), which);
  }
  mesh_.settle();
}

void Federation::turn(Entity& entity, double due) {
  const std::size_t number = entity.federate;
  StandIn& federate = *federates_[number];
  entity.state = drivers_[number].turn(entity.state, watched_[number], due);
  const Box cell = country_.cell_at(entity.state.x, entity.state.y);
  if (!(cell == entity.cell)) {
    entity.cell = cell;
    federate.notify(entity.region, rectangle(cell));
    ++counted_[number].moved;
    ++moved_;
  }
  federate.update_in(kEntityClass, entity.object, entity.region, rectangle(cell),
                     EncodedState::kSize);
  ++counted_[number].sent;
  for (std::size_t i = 0; i < watched_.size(); ++i) {
    if (i != number && watched_[i].overlaps(cell)) ++counted_[i].wanted;
  }
}

// --- Results.

ClutterLoad Federation::load() const {
  ClutterLoad load;
  load.federates = options_.federates;
  load.entities = static_cast<std::uint32_t>(entities_.size());
  load.faults = mesh_.faults();
  note_routers(load);
  note_federates(load);
  return load;
}

void Federation::add(RouterLoad& to, double times, const Count& all, double updates,
                     double moves) const {
  to.frames += times * static_cast<double>(all.frames);
  to.bytes += times * static_cast<double>(all.bytes);
  to.updates += times * updates;
  to.moves += times * moves;
}

// Sums the traffic of routers. A frame on a link counts at both ends.
void Federation::note_routers(ClutterLoad& load) const {
  const double times = 1.0 / options_.seconds;
  std::vector<RouterLoad> routers(mesh_.topology().routers.size());
  for (std::size_t at = 0; at < routers.size(); ++at) {
    routers[at].name = mesh_.topology().routers[at].name;
  }
  for (const CountedLink& link : mesh_.links()) {
    for (const Carried* const carried : {&link.up, &link.down}) {
      const auto updates = static_cast<double>(carried->of(Kind::UpdateAttributeValues).frames);
      const auto moves =
          static_cast<double>(carried->of(Kind::NotifyAboutRegionModification).frames);
      add(routers[link.lower], times, carried->all, updates, moves);
      add(routers[link.upper], times, carried->all, updates, moves);
    }
  }
  for (std::size_t i = 0; i < federates_.size(); ++i) {
    const StandIn& federate = *federates_[i];
    RouterLoad& router = routers[federate.router()];
    ++router.members;
    add(router, times, federate.sent(), counted_[i].sent, counted_[i].moved);
    add(router, times, federate.received(), static_cast<double>(federate.updates_received()),
        static_cast<double>(federate.region_words_received()));
  }
  load.others.name = "all others";
  for (std::size_t at = 0; at < routers.size(); ++at) {
    if (at == mesh_.topology().rtig) {
      load.at_rtig = routers[at];
      continue;
    }
    const RouterLoad& router = routers[at];
    if (router.frames > load.busiest.frames) load.busiest = router;
    load.others.members += router.members;
    load.others.frames += router.frames;
    load.others.bytes += router.bytes;
    load.others.updates += router.updates;
    load.others.moves += router.moves;
  }
}

void Federation::note_federates(ClutterLoad& load) const {
  for (std::size_t i = 0; i < federates_.size(); ++i) {
    const StandIn& federate = *federates_[i];
    FederateLoad one = counted_[i];
    one.delivered = static_cast<double>(federate.updates_received());
    one.moves = static_cast<double>(federate.region_words_received());
    one.frames = static_cast<double>(federate.sent().frames + federate.received().frames);
    one.bytes = static_cast<double>(federate.sent().bytes + federate.received().bytes);
    load.faults.insert(load.faults.end(), federate.faults().begin(), federate.faults().end());
    if (one.delivered < one.wanted || one.moves != static_cast<double>(moved_)) {
      load.faults.push_back("federate " + std::to_string(i) + " missed updates that it needs");
    }
    for (double FederateLoad::*const figure :
         {&FederateLoad::sent, &FederateLoad::moved, &FederateLoad::wanted,
          &FederateLoad::delivered, &FederateLoad::moves, &FederateLoad::frames,
          &FederateLoad::bytes}) {
      const double rate = one.*figure / options_.seconds;
      load.all.*figure += rate;
      load.most.*figure = std::max(load.most.*figure, rate);
    }
  }
}

constexpr double kMicro = 1e-6;

}  // namespace

ClutterLoad count_clutter(const ClutterOptions& options) {
  Federation federation(options);
  federation.populate();
  federation.drive();
  return federation.load();
}

double load_of(const FederateLoad& federate, const ClutterCosts& costs) {
  return kMicro * (federate.sent * costs.sent + federate.delivered * costs.delivered +
                   federate.wanted * costs.reflected + federate.moves * costs.move);
}

double load_of(const RouterLoad& router, const ClutterCosts& costs) {
  return kMicro * router.frames * costs.frame;
}

double load_at_rtig(const ClutterLoad& load, const ClutterCosts& costs) {
  return load_of(load.at_rtig, costs) + kMicro * load.all.moves * costs.copy;
}

}  // namespace triad::growth
