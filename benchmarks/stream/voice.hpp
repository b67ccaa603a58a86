// The objects that BmStream updates. A line is one sender of one stream with its receivers
// (description.hpp). For each line the FED has an object class, with an attribute for the sender's
// updates and one for the receivers' answers.
#ifndef TRIAD_BENCHMARKS_STREAM_VOICE_HPP
#define TRIAD_BENCHMARKS_STREAM_VOICE_HPP

#include <memory>
#include <string>
#include <vector>

#include "benchmark_federation.hpp"
#include "description.hpp"
#include "stamps.hpp"

#include <fedtime.hh>

namespace benchmark_federate {

// The object of one end of a line: the sender's, or a receiver's for its answers.
class Voice {
 public:
  // Publishes the attribute and registers the object. `answers`: for a receiver's answers.
  // `federate` is the number of this federate in the description.
  Voice(RTI::RTIambassador& rti, const Line& line, bool answers, unsigned long federate)
      : rti_(rti), timed_(line.stream.delivery == Delivery::timestamp), bytes_(line.stream.size) {
    const RTI::ObjectClassHandle line_class = class_of(rti, line);
    attribute_ = attribute_of(rti, line, answers);
    std::unique_ptr<RTI::AttributeHandleSet> set(RTI::AttributeHandleSetFactory::create(1));
    set->add(attribute_);
    rti.publishObjectClass(line_class, *set);
    object_ = rti.registerObjectInstance(line_class, name(line, federate).c_str());
    values_.reset(RTI::AttributeSetFactory::create(1));
  }

  // Updates the attribute with the stamps. `time` is the logical time of the update, used only if
  // the stream is in time-stamp order.
  void update(const Stamps& stamps, double time) {
    write_stamps(stamps, bytes_.data());
    values_->empty();
    values_->add(attribute_, bytes_.data(), static_cast<RTI::ULong>(bytes_.size()));
    if (timed_) {
      rti_.updateAttributeValues(object_, *values_, RTIfedTime(time), "");
    } else {
      rti_.updateAttributeValues(object_, *values_, "");
    }
  }

  // Subscribes to the line's updates or, with `to_answers`, to its answers.
  static void listen(RTI::RTIambassador& rti, const Line& line, bool to_answers) {
    std::unique_ptr<RTI::AttributeHandleSet> set(RTI::AttributeHandleSetFactory::create(1));
    set->add(attribute_of(rti, line, to_answers));
    rti.subscribeObjectClassAttributes(class_of(rti, line), *set);
  }
  // Returns the name of the object that this federate registers for the line.
  static std::string name(const Line& line, unsigned long federate) {
    return "line " + std::to_string(line.number) + " of federate " + std::to_string(federate);
  }

 private:
  static RTI::ObjectClassHandle class_of(RTI::RTIambassador& rti, const Line& line) {
    const std::string name = "ObjectRoot.Line.Line" + std::to_string(line.number);
    return rti.getObjectClassHandle(name.c_str());
  }
  static RTI::AttributeHandle attribute_of(RTI::RTIambassador& rti, const Line& line,
                                           bool answers) {
    const char* const delivery = line.stream.delivery == Delivery::reliable      ? ""
                                 : line.stream.delivery == Delivery::best_effort ? "lossy_"
                                                                                 : "timed_";
    const std::string name = std::string(delivery) + (answers ? "back" : "forth");
    return rti.getAttributeHandle(name.c_str(), class_of(rti, line));
  }

  RTI::RTIambassador& rti_;
  const bool timed_;
  std::vector<char> bytes_;
  RTI::AttributeHandle attribute_ = 0;
  RTI::ObjectHandle object_ = 0;
  std::unique_ptr<RTI::AttributeHandleValuePairSet> values_;
};

}  // namespace benchmark_federate

#endif
