// Fixture of the scenario tests of the cores: a federation "Federation" of the test model
// (core/test_model.hpp), its federates by short names, services as short calls.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/test_model.hpp"
#include "tests/scenario/core/core_harness.hpp"
#include "wire/print.hpp"

namespace triad::test {

using namespace core::test;
using core::AttributeHandle;
using wire::AttributeSet;
using wire::ErrorCode;
using wire::FederateHandle;
using wire::InteractionClassHandle;
using wire::ObjectClassHandle;
using wire::ObjectHandle;
using wire::ParameterHandle;
using wire::ResignAction;
using Lines = std::vector<std::string>;

// Returns the refusal's name, or "" for success. Sets `why` to the text if given.
template <class T>
std::string refusal(const wire::Result<T>& result, std::string* why = nullptr) {
  if (result) return "";
  if (why != nullptr) *why = result.error().text;
  return std::string(wire::name_of(result.error().code));
}

class CoreScenario : public testing::Test {
 protected:
  explicit CoreScenario(HarnessOptions options = {}) : harness(std::move(options)) {}

  // Adds an RTIA that has joined. The first one creates the federation.
  Federate join(std::string_view type) {
    const Federate federate = harness.add();
    if (federate == 0) {
      EXPECT_EQ(refusal(harness.call(federate, create())), "");
    }
    EXPECT_EQ(rejoin(federate, type), "");
    return federate;
  }
  std::string rejoin(Federate federate, std::string_view type) {
    return refusal(harness.call(federate, wire::JoinFederationExecution{type, "Federation", {}}));
  }
  static wire::CreateFederationExecution create(std::string_view name = "Federation") {
    return {name, "test.fed", false, {}};
  }
  FederateHandle handle(Federate federate) { return harness.ambassador(federate).federate(); }
  std::string resign(Federate federate, ResignAction action) {
    return call(federate, wire::ResignFederationExecution{action});
  }

  // Returns the name of the refusal, or "" for success.
  template <wire::Call C>
  std::string call(Federate federate, const C& request) {
    return refusal(harness.call(federate, request));
  }
  std::string publish(Federate f, ObjectClassHandle c, const AttributeSet& attributes) {
    return call(f, wire::PublishObjectClass{c, attributes});
  }
  std::string publish(Federate f, InteractionClassHandle c) {
    return call(f, wire::PublishInteractionClass{c});
  }
  std::string subscribe(Federate f, ObjectClassHandle c, const AttributeSet& attributes,
                        bool active = true) {
    return call(f, wire::SubscribeObjectClassAttributes{c, attributes, active});
  }
  std::string subscribe(Federate f, InteractionClassHandle c, bool active = true) {
    return call(f, wire::SubscribeInteractionClass{c, active});
  }
  std::string set_switch(Federate f, wire::AdvisorySwitch which, bool enabled) {
    return call(f, wire::SetAdvisorySwitch{which, enabled});
  }
  ObjectHandle register_object(Federate f, ObjectClassHandle c, std::string_view name = {}) {
    const auto result = harness.call(f, wire::RegisterObjectInstance{c, name});
    EXPECT_EQ(refusal(result), "");
    return result ? *result : ObjectHandle();
  }
  std::string update(Federate f, ObjectHandle object, const Values& values,
                     std::string_view tag = {}) {
    wire::UpdateAttributeValues request;
    request.object = object;
    request.tag = tag;
    request.values = values;
    return call(f, request);
  }
  std::string send_interaction(Federate f, InteractionClassHandle c, const Values& values,
                               std::string_view tag = {}) {
    wire::SendInteraction request;
    request.interaction_class = c;
    request.tag = tag;
    request.values = values;
    return call(f, request);
  }
  std::string delete_object(Federate f, ObjectHandle object, std::string_view tag = {}) {
    wire::DeleteObjectInstance request;
    request.object = object;
    request.tag = tag;
    return call(f, request);
  }
  Lines tick(Federate federate) { return harness.tick(federate); }

  // Delivers all records and takes all callbacks.
  void deliver_all() {
    harness.settle();
    for (Federate f = 0; f < harness.federate_count(); ++f) {
      if (!harness.is_dead(f)) (void)harness.callbacks(f);
    }
    harness.settle();
  }

  // Checks that no RTIA found a fault, and that all copies of the federation agree.
  void TearDown() override {
    deliver_all();
    EXPECT_EQ(disagreements(harness, "Federation"), Lines{});
  }

  static std::string text(ObjectHandle object) { return std::to_string(object.value); }

  CoreHarness harness;
};

}  // namespace triad::test
