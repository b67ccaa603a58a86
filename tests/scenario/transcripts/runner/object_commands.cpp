// Object management (HLA 1.3 clause 6), the order types of clauses 8.23 and 8.24, and the look-ups
// of instances in clause 10.
#include "tests/scenario/transcripts/runner/commands.hpp"

namespace triad::test {

namespace {

std::function<void(const wire::ObjectHandle&)> name_object(Stage& stage, std::string name,
                                                           wire::ObjectClassHandle c) {
  return [&stage, name = std::move(name), c](const wire::ObjectHandle& object) {
    stage.names().add_object(name, object, c);
  };
}

// Syntax: registers Tank tiger [with position in R]...
void register_instance(Stage& stage, Federate f, Words& words) {
  const auto c = stage.names().object_class(words.take_word("the name of an object class"));
  const std::string name = words.take_word("the name of the instance");
  if (words.empty()) {
    stage.call(f, words, wire::RegisterObjectInstance{c, stage.keep(name)},
               name_object(stage, name, c));
    return;
  }
  wire::RegisterObjectInstanceWithRegion request{c, stage.keep(name), {}};
  while (words.take_word_if("with")) {
    const auto attributes = stage.names().attributes(c, words.take_words_until("in"));
    if (!words.take_word_if("in")) throw CommandError("say in which region: 'with position in R'");
    const auto region = take_region(stage, words);
    attributes.for_each([&](auto attribute) { request.regions.push_back({attribute, region}); });
  }
  stage.call(f, words, request, name_object(stage, name, c));
}

// Takes the options of an event: "at 5", "tag x", "called e".
template <class Request>
std::function<void(const wire::Retraction&)> event_options(Stage& stage, Words& words,
                                                           Request& request) {
  if (const auto time = words.option("at")) request.time = stage.keep_time(*time);
  request.tag = stage.tag(words);
  const auto name = words.option("called");
  return [&stage, name](const wire::Retraction& event) {
    if (name) stage.names().events.add(*name, {event.federate, event.serial});
  };
}

void update(Stage& stage, Federate f, Words& words) {
  wire::UpdateAttributeValues request;
  const auto tell = event_options(stage, words, request);
  request.object = take_object(stage, words);
  Values values;
  for (const std::string& word : words.take_all_words()) {
    const Pair pair = pair_of(word);
    const auto c = stage.names().class_of(request.object);
    values.add(stage.names().attribute(c, pair.name), pair.value);
  }
  request.values = stage.keep(std::move(values));
  stage.call(f, words, request, tell);
}

// The MOM's parameter Federate is written as a federate's name.
std::string parameter_value(Stage& stage, const Pair& pair) {
  if (pair.name != "Federate") return pair.value;
  return std::to_string(stage.names().members.find(pair.value).value);
}

void send(Stage& stage, Federate f, Words& words) {
  wire::SendInteraction request;
  const auto tell = event_options(stage, words, request);
  request.region = region_option(stage, words);
  request.interaction_class =
      stage.names().interaction_class(words.take_word("the name of an interaction class"));
  Values values;
  for (const std::string& word : words.take_all_words()) {
    const Pair pair = pair_of(word);
    values.add(stage.names().parameter(request.interaction_class, pair.name),
               parameter_value(stage, pair));
  }
  request.values = stage.keep(std::move(values));
  stage.call(f, words, request, tell);
}

void erase(Stage& stage, Federate f, Words& words) {
  wire::DeleteObjectInstance request;
  const auto tell = event_options(stage, words, request);
  request.object = take_object(stage, words);
  stage.call(f, words, request, tell);
}

void erase_locally(Stage& stage, Federate f, Words& words) {
  const auto object = take_object(stage, words);
  stage.call(f, words, wire::LocalDeleteObjectInstance{object});
}

void request_update(Stage& stage, Federate f, Words& words) {
  const auto region = region_option(stage, words);
  const std::string name = words.take_word("the name of an object instance or class");
  if (stage.names().objects.has(name)) {
    const auto object = stage.names().objects.find(name);
    const auto attributes =
        stage.names().attributes(stage.names().class_of(object), words.take_all_words());
    stage.call(f, words, wire::RequestObjectAttributeValueUpdate{object, attributes});
  } else {
    const auto c = stage.names().object_class(name);
    const auto attributes = stage.names().attributes(c, words.take_all_words());
    stage.call(f, words, wire::RequestClassAttributeValueUpdate{c, attributes, region});
  }
}

// Syntax: changes transportation of tiger position to best-effort; also of an interaction class.
template <class Type, wire::Call OfAttributes, wire::Call OfInteractions>
void change_type(Stage& stage, Federate f, Words& words) {
  std::vector<std::string> of = words.take_words_until("to");
  if (!words.take_word_if("to")) throw CommandError("say to which type: 'to reliable'");
  const auto type = static_cast<std::uint64_t>(take_enumerator<Type>(words, "type"));
  Words what(std::move(of));
  const std::string name = what.take_word("the name of an object instance or interaction class");
  if (stage.names().objects.has(name)) {
    const auto object = stage.names().objects.find(name);
    const auto attributes =
        stage.names().attributes(stage.names().class_of(object), what.take_all_words());
    stage.call(f, words, OfAttributes{object, attributes, type});
  } else {
    what.check_empty();
    stage.call(f, words, OfInteractions{stage.names().interaction_class(name), type});
  }
}

void ask_class(Stage& stage, Federate f, Words& words) {
  const auto object = take_object(stage, words);
  stage.call(f, words, wire::GetObjectClass{object},
             [&](const wire::ObjectClassHandle& c) { stage.add_line(stage.names().name(c)); });
}

constexpr Command kObjectCommands[] = {
    {"registers", register_instance},
    {"updates", update},
    {"sends", send},
    {"deletes", erase},
    {"deletes locally", erase_locally},
    {"requests update of", request_update},
    {"changes transportation of",
     change_type<wire::Transportation, wire::ChangeAttributeTransportationType,
                 wire::ChangeInteractionTransportationType>},
    {"changes order of",
     change_type<wire::Ordering, wire::ChangeAttributeOrderType, wire::ChangeInteractionOrderType>},
    {"asks for the class of", ask_class},
};

}  // namespace

Commands object_commands() {
  return kObjectCommands;
}

}  // namespace triad::test
