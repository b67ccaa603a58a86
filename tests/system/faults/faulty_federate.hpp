// What victim and witness share: they speak to the driver (kill_matrix.py, stopped.py) in lines on
// standard output and input, and declare the same classes. Knows the public API alone.
#pragma once

#include <NullFederateAmbassador.hh>
#include <RTI.hh>
#include <functional>
#include <memory>
#include <string>

namespace faults {

// One line to the driver, at once.
void say(const std::string& line);
// The next line of the driver's. Ends the process when the driver is gone: nothing stays behind.
std::string hear();
// To be called first: the process ends with the driver, whatever it is doing.
void end_with_driver();

// "ok", or the name of the exception that `body` throws, a blank and its reason.
std::string outcome_of(const std::function<void()>& body);

// A char* that the RTI gives away.
std::string take(char* text);

// Two classes of faults.fed, as their handles.
struct Classes {
  RTI::ObjectClassHandle thing = 0;
  RTI::AttributeHandle value = 0;
  RTI::InteractionClassHandle word = 0;
  RTI::ParameterHandle text = 0;

  // `others`: OtherThing and OtherWord.
  void look_up(RTI::RTIambassador& rti, bool others = false);
  std::unique_ptr<RTI::AttributeHandleSet> values() const;
};

void update(RTI::RTIambassador& rti, const Classes& classes, RTI::ObjectHandle thing,
            const std::string& value);
void send(RTI::RTIambassador& rti, const Classes& classes, const std::string& text);

std::string value_in(const RTI::AttributeHandleValuePairSet& values);
std::string text_in(const RTI::ParameterHandleValuePairSet& values);

}  // namespace faults
