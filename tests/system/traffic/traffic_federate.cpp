// A federate that sends and checks the messages of all others, in every order and transport, in
// steps of logical time:
//
//   traffic_federate FED FEDERATION NAME OTHERS UNTIL [registers|shares [routers-get-lost]]
//
// With OTHERS > 0 it prints "ready" when it has discovered that many federates, and begins at the
// line "go"; then no message of theirs may be missing. With 0 it joins a running federation and
// begins at once. At time UNTIL (0: never), or after the line "until T", it prints "done T" and
// advances no further. At the line "quit" it resigns and prints the numbers of received messages
// ("summary ..."). Other lines: "time T", "discovered NAME", "removed NAME VALUES WORDS", "failed:
// REASON". With `shares` or `registers` it takes part in passing the token (token.hpp), and prints
// before each "time T" the number of its turns: "token N".
#include <poll.h>
#include <NullFederateAmbassador.hh>
#include <RTI.hh>
#include <RTIextensions.hh>
#include <fedtime.hh>

#include <array>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "tests/system/faults/faulty_federate.hpp"
#include "tests/system/traffic/ledger.hpp"
#include "tests/system/traffic/token.hpp"

namespace traffic {
namespace {

using faults::print_line;
using faults::read_line;

constexpr std::uint64_t kStepsPerLine = 10;

std::uint64_t number_of(const RTI::FedTime& time) {
  return static_cast<std::uint64_t>(static_cast<const RTIfedTime&>(time).getTime());
}

class Ambassador final : public NullFederateAmbassador {
 public:
  explicit Ambassador(RTI::RTIambassador& rti) : token(rti) {}

  void discoverObjectInstance(RTI::ObjectHandle object, RTI::ObjectClassHandle object_class,
                              const char* name) override {
    if (token.is_class(object_class)) return token.record_discovery(object);
    const std::string text(name);  // NAME@FIRST STAMP
    const std::size_t at = text.find('@');
    names[object] = text.substr(0, at);
    const std::uint64_t base = std::stoull(text.substr(at + 1));
    // A federate that began to regulate at least two steps after this one did so while this one was
    // there.
    ledger.discover(names[object], base,
                    are_all_new || (regulation_time && base >= *regulation_time + 2));
    print_line("discovered " + names[object]);
  }
  void removeObjectInstance(RTI::ObjectHandle object, const char*) override { remove(object); }
  void removeObjectInstance(RTI::ObjectHandle object, const RTI::FedTime&, const char*,
                            RTI::EventRetractionHandle) override {
    remove(object);
  }
  void reflectAttributeValues(RTI::ObjectHandle object,
                              const RTI::AttributeHandleValuePairSet& values,
                              const char*) override {
    if (token.is_token(object)) return token.receive_value(faults::value_in(values));
    ledger.receive(faults::value_in(values));
  }
  void reflectAttributeValues(RTI::ObjectHandle, const RTI::AttributeHandleValuePairSet& values,
                              const RTI::FedTime& time, const char*,
                              RTI::EventRetractionHandle) override {
    receive_tso(faults::value_in(values), time);
  }
  void receiveInteraction(RTI::InteractionClassHandle,
                          const RTI::ParameterHandleValuePairSet& values, const char*) override {
    ledger.receive(faults::text_in(values));
  }
  void receiveInteraction(RTI::InteractionClassHandle,
                          const RTI::ParameterHandleValuePairSet& values, const RTI::FedTime& time,
                          const char*, RTI::EventRetractionHandle) override {
    receive_tso(faults::text_in(values), time);
  }
  void attributeOwnershipAcquisitionNotification(RTI::ObjectHandle,
                                                 const RTI::AttributeHandleSet&) override {
    token.record_acquisition();
  }
  void requestAttributeOwnershipRelease(RTI::ObjectHandle, const RTI::AttributeHandleSet&,
                                        const char*) override {
    token.record_release_request();
  }
  void timeRegulationEnabled(const RTI::FedTime& time) override { receive_time(time); }
  void timeConstrainedEnabled(const RTI::FedTime& time) override {
    receive_time(time);
    constrained = true;
  }
  void timeAdvanceGrant(const RTI::FedTime& time) override {
    receive_time(time);
    ledger.check_grant(now);
  }

  Ledger ledger;
  Token token;
  std::map<RTI::ObjectHandle, std::string> names;
  std::uint64_t now = 0;
  std::uint64_t asked_for = 0;
  bool are_all_new = false;
  std::optional<std::uint64_t> regulation_time;  // time at which it began to regulate
  bool answered = false;
  bool constrained = false;

 private:
  // Until it is constrained, messages with time stamps come in receive order.
  void receive_tso(const std::string& text, const RTI::FedTime& time) {
    if (!constrained) return ledger.receive(text);
    ledger.receive_tso(text, number_of(time), asked_for);
  }
  void receive_time(const RTI::FedTime& time) {
    now = number_of(time);
    answered = true;
  }
  void remove(RTI::ObjectHandle object) {
    if (token.is_token(object)) return token.record_removal();
    print_line("removed " + names.at(object) + " " + ledger.remove(names.at(object)));
  }
};

class Federate {
 public:
  Federate(std::string name, std::size_t others, std::string token)
      : name_(std::move(name)), others_(others), token_(std::move(token)) {}

  void expect_lost_routers() {
    ambassador_.token.expect_lost_routers();
    ambassador_.ledger.expect_lost_routers();
  }
  void join(const char* fed, const char* federation);
  void run(std::uint64_t until);
  void resign() { rti_.resignFederationExecution(RTI::DELETE_OBJECTS_AND_RELEASE_ATTRIBUTES); }
  std::string summary() const { return ambassador_.ledger.summary(); }

 private:
  void declare();
  void enable_time_management();
  void step();
  void update(RTI::AttributeHandle attribute, Flow flow);
  void interact(RTI::InteractionClassHandle interaction, RTI::ParameterHandle parameter, Flow flow);
  // Ticks until the condition holds, or until it reads the line "quit".
  void tick_until(const std::function<bool()>& condition);

  const std::string name_;
  const std::size_t others_;
  const std::string token_;  // its part in passing the token; empty: none
  RTI::RTIambassador rti_;
  Ambassador ambassador_{rti_};
  RTI::ObjectHandle thing_ = 0;
  RTI::ObjectClassHandle class_ = 0;
  RTI::InteractionClassHandle word_ = 0;
  RTI::InteractionClassHandle tso_word_ = 0;
  std::array<std::uint64_t, kFlows> sent_{};
  std::uint64_t until_ = 0;
  bool has_read_go_ = false;
  bool has_read_quit_ = false;
};

void Federate::join(const char* fed, const char* federation) {
  try {
    rti_.createFederationExecution(federation, fed);
  } catch (const RTI::FederationExecutionAlreadyExists&) {
    // Another federate created it.
  }
  ambassador_.are_all_new = others_ > 0;
  rti_.joinFederationExecution(name_.c_str(), federation, &ambassador_);
  declare();
  ambassador_.ledger.record_subscription(instant_now());
  while (rti_.tick()) {
  }
  enable_time_management();
}

void Federate::declare() {
  class_ = rti_.getObjectClassHandle("Thing");
  const std::unique_ptr<RTI::AttributeHandleSet> all(RTI::AttributeHandleSetFactory::create(3));
  for (const char* const name : {"Value", "TsoValue", "BestEffort"}) {
    all->add(rti_.getAttributeHandle(name, class_));
  }
  rti_.publishObjectClass(class_, *all);
  rti_.subscribeObjectClassAttributes(class_, *all);
  word_ = rti_.getInteractionClassHandle("Word");
  tso_word_ = rti_.getInteractionClassHandle("TsoWord");
  for (const RTI::InteractionClassHandle each : {word_, tso_word_}) {
    rti_.publishInteractionClass(each);
    rti_.subscribeInteractionClass(each);
  }
  if (!token_.empty()) ambassador_.token.declare();
}

void Federate::enable_time_management() {
  const auto answered = [&] { return std::exchange(ambassador_.answered, false); };
  // The RTI determines the first time. Messages with earlier time stamps come meanwhile.
  ambassador_.asked_for = ~std::uint64_t{0};
  rti_.enableTimeConstrained();
  tick_until(answered);
  rti_.enableTimeRegulation(RTIfedTime(0.0), RTIfedTime(1.0));
  tick_until(answered);
  ambassador_.regulation_time = ambassador_.asked_for = ambassador_.now;
  const std::string thing = name_ + "@" + std::to_string(ambassador_.now + 1);
  thing_ = rti_.registerObjectInstance(class_, thing.c_str());
  if (token_ == "registers") ambassador_.token.register_token();
}

void Federate::run(std::uint64_t until) {
  until_ = until;
  rti_.enableAsynchronousDelivery();
  print_line("joined " + name_);
  if (others_ > 0) {
    tick_until([&] { return ambassador_.ledger.senders() == others_; });
    print_line("ready");
    tick_until([&] { return has_read_go_; });
  }
  rti_.disableAsynchronousDelivery();
  const auto is_done = [&] { return until_ != 0 && ambassador_.now >= until_; };
  while (!has_read_quit_) {
    if (!is_done()) {
      step();
      continue;
    }
    print_line("done " + std::to_string(ambassador_.now));
    tick_until([&] { return !is_done(); });
  }
}

void Federate::step() {
  for (std::uint64_t i = 0; i < kPerStep; ++i) {
    update(rti_.getAttributeHandle("Value", class_), value);
    update(rti_.getAttributeHandle("BestEffort", class_), best_effort);
    update(rti_.getAttributeHandle("TsoValue", class_), tso_value);
    interact(word_, rti_.getParameterHandle("Text", word_), word);
    interact(tso_word_, rti_.getParameterHandle("TsoText", tso_word_), tso_word);
  }
  ambassador_.asked_for = ambassador_.now + 1;
  ambassador_.answered = false;
  rti_.timeAdvanceRequest(RTIfedTime(static_cast<double>(ambassador_.asked_for)));
  tick_until([&] { return ambassador_.answered; });
  ambassador_.token.step();
  if (ambassador_.now % kStepsPerLine != 0) return;
  if (!token_.empty()) print_line("token " + std::to_string(ambassador_.token.turns()));
  print_line("time " + std::to_string(ambassador_.now));
}

void Federate::update(RTI::AttributeHandle attribute, Flow flow) {
  const std::string text = text_of(name_, flow, sent_.at(flow)++, instant_now());
  const std::unique_ptr<RTI::AttributeHandleValuePairSet> set(RTI::AttributeSetFactory::create(1));
  set->add(attribute, text.data(), static_cast<RTI::ULong>(text.size()));
  if (flow == tso_value) {
    const RTIfedTime time(static_cast<double>(ambassador_.now + 1));
    static_cast<void>(rti_.updateAttributeValues(thing_, *set, time, ""));
  } else {
    rti_.updateAttributeValues(thing_, *set, "");
  }
}

void Federate::interact(RTI::InteractionClassHandle interaction, RTI::ParameterHandle parameter,
                        Flow flow) {
  const std::string text = text_of(name_, flow, sent_.at(flow)++, instant_now());
  const std::unique_ptr<RTI::ParameterHandleValuePairSet> set(RTI::ParameterSetFactory::create(1));
  set->add(parameter, text.data(), static_cast<RTI::ULong>(text.size()));
  if (flow == tso_word) {
    const RTIfedTime time(static_cast<double>(ambassador_.now + 1));
    static_cast<void>(rti_.sendInteraction(interaction, *set, time, ""));
  } else {
    rti_.sendInteraction(interaction, *set, "");
  }
}

void Federate::tick_until(const std::function<bool()>& condition) {
  const int descriptor = RTIextensions::callbackDescriptor(rti_);
  bool over = false;
  while (!over) {
    while (rti_.tick()) {
    }
    over = condition() || has_read_quit_;
    // A federate that is alone is granted everything at once, and must still read the driver's
    // lines.
    pollfd asked[] = {{0, POLLIN, 0}, {descriptor, POLLIN, 0}};
    if (::poll(asked, 2, over ? 0 : -1) < 0 || asked[0].revents == 0) continue;
    const std::string line = read_line();
    has_read_go_ = has_read_go_ || line == "go";
    has_read_quit_ = has_read_quit_ || line == "quit";
    if (line.starts_with("until ")) until_ = std::stoull(line.substr(6));
  }
}

int run(char** words, const char* token, bool routers_get_lost) {
  Federate federate(words[3], std::strtoull(words[4], nullptr, 10), token);
  if (routers_get_lost) federate.expect_lost_routers();
  try {
    federate.join(words[1], words[2]);
    federate.run(std::strtoull(words[5], nullptr, 10));
    federate.resign();
    print_line("summary " + std::string(words[3]) + federate.summary());
    return 0;
  } catch (const RTI::Exception& error) {
    print_line(std::string("failed: ") + error._name + ": " +
               (error._reason != nullptr ? error._reason : ""));
  }
  return 3;
}

}  // namespace
}  // namespace traffic

int main(int count, char** words) {
  faults::end_with_driver();
  const bool routers_get_lost = count == 8 && std::string(words[7]) == "routers-get-lost";
  if (count < 6 || count > 8 || (count == 8 && !routers_get_lost)) {
    faults::print_line(
        "usage: traffic_federate FED FEDERATION NAME OTHERS UNTIL "
        "[registers|shares [routers-get-lost]]");
    return 2;
  }
  return traffic::run(words, count > 6 ? words[6] : "", routers_get_lost);
}
