// Data distribution management (HLA 1.3 clause 9), without subscriptions with a region
// (declaration_commands.cpp) and messages with a region (object_commands.cpp).
#include "tests/scenario/transcripts/runner/commands.hpp"

namespace triad::test {

namespace {

const core::RoutingSpace& take_space(Stage& stage, Words& words) {
  const std::string name = words.take_word("the name of a routing space");
  if (const auto* space = stage.model().find(stage.model().space(name))) return *space;
  std::vector<std::string> names;
  for (const core::RoutingSpace& space : stage.model().spaces) names.push_back(space.name);
  throw no_such("routing space", name, names);
}

// Syntax: creates region R in Terrain [extents 2]
void create_region(Stage& stage, Federate f, Words& words) {
  const auto extents = words.option("extents");
  const std::string name = words.take_word("a name for the region");
  if (!words.take_word_if("in")) throw CommandError("say in which space: 'in Terrain'");
  const auto space = take_space(stage, words).handle;
  stage.call(f, words, wire::CreateRegion{space, extents ? number_of(*extents) : 1, {}},
             [&stage, name](const wire::RegionHandle& region) {
               stage.names().regions.add(name, region);
             });
}

// "0..10": from 0 (included) to 10 (excluded).
wire::Range range_of(const std::string& text) {
  const auto dots = text.find("..");
  if (dots == text.npos) throw CommandError("'" + text + "' is no range: write 0..10");
  return {number_of(std::string_view(text).substr(0, dots)),
          number_of(std::string_view(text).substr(dots + 2))};
}

// Syntax: modifies region R to x=0..10 y=0..10 [x=20..30 y=0..10]...: the dimensions of the space
// in turn.
void modify_region(Stage& stage, Federate f, Words& words) {
  wire::NotifyAboutRegionModification request;
  request.region = take_region(stage, words);
  if (!words.take_word_if("to")) throw CommandError("say to which ranges: 'to x=0..10 y=0..10'");
  const auto& dimensions = stage.model().spaces.front().dimensions;
  for (const std::string& word : words.take_all_words()) {
    const Pair pair = pair_of(word);
    const auto& dimension = dimensions[request.ranges.size() % dimensions.size()].name;
    if (pair.name != dimension) throw no_such("dimension here", pair.name, {dimension});
    request.ranges.push_back(range_of(pair.value));
  }
  stage.call(f, words, request);
}

void delete_region(Stage& stage, Federate f, Words& words) {
  const auto region = take_region(stage, words);
  stage.call(f, words, wire::DeleteRegion{region});
}

// Syntax: associates region R with tiger position
void associate(Stage& stage, Federate f, Words& words) {
  const auto region = take_region(stage, words);
  if (!words.take_word_if("with")) throw CommandError("say with what: 'with tiger position'");
  const auto [object, attributes] = take_object_attributes(stage, words);
  stage.call(f, words, wire::AssociateRegionForUpdates{region, object, attributes});
}

void unassociate(Stage& stage, Federate f, Words& words) {
  const auto region = take_region(stage, words);
  if (!words.take_word_if("from")) throw CommandError("say from what: 'from tiger'");
  const auto object = take_object(stage, words);
  stage.call(f, words, wire::UnassociateRegionForUpdates{region, object});
}

constexpr Command kRegionCommands[] = {
    {"creates region", create_region},    {"modifies region", modify_region},
    {"deletes region", delete_region},    {"associates region", associate},
    {"unassociates region", unassociate},
};

}  // namespace

Commands region_commands() {
  return kRegionCommands;
}

}  // namespace triad::test
