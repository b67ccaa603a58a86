#include "tests/scenario/api/exceptions/raised.hpp"

#include <cstdio>
#include <set>
#include <string_view>

#include "tests/scenario/api/exceptions/api_table.hpp"

namespace triad::scenario {

namespace {

std::set<ExceptionPair> seen;

void record_exception(const ApiCall* call, const std::string& exception, const std::string& what) {
  if (call == nullptr) {
    ADD_FAILURE() << "api.tsv has no call " << what;
  } else {
    seen.insert({call->text, exception});
  }
}

std::string label(const ServiceName& service) {
  return service.name + " with " + std::to_string(service.arguments) + " arguments";
}

// Returns "" if the call threw this exception with a reason that begins so; otherwise the
// difference.
std::string fault_of(std::string_view exception, const std::string& beginning,
                     const std::function<void()>& call) {
  try {
    call();
  } catch (const RTI::Exception& e) {
    const std::string reason = e._reason == nullptr ? "" : e._reason;
    if (e._name == exception && !reason.empty() && reason.starts_with(beginning)) return {};
    return std::string("threw ") + e._name + ": " + reason;
  } catch (const std::exception& e) {
    return std::string("threw a std::exception: ") + e.what();
  }
  return "threw nothing";
}

}  // namespace

void expect_raised(const char* exception, const ServiceName& service,
                   const std::function<void()>& call) {
  const std::string what = fault_of(exception, service.name + ":", call);
  if (!what.empty()) {
    ADD_FAILURE() << label(service) << " " << what << "; expected: " << exception;
  } else {
    record_raised(exception, service);
  }
}

void expect_raised(const char* exception, const std::string& text,
                   const std::function<void()>& call) {
  const std::string what = fault_of(exception, "", call);
  if (!what.empty()) {
    ADD_FAILURE() << text << " " << what << "; expected: " << exception;
  } else {
    record_raised(exception, text);
  }
}

void record_raised(const char* exception, const ServiceName& service) {
  record_exception(ApiTable::instance().find("RTIambassador", service.name, service.arguments),
                   exception, label(service));
}

void record_raised(const std::string& exception, const std::string& text) {
  record_exception(ApiTable::instance().find(text), exception, text);
}

// The comparison needs the whole suite.
void ExceptionScenario::TearDownTestSuite() {
  const auto& suite = *testing::UnitTest::GetInstance()->current_test_suite();
  if (suite.test_to_run_count() != suite.total_test_count()) return;
  for (const std::string& complaint :
       complaints(ApiTable::instance(), ServicesDocument::instance(), seen)) {
    ADD_FAILURE() << complaint;
  }
  std::printf("exceptions: %zu pairs raised, %zu cannot occur\n", seen.size(),
              ServicesDocument::instance().cannot_occur.size());
}

}  // namespace triad::scenario
