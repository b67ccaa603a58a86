// Shared by the federates victim and witness: they exchange lines with a driver (kill_matrix.py,
// stopped.py) by standard input and output, and declare the same classes. They use only the public
// API.
#pragma once

#include <NullFederateAmbassador.hh>
#include <RTI.hh>
#include <functional>
#include <memory>
#include <string>

namespace faults {

// Writes one line to the driver, without a delay.
void print_line(const std::string& line);
// Returns the next line of the driver. Ends the process if the driver is gone.
std::string read_line();
// Makes the process end with the driver at any time. Must be called first.
void end_with_driver();

// Returns "ok", or the name of the exception that `body` throws, a blank and its reason.
std::string outcome_of(const std::function<void()>& body);

// Returns a text that the RTI has allocated, and frees it.
std::string take_text(char* text);

// Handles of an object class and an interaction class of faults.fed.
struct Classes {
  RTI::ObjectClassHandle thing = 0;
  RTI::AttributeHandle value = 0;
  RTI::InteractionClassHandle word = 0;
  RTI::ParameterHandle text = 0;

  // If `others`, uses the classes OtherThing and OtherWord.
  void find_handles(RTI::RTIambassador& rti, bool others = false);
  std::unique_ptr<RTI::AttributeHandleSet> values() const;
};

void update_value(RTI::RTIambassador& rti, const Classes& classes, RTI::ObjectHandle thing,
                  const std::string& value);
void send_text(RTI::RTIambassador& rti, const Classes& classes, const std::string& text);

std::string value_in(const RTI::AttributeHandleValuePairSet& values);
std::string text_in(const RTI::ParameterHandleValuePairSet& values);

}  // namespace faults
