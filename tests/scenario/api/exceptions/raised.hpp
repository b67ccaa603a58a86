// Scenarios that raise on purpose every pair of call and exception in the API:
//
//   EXCEPTIONS(OfInteractions) {
//     auto& f = federate();
//     RAISES(InteractionClassNotDefined, f, publishInteractionClass, kNoClass);
//   }
//
// Each raised pair is recorded. When the whole suite has run, the pairs are compared with api.tsv
// and docs/services.md (api_table.hpp). A missing pair, or one that should not occur, fails the
// suite.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <string>
#include <tuple>

#include "tests/scenario/api/scenario.hpp"

namespace triad::scenario {

// No class, space or type has this handle.
inline constexpr RTI::ULong kNoHandle = 60'000;
inline constexpr RTI::SpaceHandle kNoSpace = 60'000;

class ExceptionScenario : public Scenario {
 public:
  static void TearDownTestSuite();
};

// Service of the RTIambassador; the number of arguments distinguishes overloads.
struct ServiceName {
  std::string name;
  std::size_t arguments = 0;
};

// Expects that the call throws exactly this exception with a reason that begins with the service's
// name. So an exception of the call's preparation does not count.
void expect_raised(const char* exception, const ServiceName& service,
                   const std::function<void()>& call);
// Expects the same of a call that is no service, named by ApiCall::text. Its reason may begin with
// any text.
void expect_raised(const char* exception, const std::string& text,
                   const std::function<void()>& call);
// Records a pair that was seen elsewhere: in a callback, or in another process.
void record_raised(const char* exception, const ServiceName& service);
void record_raised(const std::string& exception, const std::string& text);

// Number of arguments; none is evaluated.
#define TRIAD_ARGUMENTS(...) std::tuple_size_v<decltype(std::forward_as_tuple(__VA_ARGS__))>

#define RAISES(Exception, federate, service, ...)                                       \
  ::triad::scenario::expect_raised(#Exception,                                          \
                                   ServiceName{#service, TRIAD_ARGUMENTS(__VA_ARGS__)}, \
                                   [&] { (void)(federate)->service(__VA_ARGS__); })

#define EXCEPTIONS(Name)                                                                     \
  class Exceptions_##Name : public ::triad::scenario::ExceptionScenario {                    \
    void play() override;                                                                    \
  };                                                                                         \
  [[maybe_unused]] const auto* const registered_Exceptions_##Name = ::testing::RegisterTest( \
      "Exceptions", #Name, nullptr, nullptr, __FILE__, __LINE__,                             \
      []() -> ::triad::scenario::ExceptionScenario* { return new Exceptions_##Name; });      \
  void Exceptions_##Name::play()

}  // namespace triad::scenario
