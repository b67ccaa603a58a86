// A federate that is upgraded while its federation goes on. It counts, and sends the number to the
// federates of hello/. At SIGHUP it suspends its membership and starts its program file again,
// which may have been replaced meanwhile: the new process is the same federate, with the same
// object, and goes on counting. rtig and the federates need a resume.timeout:
//   export RTI_RESUME_TIMEOUT=30
//   rtig --resume-timeout 30 &
//   hello bob hello.fed 100 &
//   counter alice hello.fed &
//   kill -HUP %3
#include <NullFederateAmbassador.hh>
#include <RTI.hh>
#include <RTIextensions.hh>

#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>

namespace {

const char* const kFederation = "Hello";
const double kSecondsBetweenNumbers = 0.2;

// Data that the federate itself needs to go on. The RTI keeps everything else.
struct Work {
  std::string name;
  std::string fed_file;
  std::string membership_file;  // of the suspended membership; empty: join
  RTI::ObjectHandle object = 0;
  int number = 0;
  int last = 50;
};

volatile sig_atomic_t is_upgrade_due = 0;

extern "C" void request_upgrade(int) {
  is_upgrade_due = 1;
}

void join(RTI::RTIambassador& rti, RTI::FederateAmbassador& ambassador, Work& work) {
  try {
    rti.createFederationExecution(kFederation, work.fed_file.c_str());
  } catch (const RTI::FederationExecutionAlreadyExists&) {
    // Another federate was first.
  }
  rti.joinFederationExecution(work.name.c_str(), kFederation, &ambassador);
  const RTI::ObjectClassHandle participant = rti.getObjectClassHandle("ObjectRoot.Participant");
  std::unique_ptr<RTI::AttributeHandleSet> attributes(RTI::AttributeHandleSetFactory::create(1));
  attributes->add(rti.getAttributeHandle("MessagesSent", participant));
  rti.publishObjectClass(participant, *attributes);
  work.object = rti.registerObjectInstance(participant, work.name.c_str());
}

void send_number(RTI::RTIambassador& rti, const Work& work) {
  const RTI::ObjectClassHandle participant = rti.getObjectClass(work.object);
  std::ostringstream text;
  text << work.number;
  std::unique_ptr<RTI::AttributeHandleValuePairSet> values(RTI::AttributeSetFactory::create(1));
  values->add(rti.getAttributeHandle("MessagesSent", participant), text.str().data(),
              static_cast<RTI::ULong>(text.str().size()));
  rti.updateAttributeValues(work.object, *values, "");
}

// Counts to the last number. Returns early, with the membership suspended, if an upgrade is due.
void count(Work& work) {
  RTI::RTIambassador rti;
  NullFederateAmbassador ambassador;
  if (work.membership_file.empty()) {
    join(rti, ambassador, work);
  } else {
    const RTI::FederateHandle handle =
        RTIextensions::resumeMembership(rti, work.membership_file.c_str(), &ambassador);
    std::cout << work.name << " goes on as federate " << handle << " in process " << ::getpid()
              << std::endl;
  }
  while (work.number < work.last) {
    ++work.number;
    send_number(rti, work);
    rti.tick(kSecondsBetweenNumbers, kSecondsBetweenNumbers);
    if (is_upgrade_due) {
      work.membership_file = work.name + ".membership";
      RTIextensions::suspendMembership(rti, work.membership_file.c_str());
      return;
    }
  }
  rti.resignFederationExecution(RTI::DELETE_OBJECTS_AND_RELEASE_ATTRIBUTES);
}

// Replaces this process by a new one of the program file.
void start_again(const char* program, const Work& work) {
  std::ostringstream object, number, last;
  object << work.object;
  number << work.number;
  last << work.last;
  ::execlp(program, program, "--resume", work.membership_file.c_str(), work.name.c_str(),
           object.str().c_str(), number.str().c_str(), last.str().c_str(), nullptr);
  std::cout << "cannot start " << program << " again; continue with: counter --resume "
            << work.membership_file << ' ' << work.name << ' ' << object.str() << ' '
            << number.str() << ' ' << last.str() << std::endl;
}

}  // namespace

int main(int argc, char** argv) {
  Work work;
  if (argc == 7 && std::string(argv[1]) == "--resume") {
    work.membership_file = argv[2];
    work.name = argv[3];
    work.object = static_cast<RTI::ObjectHandle>(std::strtoul(argv[4], nullptr, 10));
    work.number = std::atoi(argv[5]);
    work.last = std::atoi(argv[6]);
  } else if (argc == 3 || argc == 4) {
    work.name = argv[1];
    work.fed_file = argv[2];
    if (argc == 4) work.last = std::atoi(argv[3]);
  } else {
    std::cerr << "usage: counter NAME FED-FILE [LAST]\n";
    return 2;
  }
  ::signal(SIGHUP, request_upgrade);
  try {
    count(work);
  } catch (const RTI::Exception& error) {
    std::cerr << work.name << ": " << error._name << ": " << error._reason << '\n';
    return 1;
  }
  if (work.number < work.last) {
    start_again(argv[0], work);
    return 1;
  }
  return 0;
}
