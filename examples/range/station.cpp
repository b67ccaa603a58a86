// One of two stations of a range with a length of 20 km. A drone flies from west to east and back.
// Each station steers it in its own half and hands it over in the middle, and sees it only within
// the range of its radar:
//   station west range.fed & station east range.fed
// It shows: a start barrier (synchronization point), regions, one of which moves with the drone,
// and a handover of an attribute's ownership. The user guide walks through it.
#include <NullFederateAmbassador.hh>
#include <RTI.hh>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>

namespace {

const char* const kFederation = "Range";
const char* const kStart = "start";

// In km: the points where the drone starts and lands, is handed over, and turns back.
const int kBeginning = 1, kMiddle = 10, kEnd = 19;

// A coordinate of the routing space is a metre. The federates agree on that; the RTI does not know
// it.
RTI::ULong metres(double km) {
  return static_cast<RTI::ULong>(km * 1000);
}

std::string in_km(int position) {
  std::ostringstream text;
  text << position << " km";
  return text.str();
}

// Records the callbacks. The main loop acts on them, because few RTIs permit service calls within a
// callback.
class StationAmbassador : public NullFederateAmbassador {
 public:
  explicit StationAmbassador(const std::string& name) : name_(name) {}

  void announceSynchronizationPoint(const char* label, const char*) override {
    announced = announced || std::string(label) == kStart;
  }
  void federationSynchronized(const char* label) override {
    if (std::string(label) != kStart) return;
    started = true;
    std::cout << name_ << ": starts" << std::endl;
  }

  void discoverObjectInstance(RTI::ObjectHandle object, RTI::ObjectClassHandle object_class,
                              const char* name) override {
    if (object_class == drone_class) {
      drone = object;
      std::cout << name_ << ": the drone comes in sight" << std::endl;
    } else {
      other = object;
      std::cout << name_ << ": station " << name << " is there" << std::endl;
    }
  }

  void reflectAttributeValues(RTI::ObjectHandle object,
                              const RTI::AttributeHandleValuePairSet& values,
                              const char*) override {
    if (object != drone) return;
    RTI::ULong length = 0;
    const char* const value = values.getValuePointer(0, length);
    position = std::atoi(std::string(value, length).c_str());
    std::cout << name_ << ": sees the drone at " << in_km(position) << std::endl;
  }

  void removeObjectInstance(RTI::ObjectHandle object, const char*) override {
    if (object == drone) landed = true;
    if (object == other) alone = true;
  }

  void requestAttributeOwnershipAssumption(RTI::ObjectHandle, const RTI::AttributeHandleSet&,
                                           const char*) override {
    offered = true;
  }
  void attributeOwnershipAcquisitionNotification(RTI::ObjectHandle,
                                                 const RTI::AttributeHandleSet&) override {
    steering = true;
    std::cout << name_ << ": takes the drone over at " << in_km(position) << std::endl;
  }
  void attributeOwnershipDivestitureNotification(RTI::ObjectHandle,
                                                 const RTI::AttributeHandleSet&) override {
    steering = false;
    std::cout << name_ << ": has handed the drone over" << std::endl;
  }

  RTI::ObjectClassHandle drone_class = 0;
  RTI::ObjectHandle drone = 0, other = 0;
  int position = 0;  // Last known position of the drone, in km.
  bool announced = false, started = false;
  bool steering = false, offered = false;
  bool landed = false, alone = false;

 private:
  const std::string name_;
};

class Station {
 public:
  Station(const std::string& name, double pace)
      : name_(name), west_(name == "west"), pace_(pace), station_(name) {}

  void run(const std::string& fed_file);

 private:
  void join(const std::string& fed_file);
  void declare();
  void start_together();
  void launch();
  void fly();
  void hand_over();
  void take_over();
  void move_region();
  void pause();
  void leave();
  std::ostream& say() const { return std::cout << name_ << ": "; }

  template <typename Condition>
  void tick_until(Condition condition);

  const std::string name_;
  const bool west_;
  const double pace_;  // Seconds per km.
  RTI::RTIambassador rti_;
  StationAmbassador station_;
  RTI::AttributeHandle position_ = 0;
  RTI::DimensionHandle distance_ = 0;
  std::unique_ptr<RTI::AttributeHandleSet> drone_attributes_;
  RTI::Region* radar_ = nullptr;  // Both are owned by the RTI.
  RTI::Region* around_drone_ = nullptr;
  int direction_ = 0;
};

void Station::run(const std::string& fed_file) {
  join(fed_file);
  declare();
  start_together();
  if (west_) launch();
  while (!station_.landed) {
    if (station_.steering) {
      fly();
    } else {
      tick_until([this] { return station_.landed || station_.offered; });
      if (station_.offered) take_over();
    }
  }
  say() << "the drone has landed" << std::endl;
  leave();
}

void Station::join(const std::string& fed_file) {
  try {
    rti_.createFederationExecution(kFederation, fed_file.c_str());
  } catch (const RTI::FederationExecutionAlreadyExists&) {
    // The other station was first.
  }
  rti_.joinFederationExecution(name_.c_str(), kFederation, &station_);
}

// Both stations publish the drone's position, because each steers it at times. Both subscribe to it
// within the range of their radar, which ends 2 km beyond the middle.
void Station::declare() {
  const RTI::SpaceHandle space = rti_.getRoutingSpaceHandle("Range");
  distance_ = rti_.getDimensionHandle("Distance", space);
  radar_ = rti_.createRegion(space, 1);
  radar_->setRangeLowerBound(0, distance_, metres(west_ ? 0 : kMiddle - 2));
  radar_->setRangeUpperBound(0, distance_, metres(west_ ? kMiddle + 2 : 2 * kMiddle));
  rti_.notifyAboutRegionModification(*radar_);
  around_drone_ = rti_.createRegion(space, 1);

  station_.drone_class = rti_.getObjectClassHandle("ObjectRoot.Drone");
  position_ = rti_.getAttributeHandle("Position", station_.drone_class);
  drone_attributes_.reset(RTI::AttributeHandleSetFactory::create(1));
  drone_attributes_->add(position_);
  rti_.publishObjectClass(station_.drone_class, *drone_attributes_);
  rti_.subscribeObjectClassAttributesWithRegion(station_.drone_class, *radar_, *drone_attributes_);

  const RTI::ObjectClassHandle station_class = rti_.getObjectClassHandle("ObjectRoot.Station");
  std::unique_ptr<RTI::AttributeHandleSet> radar(RTI::AttributeHandleSetFactory::create(1));
  radar->add(rti_.getAttributeHandle("Radar", station_class));
  rti_.publishObjectClass(station_class, *radar);
  rti_.subscribeObjectClassAttributes(station_class, *radar);
  rti_.registerObjectInstance(station_class, name_.c_str());
}

// A synchronization point includes only the federates that have joined when it is registered. So
// one station registers it after it has discovered the other. Neither continues before both have
// achieved it.
void Station::start_together() {
  say() << "waits for the other station" << std::endl;
  tick_until([this] { return station_.other != 0; });
  if (west_) rti_.registerFederationSynchronizationPoint(kStart, "");
  tick_until([this] { return station_.announced; });
  rti_.synchronizationPointAchieved(kStart);
  tick_until([this] { return station_.started; });
}

// The federate that registers an object owns all attributes of it that it publishes, and the
// privilege to delete it.
void Station::launch() {
  station_.position = kBeginning;
  direction_ = +1;
  move_region();
  station_.drone =
      rti_.registerObjectInstanceWithRegion(station_.drone_class, &position_, &around_drone_, 1);
  station_.steering = true;
}

// Moves the drone by one km. The region moves first, so that a station receives the update if its
// radar covers the new position.
void Station::fly() {
  pause();
  station_.position += direction_;
  move_region();
  const std::string value = in_km(station_.position);
  std::unique_ptr<RTI::AttributeHandleValuePairSet> values(RTI::AttributeSetFactory::create(1));
  values->add(position_, value.data(), static_cast<RTI::ULong>(value.size()));
  rti_.updateAttributeValues(station_.drone, *values, "");
  say() << "steers the drone to " << value << std::endl;

  if (station_.position == kMiddle) {
    hand_over();
  } else if (station_.position == kEnd) {
    direction_ = -1;
  } else if (station_.position == kBeginning) {
    rti_.deleteObjectInstance(station_.drone, "");
    station_.landed = true;
  }
}

// The drone hovers until the other station owns it. The offer alone does not change the owner.
void Station::hand_over() {
  rti_.negotiatedAttributeOwnershipDivestiture(station_.drone, *drone_attributes_, "");
  tick_until([this] { return !station_.steering; });
}

// The old owner's region association ends with its ownership, so the new owner associates its own
// region.
void Station::take_over() {
  station_.offered = false;
  rti_.attributeOwnershipAcquisitionIfAvailable(station_.drone, *drone_attributes_);
  tick_until([this] { return station_.steering; });
  direction_ = west_ ? -1 : +1;
  move_region();
  rti_.associateRegionForUpdates(*around_drone_, station_.drone, *drone_attributes_);
}

// The drone is within half a km of its position. The new bounds take effect with this call.
void Station::move_region() {
  around_drone_->setRangeLowerBound(0, distance_, metres(station_.position - 0.5));
  around_drone_->setRangeUpperBound(0, distance_, metres(station_.position + 0.5));
  rti_.notifyAboutRegionModification(*around_drone_);
}

// Pauses so that the user can follow, and ticks meanwhile.
void Station::pause() {
  typedef std::chrono::steady_clock Clock;
  const Clock::time_point start = Clock::now();
  const std::chrono::duration<double> whole(pace_);
  while (Clock::now() < start + whole) rti_.tick(0.01, 0.01);
}

void Station::leave() {
  rti_.resignFederationExecution(RTI::DELETE_OBJECTS_AND_RELEASE_ATTRIBUTES);
  try {
    rti_.destroyFederationExecution(kFederation);
  } catch (const RTI::FederatesCurrentlyJoined&) {
    // The last federate to leave destroys the federation.
  } catch (const RTI::FederationExecutionDoesNotExist&) {
  }
}

template <typename Condition>
void Station::tick_until(Condition condition) {
  while (!condition()) {
    if (station_.alone) throw std::runtime_error("the other station has left");
    rti_.tick(1.0, 1.0);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string name = argc < 3 ? "" : argv[1];
  if (name != "west" && name != "east") {
    std::cerr << "usage: station west|east FED-FILE [SECONDS-A-KM]\n";
    return 2;
  }
  try {
    Station(name, argc > 3 ? std::atof(argv[3]) : 0.3).run(argv[2]);
    return 0;
  } catch (const RTI::Exception& error) {
    std::cerr << name << ": " << error._name << ": " << error._reason << '\n';
  } catch (const std::exception& error) {
    std::cerr << name << ": " << error.what() << '\n';
  }
  return 1;
}
