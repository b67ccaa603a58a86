// Each service and callback is reported with the API's names for it and its arguments. The names
// are compared with the table of the API (tests/headers/api.tsv).
#include "rtia/service_report.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "core/double_time.hpp"
#include "rtia/api_callbacks.hpp"

namespace triad::rtia {
namespace {

// Returns the names in "const char* theTag [C4 in; caller owns it]; Boolean active = RTI_TRUE [C1
// in by value]".
std::vector<std::string> arguments_of(std::string parameters) {
  for (auto open = parameters.find('['); open != parameters.npos; open = parameters.find('[')) {
    parameters.erase(open, parameters.find(']', open) - open + 1);
  }
  std::vector<std::string> names;
  std::istringstream list(parameters);
  for (std::string one; std::getline(list, one, ';');) {
    one = one.substr(0, one.find('='));
    while (!one.empty() && one.back() == ' ') one.pop_back();
    const std::string name = one.substr(one.find_last_of(" &*") + 1);
    if (!name.empty() && name.front() != '(') names.push_back(name);
  }
  return names;
}

// Arguments of each method of the two ambassadors, in order, by overload.
std::map<std::string, std::vector<std::vector<std::string>>> overloads() {
  std::map<std::string, std::vector<std::vector<std::string>>> methods;
  std::ifstream table(TRIAD_SOURCE_DIR "/tests/headers/api.tsv");
  for (std::string line; std::getline(table, line);) {
    std::istringstream row(line);
    std::string owner, clause, name, reply, parameters;
    std::getline(row, owner, '\t');
    std::getline(row, clause, '\t');
    std::getline(row, name, '\t');
    std::getline(row, reply, '\t');
    std::getline(row, parameters, '\t');
    if (owner != "RTIambassador" && owner != "FederateAmbassador") continue;
    methods[name].push_back(arguments_of(parameters));
  }
  return methods;
}

// Arguments of all overloads together.
std::map<std::string, std::set<std::string>> api() {
  std::map<std::string, std::set<std::string>> methods;
  for (const auto& [name, all] : overloads()) {
    for (const auto& arguments : all) methods[name].insert(arguments.begin(), arguments.end());
  }
  return methods;
}

template <class Message>
constexpr bool kSharedByServices =
    std::is_same_v<Message, wire::AdvanceTime> ||
    std::is_same_v<Message, wire::SetAsynchronousDelivery> ||
    std::is_same_v<Message, wire::SetAdvisorySwitch> || std::is_same_v<Message, wire::QueryTime>;

// libRTI's own queries, functions of RTIextensions, and a message that has its arguments in pairs.
template <class Message>
constexpr bool kApart =
    std::is_same_v<Message, wire::DescribeSpace> || std::is_same_v<Message, wire::DescribeRegion> ||
    std::is_same_v<Message, wire::SuspendMembership> ||
    std::is_same_v<Message, wire::ResumeMembership> ||
    std::is_same_v<Message, wire::RegisterObjectInstanceWithRegion>;

// Names that a call of this kind may have: of all its members, given or not.
template <class Message>
std::set<std::string> all_names() {
  std::set<std::string> names;
  wire::for_each_member<Message>([&](std::string_view member, auto) {
    const auto name = argument_name(wire::kind_of<Message>, member);
    if (!name.empty()) names.emplace(name);
  });
  return names;
}

template <class Message>
void compare(const std::map<std::string, std::set<std::string>>& methods) {
  const std::string name = method_name(wire::kind_of<Message>);
  const auto method = methods.find(name);
  ASSERT_NE(method, methods.end()) << name << " is no method of the API";
  std::set<std::string> expected = method->second;
  expected.erase("federateAmbassadorReference");  // a pointer
  EXPECT_EQ(all_names<Message>(), expected) << name;
}

TEST(ServiceReport, NamesServicesAsTheApiDoes) {
  const auto methods = api();
  ASSERT_GT(methods.size(), 100u);
  for (const wire::Kind kind : wire::kAllKinds) {
    wire::with_message_type(kind, [&](auto type) {
      using Message = typename decltype(type)::type;
      if constexpr (wire::Call<Message> && !kSharedByServices<Message> && !kApart<Message>) {
        compare<Message>(methods);
      }
    });
  }
}

TEST(ServiceReport, NamesCallbacksAsTheApiDoes) {
  const auto methods = api();
  boost::mp11::mp_for_each<boost::mp11::mp_transform<boost::mp11::mp_identity, ApiCallbacks>>(
      [&](auto type) { compare<typename decltype(type)::type>(methods); });
}

TEST(ServiceReport, NamesServicesThatShareAMessage) {
  const auto methods = api();
  const core::DoubleTime times;
  const auto known = [&](const ServiceReport& report) {
    EXPECT_TRUE(methods.contains(report.service)) << report.service;
    return report;
  };
  const auto five = core::DoubleTime::encode(5);
  boost::mp11::mp_for_each<boost::describe::describe_enumerators<wire::Advance>>([&](auto kind) {
    EXPECT_EQ(known(describe(times, wire::AdvanceTime{kind.value, five.bytes()})).arguments,
              std::vector<std::string>{"theTime=5"});
  });
  boost::mp11::mp_for_each<boost::describe::describe_enumerators<wire::TimeQuery>>(
      [&](auto which) { known(describe(times, wire::QueryTime{which.value})); });
  for (const bool on : {false, true}) {
    known(describe(times, wire::SetAsynchronousDelivery{on}));
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<wire::AdvisorySwitch>>(
        [&](auto which) {
          known(describe(times, wire::SetAdvisorySwitch{which.value, on}));
        });
  }
}

TEST(ServiceReport, GivesArgumentsInTheOrderOfTheApi) {
  const core::DoubleTime times;
  const auto time = core::DoubleTime::encode(2.5);
  wire::ReflectAttributeValues reflect;
  reflect.object = wire::ObjectHandle(7);
  reflect.retraction = {3, wire::FederateHandle(1)};
  reflect.time = time.bytes();
  reflect.tag = "t";
  core::mom::Values values;
  values.add(wire::AttributeHandle(4), "ten");
  reflect.values = values.list();
  EXPECT_EQ(describe(times, reflect).arguments,
            (std::vector<std::string>{"theObject=7", "theAttributes=4:\"ten\"", "theTime=2.5",
                                      "theTag=t", "theHandle=3/1"}));
  wire::SendInteraction send;
  send.interaction_class = wire::InteractionClassHandle(2);
  EXPECT_EQ(describe(times, send).arguments,
            (std::vector<std::string>{"theInteraction=2", "theParameters=", "theTag="}));
}

// Gives all members a value, so that none is left out.
template <class Message>
Message with_all_given(const core::Time& time) {
  Message message{};
  wire::for_each_member<Message>([&](std::string_view, auto member) {
    auto& value = message.*member;
    using Value = std::decay_t<decltype(value)>;
    if constexpr (std::is_same_v<Value, wire::Bytes>) value = time.bytes();
    if constexpr (std::is_same_v<Value, wire::Retraction>) value = {3, wire::FederateHandle(1)};
    if constexpr (wire::Sequence<Value>) value.resize(1);
  });
  return message;
}

template <class Message>
void compare_order() {
  const auto methods = overloads();
  const auto time = core::DoubleTime::encode(2.5);
  const auto message = with_all_given<Message>(time);
  const ServiceReport report = describe(core::DoubleTime(), message);
  const auto& all = methods.at(report.service);
  EXPECT_TRUE(std::ranges::any_of(all,
                                  [&](const std::vector<std::string>& arguments) {
                                    auto next = report.arguments.begin();
                                    for (const std::string& name : arguments) {
                                      if (next != report.arguments.end() &&
                                          next->starts_with(name + "="))
                                        ++next;
                                    }
                                    return next == report.arguments.end();
                                  }))
      << report.service << ": " << testing::PrintToString(report.arguments);
}

TEST(ServiceReport, GivesArgumentsOfEveryMethodInItsOrder) {
  for (const wire::Kind kind : wire::kAllKinds) {
    wire::with_message_type(kind, [&](auto type) {
      using Message = typename decltype(type)::type;
      if constexpr (wire::Call<Message> && !kSharedByServices<Message> && !kApart<Message>) {
        compare_order<Message>();
      }
    });
  }
  boost::mp11::mp_for_each<boost::mp11::mp_transform<boost::mp11::mp_identity, ApiCallbacks>>(
      [&](auto type) { compare_order<typename decltype(type)::type>(); });
}

TEST(ServiceReport, NamesServicesWithRegions) {
  const auto methods = api();
  const core::DoubleTime times;
  const auto names = [&](const ServiceReport& report) {
    std::set<std::string> all;
    for (const auto& argument : report.arguments)
      all.insert(argument.substr(0, argument.find('=')));
    return all;
  };
  const auto time = core::DoubleTime::encode(2.5);
  wire::SendInteraction send;
  send.region = wire::RegionHandle(9);
  send.time = time.bytes();
  const ServiceReport sent = describe(times, send);
  EXPECT_EQ(names(sent), methods.at("sendInteractionWithRegion"));
  EXPECT_EQ(sent.service, "sendInteractionWithRegion");
  EXPECT_EQ(sent.arguments.back(), "theRegion=9");
  const ServiceReport asked =
      describe(times, wire::RequestClassAttributeValueUpdate{
                          wire::ObjectClassHandle(2), {}, wire::RegionHandle(9)});
  EXPECT_EQ(names(asked), methods.at(asked.service));
  EXPECT_EQ(asked.service, "requestClassAttributeValueUpdateWithRegion");
  const ServiceReport enrolled = describe(
      times,
      wire::RegisterObjectInstanceWithRegion{wire::ObjectClassHandle(2),
                                             "tiger",
                                             {{wire::AttributeHandle(3), wire::RegionHandle(9)},
                                              {wire::AttributeHandle(4), wire::RegionHandle(8)}}});
  EXPECT_EQ(names(enrolled), methods.at("registerObjectInstanceWithRegion"));
  EXPECT_EQ(enrolled.arguments,
            (std::vector<std::string>{"theClass=2", "theObject=tiger", "theAttributes=3,4",
                                      "theRegions=9,8", "theNumberOfHandles=2"}));
}

TEST(ServiceReport, MarksQuotesInsideTexts) {
  core::mom::Values values;
  values.add(wire::AttributeHandle(4), "a\",5:\"b\\");
  values.add(wire::AttributeHandle(6), "c");
  std::string text;
  print_argument(text, values.list());
  EXPECT_EQ(text, R"(4:"a\",5:\"b\\",6:"c")");
}

TEST(ServiceReport, ShowsBytesThatAreNoText) {
  std::string text;
  wire::Buffer bytes;
  wire::Encoder encoder(bytes);
  encoder.put(std::uint32_t{9});
  encoder.put(std::uint32_t{2});
  bytes.push_back(std::byte{0xff});
  bytes.push_back(std::byte{0x01});
  print_argument(text, {1, bytes});
  EXPECT_EQ(text, "9:0xff01");
}

}  // namespace
}  // namespace triad::rtia
