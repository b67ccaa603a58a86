#include <algorithm>
#include <charconv>

#include "core/spelling.hpp"
#include "tests/scenario/transcripts/runner/commands.hpp"

namespace triad::test {

namespace {

std::size_t words_in(std::string_view phrase) {
  return static_cast<std::size_t>(std::ranges::count(phrase, ' ')) + 1;
}

std::vector<Command> all_commands() {
  std::vector<Command> all;
  for (const auto group :
       {federation_commands, save_commands, declaration_commands, object_commands,
        ownership_commands, time_commands, region_commands, support_commands, scheduler_commands}) {
    const Commands commands = group();
    all.insert(all.end(), commands.begin(), commands.end());
  }
  std::ranges::stable_sort(all, std::ranges::greater{},
                           [](const Command& c) { return words_in(c.phrase); });
  return all;
}

}  // namespace

const Command& command_of(Words& words) {
  static const std::vector<Command> kAllCommands = all_commands();
  for (const Command& command : kAllCommands) {
    const std::size_t count = words_in(command.phrase);
    if (words.beginning(count) != command.phrase) continue;
    words.skip(count);
    return command;
  }
  if (words.empty()) throw CommandError("the line ends where a command is expected");
  const auto near = std::ranges::find_if(kAllCommands, [&](const Command& command) {
    const std::string wanted = words.beginning(words_in(command.phrase));
    core::NearestSpelling nearest(wanted);
    nearest.consider(command.phrase, 0);
    return nearest.index().has_value();
  });
  throw CommandError("there is no command '" + words.beginning(3) + "'; " +
                     (near == kAllCommands.end()
                          ? "README.md lists those that there are"
                          : "did you mean '" + std::string(near->phrase) + "'?"));
}

ClassName take_class(Stage& stage, Words& words) {
  const std::string name = words.take_word("the name of a class");
  const Names& names = stage.names();
  if (names.is_object_class(name)) return {names.object_class(name), {}};
  if (names.is_interaction_class(name)) return {{}, names.interaction_class(name)};
  throw names.no_class(name);
}

wire::ObjectHandle take_object(Stage& stage, Words& words) {
  return stage.names().objects.find(words.take_word("the name of an object instance"));
}

std::uint64_t number_of(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || fault != std::errc{} || end != text.data() + text.size()) {
    throw CommandError("'" + std::string(text) + "' is no number");
  }
  return number;
}

wire::RegionHandle take_region(Stage& stage, Words& words) {
  return stage.names().regions.find(words.take_word("the name of a region"));
}

wire::RegionHandle region_option(Stage& stage, Words& words) {
  const auto name = words.option("in");
  return name ? stage.names().regions.find(*name) : wire::RegionHandle{};
}

ObjectAttributes take_object_attributes(Stage& stage, Words& words) {
  const wire::ObjectHandle object = take_object(stage, words);
  return {object, stage.names().attributes(stage.names().class_of(object), words.take_all_words())};
}

}  // namespace triad::test
