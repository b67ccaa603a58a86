// The MOM without one attribute, parameter or class, each in turn. Declared parts work, and a
// missing part affects only requests for it.
#include <gtest/gtest.h>

#include "tests/scenario/core/mom_part.hpp"

namespace triad::test {
namespace {

using mom::FederateAttribute;
using mom::FederationAttribute;
using mom::Interaction;

// A federate and its observer, in a federation with such a model.
class MomPart : public MomScenario {
 protected:
  MomPart(Sharing sharing, const core::ObjectModel& of)
      : MomScenario(sharing, of), one(join("one")), boss(join("boss")) {}

  // Registers a tank of the first federate, which the other discovers.
  void exchange() {
    EXPECT_EQ(publish(one, kTank, AttributeSet{kTurret}), "");
    EXPECT_EQ(subscribe(boss, kTank, AttributeSet{kTurret}), "");
    (void)take_mom_callbacks(boss);
    const ObjectHandle tank = register_object(one, kTank);
    EXPECT_EQ(take_mom_callbacks(boss).others.size(), 1u);
    EXPECT_EQ(update(one, tank, value(kTurret, "1")), "");
    EXPECT_EQ(take_mom_callbacks(boss).others.size(), 1u);
    EXPECT_EQ(delete_object(one, tank), "");
    EXPECT_EQ(take_mom_callbacks(boss).others.size(), 1u);
  }
  // Names of the class's attributes, without privilegeToDelete.
  std::set<std::string> names(ObjectClassHandle object_class) {
    std::set<std::string> all;
    for (const auto& attribute : model.find(object_class)->attributes) {
      if (attribute.name != core::kPrivilegeToDelete) all.insert(attribute.name);
    }
    return all;
  }
  static std::set<std::string> names(const Texts& texts) {
    std::set<std::string> all;
    for (const auto& [name, text] : texts) all.insert(name);
    return all;
  }
  Lines logged(const std::string& part) {
    Lines lines = harness.log();
    std::erase_if(lines, [&](const auto& line) { return line.find(part) == line.npos; });
    return lines;
  }

  const Federate one;
  const Federate boss;
};

// --- Attributes.

enum class Part { without, alone };
struct AttributeCase {
  Sharing sharing;
  Part part;
  std::string object_class;
  std::string attribute;
};

std::vector<AttributeCase> attribute_cases() {
  const core::ObjectModel model = model_with_mom();
  std::vector<AttributeCase> cases;
  for (const auto* object_class : {"Manager.Federation", "Manager.Federate"}) {
    for (const auto& attribute : model.find(model.object_class(object_class))->attributes) {
      if (attribute.name == core::kPrivilegeToDelete) continue;
      for (const auto sharing : {Sharing::none, Sharing::all}) {
        for (const auto part : {Part::without, Part::alone}) {
          cases.push_back({sharing, part, object_class, attribute.name});
        }
      }
    }
  }
  return cases;
}

core::ObjectModel model_of_case(const AttributeCase& param) {
  const std::string owner = "ObjectRoot." + param.object_class;
  return part_of_mom([&](const std::string& path) {
    if (!path.starts_with(owner + ".")) return true;
    return (path == owner + "." + param.attribute) == (param.part == Part::alone);
  });
}

class MomAttribute : public MomPart, public testing::WithParamInterface<AttributeCase> {
 protected:
  MomAttribute() : MomPart(GetParam().sharing, model_of_case(GetParam())) {}
};
INSTANTIATE_TEST_SUITE_P(Feds, MomAttribute, testing::ValuesIn(attribute_cases()),
                         [](const auto& tested) {
                           std::string name = tested.param.object_class + tested.param.attribute;
                           std::erase(name, '.');
                           name += tested.param.part == Part::alone ? "Alone" : "Missing";
                           return name +
                                  (tested.param.sharing == Sharing::none ? "OnLinks" : "Directly");
                         });

TEST_P(MomAttribute, WhatIsDeclaredIsServed) {
  const auto object_class = model.object_class(GetParam().object_class);
  const auto manager =
      object_class == handles.federation() ? std::string("HLA1") : name_of_manager(one);
  EXPECT_EQ(subscribe(boss, object_class, handles.all_attributes_of(object_class)), "");
  EXPECT_EQ(names(take_mom_callbacks(boss).values[manager]), names(object_class));
  EXPECT_EQ(
      call(boss, wire::RequestClassAttributeValueUpdate{object_class,
                                                        handles.all_attributes_of(object_class)}),
      "");
  EXPECT_EQ(names(take_mom_callbacks(boss).values[manager]), names(object_class));
  exchange();
}

TEST_P(MomAttribute, EveryPeriodBringsWhatIsDeclared) {
  std::set<std::string> periodic;
  boost::mp11::mp_for_each<boost::describe::describe_enumerators<FederateAttribute>>(
      [&](auto attribute) {
        const bool declared =
            handles.handle_of(attribute.value) && mom::is_periodic(attribute.value);
        if (declared) periodic.insert(attribute.name);
      });
  EXPECT_EQ(subscribe(boss, handles.federate(), handles.all_attributes_of(handles.federate())), "");
  (void)take_mom_callbacks(boss);
  EXPECT_EQ(command(boss, Interaction::SetTiming, one, {{"ReportPeriod", "1"}}), "");
  for (int second = 0; second <= 2; ++second) {
    harness.rtig().set_time(std::chrono::seconds(second));
    harness.rtig().request_manager_values();
    EXPECT_EQ(names(take_values_of(boss, one)), periodic) << second;
  }
}

TEST_P(MomAttribute, StatesAreToldAsFarAsTheyAreDeclared) {
  EXPECT_EQ(subscribe(boss, handles.federate(), handles.all_attributes_of(handles.federate())), "");
  (void)take_mom_callbacks(boss);
  std::set<std::string> states{"TimeConstrained", "AsynchronousDelivery"};
  const auto declared = names(handles.federate());
  std::erase_if(states, [&](const auto& name) { return !declared.contains(name); });
  EXPECT_EQ(call(one, wire::EnableTimeConstrained{}), "");
  EXPECT_EQ(call(one, wire::SetAsynchronousDelivery{true}), "");
  (void)take_mom_callbacks(one);
  EXPECT_EQ(names(take_values_of(boss, one)), states);
}

// --- Parameters of commands.

struct ParameterCase {
  Sharing sharing;
  Interaction interaction;
  std::string parameter;
};

std::vector<ParameterCase> parameter_cases(bool (*wanted)(Interaction)) {
  const core::ObjectModel model = model_with_mom();
  const mom::Handles handles(model);
  std::vector<ParameterCase> cases;
  for (std::size_t i = 1; i < mom::kInteractions; ++i) {
    const auto interaction = static_cast<Interaction>(i);
    if (!wanted(interaction)) continue;
    for (const auto& parameter : model.find(handles.handle_of(interaction))->parameters) {
      for (const auto sharing : {Sharing::none, Sharing::all}) {
        cases.push_back({sharing, interaction, parameter});
      }
    }
  }
  return cases;
}

std::string parameter_case_name(const testing::TestParamInfo<ParameterCase>& tested) {
  return std::string(mom::name_of(tested.param.interaction)) + "Lacks" + tested.param.parameter +
         (tested.param.sharing == Sharing::none ? "OnLinks" : "Directly");
}

// The parameter Federate belongs to the superclass: without it, all commands lack it.
core::ObjectModel model_of_case(const ParameterCase& param) {
  const core::ObjectModel whole = model_with_mom();
  const mom::Handles handles(whole);
  return mom_without(param.parameter == "Federate"
                         ? "InteractionRoot.Manager.Federate.Federate"
                         : whole.path(handles.handle_of(param.interaction)) + "." +
                               param.parameter);
}

class MomParameter : public MomPart, public testing::WithParamInterface<ParameterCase> {
 protected:
  MomParameter() : MomPart(GetParam().sharing, model_of_case(GetParam())) {}

  // Valid values for the declared parameters.
  Texts parameters(Interaction interaction) {
    static const Texts kSensible{{"ReportPeriod", "1"},        {"ObjectInstance", "Tiger"},
                                 {"Attribute", "4"},           {"AttributeState", "Unowned"},
                                 {"ReportingState", "True"},   {"LoggingState", "True"},
                                 {"ResignAction", "4"},        {"Label", "P"},
                                 {"SuccessIndicator", "True"}, {"ObjectClass", "3"},
                                 {"AttributeList", "4"},       {"InteractionClass", "2"},
                                 {"Active", "True"},           {"Tag", "t"},
                                 {"FederationTime", "5"},      {"TransportationType", "Reliable"},
                                 {"Lookahead", "1"},           {"OrderingType", "Receive"}};
    Texts given;
    for (const auto& name : model.find(handles.handle_of(interaction))->parameters) {
      if (name != "Federate") given.emplace(name, kSensible.at(name));
    }
    return given;
  }
  std::string order(Interaction interaction) {
    const bool named = static_cast<bool>(handles.parameter(interaction, "Federate"));
    return command(boss, interaction, named ? std::to_string(handle(one).value) : "",
                   parameters(interaction));
  }
};

class MomCommandParameter : public MomParameter {};
INSTANTIATE_TEST_SUITE_P(Feds, MomCommandParameter,
                         testing::ValuesIn(parameter_cases(mom::is_command)), parameter_case_name);

TEST_P(MomCommandParameter, IsMissedUnlessItIsOptional) {
  const auto& [sharing, interaction, parameter] = GetParam();
  subscribe_to(boss, Interaction::Alert);
  EXPECT_EQ(publish(one, kTank, AttributeSet{kTurret}), "");
  (void)register_object(one, kTank, "Tiger");
  (void)take_mom_callbacks(one);
  EXPECT_EQ(order(interaction), "");
  const auto reports = take_mom_callbacks(boss).reports;
  const bool optional =
      parameter == "Active" || parameter == "Tag" ||
      (parameter == "FederationTime" && interaction == Interaction::DeleteObjectInstance);
  if (optional) {
    EXPECT_EQ(reports, std::vector<Texts>{});
  } else {
    ASSERT_EQ(reports.size(), 1u);
    const std::string text = reports[0].at("AlertDescription");
    EXPECT_TRUE(text.starts_with(std::string(mom::name_of(interaction)) + ": ")) << text;
    EXPECT_TRUE(text.ends_with("the parameter " + parameter +
                               " is missing: the FED file does not declare it for the interaction"))
        << text;
  }
  exchange();
}

// --- Parameters of reports.

class MomReportParameter : public MomParameter {
 protected:
  // Sends the command that the report answers, or otherwise causes the report.
  void provoke(Interaction report) {
    switch (report) {
      case Interaction::ReportObjectPublication:
      case Interaction::ReportInteractionPublication:
        EXPECT_EQ(order(Interaction::RequestPublications), "");
        return;
      case Interaction::ReportObjectSubscription:
      case Interaction::ReportInteractionSubscription:
        EXPECT_EQ(order(Interaction::RequestSubscriptions), "");
        return;
      case Interaction::Alert:
        EXPECT_EQ(order(Interaction::SetExceptionLogging), "");
        EXPECT_EQ(send_interaction(one, kShot, {}), "InteractionClassNotPublished");
        return;
      case Interaction::ReportServiceInvocation:
        EXPECT_EQ(order(Interaction::SetServiceReporting), "");
        EXPECT_EQ(send_interaction(one, kShot, {}), "InteractionClassNotPublished");
        return;
      default:
        EXPECT_EQ(order(request_of(report)), "");
    }
  }
  static Interaction request_of(Interaction report) {
    for (std::size_t i = 1; i < mom::kInteractions; ++i) {
      const auto request = static_cast<Interaction>(i);
      const std::string name(mom::name_of(request));
      const std::string wanted =
          "Request" + std::string(mom::name_of(report)).substr(std::string_view("Report").size());
      if (name == wanted) return request;
    }
    ADD_FAILURE() << "no request of " << mom::name_of(report);
    return Interaction::none;
  }
  std::set<std::string> declared(Interaction interaction) {
    const auto& all = model.find(handles.handle_of(interaction))->parameters;
    std::set<std::string> names(all.begin(), all.end());
    names.insert("=");
    return names;
  }
};
// Without the parameter Federate, because no command works without it.
std::vector<ParameterCase> report_cases() {
  auto cases = parameter_cases(mom::is_report);
  std::erase_if(cases, [](const ParameterCase& c) { return c.parameter == "Federate"; });
  return cases;
}
INSTANTIATE_TEST_SUITE_P(Feds, MomReportParameter, testing::ValuesIn(report_cases()),
                         parameter_case_name);

TEST_P(MomReportParameter, IsLeftOutAndAllOthersCome) {
  const auto& [sharing, interaction, parameter] = GetParam();
  subscribe_to(boss, interaction);
  EXPECT_EQ(publish(one, kTank, AttributeSet{kTurret}), "");
  (void)register_object(one, kTank, "Tiger");
  (void)take_mom_callbacks(one);
  provoke(interaction);
  const auto reports = take_mom_callbacks(boss).reports;
  ASSERT_FALSE(reports.empty());
  for (const Texts& report : reports) EXPECT_EQ(names(report), declared(interaction));
  exchange();
}

// --- Classes.

struct ClassCase {
  Sharing sharing;
  Interaction interaction;
};

std::vector<ClassCase> class_cases() {
  std::vector<ClassCase> cases;
  for (std::size_t i = 1; i < mom::kInteractions; ++i) {
    for (const auto sharing : {Sharing::none, Sharing::all}) {
      cases.push_back({sharing, static_cast<Interaction>(i)});
    }
  }
  return cases;
}

core::ObjectModel model_of_case(const ClassCase& param) {
  const core::ObjectModel whole = model_with_mom();
  return mom_without(whole.path(mom::Handles(whole).handle_of(param.interaction)));
}

class MomInteraction : public MomPart, public testing::WithParamInterface<ClassCase> {
 protected:
  MomInteraction() : MomPart(GetParam().sharing, model_of_case(GetParam())) {}
};
INSTANTIATE_TEST_SUITE_P(Feds, MomInteraction, testing::ValuesIn(class_cases()),
                         [](const auto& tested) {
                           return "Without" + std::string(mom::name_of(tested.param.interaction)) +
                                  (tested.param.sharing == Sharing::none ? "OnLinks" : "Directly");
                         });

// All other commands work, and all other reports come.
TEST_P(MomInteraction, IsMissedByNoOther) {
  const auto declared = [&](Interaction interaction) {
    return static_cast<bool>(handles.handle_of(interaction));
  };
  EXPECT_FALSE(declared(GetParam().interaction));
  const auto give = [&](Interaction interaction, const Texts& parameters = {}) {
    if (declared(interaction)) {
      EXPECT_EQ(command(boss, interaction, one, parameters), "");
    }
  };
  std::set<std::string> expected;
  const auto expect = [&](Interaction by, std::initializer_list<Interaction> reports) {
    for (const auto report : reports) {
      if (!declared(report)) continue;
      subscribe_to(boss, report);
      if (by == Interaction::none || declared(by)) expected.insert(std::string(name_of(report)));
    }
  };
  expect(Interaction::SetServiceReporting, {Interaction::ReportServiceInvocation});
  expect(Interaction::none, {Interaction::Alert});
  using enum Interaction;
  const std::pair<Interaction, Interaction> kQuestions[] = {
      {RequestPublications, ReportObjectPublication},
      {RequestPublications, ReportInteractionPublication},
      {RequestSubscriptions, ReportObjectSubscription},
      {RequestSubscriptions, ReportInteractionSubscription},
      {RequestObjectsOwned, ReportObjectsOwned},
      {RequestObjectsUpdated, ReportObjectsUpdated},
      {RequestObjectsReflected, ReportObjectsReflected},
      {RequestUpdatesSent, ReportUpdatesSent},
      {RequestInteractionsSent, ReportInteractionsSent},
      {RequestReflectionsReceived, ReportReflectionsReceived},
      {RequestInteractionsReceived, ReportInteractionsReceived},
      {RequestObjectInformation, ReportObjectInformation}};
  for (const auto& [question, answer] : kQuestions) {
    expect(question, {answer});
    give(question,
         question == RequestObjectInformation ? Texts{{"ObjectInstance", "Tiger"}} : Texts{});
  }
  give(SetExceptionLogging, {{"LoggingState", "True"}});
  give(SetServiceReporting, {{"ReportingState", "True"}});
  EXPECT_EQ(send_interaction(one, kShot, {}), "InteractionClassNotPublished");
  give(UnpublishObjectClass, {{"ObjectClass", "3"}});  // fails
  std::set<std::string> reported;
  for (const Texts& report : take_mom_callbacks(boss).reports) reported.insert(report.at("="));
  EXPECT_EQ(reported, expected);
  exchange();
}

}  // namespace
}  // namespace triad::test
