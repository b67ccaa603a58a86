// Scenarios that raise exceptions on purpose, every pair of call and exception that the API has:
//
//   EXCEPTIONS(OfInteractions) {
//     auto& f = federate();
//     RAISES(InteractionClassNotDefined, f, publishInteractionClass, kNoClass);
//   }
//
// Each pair is written down when it has been seen. When the whole suite has run, what was seen is
// held against api.tsv and docs/services.md (api_table.hpp): a pair that is missing, or that should
// not be there, is a failure of the suite.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <string>
#include <tuple>

#include "tests/scenario/api/scenario.hpp"

namespace triad::scenario {

// No class, space or type has so large a handle.
inline constexpr RTI::ULong kNoHandle = 60'000;
inline constexpr RTI::SpaceHandle kNoSpace = 60'000;

class ExceptionScenario : public Scenario {
 public:
  static void TearDownTestSuite();
};

// A service of the RTIambassador; the number of its arguments tells overloads apart.
struct ServiceName {
  std::string name;
  std::size_t arguments = 0;
};

// The call must throw exactly that exception, and its reason begin with the service's name: so it
// is not what the preparation of the call threw.
void expect_raised(const char* exception, const ServiceName& service,
                   const std::function<void()>& call);
// The same for what is no service, by its text (ApiCall::text); reasons begin as they like.
void expect_raised(const char* exception, const std::string& text,
                   const std::function<void()>& call);
// It has been seen, elsewhere: in a callback, in another process.
void note_raised(const char* exception, const ServiceName& service);
void note_raised(const std::string& exception, const std::string& text);

// How many arguments, none of which is evaluated.
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
