// Commands of the scenario language, with their phrases. Each service group has a file with its
// commands; command_table.cpp joins them. ../README.md lists them all.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>

#include "tests/scenario/transcripts/runner/stage.hpp"
#include "tests/scenario/transcripts/runner/words.hpp"

namespace triad::test {

struct Command {
  // Federates that the command accepts: members; also new names (newcomer); also federates that
  // wait in a call (from_outside).
  enum class Kind { member, newcomer, from_outside };

  std::string_view phrase;  // after the federate's name: "requests save"
  void (*carry_out)(Stage&, Federate, Words&);
  Kind kind = Kind::member;
};

using Commands = std::span<const Command>;
Commands federation_commands();
Commands save_commands();
Commands declaration_commands();
Commands object_commands();
Commands ownership_commands();
Commands time_commands();
Commands region_commands();
Commands support_commands();
Commands scheduler_commands();

// Finds the command by the longest phrase with which the words begin, and takes the phrase. Throws
// Misunderstood if there is none.
const Command& command_of(Words& words);

// --- Arguments of several groups.

struct ClassName {
  wire::ObjectClassHandle object_class;  // one of the two is zero
  wire::InteractionClassHandle interaction_class;
};
ClassName take_class(Stage& stage, Words& words);

std::uint64_t number_of(std::string_view text);
wire::ObjectHandle take_object(Stage& stage, Words& words);
wire::RegionHandle take_region(Stage& stage, Words& words);
// Takes the region after "in"; zero if there is none.
wire::RegionHandle region_option(Stage& stage, Words& words);
// An instance, and attributes of its class to the end of the words.
struct ObjectAttributes {
  wire::ObjectHandle object;
  wire::AttributeSet attributes;
};
ObjectAttributes take_object_attributes(Stage& stage, Words& words);

// Carries out a command that is a call without arguments.
template <wire::Call C>
void call_without_arguments(Stage& stage, Federate federate, Words& words) {
  stage.call(federate, words, C{});
}

// Takes an enumerator with hyphens in place of underscores: "delete-objects", "best-effort".
template <class E>
E take_enumerator(Words& words, std::string_view kind) {
  const std::string word = words.take_word("the name of a " + std::string(kind));
  std::optional<E> value;
  std::vector<std::string> names;
  boost::mp11::mp_for_each<boost::describe::describe_enumerators<E>>([&](auto enumerator) {
    std::string name = enumerator.name;
    std::ranges::replace(name, '_', '-');
    if (name == word) value = enumerator.value;
    names.push_back(std::move(name));
  });
  if (!value) throw no_such(kind, word, names);
  return *value;
}

}  // namespace triad::test
