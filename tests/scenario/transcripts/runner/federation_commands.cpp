// Federation management without save and restore (HLA 1.3 clauses 4.2 to 4.10).
#include "tests/scenario/transcripts/runner/commands.hpp"

namespace triad::test {

namespace {

std::string_view federation_name(Stage& stage, Words& words) {
  return words.empty() ? Stage::kFederation
                       : stage.keep(words.take_word("the name of a federation"));
}

void connect(Stage& stage, Federate, Words&) {
  stage.set_federation_explicit();
}

void create(Stage& stage, Federate f, Words& words) {
  stage.set_federation_explicit();
  const auto name = federation_name(stage, words);
  stage.call(f, words, wire::CreateFederationExecution{name, Stage::kFed, false, {}});
  stage.harness().settle();
  stage.record_federation_names();
}

void destroy(Stage& stage, Federate f, Words& words) {
  const auto name = federation_name(stage, words);
  stage.call(f, words, wire::DestroyFederationExecution{name});
}

// The first member creates the federation if the scenario has not done so.
void join(Stage& stage, Federate f, Words& words) {
  const auto type = words.option("as");
  const auto elsewhere = words.option("federation");
  const auto federation = elsewhere ? stage.keep(*elsewhere) : Stage::kFederation;
  if (!stage.is_federation_explicit()) stage.create_federation(f);
  const auto type_text = stage.keep(type ? *type : stage.names().federates.name(f));
  stage.call(f, words, wire::JoinFederationExecution{type_text, federation, {}},
             [&stage, f](const wire::FederateHandle&) { stage.record_member_names(f); });
}

void resign(Stage& stage, Federate f, Words& words) {
  const auto action = take_enumerator<wire::ResignAction>(words, "resign action");
  stage.call(f, words, wire::ResignFederationExecution{action});
}

void register_point(Stage& stage, Federate f, Words& words) {
  wire::RegisterFederationSynchronizationPoint request;
  request.tag = stage.tag(words);
  request.label = stage.keep(words.take_word("a label"));
  if (words.take_word_if("for")) {
    for (const std::string& name : words.take_all_words()) {
      request.federates.push_back(stage.names().members.find(name));
    }
  }
  stage.call(f, words, request);
}

void achieve(Stage& stage, Federate f, Words& words) {
  const auto label = stage.keep(words.take_word("a label"));
  stage.call(f, words, wire::SynchronizationPointAchieved{label});
}

constexpr Command kFederationCommands[] = {
    {"connects", connect, Command::Kind::newcomer},
    {"creates federation", create, Command::Kind::newcomer},
    {"destroys federation", destroy, Command::Kind::newcomer},
    {"joins", join, Command::Kind::newcomer},
    {"resigns with", resign},
    {"registers synchronization point", register_point},
    {"achieves synchronization point", achieve},
};

}  // namespace

Commands federation_commands() {
  return kFederationCommands;
}

}  // namespace triad::test
