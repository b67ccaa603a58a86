// The scenario fixture: one federation of several RTIambassadors in one process and, but for a few
// scenarios, one thread. Each scenario gets a federation of its own and must leave nothing behind.
//
//   SCENARIO(ObjectManagement, AnUpdateIsReflected) {
//     auto& sender = federate();
//     auto& receiver = federate();
//     ...
//     EXPECT_EQ(receiver.heard(), Lines({"reflectAttributeValues Tank1 {Speed=\"10\"} tag=\"\""}));
//   }
//
// Nothing here sleeps or measures: to wait is to tick until something has come, and what does not
// come is proved by quiet().
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

// No scenario has so many objects.
inline constexpr RTI::ObjectHandle kNoObject = 4'000'000'000;

class Scenario : public testing::Test {
 public:
  // A federate that has joined the scenario's federation, or another one by its name.
  Federate& federate(const std::string& type = "federate");
  Federate& federate_of(const std::string& federation, const std::string& type = "federate");
  // An ambassador that has not joined.
  Federate& outsider();

  // The name of the scenario's federation; with a suffix, of another one of this scenario.
  std::string federation(const std::string& suffix = "") const;
  // Creates another federation, which ends with the scenario.
  std::string create_federation(const std::string& suffix);
  static const char* fed_file();

  // Returns when nothing is on its way to anybody any more: each federate has been told by every
  // other one, three times over and by both transportations, that all it was about to do is done.
  // Three times because what one does may make another react, and that a third.
  void quiet();
  // The same for scenarios of time: a constrained federate hears no markers. Each federate makes a
  // round trip to the RTIG, four times over, and delivers what it has been told.
  void settle();
  // Throws what ends the scenario when the line does not come.
  void until(Federate& federate, const std::string& line);

 protected:
  void SetUp() override;
  void TearDown() override;

 private:
  void TestBody() final;
  virtual void play() = 0;
  RTI::RTIambassador& founder();
  void marker_round();
  // Lets every federate tick until `done`; what is waited for is told if it does not come.
  void tick_until(const std::function<bool()>& done, const std::string& what);
  std::string all_lines() const;

  // Creates and destroys the federations, all of them: where each has a process, one costs much.
  std::unique_ptr<RTI::RTIambassador> founder_;
  std::deque<Federate> federates_;
  std::vector<std::string> federations_;
  int round_ = 0;
};

// Whether the call throws exactly that exception; the answer tells what came instead.
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
