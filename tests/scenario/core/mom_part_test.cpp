// FEDs that declare a part of the MOM: what they declare is served, what they lack is missed by
// nobody but who asks for it. And what a FED puts into the MOM beside the standard's.
#include <gtest/gtest.h>

#include <functional>

#include "fed-parser/test_support.hpp"
#include "tests/scenario/core/mom_scenario.hpp"

namespace triad::test {
namespace {

using mom::FederateAttribute;
using mom::FederationAttribute;
using mom::Interaction;

// Told the path of a class, or of a class and one of its own members:
// "ObjectRoot.Manager.Federate", "ObjectRoot.Manager.Federate.LBTS".
using Keeps = std::function<bool(const std::string& path)>;

std::string name_of_member(const core::Attribute& attribute) {
  return attribute.name;
}
std::string name_of_member(const std::string& parameter) {
  return parameter;
}

// What stands below a class that is left out is left out, too.
template <class Handle, class Class, class Members>
std::vector<Class> part_of(const std::vector<Class>& classes, Members Class::*members,
                           std::uint32_t Class::*inherited, const core::ObjectModel& whole,
                           const Keeps& keeps) {
  std::vector<Class> part;
  std::map<Handle, Handle> handles;
  for (std::uint32_t i = 0; i < classes.size(); ++i) {
    Class made = classes[i];
    const std::string path = whole.path(Handle(i + 1));
    if ((made.parent && !handles.contains(made.parent)) || !keeps(path)) continue;
    const Members all = std::exchange(made.*members, {});
    if (made.parent) {
      made.parent = handles.at(made.parent);
      made.*members = part[made.parent.value - 1].*members;
    }
    const auto own = static_cast<std::ptrdiff_t>(
        std::exchange(made.*inherited, static_cast<std::uint32_t>((made.*members).size())));
    std::copy_if(all.begin() + own, all.end(), std::back_inserter(made.*members),
                 [&](const auto& member) { return keeps(path + "." + name_of_member(member)); });
    part.push_back(std::move(made));
    handles.emplace(Handle(i + 1), Handle(static_cast<std::uint32_t>(part.size())));
  }
  return part;
}

core::ObjectModel part_of_mom(const Keeps& keeps) {
  core::ObjectModel model = model_with_mom();
  const core::ObjectModel whole = model;
  model.object_classes =
      part_of<ObjectClassHandle>(whole.object_classes, &core::ObjectClass::attributes,
                                 &core::ObjectClass::inherited_attributes, whole, keeps);
  model.interaction_classes = part_of<InteractionClassHandle>(
      whole.interaction_classes, &core::InteractionClass::parameters,
      &core::InteractionClass::inherited_parameters, whole, keeps);
  return model;
}

core::ObjectModel mom_without(const std::string& left_out) {
  return part_of_mom([&](const std::string& path) { return path != left_out; });
}

Lines names_of(const Texts& texts) {
  Lines all;
  for (const auto& [name, text] : texts) all.push_back(name);
  return all;
}

// One and its observer, in a federation with such a model.
class MomPart : public MomScenario {
 protected:
  MomPart(Sharing sharing, const core::ObjectModel& of)
      : MomScenario(sharing, of), one(join("one")), boss(join("boss")) {}

  // A tank of the first one's, which the other sees.
  void exchange() {
    EXPECT_EQ(publish(one, kTank, AttributeSet{kTurret}), "");
    EXPECT_EQ(subscribe(boss, kTank, AttributeSet{kTurret}), "");
    (void)heard(boss);
    const ObjectHandle tank = enroll(one, kTank);
    EXPECT_EQ(heard(boss).others.size(), 1u);
    EXPECT_EQ(update(one, tank, value(kTurret, "1")), "");
    EXPECT_EQ(heard(boss).others.size(), 1u);
    EXPECT_EQ(erase(one, tank), "");
    EXPECT_EQ(heard(boss).others.size(), 1u);
  }
  // Names of the class's attributes but for privilegeToDelete.
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
  EXPECT_EQ(subscribe(boss, object_class, handles.all_of(object_class)), "");
  EXPECT_EQ(names(heard(boss).values[manager]), names(object_class));
  EXPECT_EQ(call(boss, wire::RequestClassAttributeValueUpdate{object_class,
                                                              handles.all_of(object_class)}),
            "");
  EXPECT_EQ(names(heard(boss).values[manager]), names(object_class));
  exchange();
}

TEST_P(MomAttribute, EveryPeriodBringsWhatIsDeclared) {
  std::set<std::string> periodic;
  boost::mp11::mp_for_each<boost::describe::describe_enumerators<FederateAttribute>>(
      [&](auto attribute) {
        const bool declared = handles.of(attribute.value) && mom::is_periodic(attribute.value);
        if (declared) periodic.insert(attribute.name);
      });
  EXPECT_EQ(subscribe(boss, handles.federate(), handles.all_of(handles.federate())), "");
  (void)heard(boss);
  EXPECT_EQ(command(boss, Interaction::SetTiming, one, {{"ReportPeriod", "1"}}), "");
  for (int second = 0; second <= 2; ++second) {
    harness.rtig().on_time(std::chrono::seconds(second));
    harness.rtig().report_managers();
    EXPECT_EQ(names(values_of(boss, one)), periodic) << second;
  }
}

TEST_P(MomAttribute, StatesAreToldAsFarAsTheyAreDeclared) {
  EXPECT_EQ(subscribe(boss, handles.federate(), handles.all_of(handles.federate())), "");
  (void)heard(boss);
  std::set<std::string> states{"TimeConstrained", "AsynchronousDelivery"};
  const auto declared = names(handles.federate());
  std::erase_if(states, [&](const auto& name) { return !declared.contains(name); });
  EXPECT_EQ(call(one, wire::EnableTimeConstrained{}), "");
  EXPECT_EQ(call(one, wire::SetAsynchronousDelivery{true}), "");
  (void)heard(one);
  EXPECT_EQ(names(values_of(boss, one)), states);
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
    for (const auto& parameter : model.find(handles.of(interaction))->parameters) {
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

// The parameter Federate is the superclass's: all commands lack it then.
core::ObjectModel model_of_case(const ParameterCase& param) {
  const core::ObjectModel whole = model_with_mom();
  const mom::Handles handles(whole);
  return mom_without(param.parameter == "Federate"
                         ? "InteractionRoot.Manager.Federate.Federate"
                         : whole.path(handles.of(param.interaction)) + "." + param.parameter);
}

class MomParameter : public MomPart, public testing::WithParamInterface<ParameterCase> {
 protected:
  MomParameter() : MomPart(GetParam().sharing, model_of_case(GetParam())) {}

  // What makes sense for each that is declared.
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
    for (const auto& name : model.find(handles.of(interaction))->parameters) {
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
  hear(boss, Interaction::Alert);
  EXPECT_EQ(publish(one, kTank, AttributeSet{kTurret}), "");
  (void)enroll(one, kTank, "Tiger");
  (void)heard(one);
  EXPECT_EQ(order(interaction), "");
  const auto reports = heard(boss).reports;
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
                               " is missing: the FED declares none for the interaction"))
        << text;
  }
  exchange();
}

// --- Parameters of reports.

class MomReportParameter : public MomParameter {
 protected:
  // A command that the report answers, or an occasion for it.
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
        EXPECT_EQ(send(one, kShot, {}), "InteractionClassNotPublished");
        return;
      case Interaction::ReportServiceInvocation:
        EXPECT_EQ(order(Interaction::SetServiceReporting), "");
        EXPECT_EQ(send(one, kShot, {}), "InteractionClassNotPublished");
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
    const auto& all = model.find(handles.of(interaction))->parameters;
    std::set<std::string> names(all.begin(), all.end());
    names.insert("=");
    return names;
  }
};
// But for the one without which no command is understood.
std::vector<ParameterCase> report_cases() {
  auto cases = parameter_cases(mom::is_report);
  std::erase_if(cases, [](const ParameterCase& c) { return c.parameter == "Federate"; });
  return cases;
}
INSTANTIATE_TEST_SUITE_P(Feds, MomReportParameter, testing::ValuesIn(report_cases()),
                         parameter_case_name);

TEST_P(MomReportParameter, IsLeftOutAndAllOthersCome) {
  const auto& [sharing, interaction, parameter] = GetParam();
  hear(boss, interaction);
  EXPECT_EQ(publish(one, kTank, AttributeSet{kTurret}), "");
  (void)enroll(one, kTank, "Tiger");
  (void)heard(one);
  provoke(interaction);
  const auto reports = heard(boss).reports;
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
  return mom_without(whole.path(mom::Handles(whole).of(param.interaction)));
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

// Every other command is understood, and every other report comes.
TEST_P(MomInteraction, IsMissedByNoOther) {
  const auto declared = [&](Interaction interaction) {
    return static_cast<bool>(handles.of(interaction));
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
      hear(boss, report);
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
  EXPECT_EQ(send(one, kShot, {}), "InteractionClassNotPublished");
  give(UnpublishObjectClass, {{"ObjectClass", "3"}});  // fails
  std::set<std::string> reported;
  for (const Texts& report : heard(boss).reports) reported.insert(report.at("="));
  EXPECT_EQ(reported, expected);
  exchange();
}

// --- FEDs.

class MomFed : public MomScenario, public testing::WithParamInterface<Sharing> {
 protected:
  explicit MomFed(const core::ObjectModel& of) : MomScenario(GetParam(), of) {}

  void everybody_saves(const std::vector<Federate>& federates) {
    EXPECT_EQ(call(federates.front(), wire::RequestFederationSave{"S", false, {}}), "");
    for (const Federate f : federates) {
      (void)heard(f);
      EXPECT_EQ(call(f, wire::FederateSaveBegun{}), "");
      EXPECT_EQ(call(f, wire::FederateSaveComplete{}), "");
    }
    for (const Federate f : federates) (void)heard(f);
    EXPECT_EQ(harness.saves().size(), 1u);
  }
  void everybody_restores(const std::vector<Federate>& federates) {
    EXPECT_EQ(call(federates.front(), wire::RequestFederationRestore{"S"}), "");
    for (const Federate f : federates) (void)heard(f);
    for (const Federate f : federates) {
      EXPECT_EQ(call(f, wire::FederateRestoreComplete{}), "");
    }
    for (const Federate f : federates) {
      const Lines others = heard(f).others;
      ASSERT_FALSE(others.empty());
      EXPECT_TRUE(others.back().starts_with("FederationRestored")) << others.back();
    }
  }
};

class MomLess : public MomFed {
 protected:
  MomLess() : MomFed(core::test::test_model()) {}
};
INSTANTIATE_TEST_SUITE_P(Members, MomLess, kSharings, name_of_sharing);

TEST_P(MomLess, AFederationWithoutAnyManagerClassWorks) {
  const Federate one = join("one");
  const Federate two = join("two");
  EXPECT_EQ(set_switch(one, wire::AdvisorySwitch::class_relevance, false), "");
  EXPECT_EQ(publish(one, kTank, AttributeSet{kTurret}), "");
  EXPECT_EQ(subscribe(two, kObjectRoot, AttributeSet{kPrivilege}), "");
  EXPECT_EQ(subscribe(two, kTank, AttributeSet{kTurret}), "");
  const ObjectHandle tank = enroll(one, kTank);
  EXPECT_EQ(update(one, tank, value(kTurret, "1")), "");
  EXPECT_EQ(heard(two).others.size(), 2u) << "nothing is discovered but the tank";
  EXPECT_EQ(call(one, wire::EnableTimeConstrained{}), "");
  EXPECT_EQ(heard(one).others.size(), 1u);
  EXPECT_EQ(
      call(two, wire::RequestClassAttributeValueUpdate{kObjectRoot, AttributeSet{kPrivilege}}), "");
  EXPECT_EQ(heard(one).others.size(), 1u);
  everybody_saves({one, two});
  everybody_restores({one, two});
  EXPECT_EQ(erase(one, tank), "");
  EXPECT_EQ(heard(two).others.size(), 1u);
  EXPECT_EQ(resign(two, ResignAction::no_action), "");
}

core::ObjectModel federation_alone() {
  return part_of_mom([](const std::string& path) {
    return !path.starts_with("ObjectRoot.Manager.Federate.") &&
           path != "ObjectRoot.Manager.Federate" && path != "InteractionRoot.Manager";
  });
}

class MomOfFederation : public MomFed {
 protected:
  MomOfFederation() : MomFed(federation_alone()) {}
};
INSTANTIATE_TEST_SUITE_P(Members, MomOfFederation, kSharings, name_of_sharing);

TEST_P(MomOfFederation, FollowsItsMembersWithoutObjectsOfThem) {
  const Federate one = join("one");
  observe_federation(one, handles.all_of(handles.federation()));
  EXPECT_EQ(heard(one).values["HLA1"]["FederatesInFederation"], "1");
  const Federate two = join("two");
  EXPECT_EQ(heard(one).values["HLA1"], (Texts{{"FederatesInFederation", "1,2"}}));
  everybody_saves({one, two});
  everybody_restores({one, two});
  EXPECT_EQ(resign(two, ResignAction::no_action), "");
  EXPECT_EQ(heard(one).values["HLA1"], (Texts{{"FederatesInFederation", "1"}}));
}

core::ObjectModel few_attributes() {
  return part_of_mom([](const std::string& path) {
    return !path.starts_with("ObjectRoot.Manager.Fed") || path == "ObjectRoot.Manager.Federate" ||
           path == "ObjectRoot.Manager.Federate.FederateType" ||
           path == "ObjectRoot.Manager.Federate.FederateState";
  });
}

class MomOfFewAttributes : public MomFed {
 protected:
  MomOfFewAttributes() : MomFed(few_attributes()) {}
};
INSTANTIATE_TEST_SUITE_P(Members, MomOfFewAttributes, kSharings, name_of_sharing);

TEST_P(MomOfFewAttributes, IsSavedAndRestored) {
  const Federate one = join("one");
  const Federate two = join("two");
  EXPECT_EQ(subscribe(two, handles.federate(), handles.all_of(handles.federate())), "");
  EXPECT_EQ(values_of(two, one), (Texts{{"FederateType", "one"}, {"FederateState", "Running"}}));
  everybody_saves({one, two});
  everybody_restores({one, two});
  EXPECT_EQ(call(two, wire::RequestClassAttributeValueUpdate{handles.federate(),
                                                             handles.all_of(handles.federate())}),
            "");
  EXPECT_EQ(values_of(two, one), (Texts{{"FederateType", "one"}, {"FederateState", "Running"}}));
}

// --- Alerts without their class, or what they say.

class MomWithoutAlert : public MomFed {
 protected:
  MomWithoutAlert() : MomFed(mom_without("InteractionRoot.Manager.Federate.Report.Alert")) {}
};
INSTANTIATE_TEST_SUITE_P(Members, MomWithoutAlert, kSharings, name_of_sharing);

TEST_P(MomWithoutAlert, WhatFailsIsTheRtigsToLog) {
  const Federate one = join("one");
  const Federate boss = join("boss");
  EXPECT_EQ(command(boss, Interaction::SetTiming, "77", {{"ReportPeriod", "1"}}), "");
  EXPECT_TRUE(std::ranges::any_of(harness.log(), [](const std::string& line) {
    return line.find("SetTiming: no federate with the handle '77' is joined") != line.npos;
  }));
  EXPECT_EQ(command(boss, Interaction::UnpublishObjectClass, one, {{"ObjectClass", "3"}}), "");
  EXPECT_EQ(command(boss, Interaction::SetExceptionLogging, one, {{"LoggingState", "1"}}), "");
  EXPECT_EQ(send(one, kShot, {}), "InteractionClassNotPublished");
  EXPECT_EQ(publish(one, kShot), "");
}

class MomWithoutDescription : public MomFed {
 protected:
  MomWithoutDescription()
      : MomFed(mom_without("InteractionRoot.Manager.Federate.Report.Alert.AlertDescription")) {}
};
INSTANTIATE_TEST_SUITE_P(Members, MomWithoutDescription, kSharings, name_of_sharing);

TEST_P(MomWithoutDescription, TheLogSaysWhyItDoesNotSayMore) {
  const Federate one = join("one");
  const Federate boss = join("boss");
  EXPECT_EQ(command(boss, Interaction::UnpublishObjectClass, one, {{"ObjectClass", "3"}}), "");
  EXPECT_TRUE(std::ranges::any_of(harness.log(), [](const std::string& line) {
    return line.find("alert about federate 1 'one': the FED declares no AlertDescription") !=
           line.npos;
  }));
}

// --- What a FED has in the MOM beside the standard's.

constexpr const char* kExtended =
    R"((FED (Federation F) (FEDversion v1.3)
  (spaces (space Terrain (dimension x)))
  (objects (class ObjectRoot (attribute privilegeToDelete reliable timestamp)
    (class Tank (attribute Speed reliable receive))
    (class Manager (attribute Colour reliable receive)
      (class Federate
        (attribute FederateType best_effort timestamp Terrain)
        (attribute Mood reliable receive)
        (attribute FederateTime reliable timestamp)
        (attribute TimeConstrained reliable timestamp Terrain)
        (attribute UpdatesSent reliable receive)
        (class Pilot (attribute Licence reliable receive)))
      (class Machine (attribute Load reliable receive)))))
  (interactions (class InteractionRoot reliable receive
    (class Shot reliable receive)
    (class Manager reliable receive (parameter Colour)
      (class Federate reliable receive
        (parameter Mood)
        (parameter Federate)
        (class Adjust best_effort timestamp
          (class SetTiming best_effort timestamp (parameter Why) (parameter ReportPeriod)
            (class Gently reliable receive)))
        (class Service reliable receive
          (class PublishInteractionClass reliable receive (parameter InteractionClass))
          (class Dance reliable receive (parameter InteractionClass)))
        (class Report reliable receive
          (class Alert best_effort timestamp (parameter AlertDescription) (parameter Blame))
          (class Song reliable receive))))))))";

class MomExtended : public MomFed {
 protected:
  MomExtended() : MomFed(fed::model_of(kExtended)) {}
  AttributeHandle attribute(ObjectClassHandle object_class, const char* name) {
    const auto found = model.attribute(object_class, name);
    EXPECT_TRUE(found) << name;
    return found;
  }
  AttributeHandle attribute(const char* name) { return attribute(handles.federate(), name); }
  ObjectHandle manager(Federate about) {
    return harness.rtig().state("Federation")->member(handle(about))->manager;
  }
  const ObjectClassHandle kPilot = model.object_class("Manager.Federate.Pilot");
};
INSTANTIATE_TEST_SUITE_P(Members, MomExtended, kSharings, name_of_sharing);

TEST_P(MomExtended, TheRtiServesItsOwnAttributesAndOwnsAllOfItsObjects) {
  const Federate one = join("one");
  const Federate boss = join("boss");
  EXPECT_EQ(subscribe(boss, handles.federate(), AttributeSet{attribute("Mood")}), "");
  auto all = heard(boss);
  EXPECT_EQ(all.others.size(), 2u) << "discovered by an attribute that the RTI knows nothing of";
  EXPECT_TRUE(all.values.empty());
  EXPECT_EQ(subscribe(boss, handles.federate(), handles.all_of(handles.federate())), "");
  EXPECT_EQ(values_of(boss, one), (Texts{{"FederateType", "one"},
                                         {"FederateTime", "0"},
                                         {"TimeConstrained", "False"},
                                         {"UpdatesSent", "0"}}));
  EXPECT_EQ(call(boss, wire::QueryAttributeOwnership{manager(one), attribute("Colour")}), "");
  Lines others = heard(boss).others;
  ASSERT_EQ(others.size(), 1u);
  EXPECT_TRUE(others[0].starts_with("AttributeOwnedByRTI{")) << others[0];
  EXPECT_EQ(publish(one, handles.federate(), AttributeSet{attribute("Mood")}), "");
  EXPECT_EQ(update(one, manager(one), value(attribute("Mood"), "gay")), "ObjectNotKnown");
  EXPECT_EQ(call(one, wire::EnableTimeConstrained{}), "");
  (void)heard(one);
  EXPECT_EQ(values_of(boss, one), (Texts{{"TimeConstrained", "True"}}));
}

TEST_P(MomExtended, FederatesHaveObjectsOfTheirOwnClassesBelowIt) {
  const Federate one = join("one");
  const Federate boss = join("boss");
  EXPECT_EQ(set_switch(one, wire::AdvisorySwitch::class_relevance, false), "");
  EXPECT_EQ(publish(one, kPilot,
                    AttributeSet{attribute(kPilot, "Licence"), attribute("Mood"),
                                 attribute("FederateType")}),
            "");
  EXPECT_EQ(subscribe(boss, handles.federate(),
                      AttributeSet{attribute("Mood"), attribute("FederateType")}),
            "");
  (void)heard(boss);
  const ObjectHandle pilot = enroll(one, kPilot, "Pilot");
  EXPECT_EQ(heard(boss).others.size(), 1u);
  EXPECT_EQ(
      update(one, pilot, Values().add(attribute("Mood"), std::string_view("gay\0", 4)), "MOM"), "");
  EXPECT_EQ(heard(boss).values["HLA" + text(pilot)], (Texts{{"Mood", "gay"}}));
  // Whoever asks for the class is answered by the RTI and by the federate.
  EXPECT_EQ(
      call(boss,
           wire::RequestClassAttributeValueUpdate{
               handles.federate(), AttributeSet{attribute("Mood"), attribute("FederateType")}}),
      "");
  EXPECT_EQ(values_of(boss, one), (Texts{{"FederateType", "one"}}));
  Lines others = heard(one).others;
  ASSERT_EQ(others.size(), 1u);
  EXPECT_TRUE(others[0].starts_with("ProvideAttributeValueUpdate{object=" + text(pilot)))
      << others[0];
  EXPECT_EQ(
      call(boss, wire::RequestObjectAttributeValueUpdate{pilot, AttributeSet{attribute("Mood")}}),
      "");
  EXPECT_EQ(heard(one).others.size(), 1u);
  EXPECT_EQ(heard(boss).values, (std::map<std::string, Texts>{}));
  // Its updates do not count, nor end the wait for its RTIA's own.
  EXPECT_EQ(subscribe(boss, handles.federate(), AttributeSet{attribute("UpdatesSent")}), "");
  EXPECT_EQ(values_of(boss, one), (Texts{{"UpdatesSent", "0"}}));
  EXPECT_EQ(erase(one, pilot), "");
  EXPECT_EQ(heard(boss).others.size(), 1u);
}

// What the RTI sends is reliable and in receive order, whatever the FED says.
TEST_P(MomExtended, WhoWaitsForATimeIsToldOfTheMomAtOnce) {
  const Federate one = join("one");
  const Federate boss = join("boss");
  EXPECT_EQ(call(boss, wire::EnableTimeConstrained{}), "");
  EXPECT_EQ(call(boss, wire::SetAsynchronousDelivery{true}), "");
  (void)heard(boss);
  EXPECT_EQ(subscribe(boss, handles.federate(), AttributeSet{attribute("FederateType")}), "");
  hear(boss, Interaction::Alert);
  EXPECT_EQ(values_of(boss, one), (Texts{{"FederateType", "one"}}));
  EXPECT_EQ(command(boss, Interaction::PublishInteractionClass, one, {{"InteractionClass", "99"}}),
            "");
  EXPECT_EQ(names_of(only_report(boss)), (Lines{"=", "AlertDescription", "Federate"}));
}

TEST_P(MomExtended, CommandsMayHaveMoreParametersAndClassesBelowThem) {
  const Federate one = join("one");
  const Federate boss = join("boss");
  hear(boss, Interaction::Alert);
  observe_federates(boss, {FederateAttribute::FederateTime});
  (void)heard(boss);
  EXPECT_EQ(command(boss, Interaction::SetTiming, one,
                    {{"ReportPeriod", "1"}, {"Why", "ask me"}, {"Mood", "gay"}, {"Colour", "red"}}),
            "");
  EXPECT_EQ(values_of(boss, one), (Texts{{"FederateTime", "0"}}));
  EXPECT_TRUE(harness.rtig().next_report());
  // A class below a command is none, nor is one beside them.
  for (const char* path : {"Adjust.SetTiming.Gently", "Service.Dance", "Report.Song"}) {
    const auto own = model.interaction_class("Manager.Federate." + std::string(path));
    ASSERT_TRUE(own) << path;
    EXPECT_EQ(publish(boss, own), "");
    EXPECT_EQ(subscribe(one, own), "");
    EXPECT_EQ(send(boss, own, value(model.parameter(own, "Federate"), "77")), "");
    EXPECT_EQ(heard(one).others.size(), 1u) << path;
  }
  EXPECT_EQ(heard(boss).reports, std::vector<Texts>{});
}

TEST_P(MomExtended, WhoSubscribesWithARegionIsToldAsAll) {
  const Federate one = join("one");
  const Federate boss = join("boss");
  const auto region = harness.call(boss, wire::CreateRegion{model.space("Terrain"), 1, {}});
  ASSERT_EQ(refusal(region), "");
  EXPECT_EQ(call(boss, wire::NotifyAboutRegionModification{*region, {{10, 20}}}), "");
  EXPECT_EQ(call(boss,
                 wire::SubscribeObjectClassAttributesWithRegion{
                     handles.federate(), *region,
                     AttributeSet{attribute("FederateType"), attribute("TimeConstrained")}, true}),
            "");
  EXPECT_EQ(values_of(boss, one), (Texts{{"FederateType", "one"}, {"TimeConstrained", "False"}}));
  EXPECT_EQ(call(one, wire::EnableTimeConstrained{}), "");
  (void)heard(one);
  EXPECT_EQ(values_of(boss, one), (Texts{{"TimeConstrained", "True"}}));
}

TEST_P(MomExtended, IsSavedAndRestored) {
  const Federate one = join("one");
  const Federate two = join("two");
  EXPECT_EQ(publish(one, kPilot, AttributeSet{attribute("Mood")}), "");
  (void)enroll(one, kPilot, "Pilot");
  EXPECT_EQ(subscribe(two, handles.federate(), handles.all_of(handles.federate())), "");
  everybody_saves({one, two});
  everybody_restores({one, two});
  EXPECT_EQ(call(two, wire::RequestObjectAttributeValueUpdate{manager(one),
                                                              handles.all_of(handles.federate())}),
            "");
  EXPECT_EQ(values_of(two, one)["FederateType"], "one");
}

}  // namespace
}  // namespace triad::test
