#include "tests/scenario/transcripts/runner/stage.hpp"

#include <algorithm>

#include "core/double_time.hpp"
#include "core/test_model.hpp"
#include "fed-parser/standard_mom.hpp"
#include "tests/scenario/transcripts/runner/callback_text.hpp"
#include "tests/scenario/transcripts/runner/commands.hpp"

namespace triad::test {

namespace {

core::ObjectModel model_of_transcripts() {
  core::ObjectModel model = core::test::test_model();
  fed::add_standard_classes(model);
  return model;
}

HarnessOptions with_model(HarnessOptions options, const core::ObjectModel& model) {
  options.rtig.load_fed = [model](std::string_view, std::optional<std::string_view>) {
    return wire::Result<core::ObjectModel>(model);
  };
  return options;
}

}  // namespace

Stage::Stage(HarnessOptions options)
    : model_(model_of_transcripts()), harness_(with_model(std::move(options), model_)) {}

// --- Commands and calls.

TextLines Stage::carry_out(std::vector<std::string> all_words) {
  Words words(std::move(all_words));
  told_.clear();
  const std::string subject = words.take("a federate");
  std::vector<Federate> waited_before;
  for (const auto& [federate, call] : calls_) waited_before.push_back(federate);
  if (subject == "everybody") {
    if (!words.take_if("ticks")) throw Misunderstood("write 'everybody ticks'");
    words.end();
    everybody_ticks();
  } else {
    const Command& command = command_of(words);
    if (command.kind == Command::Kind::newcomer && !names_.federates.has(subject)) {
      names_.federates.add(subject, harness_.add());
    }
    const Federate federate = names_.federates.find(subject);
    if (harness_.dead(federate)) throw Misunderstood(subject + " is dead");
    if (harness_.in_call(federate) && command.kind != Command::Kind::from_outside) {
      throw Misunderstood(subject + " waits in a call");
    }
    command.carry_out(*this, federate, words);
    words.end();
  }
  harness_.settle();
  told_by_calls(waited_before);
  return std::exchange(told_, {});
}

void Stage::told_by_calls(const std::vector<Federate>& waited_before) {
  for (auto at = calls_.begin(); at != calls_.end();) {
    const Federate federate = at->first;
    const bool dead = harness_.dead(federate);
    const bool waited = std::ranges::find(waited_before, federate) != waited_before.end();
    const auto lines = dead ? TextLines{} : at->second();
    if (!lines && !waited) tell("waits");
    if (lines && waited && !dead) tell(names_.federates.name(federate) + "'s call returns");
    if (lines) told_.insert(told_.end(), lines->begin(), lines->end());
    at = lines ? calls_.erase(at) : std::next(at);
  }
}

wire::Bytes Stage::keep_time(const std::string& word) {
  const auto time = core::DoubleTime().read(word);
  if (!time) throw Misunderstood("'" + word + "' is no time");
  return kept_times_.emplace_back(*time).bytes();
}

std::string_view Stage::tag(Words& words) {
  auto tag = words.option("tag");
  return tag ? keep(std::move(*tag)) : std::string_view();
}

// --- Callbacks.

void Stage::tick(Federate federate, const std::string& prefix) {
  do harness_.settle();
  while (take_all(federate, prefix));
}

void Stage::tick_once(Federate federate) {
  harness_.settle();
  const rtia::Callback* callback = harness_.ambassador(federate).take_callback();
  if (callback != nullptr) show(federate, *callback, "");
}

// The lines of each federate stay together, although callbacks of one federate may cause callbacks
// of others.
void Stage::everybody_ticks() {
  std::map<Federate, TextLines> lines;
  for (bool more = true; more;) {
    more = false;
    for (Federate f = 0; f < harness_.federates(); ++f) {
      if (harness_.dead(f) || harness_.in_call(f)) continue;
      told_.clear();
      tick(f, names_.federates.name(f) + ": ");
      more = more || !told_.empty();
      lines[f].insert(lines[f].end(), told_.begin(), told_.end());
    }
  }
  told_.clear();
  for (const auto& [federate, of_it] : lines) {
    told_.insert(told_.end(), of_it.begin(), of_it.end());
  }
}

bool Stage::take_all(Federate federate, const std::string& prefix) {
  bool some = false;
  harness_.take_callbacks(federate, [&](const rtia::Callback& callback) {
    some = true;
    show(federate, callback, prefix);
  });
  return some;
}

void Stage::show(Federate federate, const rtia::Callback& callback, const std::string& prefix) {
  if (const auto* restored = std::get_if<wire::FederationRestored>(&callback)) {
    names_.members.add(names_.federates.name(federate), restored->federate);
  }
  tell(prefix + text_of(names_, callback));
}

// --- Members.

void Stage::create_federation(Federate by) {
  federation_by_hand_ = true;
  if (!harness_.call(by, wire::CreateFederationExecution{kFederation, kFed, false, {}})) {
    throw Misunderstood("the federation cannot be created");
  }
  note_federation();
}

void Stage::note_federation() {
  const auto* state = harness_.rtig().state(kFederation);
  if (state == nullptr) return;
  for (const wire::ObjectHandle object : state->objects().handles()) {
    const auto object_class = state->objects().find(object)->object_class;
    if (object_class == state->management().federation()) {
      names_.add_object(std::string(kFederation), object, object_class);
    }
  }
}

void Stage::note_member(Federate federate) {
  const std::string name = names_.federates.name(federate);
  const wire::FederateHandle handle = harness_.ambassador(federate).federate();
  names_.members.add(name, handle);
  const auto* state = harness_.rtig().state(kFederation);
  const auto* member = state == nullptr ? nullptr : state->member(handle);
  if (member == nullptr) return;
  names_.add_object("Federate-" + name, member->manager, state->management().federate());
}

TextLines Stage::end() {
  told_.clear();
  everybody_ticks();
  for (std::string& line : told_) line = "nobody took \"" + line + "\"; add \"everybody ticks\"";
  for (const auto& [federate, call] : calls_) {
    tell(names_.federates.name(federate) + " still waits in a call");
  }
  for (std::string& wrong : disagreements(harness_, kFederation)) tell(std::move(wrong));
  return std::exchange(told_, {});
}

}  // namespace triad::test
