// One ball, which is one federate. At each step it knows the position of every ball at its current
// time. It computes its own position one step later, sends it to the others, and requests that
// step:
//   ball NAME FED-FILE [SECONDS]
// The table (table.cpp) must run as well: it states its size, and limits the pace.
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <map>

#include "federate.hpp"

namespace {

using balls::kStep;
using balls::Vector;

const double kRadius = 1.5;

struct Motion {
  Vector position, velocity;
};

class BallAmbassador : public balls::Ambassador {
 public:
  void look_up(RTI::RTIambassador& rti) {
    table_class = rti.getObjectClassHandle("ObjectRoot.Table");
    ball_class = rti.getObjectClassHandle("ObjectRoot.Ball");
    size = rti.getAttributeHandle("Size", table_class);
    position = rti.getAttributeHandle("Position", ball_class);
    velocity = rti.getAttributeHandle("Velocity", ball_class);
  }

  void discoverObjectInstance(RTI::ObjectHandle object, RTI::ObjectClassHandle object_class,
                              const char* name) override {
    if (object_class == table_class) {
      table = object;
    } else {
      names_[object] = name;
    }
  }

  // Receive order: only the table's size.
  void reflectAttributeValues(RTI::ObjectHandle, const RTI::AttributeHandleValuePairSet& values,
                              const char*) override {
    extent = balls::decoded(values, 0);
  }

  // Time-stamp order: the other balls.
  void reflectAttributeValues(RTI::ObjectHandle object,
                              const RTI::AttributeHandleValuePairSet& values, const RTI::FedTime&,
                              const char*, RTI::EventRetractionHandle) override {
    Motion& other = others[names_[object]];
    for (RTI::ULong i = 0; i < values.size(); ++i) {
      Vector& where = values.getHandle(i) == position ? other.position : other.velocity;
      where = balls::decoded(values, i);
    }
  }

  // A ball that leaves states the time of its removal. A ball that breaks down is removed when the
  // RTI notices that.
  void removeObjectInstance(RTI::ObjectHandle object, const RTI::FedTime&, const char*,
                            RTI::EventRetractionHandle) override {
    removeObjectInstance(object, "");
  }

  void removeObjectInstance(RTI::ObjectHandle object, const char*) override {
    if (object == table) table = 0;
    others.erase(names_[object]);
  }

  RTI::ObjectClassHandle table_class = 0, ball_class = 0;
  RTI::AttributeHandle size = 0, position = 0, velocity = 0;
  RTI::ObjectHandle table = 0;
  Vector extent = {0, 0};
  // By name, so that all federates add up the pushes in the same order.
  std::map<std::string, Motion> others;

 private:
  std::map<RTI::ObjectHandle, std::string> names_;
};

// Chooses a position on the table and a direction, which depend only on the name.
Motion beginning(const std::string& name, Vector extent) {
  unsigned long hash = 2166136261ul;
  double chosen[3];
  for (double& choice : chosen) {
    for (char c : name) hash = ((hash ^ static_cast<unsigned char>(c)) * 16777619ul) & 0xfffffffful;
    choice = static_cast<double>(hash % 1000) / 1000;
  }
  const double angle = 6.283185307179586 * chosen[2];
  return Motion{{kRadius + chosen[0] * (extent.x - 2 * kRadius),
                 kRadius + chosen[1] * (extent.y - 2 * kRadius)},
                {16 * std::cos(angle), 16 * std::sin(angle)}};
}

// Computes the push between two equal balls that touch: none unless they approach each other. Both
// federates compute the same push with opposite signs, because both have the same state.
Vector push(const Motion& own, const Motion& other) {
  const Vector apart = {own.position.x - other.position.x, own.position.y - other.position.y};
  const Vector speed = {own.velocity.x - other.velocity.x, own.velocity.y - other.velocity.y};
  const double square = apart.x * apart.x + apart.y * apart.y;
  const double closing = speed.x * apart.x + speed.y * apart.y;
  if (square == 0 || square > 4 * kRadius * kRadius || closing >= 0) return Vector{0, 0};
  return Vector{-closing / square * apart.x, -closing / square * apart.y};
}

void bounce(double& position, double& velocity, double extent) {
  if (position < kRadius) velocity = std::fabs(velocity);
  if (position > extent - kRadius) velocity = -std::fabs(velocity);
  position += velocity * kStep;
}

Motion next(Motion own, const std::map<std::string, Motion>& others, Vector extent) {
  Vector pushed = {0, 0};
  for (const auto& other : others) {
    const Vector by_it = push(own, other.second);
    pushed.x += by_it.x;
    pushed.y += by_it.y;
  }
  own.velocity.x += pushed.x;
  own.velocity.y += pushed.y;
  bounce(own.position.x, own.velocity.x, extent.x);
  bounce(own.position.y, own.velocity.y, extent.y);
  return own;
}

class Ball {
 public:
  Ball(const std::string& name, const std::string& fed_file)
      : name_(name), federate_(ambassador_, name, fed_file), rti_(federate_.rti) {
    ambassador_.look_up(rti_);
  }

  void run(double seconds) {
    declare();
    find_table();
    federate_.enable_time();
    const RTI::ObjectHandle self =
        rti_.registerObjectInstance(ambassador_.ball_class, name_.c_str());
    Motion own = beginning(name_, ambassador_.extent);
    const double end = ambassador_.now + seconds;
    while (ambassador_.now < end && ambassador_.table != 0) {
      federate_.advance_to(ambassador_.now + kStep);
      own = next(own, ambassador_.others, ambassador_.extent);
      tell(self, own, ambassador_.now + kStep);
    }
    rti_.deleteObjectInstance(self, RTIfedTime(ambassador_.now + kStep), "");
    federate_.leave();
  }

 private:
  void declare() {
    std::unique_ptr<RTI::AttributeHandleSet> motion(RTI::AttributeHandleSetFactory::create(2));
    motion->add(ambassador_.position);
    motion->add(ambassador_.velocity);
    rti_.publishObjectClass(ambassador_.ball_class, *motion);
    rti_.subscribeObjectClassAttributes(ambassador_.ball_class, *motion);
    size_.reset(RTI::AttributeHandleSetFactory::create(1));
    size_->add(ambassador_.size);
    rti_.subscribeObjectClassAttributes(ambassador_.table_class, *size_);
  }

  void find_table() {
    while (ambassador_.table == 0) rti_.tick(1.0, 1.0);
    rti_.requestObjectAttributeValueUpdate(ambassador_.table, *size_);
    while (ambassador_.extent.x == 0) rti_.tick(1.0, 1.0);
  }

  void tell(RTI::ObjectHandle self, const Motion& own, double time) {
    std::unique_ptr<RTI::AttributeHandleValuePairSet> values(RTI::AttributeSetFactory::create(2));
    balls::add(*values, ambassador_.position, own.position);
    balls::add(*values, ambassador_.velocity, own.velocity);
    rti_.updateAttributeValues(self, *values, RTIfedTime(time), "");
  }

  std::string name_;
  BallAmbassador ambassador_;
  balls::Federate federate_;
  RTI::RTIambassador& rti_;
  std::unique_ptr<RTI::AttributeHandleSet> size_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: ball NAME FED-FILE [SECONDS]\n";
    return 2;
  }
  try {
    Ball(argv[1], argv[2]).run(argc > 3 ? std::atof(argv[3]) : 60);
  } catch (const RTI::Exception& error) {
    std::cerr << argv[1] << ": " << error._name << ": " << error._reason << '\n';
    return 1;
  }
  return 0;
}
