#include "tests/scenario/api/exceptions/throwing.hpp"

#include <functional>

#include "tests/scenario/api/exceptions/api_table.hpp"
#include "tests/scenario/api/exceptions/raised.hpp"

namespace triad::scenario {

namespace {

[[noreturn]] void throw_by_name(const std::string& name) {
#define TRIAD_THROW(Exception) \
  if (name == #Exception) throw RTI::Exception("thrown by the test");
  RTI_FOR_EACH_EXCEPTION(TRIAD_THROW)
#undef TRIAD_THROW
  ADD_FAILURE() << "api.tsv has an exception that RTI.hh has not: " << name;
  throw RTI::FederateInternalError(name.c_str());
}

// Returns the callback of a line of the Recorder. Overloads differ in the time.
const ApiCall* callback_of(const std::string& line) {
  const std::string name = line.substr(0, line.find(' '));
  const ApiCall* found = nullptr;
  for (const ApiCall& call : ApiTable::instance().calls()) {
    if (call.owner != "FederateAmbassador" || call.name != name) continue;
    const bool only = call.text.find('(') == call.text.npos;
    const bool with_time = call.text.find("theTime") != call.text.npos;
    if (only || with_time == (line.find(" time=") != line.npos)) found = &call;
  }
  return found;
}

void throw_at(Federate& thrower, const std::function<std::size_t(const ApiCall&)>& place_of) {
  thrower.recorder().on_callback = [place_of](const std::string& line) {
    const ApiCall* const callback = callback_of(line);
    if (callback == nullptr) {
      ADD_FAILURE() << "api.tsv has no callback for: " << line;
      return;
    }
    const std::size_t place = place_of(*callback);
    if (place == 0 || place > callback->exceptions.size()) return;
    const std::string& exception = callback->exceptions[place - 1];
    record_raised(exception, callback->text);
    throw_by_name(exception);
  };
}

}  // namespace

void throw_in_callbacks(Federate& thrower, std::size_t place) {
  throw_at(thrower, [place](const ApiCall&) { return place; });
}

void throw_in(Federate& thrower, const std::map<std::string, std::size_t>& places) {
  throw_at(thrower, [places](const ApiCall& callback) {
    const auto at = places.find(callback.name);
    return at == places.end() ? 0 : at->second;
  });
}

}  // namespace triad::scenario
