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
  lines_.clear();
  const std::string subject = words.take_word("a federate");
  std::vector<Federate> waited_before;
  for (const auto& [federate, call] : calls_) waited_before.push_back(federate);
  if (subject == "everybody") {
    if (!words.take_word_if("ticks")) throw CommandError("write 'everybody ticks'");
    words.check_empty();
    tick_all();
  } else {
    const Command& command = command_of(words);
    if (command.kind == Command::Kind::newcomer && !names_.federates.has(subject)) {
      names_.federates.add(subject, harness_.add());
    }
    const Federate federate = names_.federates.find(subject);
    if (harness_.is_dead(federate)) throw CommandError(subject + " is dead");
    if (harness_.is_in_call(federate) && command.kind != Command::Kind::from_outside) {
      throw CommandError(subject + " waits in a call");
    }
    command.carry_out(*this, federate, words);
    words.check_empty();
  }
  harness_.settle();
  collect_lines_of_calls(waited_before);
  return std::exchange(lines_, {});
}

void Stage::collect_lines_of_calls(const std::vector<Federate>& waited_before) {
  for (auto at = calls_.begin(); at != calls_.end();) {
    const Federate federate = at->first;
    const bool dead = harness_.is_dead(federate);
    const bool waited = std::ranges::find(waited_before, federate) != waited_before.end();
    const auto lines = dead ? TextLines{} : at->second();
    if (!lines && !waited) add_line("waits");
    if (lines && waited && !dead) add_line(names_.federates.name(federate) + "'s call returns");
    if (lines) lines_.insert(lines_.end(), lines->begin(), lines->end());
    at = lines ? calls_.erase(at) : std::next(at);
  }
}

wire::Bytes Stage::keep_time(const std::string& word) {
  const auto time = core::DoubleTime().parse(word);
  if (!time) throw CommandError("'" + word + "' is no time");
  return kept_times_.emplace_back(*time).bytes();
}

std::string_view Stage::tag(Words& words) {
  auto tag = words.option("tag");
  return tag ? keep(std::move(*tag)) : std::string_view();
}

// --- Callbacks.

void Stage::tick(Federate federate, const std::string& prefix) {
  do harness_.settle();
  while (take_callbacks(federate, prefix));
}

void Stage::tick_once(Federate federate) {
  harness_.settle();
  const rtia::Callback* callback = harness_.ambassador(federate).take_callback();
  if (callback != nullptr) show(federate, *callback, "");
}

// The lines of each federate stay together, although callbacks of one federate may cause callbacks
// of others.
void Stage::tick_all() {
  std::map<Federate, TextLines> lines;
  for (bool more = true; more;) {
    more = false;
    for (Federate f = 0; f < harness_.federate_count(); ++f) {
      if (harness_.is_dead(f) || harness_.is_in_call(f)) continue;
      lines_.clear();
      tick(f, names_.federates.name(f) + ": ");
      more = more || !lines_.empty();
      lines[f].insert(lines[f].end(), lines_.begin(), lines_.end());
    }
  }
  lines_.clear();
  for (const auto& [federate, of_it] : lines) {
    lines_.insert(lines_.end(), of_it.begin(), of_it.end());
  }
}

bool Stage::take_callbacks(Federate federate, const std::string& prefix) {
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
  add_line(prefix + text_of(names_, callback));
}

// --- Members.

void Stage::create_federation(Federate by) {
  is_federation_explicit_ = true;
  if (!harness_.call(by, wire::CreateFederationExecution{kFederation, kFed, false, {}})) {
    throw CommandError("the federation cannot be created");
  }
  record_federation_names();
}

void Stage::record_federation_names() {
  const auto* state = harness_.rtig().state(kFederation);
  if (state == nullptr) return;
  for (const wire::ObjectHandle object : state->objects().handles()) {
    const auto object_class = state->objects().find(object)->object_class;
    if (object_class == state->management().federation()) {
      names_.add_object(std::string(kFederation), object, object_class);
    }
  }
}

void Stage::record_member_names(Federate federate) {
  const std::string name = names_.federates.name(federate);
  const wire::FederateHandle handle = harness_.ambassador(federate).federate();
  names_.members.add(name, handle);
  const auto* state = harness_.rtig().state(kFederation);
  const auto* member = state == nullptr ? nullptr : state->member(handle);
  if (member == nullptr) return;
  names_.add_object("Federate-" + name, member->manager, state->management().federate());
}

TextLines Stage::end() {
  lines_.clear();
  tick_all();
  for (std::string& line : lines_) line = "nobody took \"" + line + "\"; add \"everybody ticks\"";
  for (const auto& [federate, call] : calls_) {
    add_line(names_.federates.name(federate) + " still waits in a call");
  }
  for (std::string& wrong : disagreements(harness_, kFederation)) add_line(std::move(wrong));
  return std::exchange(lines_, {});
}

}  // namespace triad::test
