// One of several federates with many entities each, as in large simulations of a landscape. The
// country is divided into areas. A federate simulates the entities of its area, and sees the other
// federates' entities in the neighbourhood:
//   for i in 0 1 2 3; do clutter $i 4 clutter/clutter.fed & done
// It shows three techniques. Interest by regions: a region follows each entity from cell to cell,
// and each federate subscribes to its own neighbourhood. Dead reckoning. A loop that keeps up with
// real time. At the end each federate compares the number of updates that it should have received
// with the number that it has received.
#include <sys/resource.h>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <queue>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <NullFederateAmbassador.hh>
#include <RTI.hh>

#include "country.hpp"
#include "entity.hpp"

namespace {

const char* const kFederation = "Clutter";
const char* const kStart = "start";
const char* const kEnd = "end";

// In seconds. A later update counts as late: it does not keep up with real time.
const double kLate = 0.1;
// Updates sent before the next tick.
const int kUpdatesATick = 100;

struct Options {
  unsigned long number = 0;     // Number of this federate, from 0.
  unsigned long federates = 1;  // Number of federates.
  std::string fed_file;
  unsigned long entities = 100;  // Of this federate.
  unsigned long seconds = 10;
  unsigned long side = 10000;  // Side of an area, in metres.
  unsigned long reach = 1000;  // View beyond its area, in metres.
  unsigned long cell = 500;    // Side of a cell, in metres.
};

double clock_seconds() {
  typedef std::chrono::duration<double> Seconds;
  return Seconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Number of updates that a federate has sent, and for each federate the number of these in the area
// that it watches.
struct Tally {
  explicit Tally(unsigned long federates) : sent(0), wanted_by(federates) {}

  std::string encode() const {
    std::ostringstream text;
    text << sent;
    for (unsigned long wanted : wanted_by) text << ' ' << wanted;
    return text.str();
  }
  void add(const std::string& encoded) {
    std::istringstream text(encoded);
    unsigned long count = 0;
    text >> count;
    sent += count;
    for (unsigned long& wanted : wanted_by) {
      text >> count;
      wanted += count;
    }
  }

  unsigned long sent;
  std::vector<unsigned long> wanted_by;
};

// The state of the others' entities, as received.
class Listener : public NullFederateAmbassador {
 public:
  Listener(unsigned long federates, const Box& area) : tallied(federates), area_(area) {}

  void announceSynchronizationPoint(const char* label, const char*) override { announced = label; }
  void federationSynchronized(const char* label) override { reached = label; }

  void discoverObjectInstance(RTI::ObjectHandle object, RTI::ObjectClassHandle object_class,
                              const char*) override {
    if (object_class != member_class) return;
    ++others;
    members_[object] = true;
  }
  void removeObjectInstance(RTI::ObjectHandle object, const char*) override {
    seen_.erase(object);
    if (members_.erase(object) != 0 && reached != kEnd) left_early = true;
  }

  void reflectAttributeValues(RTI::ObjectHandle object,
                              const RTI::AttributeHandleValuePairSet& values,
                              const char*) override {
    RTI::ULong length = 0;
    const char* const value = values.getValuePointer(0, length);
    if (members_.count(object) != 0) {
      tallied.add(std::string(value, length));
      ++tallies;
    } else if (length == EncodedState::kSize) {
      see(seen_[object], EncodedState::decode(value));
    }
  }

  RTI::ObjectClassHandle member_class = 0;
  std::string announced, reached;  // The last synchronization points.
  unsigned long others = 0, tallies = 0;
  bool left_early = false;

  Tally tallied;  // Sum over all other federates.
  unsigned long reflected = 0, in_sight = 0, late = 0, astray = 0;

 private:
  // Compares an update with the position predicted from the previous one. `astray` counts the
  // differences.
  void see(State& known, const State& now) {
    ++reflected;
    if (area_.contains(now.x, now.y)) ++in_sight;
    if (clock_seconds() - now.sent > kLate) ++late;
    const State reckoned = known.at(now.time);
    if (known.number + 1 == now.number && known.number > 0 &&
        std::hypot(reckoned.x - now.x, reckoned.y - now.y) > 0.001) {
      ++astray;
    }
    known = now;
  }

  const Box area_;
  std::unordered_map<RTI::ObjectHandle, bool> members_;
  std::unordered_map<RTI::ObjectHandle, State> seen_;
};

struct Entity {
  RTI::ObjectHandle object;
  RTI::Region* region;  // The entity's cell.
  Box cell;
  State state;
};

class Clutter {
 public:
  explicit Clutter(const Options& options)
      : options_(options),
        country_(options.federates, options.side, options.reach, options.cell),
        watched_(country_.watched(options.number)),
        listener_(options.federates, watched_),
        driver_(options.number + 1),
        own_(options.federates) {
    for (unsigned long i = 0; i < options.federates; ++i) areas_.push_back(country_.watched(i));
  }

  bool run();

 private:
  void join();
  void declare();
  void populate();
  void meet(const char* label);
  void drive();
  void turn(std::size_t number, double due);
  void set_bounds(RTI::Region& region, const Box& box);
  void tell_tally();
  bool report() const;
  void leave();

  template <typename Condition>
  void tick_until(Condition condition);

  typedef std::pair<double, std::size_t> Due;  // Time, and index of the entity.

  const Options options_;
  const Country country_;
  const Box watched_;
  RTI::RTIambassador rti_;
  Listener listener_;
  Driver driver_;
  std::vector<Box> areas_;  // The area that each federate watches.
  RTI::DimensionHandle east_ = 0, north_ = 0;
  RTI::SpaceHandle space_ = 0;
  RTI::ObjectClassHandle entity_class_ = 0;
  RTI::AttributeHandle state_ = 0, tally_ = 0;
  RTI::ObjectHandle member_ = 0;
  std::vector<Entity> entities_;
  std::priority_queue<Due, std::vector<Due>, std::greater<Due>> due_;
  double started_ = 0;
  Tally own_;
  unsigned long sent_late_ = 0, moved_ = 0;
  double processor_ = 0;
};

// Returns the processor time of this process in seconds.
double processor_seconds() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) { return time.tv_sec + time.tv_usec * 1e-6; };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

bool Clutter::run() {
  join();
  declare();
  tick_until([this] { return listener_.others + 1 == options_.federates; });
  populate();
  meet(kStart);
  std::cout << "clutter " + std::to_string(options_.number) + ": starts\n" << std::flush;
  processor_ = processor_seconds();
  drive();
  processor_ = processor_seconds() - processor_;
  tell_tally();
  const bool well = report();
  meet(kEnd);
  leave();
  return well;
}

void Clutter::join() {
  try {
    rti_.createFederationExecution(kFederation, options_.fed_file.c_str());
  } catch (const RTI::FederationExecutionAlreadyExists&) {
    // Another federate was first.
  }
  rti_.joinFederationExecution("clutter", kFederation, &listener_);
}

void Clutter::declare() {
  space_ = rti_.getRoutingSpaceHandle("Country");
  east_ = rti_.getDimensionHandle("East", space_);
  north_ = rti_.getDimensionHandle("North", space_);

  entity_class_ = rti_.getObjectClassHandle("ObjectRoot.Entity");
  state_ = rti_.getAttributeHandle("State", entity_class_);
  std::unique_ptr<RTI::AttributeHandleSet> state(RTI::AttributeHandleSetFactory::create(1));
  state->add(state_);
  RTI::Region* const watched = rti_.createRegion(space_, 1);
  set_bounds(*watched, watched_);
  rti_.publishObjectClass(entity_class_, *state);
  rti_.subscribeObjectClassAttributesWithRegion(entity_class_, *watched, *state);

  listener_.member_class = rti_.getObjectClassHandle("ObjectRoot.Member");
  tally_ = rti_.getAttributeHandle("Tally", listener_.member_class);
  std::unique_ptr<RTI::AttributeHandleSet> tally(RTI::AttributeHandleSetFactory::create(1));
  tally->add(tally_);
  rti_.publishObjectClass(listener_.member_class, *tally);
  rti_.subscribeObjectClassAttributes(listener_.member_class, *tally);
  member_ = rti_.registerObjectInstance(listener_.member_class);
}

// Each entity has its own region, which is its current cell. The region changes only when the
// entity enters another cell, because every change is sent to all federates.
void Clutter::populate() {
  for (unsigned long i = 0; i < options_.entities; ++i) {
    Entity entity = {0, rti_.createRegion(space_, 1), {}, driver_.place(watched_, 0)};
    entity.cell = country_.cell_at(entity.state.x, entity.state.y);
    set_bounds(*entity.region, entity.cell);
    entity.object =
        rti_.registerObjectInstanceWithRegion(entity_class_, &state_, &entity.region, 1);
    entities_.push_back(entity);
    due_.push(Due(driver_.seconds_to_next_turn(), i));
    if (i % 100 == 0) rti_.tick();
  }
}

void Clutter::set_bounds(RTI::Region& region, const Box& box) {
  region.setRangeLowerBound(0, east_, static_cast<RTI::ULong>(box.west));
  region.setRangeUpperBound(0, east_, static_cast<RTI::ULong>(box.east));
  region.setRangeLowerBound(0, north_, static_cast<RTI::ULong>(box.south));
  region.setRangeUpperBound(0, north_, static_cast<RTI::ULong>(box.north));
  rti_.notifyAboutRegionModification(region);
}

// Waits until all federates are here. Federate 0, which has discovered all others by now, registers
// the point.
void Clutter::meet(const char* label) {
  if (options_.number == 0) rti_.registerFederationSynchronizationPoint(label, "");
  tick_until([this, label] { return listener_.announced == label; });
  rti_.synchronizationPointAchieved(label);
  tick_until([this, label] { return listener_.reached == label; });
}

void Clutter::drive() {
  started_ = clock_seconds();
  const double end = static_cast<double>(options_.seconds);
  for (double now = 0; now < end; now = clock_seconds() - started_) {
    for (int i = 0; i < kUpdatesATick && !due_.empty() && due_.top().first <= now; ++i) {
      const Due next = due_.top();
      due_.pop();
      turn(next.second, next.first);
      due_.push(Due(next.first + driver_.seconds_to_next_turn(), next.second));
    }
    const double idle = (due_.empty() ? end : due_.top().first) - (clock_seconds() - started_);
    if (idle > 0) {
      rti_.tick(std::min(idle, 0.1), 0.01);
    } else {
      rti_.tick();
    }
  }
}

// Changes the region first, so that federates that watch the new cell receive the update.
void Clutter::turn(std::size_t number, double due) {
  Entity& entity = entities_[number];
  entity.state = driver_.turn(entity.state, watched_, due);
  const Box cell = country_.cell_at(entity.state.x, entity.state.y);
  if (!(cell == entity.cell)) {
    entity.cell = cell;
    set_bounds(*entity.region, cell);
    ++moved_;
  }
  entity.state.sent = clock_seconds();
  if (entity.state.sent - started_ - due > kLate) ++sent_late_;
  const EncodedState value(entity.state);
  std::unique_ptr<RTI::AttributeHandleValuePairSet> values(RTI::AttributeSetFactory::create(1));
  values->add(state_, value.bytes, EncodedState::kSize);
  rti_.updateAttributeValues(entity.object, *values, "");

  ++own_.sent;
  for (std::size_t i = 0; i < areas_.size(); ++i) {
    if (areas_[i].overlaps(cell)) ++own_.wanted_by[i];
  }
}

// Sends the tally after all updates, so a federate that has received it has received the updates as
// well.
void Clutter::tell_tally() {
  const std::string text = own_.encode();
  std::unique_ptr<RTI::AttributeHandleValuePairSet> values(RTI::AttributeSetFactory::create(1));
  values->add(tally_, text.data(), static_cast<RTI::ULong>(text.size()));
  rti_.updateAttributeValues(member_, *values, "");
  tick_until([this] { return listener_.tallies + 1 == options_.federates; });
}

bool Clutter::report() const {
  const Listener& heard = listener_;
  const unsigned long wanted = heard.tallied.wanted_by[options_.number];
  std::ostringstream text;
  text << "clutter " << options_.number << ": entities " << options_.entities << ", updates "
       << own_.sent << ", late " << sent_late_ << ", regions moved " << moved_
       << "; others' updates " << heard.tallied.sent << ", wanted " << wanted << ", reflected "
       << heard.reflected << ", in sight " << heard.in_sight << ", late " << heard.late
       << ", astray " << heard.astray << "; processor " << processor_ << " s of "
       << options_.seconds << "\n";
  std::cout << text.str() << std::flush;
  return heard.reflected == wanted && heard.astray == 0;
}

void Clutter::leave() {
  rti_.resignFederationExecution(RTI::DELETE_OBJECTS_AND_RELEASE_ATTRIBUTES);
  try {
    rti_.destroyFederationExecution(kFederation);
  } catch (const RTI::FederatesCurrentlyJoined&) {
    // The last federate to leave destroys the federation.
  } catch (const RTI::FederationExecutionDoesNotExist&) {
  }
}

template <typename Condition>
void Clutter::tick_until(Condition condition) {
  while (!condition()) {
    if (listener_.left_early) throw std::runtime_error("another federate has left");
    rti_.tick(1.0, 1.0);
  }
}

unsigned long number_in(const std::string& text, unsigned long most) {
  std::size_t end = 0;
  const unsigned long value = std::stoul(text, &end);
  if (end != text.size() || value > most) throw std::out_of_range(text);
  return value;
}

Options parse(int argc, char** argv) {
  if (argc < 4 || argc % 2 != 0) throw std::invalid_argument("arguments");
  Options options;
  options.number = number_in(argv[1], 9999);
  options.federates = number_in(argv[2], 10000);
  options.fed_file = argv[3];
  for (int i = 4; i < argc; i += 2) {
    const std::string name = argv[i];
    const unsigned long value = number_in(argv[i + 1], 1000000);
    if (name == "--entities") {
      options.entities = value;
    } else if (name == "--seconds") {
      options.seconds = value;
    } else if (name == "--side") {
      options.side = value;
    } else if (name == "--reach") {
      options.reach = value;
    } else if (name == "--cell") {
      options.cell = value;
    } else {
      throw std::invalid_argument(name);
    }
  }
  if (options.number >= options.federates || options.side == 0 || options.cell == 0) {
    throw std::out_of_range("arguments");
  }
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  try {
    options = parse(argc, argv);
  } catch (const std::exception&) {
    std::cerr << "usage: clutter NUMBER FEDERATES FED-FILE [--entities N] [--seconds N]\n"
                 "  [--side METRES] [--reach METRES] [--cell METRES]; NUMBER from 0 on\n";
    return 2;
  }
  try {
    return Clutter(options).run() ? 0 : 1;
  } catch (const RTI::Exception& error) {
    std::cerr << "clutter " << options.number << ": " << error._name << ": " << error._reason
              << '\n';
  } catch (const std::exception& error) {
    std::cerr << "clutter " << options.number << ": " << error.what() << '\n';
  }
  return 1;
}
