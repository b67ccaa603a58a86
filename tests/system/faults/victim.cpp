// The program victim: a federate that runs one script of services and callbacks. It has numbered
// points before, during and after each service, and before and after each callback. At the point
// named on its command line, it kills itself, or stops until the driver has killed another process.
// In the second case it then continues to the end of the script and reports how each service ended.
//
//   victim FED FEDERATION NAME POINT die|ask
//
// Lines to the driver: "point N NAME", "outcome SERVICE ok|EXCEPTION REASON", "pause NAME" and
// "stopped N". After the last two it waits for a line. POINT -1 is a run without a fault.
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <set>

#include "tests/system/faults/faulty_federate.hpp"

namespace faults {
namespace {

// Longer than any wait for a callback while the other processes live.
constexpr auto kCallbackDeadline = std::chrono::seconds(60);

class StopPoints {
 public:
  StopPoints(int stop_at, bool dies) : stop_at_(stop_at), dies_(dies) {}

  // Passes the next point. Returns true if it was the point to stop at.
  bool pass(const std::string& description) {
    const int number = next_++;
    print_line("point " + std::to_string(number) + " " + description);
    if (number != stop_at_) return false;
    if (dies_) raise(SIGKILL);
    stop();
    return true;
  }
  void stop() {
    print_line("stopped " + std::to_string(stop_at_));
    read_line();
  }

 private:
  const int stop_at_;
  const bool dies_;
  int next_ = 0;
};

// Passes a point before and after each service, and one at which the driver lets it enter the
// service while another process dies. The driver judges services that end by an exception.
class Caller {
 public:
  explicit Caller(StopPoints& points) : points_(points) {}

  bool operator()(const std::string& service, const std::function<void()>& body) {
    points_.pass("before service " + service);
    const bool stop_again = points_.pass("during service " + service);
    const std::string outcome = outcome_of(body);
    print_line("outcome " + service + " " + outcome);
    points_.pass("after service " + service);
    if (stop_again) points_.stop();
    return outcome == "ok";
  }

 private:
  StopPoints& points_;
};

class CallbackPoint {
 public:
  CallbackPoint(StopPoints& points, const char* name) : points_(points), name_(name) {
    points_.pass("before callback " + name_);
  }
  ~CallbackPoint() { points_.pass("after callback " + name_); }
  CallbackPoint(const CallbackPoint&) = delete;
  CallbackPoint& operator=(const CallbackPoint&) = delete;

 private:
  StopPoints& points_;
  const std::string name_;
};

// Records the callbacks of the victim.
class Ambassador final : public NullFederateAmbassador {
 public:
  Ambassador(RTI::RTIambassador& rti, StopPoints& points, Caller& call)
      : rti_(rti), points_(points), call_(call) {}

  void synchronizationPointRegistrationSucceeded(const char*) override {
    const CallbackPoint point(points_, "synchronizationPointRegistrationSucceeded");
  }
  // A federate that replaces a lost one may also be told of the synchronization point of that one.
  void announceSynchronizationPoint(const char* label, const char*) override {
    const CallbackPoint point(points_, "announceSynchronizationPoint");
    announced.insert(label);
  }
  void federationSynchronized(const char* label) override {
    const CallbackPoint point(points_, "federationSynchronized");
    synchronized.insert(label);
  }
  void startRegistrationForObjectClass(RTI::ObjectClassHandle) override {
    const CallbackPoint point(points_, "startRegistrationForObjectClass");
  }
  void turnInteractionsOn(RTI::InteractionClassHandle) override {
    const CallbackPoint point(points_, "turnInteractionsOn");
  }
  void discoverObjectInstance(RTI::ObjectHandle object, RTI::ObjectClassHandle,
                              const char*) override {
    const CallbackPoint point(points_, "discoverObjectInstance");
    discovered = object;
    call_("getObjectInstanceName", [&] { take_text(rti_.getObjectInstanceName(object)); });
  }
  void reflectAttributeValues(RTI::ObjectHandle, const RTI::AttributeHandleValuePairSet&,
                              const char*) override {
    const CallbackPoint point(points_, "reflectAttributeValues");
    ++reflected;
  }
  void receiveInteraction(RTI::InteractionClassHandle, const RTI::ParameterHandleValuePairSet&,
                          const char*) override {
    const CallbackPoint point(points_, "receiveInteraction");
    ++received;
  }
  void removeObjectInstance(RTI::ObjectHandle, const char*) override {
    const CallbackPoint point(points_, "removeObjectInstance");
    ++removed;
  }

  std::set<std::string> announced;  // labels
  std::set<std::string> synchronized;
  RTI::ObjectHandle discovered = 0;
  int reflected = 0;
  int received = 0;
  int removed = 0;

 private:
  RTI::RTIambassador& rti_;
  StopPoints& points_;
  Caller& call_;
};

class Script {
 public:
  Script(std::string fed, std::string federation, std::string name, StopPoints& points)
      : fed_(std::move(fed)),
        federation_(std::move(federation)),
        name_(std::move(name)),
        call_(points),
        ambassador_(rti_, points, call_) {}

  void run() {
    create();
    join();
    declare();
    synchronize();
    exchange();
    resign();
  }

 private:
  void create() {
    call_("createFederationExecution",
          [&] { rti_.createFederationExecution(federation_.c_str(), fed_.c_str()); });
    pause("witness");  // until it has joined, declared and registered its thing
  }

  void join() {
    joined_ = call_("joinFederationExecution", [&] {
      rti_.joinFederationExecution("victim", federation_.c_str(), &ambassador_);
    });
    call_("getObjectClassHandle", [&] { classes_.find_handles(rti_); });
  }

  void declare() {
    const auto values = classes_.values();
    call_("publishObjectClass", [&] { rti_.publishObjectClass(classes_.thing, *values); });
    call_("subscribeObjectClassAttributes",
          [&] { rti_.subscribeObjectClassAttributes(classes_.thing, *values); });
    call_("publishInteractionClass", [&] { rti_.publishInteractionClass(classes_.word); });
    call_("subscribeInteractionClass", [&] { rti_.subscribeInteractionClass(classes_.word); });
  }

  void synchronize() {
    const std::string label = name_ + " is ready";
    call_("registerFederationSynchronizationPoint",
          [&] { rti_.registerFederationSynchronizationPoint(label.c_str(), ""); });
    tick_until("the announcement", [&] { return ambassador_.announced.count(label) > 0; });
    call_("synchronizationPointAchieved",
          [&] { rti_.synchronizationPointAchieved(label.c_str()); });
    tick_until("the synchronization", [&] { return ambassador_.synchronized.count(label) > 0; });
  }

  void exchange() {
    RTI::ObjectHandle named = 0;
    RTI::ObjectHandle unnamed = 0;
    call_("registerObjectInstance (named)",
          [&] { named = rti_.registerObjectInstance(classes_.thing, name_.c_str()); });
    call_("registerObjectInstance (unnamed)",
          [&] { unnamed = rti_.registerObjectInstance(classes_.thing); });
    call_("updateAttributeValues (named)", [&] { update_value(rti_, classes_, named, "1"); });
    call_("updateAttributeValues (unnamed)", [&] { update_value(rti_, classes_, unnamed, "1"); });
    call_("sendInteraction", [&] { send_text(rti_, classes_, "ping"); });
    tick_until("the answer", [&] { return ambassador_.reflected > 0 && ambassador_.received > 0; });
    call_("requestObjectAttributeValueUpdate", [&] {
      rti_.requestObjectAttributeValueUpdate(ambassador_.discovered, *classes_.values());
    });
    tick_until("the values asked for", [&] { return ambassador_.reflected > 1; });
    call_("deleteObjectInstance", [&] { rti_.deleteObjectInstance(unnamed, ""); });
    call_("registerObjectInstance (last)",
          [&] { rti_.registerObjectInstance(classes_.thing, (name_ + ", last").c_str()); });
    pause("delete");  // until the witness has deleted its thing
    tick_until("the removal", [&] { return ambassador_.removed > 0; });
  }

  void resign() {
    call_("unsubscribeInteractionClass", [&] { rti_.unsubscribeInteractionClass(classes_.word); });
    call_("unpublishInteractionClass", [&] { rti_.unpublishInteractionClass(classes_.word); });
    call_("unsubscribeObjectClass", [&] { rti_.unsubscribeObjectClass(classes_.thing); });
    if (call_("resignFederationExecution", [&] {
          rti_.resignFederationExecution(RTI::DELETE_OBJECTS_AND_RELEASE_ATTRIBUTES);
        })) {
      joined_ = false;
    }
    pause("leave");  // until the witness has resigned
    call_("destroyFederationExecution",
          [&] { rti_.destroyFederationExecution(federation_.c_str()); });
  }

  static void pause(const std::string& description) {
    print_line("pause " + description);
    read_line();
  }

  void tick_until(const std::string& description, const std::function<bool()>& done) {
    call_("tick for " + description, [&] {
      const auto deadline = std::chrono::steady_clock::now() + kCallbackDeadline;
      do {
        rti_.tick(1.0, 1.0);
        if (std::chrono::steady_clock::now() > deadline) {
          throw RTI::FederateInternalError(("waited in vain for " + description).c_str());
        }
      } while (joined_ && !done());
    });
  }

  const std::string fed_;
  const std::string federation_;
  const std::string name_;
  Caller call_;
  RTI::RTIambassador rti_;
  Ambassador ambassador_;
  Classes classes_;
  bool joined_ = false;
};

}  // namespace
}  // namespace faults

int main(int argc, char** argv) {
  faults::end_with_driver();
  if (argc != 6) {
    faults::print_line("usage: victim FED FEDERATION NAME POINT die|ask");
    return 2;
  }
  faults::StopPoints points(std::atoi(argv[4]), std::string(argv[5]) == "die");
  {
    faults::Script script(argv[1], argv[2], argv[3], points);
    script.run();
  }
  faults::print_line("end");
  return 0;
}
