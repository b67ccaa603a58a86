#include "tests/system/faults/faulty_federate.hpp"

#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>

namespace faults {

void print_line(const std::string& line) {
  const std::string whole = line + "\n";
  std::size_t done = 0;
  while (done < whole.size()) {
    const ssize_t n = write(STDOUT_FILENO, whole.data() + done, whole.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) _exit(4);
    done += static_cast<std::size_t>(n);
  }
}

std::string read_line() {
  std::string line;
  for (;;) {
    char c = 0;
    const ssize_t n = read(STDIN_FILENO, &c, 1);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) _exit(4);
    if (c == '\n') return line;
    line += c;
  }
}

void end_with_driver() {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
}

std::string outcome_of(const std::function<void()>& body) {
  try {
    body();
    return "ok";
  } catch (const RTI::Exception& error) {
    std::string text = std::string(error._name) + " " + (error._reason ? error._reason : "");
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
  }
}

std::string take_text(char* text) {
  std::string taken(text);
  delete[] text;
  return taken;
}

void Classes::find_handles(RTI::RTIambassador& rti, bool others) {
  thing = rti.getObjectClassHandle(others ? "OtherThing" : "Thing");
  value = rti.getAttributeHandle("Value", thing);
  word = rti.getInteractionClassHandle(others ? "OtherWord" : "Word");
  text = rti.getParameterHandle("Text", word);
}

std::unique_ptr<RTI::AttributeHandleSet> Classes::values() const {
  std::unique_ptr<RTI::AttributeHandleSet> set(RTI::AttributeHandleSetFactory::create(1));
  set->add(value);
  return set;
}

void update_value(RTI::RTIambassador& rti, const Classes& classes, RTI::ObjectHandle thing,
                  const std::string& value) {
  const std::unique_ptr<RTI::AttributeHandleValuePairSet> set(RTI::AttributeSetFactory::create(1));
  set->add(classes.value, value.data(), static_cast<RTI::ULong>(value.size()));
  rti.updateAttributeValues(thing, *set, "");
}

void send_text(RTI::RTIambassador& rti, const Classes& classes, const std::string& text) {
  const std::unique_ptr<RTI::ParameterHandleValuePairSet> set(RTI::ParameterSetFactory::create(1));
  set->add(classes.text, text.data(), static_cast<RTI::ULong>(text.size()));
  rti.sendInteraction(classes.word, *set, "");
}

namespace {

template <class Pairs>
std::string first_value(const Pairs& pairs) {
  if (pairs.size() == 0) return {};
  RTI::ULong length = 0;
  const char* const value = pairs.getValuePointer(0, length);
  return {value, length};
}

}  // namespace

std::string value_in(const RTI::AttributeHandleValuePairSet& values) {
  return first_value(values);
}
std::string text_in(const RTI::ParameterHandleValuePairSet& values) {
  return first_value(values);
}

}  // namespace faults
