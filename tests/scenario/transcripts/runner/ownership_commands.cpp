// Ownership management (HLA 1.3 clause 7).
#include "tests/scenario/transcripts/runner/commands.hpp"

namespace triad::test {

namespace {

// Makes a call with only an instance and a set of attributes.
template <wire::Call C>
void of_attributes(Stage& stage, Federate f, Words& words) {
  const auto [object, attributes] = take_object_attributes(stage, words);
  stage.call(f, words, C{object, attributes});
}

void offer(Stage& stage, Federate f, Words& words) {
  const auto tag = stage.tag(words);
  const auto [object, attributes] = take_object_attributes(stage, words);
  stage.call(f, words, wire::NegotiatedAttributeOwnershipDivestiture{object, attributes, tag});
}

void acquire(Stage& stage, Federate f, Words& words) {
  const auto tag = stage.tag(words);
  const auto [object, attributes] = take_object_attributes(stage, words);
  stage.call(f, words, wire::AttributeOwnershipAcquisition{object, {}, attributes, tag});
}

void acquire_if_available(Stage& stage, Federate f, Words& words) {
  const auto [object, attributes] = take_object_attributes(stage, words);
  stage.call(f, words, wire::AttributeOwnershipAcquisitionIfAvailable{object, {}, attributes});
}

void release(Stage& stage, Federate f, Words& words) {
  const auto of = take_object_attributes(stage, words);
  stage.call(f, words, wire::AttributeOwnershipReleaseResponse{of.object, of.attributes},
             [&stage, object = of.object](const wire::AttributeSet& released) {
               const Names& names = stage.names();
               stage.add_line("released" + names.text(names.class_of(object), released));
             });
}

// Takes a single attribute for these two services.
wire::AttributeHandle take_attribute(Stage& stage, Words& words, wire::ObjectHandle object) {
  return stage.names().attribute(stage.names().class_of(object),
                                 words.take_word("the name of an attribute"));
}

void query_owner(Stage& stage, Federate f, Words& words) {
  const auto object = take_object(stage, words);
  const auto attribute = take_attribute(stage, words, object);
  stage.call(f, words, wire::QueryAttributeOwnership{object, attribute});
}

void ask_whether_owned(Stage& stage, Federate f, Words& words) {
  const auto object = take_object(stage, words);
  const auto attribute = take_attribute(stage, words, object);
  stage.call(f, words, wire::IsAttributeOwnedByFederate{object, attribute},
             [&stage](const bool& owned) { stage.add_line(owned ? "yes" : "no"); });
}

constexpr Command kOwnershipCommands[] = {
    {"unconditionally divests", of_attributes<wire::UnconditionalAttributeOwnershipDivestiture>},
    {"negotiates divestiture of", offer},
    {"cancels divestiture of", of_attributes<wire::CancelNegotiatedAttributeOwnershipDivestiture>},
    {"acquires", acquire},
    {"acquires if available", acquire_if_available},
    {"cancels acquisition of", of_attributes<wire::CancelAttributeOwnershipAcquisition>},
    {"releases", release},
    {"queries ownership of", query_owner},
    {"asks whether it owns", ask_whether_owned},
};

}  // namespace

Commands ownership_commands() {
  return kOwnershipCommands;
}

}  // namespace triad::test
