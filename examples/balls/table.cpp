// The table: shows all balls at each step, and keeps the simulation at the pace of a clock. It
// regulates, so no ball is ever more than a step ahead of it.
//   table BALLS FED-FILE [PACE]
// It begins when BALLS balls are on it, and ends with the last of them. PACE is in simulated
// seconds per second; the default is 1. With 0 it runs as fast as possible, and prints a line with
// every ball's position for each step.
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <map>
#include <thread>
#include <vector>

#include "federate.hpp"

namespace {

using balls::kStep;
using balls::Vector;

const Vector kExtent = {72, 40};  // In units; a character is one unit wide and two high.

class TableAmbassador : public balls::Ambassador {
 public:
  void look_up(RTI::RTIambassador& rti) {
    table_class = rti.getObjectClassHandle("ObjectRoot.Table");
    ball_class = rti.getObjectClassHandle("ObjectRoot.Ball");
    size = rti.getAttributeHandle("Size", table_class);
    position = rti.getAttributeHandle("Position", ball_class);
  }

  void discoverObjectInstance(RTI::ObjectHandle object, RTI::ObjectClassHandle,
                              const char* name) override {
    names[object] = name;
  }

  void reflectAttributeValues(RTI::ObjectHandle object,
                              const RTI::AttributeHandleValuePairSet& values, const RTI::FedTime&,
                              const char*, RTI::EventRetractionHandle) override {
    places[names[object]] = balls::decoded(values, 0);
  }

  void removeObjectInstance(RTI::ObjectHandle object, const RTI::FedTime&, const char*,
                            RTI::EventRetractionHandle) override {
    removeObjectInstance(object, "");
  }

  void removeObjectInstance(RTI::ObjectHandle object, const char*) override {
    places.erase(names[object]);
    names.erase(object);
  }

  // Answered in the main loop, because few RTIs permit an update within a callback.
  void provideAttributeValueUpdate(RTI::ObjectHandle, const RTI::AttributeHandleSet&) override {
    asked = true;
  }

  RTI::ObjectClassHandle table_class = 0, ball_class = 0;
  RTI::AttributeHandle size = 0, position = 0;
  std::map<RTI::ObjectHandle, std::string> names;
  std::map<std::string, Vector> places;
  bool asked = false;
};

class Table {
 public:
  explicit Table(const std::string& fed_file)
      : federate_(ambassador_, "table", fed_file), rti_(federate_.rti) {
    ambassador_.look_up(rti_);
  }

  void run(unsigned long balls, double pace) {
    federate_.enable_time();
    // Permits callbacks between two grants, so that balls are discovered during this wait.
    rti_.enableAsynchronousDelivery();
    declare();
    while (ambassador_.names.size() < balls) {
      rti_.tick(1.0, 1.0);
      answer();
    }
    play(pace);
    federate_.leave();
  }

 private:
  typedef std::chrono::steady_clock Clock;

  void declare() {
    std::unique_ptr<RTI::AttributeHandleSet> size(RTI::AttributeHandleSetFactory::create(1));
    size->add(ambassador_.size);
    rti_.publishObjectClass(ambassador_.table_class, *size);
    std::unique_ptr<RTI::AttributeHandleSet> position(RTI::AttributeHandleSetFactory::create(1));
    position->add(ambassador_.position);
    rti_.subscribeObjectClassAttributes(ambassador_.ball_class, *position);
    self_ = rti_.registerObjectInstance(ambassador_.table_class, "table");
  }

  void answer() {
    if (!ambassador_.asked) return;
    ambassador_.asked = false;
    std::unique_ptr<RTI::AttributeHandleValuePairSet> values(RTI::AttributeSetFactory::create(1));
    balls::add(*values, ambassador_.size, kExtent);
    rti_.updateAttributeValues(self_, *values, "");
  }

  void play(double pace) {
    const Clock::time_point start = Clock::now();
    while (!ambassador_.names.empty()) {
      federate_.advance_to(ambassador_.now + kStep);
      answer();
      if (pace > 0) {
        const std::chrono::duration<double> due(ambassador_.now / pace);
        while (Clock::now() < start + due) rti_.tick(0.01, 0.01);
        draw();
      } else {
        list();
      }
    }
  }

  void list() const {
    std::cout.precision(12);
    std::cout << ambassador_.now;
    for (const auto& ball : ambassador_.places) {
      std::cout << "  " << ball.first << ' ' << balls::encoded(ball.second);
    }
    std::cout << '\n';
  }

  // Draws over the previous picture: the cursor moves to the top left, so the screen does not
  // flicker.
  void draw() const {
    const std::size_t width = static_cast<std::size_t>(kExtent.x);
    std::vector<std::string> rows(static_cast<std::size_t>(kExtent.y / 2), std::string(width, ' '));
    std::string picture = "\x1b[H";
    for (const auto& ball : ambassador_.places) {
      put(rows, ball.second.x, ball.second.y, ball.first);
    }
    const std::string edge = "+" + std::string(width, '-') + "+\x1b[K\n";
    picture += edge;
    for (const std::string& row : rows) picture += "|" + row + "|\x1b[K\n";
    char line[96];
    std::snprintf(line, sizeof line, "time %7.2f s, %u balls, each a federate\x1b[K\n\x1b[J",
                  ambassador_.now, static_cast<unsigned>(ambassador_.places.size()));
    std::cout << picture << edge << line << std::flush;
  }

  // Writes a name at its position, as far as it fits.
  static void put(std::vector<std::string>& rows, double x, double y, const std::string& name) {
    const double left = x - static_cast<double>(name.size()) / 2;
    if (y < 0 || y >= kExtent.y || left < 0) return;
    std::string& row = rows[static_cast<std::size_t>(y / 2)];
    for (std::size_t i = 0; i < name.size(); ++i) {
      const std::size_t column = static_cast<std::size_t>(left) + i;
      if (column < row.size()) row[column] = name[i];
    }
  }

  TableAmbassador ambassador_;
  balls::Federate federate_;
  RTI::RTIambassador& rti_;
  RTI::ObjectHandle self_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: table BALLS FED-FILE [PACE]\n";
    return 2;
  }
  try {
    Table(argv[2]).run(std::strtoul(argv[1], nullptr, 10), argc > 3 ? std::atof(argv[3]) : 1);
  } catch (const RTI::Exception& error) {
    std::cerr << "table: " << error._name << ": " << error._reason << '\n';
    return 1;
  }
  return 0;
}
