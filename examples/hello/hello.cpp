// The smallest complete federate: join, publish, subscribe, register, update, send, resign. Start
// it twice, with two names, in two terminals. Each shows by name the actions of the other:
//   hello alice hello.fed
//   hello bob hello.fed
#include <NullFederateAmbassador.hh>
#include <RTI.hh>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>

namespace {

const char* const kFederation = "Hello";
const double kSecondsBetweenHellos = 0.5;

// The RTI returns names as char*, which the caller must delete[].
std::string take(char* name) {
  std::string text(name);
  delete[] name;
  return text;
}

class HelloAmbassador : public NullFederateAmbassador {
 public:
  explicit HelloAmbassador(RTI::RTIambassador& rti) : rti_(rti) {}

  void discoverObjectInstance(RTI::ObjectHandle object, RTI::ObjectClassHandle object_class,
                              const char* name) override {
    std::cout << "discovered " << take(rti_.getObjectClassName(object_class)) << " '" << name
              << "' (object " << object << ")" << std::endl;
    has_company_ = true;
  }

  void reflectAttributeValues(RTI::ObjectHandle object,
                              const RTI::AttributeHandleValuePairSet& values,
                              const char*) override {
    const RTI::ObjectClassHandle object_class = rti_.getObjectClass(object);
    std::cout << take(rti_.getObjectInstanceName(object)) << ":";
    for (RTI::ULong i = 0; i < values.size(); ++i) {
      RTI::ULong length = 0;
      const char* value = values.getValuePointer(i, length);
      std::cout << ' ' << take(rti_.getAttributeName(values.getHandle(i), object_class)) << " = '"
                << std::string(value, length) << "'";
    }
    std::cout << std::endl;
  }

  void receiveInteraction(RTI::InteractionClassHandle interaction,
                          const RTI::ParameterHandleValuePairSet& values, const char*) override {
    std::cout << take(rti_.getInteractionClassName(interaction)) << ":";
    for (RTI::ULong i = 0; i < values.size(); ++i) {
      RTI::ULong length = 0;
      const char* value = values.getValuePointer(i, length);
      std::cout << ' ' << take(rti_.getParameterName(values.getHandle(i), interaction)) << " = '"
                << std::string(value, length) << "'";
    }
    std::cout << std::endl;
  }

  void removeObjectInstance(RTI::ObjectHandle object, const char*) override {
    std::cout << "object " << object << " has left" << std::endl;
  }

  bool has_company() const { return has_company_; }

 private:
  RTI::RTIambassador& rti_;
  bool has_company_ = false;
};

void add(RTI::AttributeHandleValuePairSet& set, RTI::Handle handle, const std::string& value) {
  set.add(handle, value.data(), static_cast<RTI::ULong>(value.size()));
}

void add(RTI::ParameterHandleValuePairSet& set, RTI::Handle handle, const std::string& value) {
  set.add(handle, value.data(), static_cast<RTI::ULong>(value.size()));
}

// Callbacks arrive only within tick. This function ticks until the time has passed.
void tick_for(RTI::RTIambassador& rti, double seconds) {
  typedef std::chrono::steady_clock Clock;
  const Clock::time_point start = Clock::now();
  for (;;) {
    const std::chrono::duration<double> gone = Clock::now() - start;
    const double left = seconds - gone.count();
    if (left <= 0) return;
    rti.tick(left, left);
  }
}

// Waits for a second federate, because data sent without a subscriber is lost.
void wait_for_company(RTI::RTIambassador& rti, const HelloAmbassador& ambassador,
                      const std::string& name) {
  rti.tick(0.2, 0.2);  // Discovers a federate that has joined before.
  if (!ambassador.has_company()) {
    std::cout << name << " waits for a second federate: start one with another name, in another "
              << "terminal" << std::endl;
  }
  while (!ambassador.has_company()) rti.tick(1.0, 1.0);
}

// Publishes and subscribes, then sends a hello `rounds` times.
void take_part(RTI::RTIambassador& rti, const HelloAmbassador& ambassador, const std::string& name,
               int rounds) {
  const RTI::ObjectClassHandle participant = rti.getObjectClassHandle("ObjectRoot.Participant");
  const RTI::AttributeHandle nickname = rti.getAttributeHandle("Nickname", participant);
  const RTI::AttributeHandle sent = rti.getAttributeHandle("MessagesSent", participant);
  const RTI::InteractionClassHandle message =
      rti.getInteractionClassHandle("InteractionRoot.Message");
  const RTI::ParameterHandle sender = rti.getParameterHandle("Sender", message);
  const RTI::ParameterHandle text = rti.getParameterHandle("Text", message);

  std::unique_ptr<RTI::AttributeHandleSet> attributes(RTI::AttributeHandleSetFactory::create(2));
  attributes->add(nickname);
  attributes->add(sent);
  rti.publishObjectClass(participant, *attributes);
  rti.subscribeObjectClassAttributes(participant, *attributes);
  rti.publishInteractionClass(message);
  rti.subscribeInteractionClass(message);

  const RTI::ObjectHandle me = rti.registerObjectInstance(participant, name.c_str());
  wait_for_company(rti, ambassador, name);
  for (int round = 1; round <= rounds; ++round) {
    std::ostringstream count;
    count << round;

    std::unique_ptr<RTI::ParameterHandleValuePairSet> parameters(
        RTI::ParameterSetFactory::create(2));
    add(*parameters, sender, name);
    add(*parameters, text, "hello number " + count.str());
    rti.sendInteraction(message, *parameters, "");

    std::unique_ptr<RTI::AttributeHandleValuePairSet> values(RTI::AttributeSetFactory::create(2));
    add(*values, nickname, name);
    add(*values, sent, count.str());
    rti.updateAttributeValues(me, *values, "");

    tick_for(rti, kSecondsBetweenHellos);
  }
}

void run(const std::string& name, const std::string& fed_file, int rounds) {
  RTI::RTIambassador rti;
  HelloAmbassador ambassador(rti);
  try {
    rti.createFederationExecution(kFederation, fed_file.c_str());
  } catch (const RTI::FederationExecutionAlreadyExists&) {
    // The other federate was first.
  }
  rti.joinFederationExecution(name.c_str(), kFederation, &ambassador);
  take_part(rti, ambassador, name, rounds);
  rti.resignFederationExecution(RTI::DELETE_OBJECTS_AND_RELEASE_ATTRIBUTES);
  try {
    rti.destroyFederationExecution(kFederation);
  } catch (const RTI::FederatesCurrentlyJoined&) {
    // The last federate to leave destroys the federation.
  } catch (const RTI::FederationExecutionDoesNotExist&) {
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: hello NAME FED-FILE [ROUNDS]\n";
    return 2;
  }
  try {
    run(argv[1], argv[2], argc > 3 ? std::atoi(argv[3]) : 10);
  } catch (const RTI::Exception& error) {
    std::cerr << argv[1] << ": " << error._name << ": " << error._reason << '\n';
    return 1;
  }
  return 0;
}
