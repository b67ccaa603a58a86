// A federation with the MOM in its object model, and an observer that is an ordinary federate.
// Values are written and read by names of attributes and parameters.
#pragma once

#include <algorithm>
#include <map>

#include "core/double_time.hpp"
#include "core/mom_classes.hpp"
#include "core/test_model.hpp"
#include "tests/scenario/core/core_scenario.hpp"
#include "tests/scenario/core/model_with_mom.hpp"

namespace triad::test {

namespace mom = core::mom;

// How the members read each other's records: over links to the router, in shared memory, or some
// this way and some that way. Each scenario runs with all three.
enum class Sharing { none, all, some };
inline const auto kSharings = testing::Values(Sharing::none, Sharing::all, Sharing::some);
inline std::string name_of_sharing(const testing::TestParamInfo<Sharing>& info) {
  static constexpr const char* kNames[] = {"OnLinks", "ReadDirectly", "Mixed"};
  return kNames[static_cast<std::size_t>(info.param)];
}

inline HarnessOptions options_with_mom(Sharing sharing, const core::ObjectModel& model) {
  HarnessOptions options;
  options.on_fabric = sharing != Sharing::none;
  options.mixed = sharing == Sharing::some;
  options.rtig.identity.release = "1.2";
  options.rtig.load_fed = [model](std::string_view, std::optional<std::string_view>) {
    return wire::Result<core::ObjectModel>(model);
  };
  return options;
}

// Values by name of attribute or parameter.
using Texts = std::map<std::string, std::string>;

class MomScenario : public CoreScenario {
 protected:
  explicit MomScenario(Sharing sharing, const core::ObjectModel& of = model_with_mom())
      : MomScenario(options_with_mom(sharing, of), of) {}
  MomScenario(HarnessOptions options, const core::ObjectModel& of)
      : CoreScenario(std::move(options)), model(of) {}

  static core::Time at(double time) { return core::DoubleTime::encode(time); }
  void regulate(Federate f, double lookahead) {
    EXPECT_EQ(call(f, wire::EnableTimeRegulation{at(0).bytes(), at(lookahead).bytes()}), "");
  }
  void advance(Federate f, double time) {
    EXPECT_EQ(call(f, wire::AdvanceTime{wire::Advance::time_advance_request, at(time).bytes()}),
              "");
  }

  const core::ObjectModel model;
  const mom::Handles handles{model};

  AttributeSet federate_attributes(std::initializer_list<mom::FederateAttribute> attributes) {
    AttributeSet set;
    for (const auto attribute : attributes) set.insert(handles.handle_of(attribute));
    return set;
  }
  void observe_federates(Federate f, std::initializer_list<mom::FederateAttribute> attributes) {
    EXPECT_EQ(subscribe(f, handles.federate(), federate_attributes(attributes)), "");
  }
  void observe_federation(Federate f, const AttributeSet& attributes) {
    EXPECT_EQ(subscribe(f, handles.federation(), attributes), "");
  }
  void subscribe_to(Federate f, mom::Interaction interaction) {
    EXPECT_EQ(subscribe(f, handles.handle_of(interaction)), "");
  }

  // send_command() sends a command of the MOM, an interaction about the federate `about` (its
  // handle in decimal; empty: none). command() also delivers all records, so that the RTI has
  // carried it out. Both return the name of the error if the interaction cannot be sent, otherwise
  // "".
  std::string send_command(Federate by, mom::Interaction interaction, const std::string& about,
                           const Texts& parameters = {}) {
    EXPECT_EQ(publish(by, handles.handle_of(interaction)), "");
    Values values;
    if (!about.empty()) values.add(handles.parameter(interaction, "Federate"), about);
    for (const auto& [name, text] : parameters) {
      const auto parameter = handles.parameter(interaction, name);
      EXPECT_TRUE(parameter) << name;
      values.add(parameter, text);
    }
    return send_interaction(by, handles.handle_of(interaction), values);
  }
  std::string command(Federate by, mom::Interaction interaction, const std::string& about,
                      const Texts& parameters = {}) {
    std::string refused = send_command(by, interaction, about, parameters);
    harness.settle();
    return refused;
  }
  std::string command(Federate by, mom::Interaction interaction, Federate about,
                      const Texts& parameters = {}) {
    return command(by, interaction, std::to_string(handle(about).value), parameters);
  }

  // Callbacks of the MOM since the last call, by names of members.
  struct MomCallbacks {
    std::vector<Texts> reports;           // with the interaction's name as "="
    std::map<std::string, Texts> values;  // by object: the latest value of each attribute
    std::vector<std::string> others;      // all other callbacks, as lines
  };
  MomCallbacks take_mom_callbacks(Federate f) {
    harness.settle();
    MomCallbacks all;
    harness.take_callbacks(f,
                           [&](const rtia::Callback& callback) { add_callback(all, f, callback); });
    harness.settle();
    return all;
  }
  // Return the one report, or the values of the Manager.Federate object of `about`, among the
  // callbacks since the last call.
  Texts only_report(Federate f) {
    const MomCallbacks all = take_mom_callbacks(f);
    EXPECT_EQ(all.reports.size(), 1u);
    return all.reports.empty() ? Texts{} : all.reports.front();
  }
  Texts take_values_of(Federate f, Federate about) {
    return take_mom_callbacks(f).values[name_of_manager(about)];
  }
  std::string name_of_manager(Federate about) {
    const auto* state = harness.rtig().state("Federation");
    return "HLA" + std::to_string(state->member(handle(about))->manager.value);
  }

 private:
  void add_callback(MomCallbacks& all, Federate f, const rtia::Callback& callback) {
    if (const auto* reflect = std::get_if<wire::ReflectAttributeValues>(&callback)) {
      const auto* instance = harness.ambassador(f).state()->objects().find(reflect->object);
      if (instance != nullptr && handles.is_management(instance->object_class)) {
        EXPECT_EQ(reflect->tag, mom::kTag);
        Texts& texts = all.values["HLA" + std::to_string(reflect->object.value)];
        reflect->values.for_each([&](std::uint32_t attribute, wire::Bytes bytes, wire::Bytes) {
          const auto& described = *model.find(instance->object_class);
          texts[described.attributes[attribute - 1].name] = value_text(bytes);
        });
        return;
      }
    }
    if (const auto* received = std::get_if<wire::ReceiveInteraction>(&callback)) {
      const auto which = handles.interaction_of(received->interaction_class);
      if (which != mom::Interaction::none) {
        Texts texts{{"=", std::string(mom::name_of(which))}};
        const auto& described = *model.find(received->interaction_class);
        received->values.for_each([&](std::uint32_t parameter, wire::Bytes bytes, wire::Bytes) {
          texts[described.parameters[parameter - 1]] = value_text(bytes);
        });
        all.reports.push_back(std::move(texts));
        return;
      }
    }
    all.others.push_back(callback_line(callback));
  }
  // Every value ends with one NUL.
  static std::string value_text(wire::Bytes bytes) {
    EXPECT_FALSE(bytes.empty());
    EXPECT_EQ(bytes.back(), std::byte{0});
    return std::string(mom::text_of(bytes));
  }
};

}  // namespace triad::test
