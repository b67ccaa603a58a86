// Refusals common to all services: before a join, while another thread is in a call, and in a
// process forked from the federate's.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <future>
#include <thread>

#include "tests/scenario/api/every_service.hpp"
#include "tests/scenario/api/exceptions/raised.hpp"

namespace triad::scenario {
namespace {

void expect_of_all(const char* exception, const std::vector<Service>& services) {
  for (const Service& service : services) {
    expect_raised(exception, ServiceName{service.name, service.arguments}, service.call);
  }
}

EXCEPTIONS(OfWhoIsNoMember) {
  auto& never_joined = outsider();
  Arguments arguments(*never_joined.operator->());
  expect_of_all("FederateNotExecutionMember", services_for_members(arguments));
}

EXCEPTIONS(OfASecondThread) {
  auto& sender = federate();
  auto& receiver = federate();
  receiver.subscribe_interaction("Command");
  sender.publish_interaction("Command");
  std::promise<void> inside;
  std::promise<void> checked;
  receiver.run_in_callback("receiveInteraction InteractionRoot.Command {} tag=\"\"", [&] {
    inside.set_value();
    checked.get_future().wait();
  });
  sender.send_interaction("Command", {});
  std::thread ticking([&] {
    while (receiver.recorder().lines().empty()) (void)receiver->tick(0.01, 0.01);
  });
  inside.get_future().wait();
  Arguments arguments(*receiver.operator->());
  expect_of_all("ConcurrentAccessAttempted", every_service(arguments));
  sender.publish("Vehicle", {"Speed"});  // another ambassador is free
  checked.set_value();
  ticking.join();
  receiver.publish("Vehicle", {"Speed"});
}

// Runs in the child. Returns text about each service that did not throw as expected.
std::string faults_of_child(const std::vector<Service>& services) {
  std::string faults;
  for (const Service& service : services) {
    const auto thrown = throws<RTI::RTIinternalError>(service.call);
    if (!thrown) faults += service.name + " " + thrown.message() + "\n";
  }
  return faults;
}

void write_all(int descriptor, const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto written = ::write(descriptor, text.data() + at, text.size() - at);
    if (written <= 0) ::_exit(EXIT_FAILURE);
    at += static_cast<std::size_t>(written);
  }
}

std::string read_all(int descriptor) {
  std::string text;
  for (char c = 0; ::read(descriptor, &c, 1) == 1;) text += c;
  return text;
}

EXCEPTIONS(OfAForkedProcess) {
  auto& member = federate();
  Arguments arguments(*member.operator->());
  const auto services = every_service(arguments);
  wait_until_quiet();
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    write_all(ends[1], faults_of_child(services));
    ::_exit(EXIT_SUCCESS);
  }
  ::close(ends[1]);
  const std::string faults = read_all(ends[0]);
  ::close(ends[0]);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(faults, "");
  ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS);
  if (!faults.empty()) return;
  for (const Service& service : services) {
    record_raised("RTIinternalError", ServiceName{service.name, service.arguments});
  }
}

}  // namespace
}  // namespace triad::scenario
