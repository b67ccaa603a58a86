// The commands of the language, each with the words that call it. Those of one service group are in
// one file; the table that joins them is command_table.cpp. ../README.md lists them all.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>

#include "tests/scenario/transcripts/runner/stage.hpp"
#include "tests/scenario/transcripts/runner/words.hpp"

namespace triad::test {

struct Command {
  // What federate it may be of: one that the scenario names for the first time, too; one that waits
  // in a call, too.
  enum class Kind { member, newcomer, from_outside };

  std::string_view phrase;  // behind the federate's name: "requests save"
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

// Finds the command by the longest phrase that the words begin with, which is taken. Throws
// Misunderstood if there is none.
const Command& command_of(Words& words);

// --- Arguments that several groups have.

struct ClassName {
  wire::ObjectClassHandle object_class;  // one of the two is zero
  wire::InteractionClassHandle interaction_class;
};
ClassName take_class(Stage& stage, Words& words);

std::uint64_t number_of(std::string_view text);
wire::ObjectHandle take_object(Stage& stage, Words& words);
wire::RegionHandle take_region(Stage& stage, Words& words);
// The region behind "in"; zero if there is none.
wire::RegionHandle region_option(Stage& stage, Words& words);
// An instance and, to the end, attributes of its class.
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

// An enumerator with hyphens for its underscores: "delete-objects", "best-effort".
template <class E>
E take_enumerator(Words& words, std::string_view kind) {
  const std::string word = words.take("the name of a " + std::string(kind));
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
