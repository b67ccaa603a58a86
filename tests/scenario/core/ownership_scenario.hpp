// Fixture of the scenarios of ownership management in the cores: three federates that publish and
// subscribe to tanks, and one tank that the first has registered.
#pragma once

#include "tests/scenario/core/core_scenario.hpp"

namespace triad::test {

class Ownership : public CoreScenario {
 protected:
  static inline const AttributeSet kAll{kPosition, kSpeed, kTurret};

  explicit Ownership(HarnessOptions options = {}) : CoreScenario(std::move(options)) {}

  void SetUp() override {
    for (Federate* f : {&a, &b, &c}) {
      *f = join_without_advisories();
      EXPECT_EQ(publish(*f, kTank, kAll), "");
      EXPECT_EQ(subscribe(*f, kTank, kAll), "");
    }
    tank = register_object(a, kTank);
    deliver_all();
  }
  Federate join_without_advisories() {
    const Federate f = join("federate");
    EXPECT_EQ(set_switch(f, wire::AdvisorySwitch::class_relevance, false), "");
    return f;
  }

  std::string divest(Federate f, const AttributeSet& attributes) {
    return call(f, wire::UnconditionalAttributeOwnershipDivestiture{tank, attributes});
  }
  std::string offer(Federate f, const AttributeSet& attributes, std::string_view tag = "offer") {
    return call(f, wire::NegotiatedAttributeOwnershipDivestiture{tank, attributes, tag});
  }
  std::string withdraw(Federate f, const AttributeSet& attributes) {
    return call(f, wire::CancelNegotiatedAttributeOwnershipDivestiture{tank, attributes});
  }
  std::string acquire(Federate f, const AttributeSet& attributes, std::string_view tag = "want") {
    return call(f, wire::AttributeOwnershipAcquisition{tank, {}, attributes, tag});
  }
  std::string acquire_if_available(Federate f, const AttributeSet& attributes) {
    return call(f, wire::AttributeOwnershipAcquisitionIfAvailable{tank, {}, attributes});
  }
  std::string cancel(Federate f, const AttributeSet& attributes) {
    return call(f, wire::CancelAttributeOwnershipAcquisition{tank, attributes});
  }
  // Returns the released attributes, or the refusal.
  std::string release(Federate f, const AttributeSet& attributes) {
    const auto result = harness.call(f, wire::AttributeOwnershipReleaseResponse{tank, attributes});
    if (!result) return refusal(result);
    std::string text;
    wire::print_value(text, *result);
    return text;
  }
  // Attributes of the tank that the federate owns in its own view.
  AttributeSet owned_attributes(Federate f) {
    AttributeSet owned;
    for (std::uint32_t value = 1; value <= 4; ++value) {
      const AttributeHandle attribute(value);
      const auto result = harness.call(f, wire::IsAttributeOwnedByFederate{tank, attribute});
      if (result && *result) owned.insert(attribute);
    }
    return owned;
  }
  std::string owner_answer(Federate asker, AttributeHandle attribute) {
    EXPECT_EQ(call(asker, wire::QueryAttributeOwnership{tank, attribute}), "");
    std::string lines;
    for (const std::string& line : tick(asker)) lines += line;
    return lines;
  }

  std::string ownership_notification(const char* callback, const char* attributes) const {
    return std::string(callback) + "{object=" + text(tank) + " attributes={" + attributes + "}}";
  }
  std::string assumption_request(const char* attributes, const char* tag = "") const {
    return "RequestAttributeOwnershipAssumption{object=" + text(tank) + " attributes={" +
           attributes + "} tag=\"" + tag + "\"}";
  }
  std::string release_request(const char* attributes, const char* tag = "want") const {
    return "RequestAttributeOwnershipRelease{object=" + text(tank) + " attributes={" + attributes +
           "} tag=\"" + tag + "\"}";
  }
  std::string acquired_notification(const char* attributes) const {
    return ownership_notification("AttributeOwnershipAcquisitionNotification", attributes);
  }
  std::string divested_notification(const char* attributes) const {
    return ownership_notification("AttributeOwnershipDivestitureNotification", attributes);
  }
  std::string cancelled_notification(const char* attributes) const {
    return ownership_notification("ConfirmAttributeOwnershipAcquisitionCancellation", attributes);
  }

  Federate a = 0, b = 0, c = 0;
  ObjectHandle tank;
};

}  // namespace triad::test
