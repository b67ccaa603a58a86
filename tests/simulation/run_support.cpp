// Support services in a run (run.hpp): look-ups of handles and names.
#include "tests/simulation/run_calls.hpp"

namespace triad::test {

using wire::ErrorCode;

namespace {

constexpr wire::SpaceHandle kUndefinedSpace{77};
constexpr wire::DimensionHandle kFirstDimension{2};
constexpr wire::DimensionHandle kUndefinedDimension{77};

}  // namespace

template <class Reply>
void FederationRun::expect_reply(Federate f, const char* service, const Reply& reply,
                                 const Reply& expected) {
  if (reply == expected) return;
  history_.report_error(*federates_[f]->member,
                        std::string("receives a wrong answer from ") + service);
}

void FederationRun::call_support_service(Federate f) {
  switch (random_below(6)) {
    case 0:
    case 1:
      return look_up_instance(f);
    case 2:
      return look_up_class(f);
    case 3:
      return look_up_interaction_class(f);
    case 4:
      return look_up_space(f);
    default:
      return look_up_type(f);
  }
}

void FederationRun::look_up_instance(Federate f) {
  const Member& member = *federates_[f]->member;
  const ObjectHandle object = random_object(f);
  const Instance* instance = history_.find_instance(object);
  const auto known = member.known.find(object);
  const ExpectedResult expected_result = judge_.objects.result_of_use(member, object);
  const std::string text = text_of(object);
  switch (random_below(4)) {
    case 0:
      return begin_judged_call(f, text, wire::GetObjectInstanceName{object}, expected_result,
                               [this, f, instance](const std::string& name) {
                                 expect_reply(f, "getObjectInstanceName", name, instance->name);
                               });
    case 1:
      return begin_judged_call(f, text, wire::GetObjectClass{object}, expected_result,
                               [this, f, known](ObjectClassHandle c) {
                                 expect_reply(f, "getObjectClass", c, known->second.known_class);
                               });
    case 2: {
      const AttributeHandle attribute(static_cast<std::uint32_t>(1 + random_below(6)));
      const bool owned = history_.owned(member, object).contains(attribute);
      return begin_judged_call(
          f, text + " " + std::to_string(attribute.value),
          wire::IsAttributeOwnedByFederate{object, attribute},
          judge_.objects.result_of_use(member, object, {attribute}, false),
          [this, f, owned](bool is) { expect_reply(f, "isAttributeOwnedByFederate", is, owned); });
    }
    default: {
      // Two instances may have one name for a while: a new one, and one not removed here yet.
      const std::string name = instance == nullptr ? "nobody" : instance->name;
      return begin_judged_call(f, name, wire::GetObjectInstanceHandle{keep_text(name)},
                               expected_result, [this, f, name](ObjectHandle found) {
                                 const auto at = history_.instances.find(found);
                                 const bool right = at != history_.instances.end() &&
                                                    at->second.name == name &&
                                                    federates_[f]->member->known.contains(found);
                                 expect_reply(f, "getObjectInstanceHandle", right, true);
                               });
    }
  }
}

void FederationRun::look_up_class(Federate f) {
  const ObjectClassHandle c = random_class();
  const std::string text = std::to_string(c.value);
  if (!is_defined(c)) {
    const ExpectedResult expected_result{{ErrorCode::ObjectClassNotDefined}};
    begin_judged_call(f, text, wire::GetObjectClassName{c}, expected_result);
    begin_judged_call(f, text, wire::GetAttributeHandle{"position", c}, expected_result);
    begin_judged_call(f, text, wire::GetAttributeName{kPrivilegeAttribute, c}, expected_result);
    return begin_judged_call(f, text, wire::GetAttributeRoutingSpaceHandle{kPrivilegeAttribute, c},
                             expected_result);
  }
  const AttributeHandle a(static_cast<std::uint32_t>(1 + random_below(attributes_at(c))));
  const AttributeHandle none(attributes_at(c) + 1);
  const ExpectedResult not_found{{ErrorCode::NameNotFound}};
  const ExpectedResult no_attribute{{ErrorCode::AttributeNotDefined}};
  begin_judged_call(f, text, wire::GetObjectClassName{c}, {},
                    [this, f, c](const std::string& name) {
                      expect_reply(f, "getObjectClassName", name, path_of(c));
                    });
  begin_judged_call(
      f, text, wire::GetObjectClassHandle{keep_text(path_of(c))}, {},
      [this, f, c](ObjectClassHandle h) { expect_reply(f, "getObjectClassHandle", h, c); });
  begin_judged_call(f, text, wire::GetAttributeName{a, c}, {},
                    [this, f, c, a](const std::string& name) {
                      expect_reply(f, "getAttributeName", name, name_of(c, a));
                    });
  begin_judged_call(
      f, text, wire::GetAttributeHandle{keep_text(name_of(c, a)), c}, {},
      [this, f, a](AttributeHandle h) { expect_reply(f, "getAttributeHandle", h, a); });
  const bool terrain = name_of(c, a) == "position";
  begin_judged_call(f, text, wire::GetAttributeRoutingSpaceHandle{a, c}, {},
                    [this, f, terrain](wire::SpaceHandle h) {
                      expect_reply(f, "getAttributeRoutingSpaceHandle", h,
                                   terrain ? kTerrainSpace : kDefaultSpace);
                    });
  begin_judged_call(f, "nowhere", wire::GetObjectClassHandle{"ObjectRoot.nowhere"}, not_found);
  begin_judged_call(f, text, wire::GetAttributeHandle{"nothing", c}, not_found);
  begin_judged_call(f, text, wire::GetAttributeName{none, c}, no_attribute);
  begin_judged_call(f, text, wire::GetAttributeRoutingSpaceHandle{none, c}, no_attribute);
}

void FederationRun::look_up_interaction_class(Federate f) {
  const InteractionClassHandle c = random_interaction_class();
  const std::string text = std::to_string(c.value);
  if (!is_defined(c)) {
    const ExpectedResult expected_result{{ErrorCode::InteractionClassNotDefined}};
    begin_judged_call(f, text, wire::GetInteractionClassName{c}, expected_result);
    begin_judged_call(f, text, wire::GetParameterHandle{"target", c}, expected_result);
    begin_judged_call(f, text, wire::GetParameterName{wire::ParameterHandle(1), c},
                      expected_result);
    return begin_judged_call(f, text, wire::GetInteractionRoutingSpaceHandle{c}, expected_result);
  }
  const ExpectedResult not_found{{ErrorCode::NameNotFound}};
  begin_judged_call(f, text, wire::GetInteractionClassName{c}, {},
                    [this, f, c](const std::string& name) {
                      expect_reply(f, "getInteractionClassName", name, path_of(c));
                    });
  begin_judged_call(f, text, wire::GetInteractionClassHandle{keep_text(path_of(c))}, {},
                    [this, f, c](InteractionClassHandle h) {
                      expect_reply(f, "getInteractionClassHandle", h, c);
                    });
  begin_judged_call(f, text, wire::GetInteractionRoutingSpaceHandle{c}, {},
                    [this, f, c](wire::SpaceHandle h) {
                      expect_reply(f, "getInteractionRoutingSpaceHandle", h,
                                   is_in_space(c) ? kTerrainSpace : kDefaultSpace);
                    });
  if (parameters_at(c) != 0) {
    const wire::ParameterHandle p(static_cast<std::uint32_t>(1 + random_below(parameters_at(c))));
    begin_judged_call(f, text, wire::GetParameterName{p, c}, {},
                      [this, f, c, p](const std::string& name) {
                        expect_reply(f, "getParameterName", name, name_of(c, p));
                      });
    begin_judged_call(
        f, text, wire::GetParameterHandle{keep_text(name_of(c, p)), c}, {},
        [this, f, p](wire::ParameterHandle h) { expect_reply(f, "getParameterHandle", h, p); });
  }
  begin_judged_call(f, "nowhere", wire::GetInteractionClassHandle{"nowhere"}, not_found);
  begin_judged_call(f, text, wire::GetParameterHandle{"nothing", c}, not_found);
  begin_judged_call(f, text, wire::GetParameterName{wire::ParameterHandle(parameters_at(c) + 1), c},
                    ExpectedResult{{ErrorCode::InteractionParameterNotDefined}});
}

void FederationRun::look_up_space(Federate f) {
  const ExpectedResult not_found{{ErrorCode::NameNotFound}};
  const ExpectedResult no_space{{ErrorCode::SpaceNotDefined}};
  begin_judged_call(f, "Terrain", wire::GetRoutingSpaceHandle{"Terrain"}, {},
                    [this, f](wire::SpaceHandle h) {
                      expect_reply(f, "getRoutingSpaceHandle", h, kTerrainSpace);
                    });
  begin_judged_call(f, "1", wire::GetRoutingSpaceName{kTerrainSpace}, {},
                    [this, f](const std::string& name) {
                      expect_reply(f, "getRoutingSpaceName", name, std::string("Terrain"));
                    });
  begin_judged_call(f, "x", wire::GetDimensionHandle{"x", kTerrainSpace}, {},
                    [this, f](wire::DimensionHandle h) {
                      expect_reply(f, "getDimensionHandle", h, kFirstDimension);
                    });
  begin_judged_call(f, "2", wire::GetDimensionName{kFirstDimension, kTerrainSpace}, {},
                    [this, f](const std::string& name) {
                      expect_reply(f, "getDimensionName", name, std::string("x"));
                    });
  begin_judged_call(f, "nowhere", wire::GetRoutingSpaceHandle{"nowhere"}, not_found);
  begin_judged_call(f, "77", wire::GetRoutingSpaceName{kUndefinedSpace}, no_space);
  begin_judged_call(f, "nothing", wire::GetDimensionHandle{"nothing", kTerrainSpace}, not_found);
  begin_judged_call(f, "x of 77", wire::GetDimensionHandle{"x", kUndefinedSpace}, no_space);
  begin_judged_call(f, "77", wire::GetDimensionName{kUndefinedDimension, kTerrainSpace},
                    ExpectedResult{{ErrorCode::DimensionNotDefined}});
}

void FederationRun::look_up_type(Federate f) {
  const ExpectedResult not_found{{ErrorCode::NameNotFound}};
  begin_judged_call(f, "reliable", wire::GetTransportationHandle{"reliable"}, {},
                    [this, f](std::uint64_t h) {
                      expect_reply(f, "getTransportationHandle", h, std::uint64_t{1});
                    });
  begin_judged_call(f, "2", wire::GetTransportationName{2}, {}, [this, f](const std::string& name) {
    expect_reply(f, "getTransportationName", name, std::string("best_effort"));
  });
  begin_judged_call(
      f, "timestamp", wire::GetOrderingHandle{"timestamp"}, {},
      [this, f](std::uint64_t h) { expect_reply(f, "getOrderingHandle", h, std::uint64_t{2}); });
  begin_judged_call(f, "1", wire::GetOrderingName{1}, {}, [this, f](const std::string& name) {
    expect_reply(f, "getOrderingName", name, std::string("receive"));
  });
  begin_judged_call(f, "slow", wire::GetTransportationHandle{"slow"}, not_found);
  begin_judged_call(f, "slow", wire::GetOrderingHandle{"slow"}, not_found);
  begin_judged_call(f, "7", wire::GetTransportationName{7},
                    ExpectedResult{{ErrorCode::InvalidTransportationHandle}});
  begin_judged_call(f, "7", wire::GetOrderingName{7},
                    ExpectedResult{{ErrorCode::InvalidOrderingHandle}});
}

}  // namespace triad::test
