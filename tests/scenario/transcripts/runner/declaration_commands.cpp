// Declaration management (HLA 1.3 clause 5), subscriptions with a region (clause 9) and the
// advisory switches (clause 10).
#include "tests/scenario/transcripts/runner/commands.hpp"

namespace triad::test {

namespace {

void publish(Stage& stage, Federate f, Words& words) {
  const auto [object_class, interaction_class] = take_class(stage, words);
  if (interaction_class) {
    stage.call(f, words, wire::PublishInteractionClass{interaction_class});
  } else {
    const auto attributes = stage.names().attributes(object_class, words.take_all_words());
    stage.call(f, words, wire::PublishObjectClass{object_class, attributes});
  }
}

void unpublish(Stage& stage, Federate f, Words& words) {
  const auto [object_class, interaction_class] = take_class(stage, words);
  if (interaction_class) {
    stage.call(f, words, wire::UnpublishInteractionClass{interaction_class});
  } else {
    stage.call(f, words, wire::UnpublishObjectClass{object_class});
  }
}

void subscribe_as(Stage& stage, Federate f, Words& words, bool active) {
  const auto region = region_option(stage, words);
  const auto [object_class, interaction] = take_class(stage, words);
  if (interaction && region) {
    stage.call(f, words, wire::SubscribeInteractionClassWithRegion{interaction, region, active});
  } else if (interaction) {
    stage.call(f, words, wire::SubscribeInteractionClass{interaction, active});
  } else {
    const auto attributes = stage.names().attributes(object_class, words.take_all_words());
    if (region) {
      stage.call(
          f, words,
          wire::SubscribeObjectClassAttributesWithRegion{object_class, region, attributes, active});
    } else {
      stage.call(f, words, wire::SubscribeObjectClassAttributes{object_class, attributes, active});
    }
  }
}
void subscribe(Stage& stage, Federate f, Words& words) {
  subscribe_as(stage, f, words, true);
}
void subscribe_passively(Stage& stage, Federate f, Words& words) {
  subscribe_as(stage, f, words, false);
}

void unsubscribe(Stage& stage, Federate f, Words& words) {
  const auto region = region_option(stage, words);
  const auto [object_class, interaction] = take_class(stage, words);
  if (interaction && region) {
    stage.call(f, words, wire::UnsubscribeInteractionClassWithRegion{interaction, region});
  } else if (interaction) {
    stage.call(f, words, wire::UnsubscribeInteractionClass{interaction});
  } else if (region) {
    stage.call(f, words, wire::UnsubscribeObjectClassWithRegion{object_class, region});
  } else {
    stage.call(f, words, wire::UnsubscribeObjectClass{object_class});
  }
}

template <wire::AdvisorySwitch which, bool on>
void set_switch(Stage& stage, Federate f, Words& words) {
  stage.call(f, words, wire::SetAdvisorySwitch{which, on});
}

using wire::AdvisorySwitch;
constexpr Command kDeclarationCommands[] = {
    {"publishes", publish},
    {"unpublishes", unpublish},
    {"subscribes", subscribe},
    {"subscribes passively", subscribe_passively},
    {"unsubscribes", unsubscribe},
    {"enables class relevance advisory", set_switch<AdvisorySwitch::class_relevance, true>},
    {"disables class relevance advisory", set_switch<AdvisorySwitch::class_relevance, false>},
    {"enables interaction relevance advisory",
     set_switch<AdvisorySwitch::interaction_relevance, true>},
    {"disables interaction relevance advisory",
     set_switch<AdvisorySwitch::interaction_relevance, false>},
    {"enables attribute relevance advisory", set_switch<AdvisorySwitch::attribute_relevance, true>},
    {"disables attribute relevance advisory",
     set_switch<AdvisorySwitch::attribute_relevance, false>},
    {"enables attribute scope advisory", set_switch<AdvisorySwitch::attribute_scope, true>},
    {"disables attribute scope advisory", set_switch<AdvisorySwitch::attribute_scope, false>},
};

}  // namespace

Commands declaration_commands() {
  return kDeclarationCommands;
}

}  // namespace triad::test
