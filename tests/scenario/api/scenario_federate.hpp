// One federate of a scenario: an RTIambassador, the Recorder of its callbacks, and services with
// names in place of handles. Created by Scenario. The services with handles are behind operator->;
// attributes() and values() make sets for them.
#pragma once

#include <RTI.hh>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/scenario/api/recorder.hpp"

namespace triad::scenario {

class Scenario;

using AttributeHandles = std::unique_ptr<RTI::AttributeHandleSet>;
using AttributeValues = std::unique_ptr<RTI::AttributeHandleValuePairSet>;
using ParameterValues = std::unique_ptr<RTI::ParameterHandleValuePairSet>;
using FederateHandles = std::unique_ptr<RTI::FederateHandleSet>;

// Attributes or parameters with their values.
using Values = std::vector<std::pair<std::string, std::string>>;
using Names = std::vector<std::string>;

class Federate;

// Regulation, constraint and queries of a federate.
class TimeServices {
 public:
  explicit TimeServices(Federate& federate) : federate_(federate) {}
  // Wait for the callback and drop it.
  void regulate(double time, double lookahead);
  void constrain();
  double federate_time();
  double lbts();
  double min_next_event_time();
  double lookahead();

 private:
  double query(void (RTI::RTIambassador::*service)(RTI::FedTime&));

  Federate& federate_;
};

class Federate {
 public:
  Federate(Scenario& scenario, std::string id, std::string type);

  RTI::RTIambassador* operator->() { return rti_.get(); }
  Recorder& recorder() { return recorder_; }
  const std::string& id() const { return id_; }
  const std::string& federation() const { return federation_; }
  bool is_joined() const { return !federation_.empty(); }
  RTI::FederateHandle handle() const { return handle_; }

  void join(const std::string& federation);
  void resign(RTI::ResignAction action = RTI::DELETE_OBJECTS_AND_RELEASE_ATTRIBUTES);
  // Marks the federate as resigned by others: the fixture no longer ticks it.
  void mark_resigned();
  // Deletes the ambassador without a resignation. Nothing may be called afterwards.
  void delete_ambassador();

  // Callbacks since the last take_callbacks() or wait_for_callback(), after nothing is in transit
  // any more.
  Lines take_callbacks();
  // Ticks all federates until the line has come. Drops it and the lines before it.
  void wait_for_callback(const std::string& line);
  // Runs `action` inside the next callback with this line.
  void run_in_callback(const std::string& line, std::function<void()> action);

  // Services with names.
  void publish(const std::string& object_class, const Names& attribute_names);
  void unpublish(const std::string& object_class);
  void subscribe(const std::string& object_class, const Names& attribute_names,
                 RTI::Boolean active = RTI::RTI_TRUE);
  void unsubscribe(const std::string& object_class);
  void publish_interaction(const std::string& interaction_class);
  void unpublish_interaction(const std::string& interaction_class);
  void subscribe_interaction(const std::string& interaction_class,
                             RTI::Boolean active = RTI::RTI_TRUE);
  void unsubscribe_interaction(const std::string& interaction_class);
  RTI::ObjectHandle register_object(const std::string& object_class, const std::string& name);
  void update(const std::string& object, const Values& values, const char* tag = "");
  void send_interaction(const std::string& interaction_class, const Values& values,
                        const char* tag = "");
  void remove(const std::string& object, const char* tag = "");

  // Time management, with times as doubles.
  TimeServices time() { return TimeServices(*this); }
  RTI::EventRetractionHandle update_at(double time, const std::string& object, const Values& values,
                                       const char* tag = "");
  RTI::EventRetractionHandle send_interaction_at(double time, const std::string& interaction_class,
                                                 const Values& values, const char* tag = "");
  RTI::EventRetractionHandle remove_at(double time, const std::string& object,
                                       const char* tag = "");
  // Callbacks since the last call, after Scenario::settle().
  Lines take_settled_callbacks();

  // Handles and sets for the services behind operator->.
  RTI::ObjectClassHandle object_class(const std::string& name);
  RTI::InteractionClassHandle interaction_class(const std::string& name);
  RTI::AttributeHandle attribute(const std::string& object_class, const std::string& name);
  RTI::ParameterHandle parameter(const std::string& interaction_class, const std::string& name);
  // Handle of the latest object of that name that this federate registered or discovered.
  RTI::ObjectHandle object(const std::string& name) const { return recorder_.object(name); }
  AttributeHandles attributes(const std::string& object_class, const Names& names);
  AttributeValues values(const std::string& object_class, const Values& values);
  ParameterValues parameters(const std::string& interaction_class, const Values& values);
  bool owns(const std::string& object, const std::string& attribute);

 private:
  friend class Scenario;
  // Makes a round trip to the RTIG, then sends a marker to every other federate by each
  // transportation.
  void send_markers(int round);

  Scenario& scenario_;
  const std::string id_;
  const std::string type_;
  std::unique_ptr<RTI::RTIambassador> rti_;
  Recorder recorder_;
  std::vector<std::pair<std::string, std::function<void()>>> actions_;
  std::string federation_;  // empty: not joined
  RTI::FederateHandle handle_ = 0;
};

FederateHandles federate_set(std::initializer_list<RTI::FederateHandle> federates);

}  // namespace triad::scenario
