// A test fixture has a noexcept destructor and contains an ambassador, so the ambassador's
// destructor must be noexcept.
#define RTI_DESTRUCTORS_NEVER_THROW

#include "libRTI/src/callback_dispatcher.hpp"

#include <gtest/gtest.h>

#include <NullFederateAmbassador.hh>
#include <cstring>
#include <fedtime.hh>
#include <stdexcept>

namespace triad::api {
namespace {

// Records each callback in one line.
class Listener : public NullFederateAmbassador {
 public:
  std::string heard;

  void announceSynchronizationPoint(const char* label, const char* tag) override {
    heard += std::string("announce ") + label + " " + tag + "\n";
  }
  void discoverObjectInstance(RTI::ObjectHandle object, RTI::ObjectClassHandle object_class,
                              const char* name) override {
    heard += "discover " + std::to_string(object) + " " + std::to_string(object_class) + " " +
             name + "\n";
  }
  void reflectAttributeValues(RTI::ObjectHandle object,
                              const RTI::AttributeHandleValuePairSet& values,
                              const char* tag) override {
    heard += "reflect " + std::to_string(object) + values_of(values) + " " + tag + "\n";
  }
  void reflectAttributeValues(RTI::ObjectHandle object,
                              const RTI::AttributeHandleValuePairSet& values,
                              const RTI::FedTime& time, const char* tag,
                              RTI::EventRetractionHandle handle) override {
    heard += "reflect " + std::to_string(object) + values_of(values) + " " + tag + " at " +
             std::to_string(dynamic_cast<const RTIfedTime&>(time).getTime()) + " by " +
             std::to_string(handle.sendingFederate) + "/" + std::to_string(handle.theSerialNumber) +
             "\n";
  }
  void removeObjectInstance(RTI::ObjectHandle object, const char* tag) override {
    heard += "remove " + std::to_string(object) + " " + tag + "\n";
  }
  void provideAttributeValueUpdate(RTI::ObjectHandle object,
                                   const RTI::AttributeHandleSet& attributes) override {
    heard += "provide " + std::to_string(object);
    for (RTI::ULong i = 0; i < attributes.size(); ++i) {
      heard += " " + std::to_string(attributes.getHandle(i));
    }
    heard += "\n";
  }
  void requestAttributeOwnershipAssumption(RTI::ObjectHandle object,
                                           const RTI::AttributeHandleSet& attributes,
                                           const char* tag) override {
    heard += "assume " + std::to_string(object) + " " + std::to_string(attributes.size()) + " " +
             tag + "\n";
  }
  void informAttributeOwnership(RTI::ObjectHandle object, RTI::AttributeHandle attribute,
                                RTI::FederateHandle owner) override {
    heard += "owner " + std::to_string(object) + " " + std::to_string(attribute) + " " +
             std::to_string(owner) + "\n";
  }
  void attributeIsNotOwned(RTI::ObjectHandle object, RTI::AttributeHandle attribute) override {
    heard += "unowned " + std::to_string(object) + " " + std::to_string(attribute) + "\n";
  }
  void attributeOwnedByRTI(RTI::ObjectHandle object, RTI::AttributeHandle attribute) override {
    heard += "the RTI's " + std::to_string(object) + " " + std::to_string(attribute) + "\n";
  }

 private:
  static std::string values_of(const RTI::AttributeHandleValuePairSet& values) {
    std::string text;
    for (RTI::ULong i = 0; i < values.size(); ++i) {
      RTI::ULong length = 0;
      const char* const bytes = values.getValuePointer(i, length);
      text += " " + std::to_string(values.getHandle(i)) + "=" + std::string(bytes, length) + "/" +
              std::to_string(values.getTransportType(i)) + std::to_string(values.getOrderType(i));
    }
    return text;
  }
};

class Dispatch : public testing::Test {
 protected:
  std::string deliver(const rtia::Callback& callback) {
    listener_.heard.clear();
    dispatcher_.deliver(listener_, callback);
    return listener_.heard;
  }

  Listener listener_;
  CallbackDispatcher dispatcher_;
};

TEST_F(Dispatch, CallsTheOwnershipCallbacksWithTheirArguments) {
  const wire::ObjectHandle object(7);
  const wire::AttributeHandle attribute(2);
  EXPECT_EQ(deliver(wire::RequestAttributeOwnershipAssumption{object, {attribute}, "tag"}),
            "assume 7 1 tag\n");
  EXPECT_EQ(deliver(wire::InformAttributeOwnership{object, attribute, wire::FederateHandle(3)}),
            "owner 7 2 3\n");
  EXPECT_EQ(deliver(wire::AttributeIsNotOwned{object, attribute}), "unowned 7 2\n");
  EXPECT_EQ(deliver(wire::AttributeOwnedByRTI{object, attribute}), "the RTI's 7 2\n");
}

TEST_F(Dispatch, EndsTextsThatAreViewsIntoALongerFrame) {
  const std::string_view frame = "labeltagmore";
  EXPECT_EQ(deliver(wire::AnnounceSynchronizationPoint{frame.substr(0, 5), frame.substr(5, 3)}),
            "announce label tag\n");
  EXPECT_EQ(deliver(wire::DiscoverObjectInstance{wire::ObjectHandle(5), wire::ObjectClassHandle(2),
                                                 frame.substr(0, 2)}),
            "discover 5 2 la\n");
}

wire::ReflectAttributeValues a_reflect() {
  static const AttributeHandleValuePairSetImpl& set = *[] {
    auto* const made = new AttributeHandleValuePairSetImpl;
    made->add(4, "abc", 3);
    made->add(9, nullptr, 0);
    return made;
  }();
  wire::ReflectAttributeValues reflect;
  reflect.object = wire::ObjectHandle(11);
  reflect.transportation = wire::Transportation::best_effort;
  reflect.tag = "now";
  reflect.values = {set.count(), set.encoded()};
  return reflect;
}

TEST_F(Dispatch, HandsValuesOverWithHowTheyTravelled) {
  EXPECT_EQ(deliver(a_reflect()), "reflect 11 4=abc/21 9=/21 now\n");
}

TEST_F(Dispatch, TakesTheOverloadWithTimeWhenTheSenderGaveOne) {
  const RTIfedTime time(2.5);
  std::vector<char> bytes(static_cast<std::size_t>(time.encodedLength()));
  time.encode(bytes.data());
  auto reflect = a_reflect();
  reflect.time = std::as_bytes(std::span(bytes));
  reflect.retraction = {77, wire::FederateHandle(3)};
  EXPECT_EQ(deliver(reflect), "reflect 11 4=abc/21 9=/21 now at 2.500000 by 3/77\n");
}

TEST_F(Dispatch, SurvivesATimeThatIsTooShort) {
  const std::byte one{};
  auto reflect = a_reflect();
  reflect.time = wire::Bytes(&one, 1);
  EXPECT_TRUE(deliver(reflect).starts_with("reflect 11"));
}

TEST_F(Dispatch, ListsAttributesInAscendingOrder) {
  EXPECT_EQ(deliver(wire::ProvideAttributeValueUpdate{
                wire::ObjectHandle(1),
                {wire::AttributeHandle(130), wire::AttributeHandle(2), wire::AttributeHandle(64)}}),
            "provide 1 2 64 130\n");
}

// Throws a different exception at each call.
class Thrower : public NullFederateAmbassador {
 public:
  int calls = 0;
  void federationSynchronized(const char*) override {
    switch (calls++) {
      case 0:
        throw RTI::FederateInternalError("my own trouble");
      case 1:
        throw std::runtime_error("a bug");
      case 2:
        throw 42;
      default:
        break;
    }
  }
};

TEST(DispatchOfThrowers, EndsEveryExceptionWithOneLine) {
  Thrower thrower;
  CallbackDispatcher dispatcher;
  const rtia::Callback callback = wire::FederationSynchronized{"l", {}};
  testing::internal::CaptureStderr();
  for (int i = 0; i < 4; ++i) dispatcher.deliver(thrower, callback);
  EXPECT_EQ(thrower.calls, 4);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "triad: the federate's federationSynchronized threw FederateInternalError: my own "
            "trouble; the RTI continues\n"
            "triad: the federate's federationSynchronized threw a std::exception: a bug; the RTI "
            "continues\n"
            "triad: the federate's federationSynchronized threw an exception: of an unknown "
            "type; the RTI continues\n");
}

TEST(DispatchOfThrowers, TellsOfRepeatsByPowersOfTen) {
  struct Always : NullFederateAmbassador {
    void federationSynchronized(const char*) override { throw RTI::FederateInternalError("again"); }
  } thrower;
  CallbackDispatcher dispatcher;
  const rtia::Callback callback = wire::FederationSynchronized{"l", {}};
  testing::internal::CaptureStderr();
  for (int i = 0; i < 150; ++i) dispatcher.deliver(thrower, callback);
  const std::string line =
      "triad: the federate's federationSynchronized threw FederateInternalError: again; the RTI "
      "continues";
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            line + "\n" + line + " (10 times by now)\n" + line + " (100 times by now)\n");
}

// Throws in a reflect callback, while the set borrows the message.
class ThrowingReflector : public NullFederateAmbassador {
 public:
  const RTI::AttributeHandleValuePairSet* set = nullptr;
  void reflectAttributeValues(RTI::ObjectHandle, const RTI::AttributeHandleValuePairSet& values,
                              const char*) override {
    set = &values;
    throw RTI::ObjectNotKnown("x");
  }
};

TEST(DispatchOfThrowers, LeavesNoValuesBehindInTheSet) {
  ThrowingReflector federate;
  CallbackDispatcher dispatcher;
  testing::internal::CaptureStderr();
  dispatcher.deliver(federate, a_reflect());
  testing::internal::GetCapturedStderr();
  ASSERT_NE(federate.set, nullptr);
  EXPECT_EQ(federate.set->size(), 0u);
}

}  // namespace
}  // namespace triad::api
