// Save and restore (HLA 1.3 clauses 4.11 to 4.21).
#include "tests/scenario/transcripts/runner/commands.hpp"

namespace triad::test {

namespace {

void request_save(Stage& stage, Federate f, Words& words) {
  wire::RequestFederationSave request;
  if (const auto time = words.option("at")) {
    request.timed = true;
    request.time = stage.keep_time(*time);
  }
  request.label = stage.keep(words.take_word("a label"));
  stage.call(f, words, request);
}

void request_restore(Stage& stage, Federate f, Words& words) {
  const auto label = stage.keep(words.take_word("a label"));
  stage.call(f, words, wire::RequestFederationRestore{label});
}

constexpr Command kSaveCommands[] = {
    {"requests federation save", request_save},
    {"begins federate save", call_without_arguments<wire::FederateSaveBegun>},
    {"completes federate save", call_without_arguments<wire::FederateSaveComplete>},
    {"does not complete federate save", call_without_arguments<wire::FederateSaveNotComplete>},
    {"requests federation restore", request_restore},
    {"completes federate restore", call_without_arguments<wire::FederateRestoreComplete>},
    {"does not complete federate restore",
     call_without_arguments<wire::FederateRestoreNotComplete>},
};

}  // namespace

Commands save_commands() {
  return kSaveCommands;
}

}  // namespace triad::test
