// Fixture of the scenarios: one federation of several RTIambassadors in one process and, with few
// exceptions, one thread. Each scenario has its own federation and must leave nothing behind.
//
//   SCENARIO(ObjectManagement, AnUpdateIsReflected) {
//     auto& sender = federate();
//     auto& receiver = federate();
//     ...
//     EXPECT_EQ(receiver.heard(), Lines({"reflectAttributeValues Tank1 {Speed=\"10\"} tag=\"\""}));
//   }
//
// Nothing here sleeps or measures time. A scenario waits by ticking until a callback arrives, and
// wait_until_quiet() shows that no callback will arrive.
#pragma once

#include <gtest/gtest.h>
#include <RTI.hh>

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tests/scenario/api/scenario_federate.hpp"

namespace triad::scenario {

// No scenario has this number of objects.
inline constexpr RTI::ObjectHandle kNoObject = 4'000'000'000;

class Scenario : public testing::Test {
 public:
  // Returns a new federate that has joined the scenario's federation, or another one by its name.
  Federate& federate(const std::string& type = "federate");
  Federate& join_federate_to(const std::string& federation, const std::string& type = "federate");
  // Returns an ambassador that has not joined.
  Federate& outsider();

  // Name of the scenario's federation; with a suffix, of another federation of this scenario.
  std::string federation(const std::string& suffix = "") const;
  // Creates another federation, which ends with the scenario.
  std::string create_federation(const std::string& suffix);
  static const char* fed_file();

  // Returns when nothing is in transit any more. In each of three rounds, every federate receives a
  // marker from each other one, by both transportations, after all earlier messages of that
  // federate. Three rounds, because a callback may cause a reaction, and that another reaction.
  void wait_until_quiet();
  // As wait_until_quiet(), for scenarios of time, because a constrained federate receives no
  // markers. In each of four rounds, every federate makes a round trip to the RTIG and delivers its
  // callbacks.
  void settle();
  // Waits for the line. Throws, which ends the scenario, if it does not come.
  void wait_for_callback(Federate& federate, const std::string& line);

 protected:
  void SetUp() override;
  void TearDown() override;

 private:
  void TestBody() final;
  virtual void play() = 0;
  RTI::RTIambassador& founder();
  void exchange_markers();
  // Ticks all federates until `done`. The failure text names the awaited event.
  void tick_until_done(const std::function<bool()>& done, const std::string& what);
  std::string all_lines() const;

  // Creates and destroys all federations. One ambassador does, because each may need a process.
  std::unique_ptr<RTI::RTIambassador> founder_;
  std::deque<Federate> federates_;
  std::vector<std::string> federations_;
  int round_ = 0;
};

// Returns whether the call throws exactly that exception; a failure describes the result.
template <class Exception>
testing::AssertionResult throws(const std::function<void()>& call) {
  try {
    call();
  } catch (const Exception& e) {
    if (e._reason == nullptr || *e._reason == '\0') {
      return testing::AssertionFailure() << "threw " << e._name << " without a reason";
    }
    return testing::AssertionSuccess();
  } catch (const RTI::Exception& e) {
    return testing::AssertionFailure()
           << "threw " << e._name << " (" << e._reason << "), not " << Exception::_ex;
  } catch (const std::exception& e) {
    return testing::AssertionFailure() << "threw a std::exception: " << e.what();
  } catch (...) {
    return testing::AssertionFailure() << "threw something unknown";
  }
  return testing::AssertionFailure() << "threw nothing, not " << Exception::_ex;
}

#define EXPECT_THROWS(Exception, call) \
  EXPECT_TRUE(::triad::scenario::throws<RTI::Exception>([&] { call; })) << "in: " #call

#define SCENARIO(Suite, Name)                                                               \
  class Suite##_##Name : public ::triad::scenario::Scenario {                               \
    void play() override;                                                                   \
  };                                                                                        \
  [[maybe_unused]] const auto* const registered_##Suite##_##Name = ::testing::RegisterTest( \
      #Suite, #Name, nullptr, nullptr, __FILE__, __LINE__,                                  \
      []() -> ::triad::scenario::Scenario* { return new Suite##_##Name; });                 \
  void Suite##_##Name::play()

}  // namespace triad::scenario
