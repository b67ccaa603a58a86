// Exceptions of the value classes: sets, regions, times. Most need no federation. Received sets are
// tested inside a callback.
#include <fedtime.hh>

#include <limits>
#include <memory>

#include <NullFederateAmbassador.hh>

#include "tests/scenario/api/exceptions/failing_memory.hpp"
#include "tests/scenario/api/exceptions/raised.hpp"

namespace triad::scenario {
namespace {

constexpr RTI::ULong kMembersMax = RTI::ULong{1} << 20;  // of a set

// --- Sets of handles.

EXCEPTIONS(OfSetsOfAttributes) {
  const auto set = AttributeHandles(RTI::AttributeHandleSetFactory::create(1));
  expect_raised("ArrayIndexOutOfBounds", "AttributeHandleSet::getHandle",
                [&] { (void)set->getHandle(0); });
  expect_raised("AttributeNotDefined", "AttributeHandleSet::remove", [&] { set->remove(1); });
  for (RTI::AttributeHandle handle = 1; handle <= kMembersMax; ++handle) set->add(handle);
  expect_raised("ArrayIndexOutOfBounds", "AttributeHandleSet::add",
                [&] { set->add(kMembersMax + 1); });
}

EXCEPTIONS(OfSetsOfFederates) {
  const auto set = FederateHandles(RTI::FederateHandleSetFactory::create(1));
  expect_raised("ArrayIndexOutOfBounds", "FederateHandleSet::getHandle",
                [&] { (void)set->getHandle(0); });
  expect_raised("ArrayIndexOutOfBounds", "FederateHandleSet::remove", [&] { set->remove(1); });
  for (RTI::FederateHandle handle = 1; handle <= kMembersMax; ++handle) set->add(handle);
  expect_raised("ValueCountExceeded", "FederateHandleSet::add", [&] { set->add(kMembersMax + 1); });
}

// --- Sets of values.

template <class Set>
void expect_of_pairs(const std::string& name, Set& set, Set& other) {
  char value[1] = {'v'};
  RTI::ULong length = 0;
  RTI::ULong index = 0;
  const auto out_of_bounds = [&](const char* member, const std::function<void()>& call) {
    expect_raised("ArrayIndexOutOfBounds", name + member, call);
  };
  out_of_bounds("::getHandle", [&] { (void)set.getHandle(0); });
  out_of_bounds("::getValueLength", [&] { (void)set.getValueLength(0); });
  out_of_bounds("::getValue", [&] { set.getValue(0, value, length); });
  out_of_bounds("::getValuePointer", [&] { (void)set.getValuePointer(0, length); });
  out_of_bounds("::moveFrom", [&] { set.moveFrom(other, index); });
  expect_raised("ValueLengthExceeded", name + "::add", [&] { set.add(1, nullptr, 1); });
  for (RTI::Handle handle = 1; handle <= kMembersMax; ++handle) set.add(handle, value, 0);
  expect_raised("ValueCountExceeded", name + "::add", [&] { set.add(kMembersMax + 1, value, 0); });
  other.add(kMembersMax + 1, value, 1);
  expect_raised("ValueCountExceeded", name + "::moveFrom", [&] { set.moveFrom(other, index); });
}

EXCEPTIONS(OfAttributesWithValues) {
  const std::string name = "AttributeHandleValuePairSet";
  const AttributeValues set(RTI::AttributeSetFactory::create(1));
  const AttributeValues other(RTI::AttributeSetFactory::create(1));
  expect_of_pairs(name, *set, *other);
  const char* const context = "InvalidHandleValuePairSetContext";
  expect_raised(context, name + "::getTransportType", [&] { (void)set->getTransportType(0); });
  expect_raised(context, name + "::getOrderType", [&] { (void)set->getOrderType(0); });
  expect_raised(context, name + "::getRegion", [&] { (void)set->getRegion(0); });
}

EXCEPTIONS(OfParametersWithValues) {
  const std::string name = "ParameterHandleValuePairSet";
  const ParameterValues set(RTI::ParameterSetFactory::create(1));
  const ParameterValues other(RTI::ParameterSetFactory::create(1));
  expect_of_pairs(name, *set, *other);
  const char* const context = "InvalidHandleValuePairSetContext";
  expect_raised(context, name + "::getTransportType", [&] { (void)set->getTransportType(); });
  expect_raised(context, name + "::getOrderType", [&] { (void)set->getOrderType(); });
  expect_raised(context, name + "::getRegion", [&] { (void)set->getRegion(); });
}

// Reads beyond the end of received sets.
class Reader : public NullFederateAmbassador {
 public:
  bool has_read = false;

  void reflectAttributeValues(RTI::ObjectHandle, const RTI::AttributeHandleValuePairSet& set,
                              const char*) override {
    const std::string name = "AttributeHandleValuePairSet";
    const char* const bounds = "ArrayIndexOutOfBounds";
    const RTI::ULong end = set.size();
    expect_raised(bounds, name + "::getTransportType", [&] { (void)set.getTransportType(end); });
    expect_raised(bounds, name + "::getOrderType", [&] { (void)set.getOrderType(end); });
    expect_raised(bounds, name + "::getRegion", [&] { (void)set.getRegion(end); });
    has_read = true;
  }
};

EXCEPTIONS(OfReceivedAttributes) {
  auto& sender = federate();
  RTI::RTIambassador rti;
  Reader reader;
  (void)rti.joinFederationExecution("reader", federation().c_str(), &reader);
  rti.subscribeObjectClassAttributes(sender.object_class("Vehicle"),
                                     *sender.attributes("Vehicle", {"Speed"}));
  sender.publish("Vehicle", {"Speed"});
  sender.register_object("Vehicle", "Car");
  sender.update("Car", {{"Speed", "1"}});
  while (!reader.has_read) (void)rti.tick(0.01, 0.1);
  rti.resignFederationExecution(RTI::NO_ACTION);
}

// --- Factories.

EXCEPTIONS(OfFactories) {
  const RTI::ULong too_many = kMembersMax + 1;
  expect_raised("ValueCountExceeded", "AttributeHandleSetFactory::create",
                [&] { (void)RTI::AttributeHandleSetFactory::create(too_many); });
  expect_raised("ValueCountExceeded", "FederateHandleSetFactory::create",
                [&] { (void)RTI::FederateHandleSetFactory::create(too_many); });
  expect_raised("HandleValuePairMaximumExceeded", "AttributeSetFactory::create",
                [&] { (void)RTI::AttributeSetFactory::create(too_many); });
  expect_raised("HandleValuePairMaximumExceeded", "ParameterSetFactory::create",
                [&] { (void)RTI::ParameterSetFactory::create(too_many); });
}

void expect_without_memory(const std::string& text, const std::function<void()>& call) {
  expect_raised("MemoryExhausted", text, [&] {
    fail_next_allocation();
    call();
  });
}

EXCEPTIONS(OfExhaustedMemory) {
  const char zero[8] = {};
  expect_without_memory("RTIambassador", [] { const RTI::RTIambassador made; });
  expect_without_memory("AttributeHandleSetFactory::create",
                        [] { (void)RTI::AttributeHandleSetFactory::create(1); });
  expect_without_memory("FederateHandleSetFactory::create",
                        [] { (void)RTI::FederateHandleSetFactory::create(1); });
  expect_without_memory("AttributeSetFactory::create",
                        [] { (void)RTI::AttributeSetFactory::create(1); });
  expect_without_memory("ParameterSetFactory::create",
                        [] { (void)RTI::ParameterSetFactory::create(1); });
  expect_without_memory("FedTimeFactory::makeZero", [] { (void)RTI::FedTimeFactory::makeZero(); });
  expect_without_memory("FedTimeFactory::decode", [&] { (void)RTI::FedTimeFactory::decode(zero); });
}

// --- Regions.

EXCEPTIONS(OfExtentsAndDimensions) {
  auto& f = federate();
  const auto sky = f->getRoutingSpaceHandle("Sky");
  const auto height = f->getDimensionHandle("Height", sky);
  RTI::Region& region = *f->createRegion(sky, 1);
  const auto out_of_bounds = [&](const char* member, const std::function<void()>& call) {
    expect_raised("ArrayIndexOutOfBounds", std::string("Region::") + member, call);
  };
  const auto expect_of = [&](RTI::ExtentIndex extent, RTI::DimensionHandle dimension) {
    out_of_bounds("getRangeLowerBound",
                  [&] { (void)region.getRangeLowerBound(extent, dimension); });
    out_of_bounds("getRangeUpperBound",
                  [&] { (void)region.getRangeUpperBound(extent, dimension); });
    out_of_bounds("setRangeLowerBound", [&] { region.setRangeLowerBound(extent, dimension, 1); });
    out_of_bounds("setRangeUpperBound", [&] { region.setRangeUpperBound(extent, dimension, 1); });
    out_of_bounds("getRangeLowerBoundNotificationLimit",
                  [&] { (void)region.getRangeLowerBoundNotificationLimit(extent, dimension); });
    out_of_bounds("getRangeUpperBoundNotificationLimit",
                  [&] { (void)region.getRangeUpperBoundNotificationLimit(extent, dimension); });
  };
  expect_of(1, height);
  expect_of(0, kNoHandle);
}

// --- Times.

#define REFUSES(text, expression) \
  expect_raised("InvalidFederationTime", text, [&] { (void)(expression); })

EXCEPTIONS(OfTimesThatAreNoNumbers) {
  const double not_a_number = std::numeric_limits<double>::quiet_NaN();
  const RTIfedTime no_time(not_a_number);
  const RTI::FedTime& none = no_time;
  RTIfedTime time(1.0);
  RTI::FedTime& any = time;
#define REFUSES_AS_FED_TIME(op) REFUSES("FedTime::operator" #op, any op none)
#define REFUSES_ALONE(op) REFUSES("RTIfedTime::operator" #op, time op none)
#define REFUSES_BOTH(op)                                         \
  REFUSES("RTIfedTime::operator" #op "(FedTime)", time op none); \
  REFUSES("RTIfedTime::operator" #op "(Double)", time op not_a_number)
  REFUSES_AS_FED_TIME(+=);
  REFUSES_AS_FED_TIME(-=);
  REFUSES_AS_FED_TIME(<=);
  REFUSES_AS_FED_TIME(<);
  REFUSES_AS_FED_TIME(>=);
  REFUSES_AS_FED_TIME(>);
  REFUSES_AS_FED_TIME(==);
  REFUSES_AS_FED_TIME(=);
  REFUSES_ALONE(<=);
  REFUSES_ALONE(<);
  REFUSES_ALONE(>=);
  REFUSES_ALONE(>);
  REFUSES_BOTH(==);
  REFUSES_BOTH(!=);
  REFUSES_BOTH(=);
  REFUSES("RTIfedTime::operator=(RTIfedTime)", time = no_time);
  REFUSES_BOTH(+=);
  REFUSES_BOTH(-=);
  REFUSES_BOTH(*=);
  REFUSES_BOTH(/=);
  REFUSES_BOTH(+);
  REFUSES_BOTH(-);
  REFUSES_BOTH(*);
  REFUSES_BOTH(/);
#undef REFUSES_BOTH
#undef REFUSES_ALONE
#undef REFUSES_AS_FED_TIME
}

#undef REFUSES

}  // namespace
}  // namespace triad::scenario
