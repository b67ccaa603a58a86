// What the federates of a traffic test own by turns: an attribute that counts. Who owns it counts
// on by one and gives it to the next who has asked for it; so none of its values may lack, come
// twice, or come from two at once, whoever departs. But in a mesh what an owner had sent last
// before its router was lost may have reached some and not others (docs/mesh.md): where routers get
// lost, a count may begin anew with another owner. What does not hold is said ("failed: ..."), and
// ends the process.
#pragma once

#include <RTI.hh>

#include <cstdint>
#include <string>

#include "tests/system/traffic/ledger.hpp"

namespace traffic {

class Token {
 public:
  explicit Token(RTI::RTIambassador& rti) : rti_(rti) {}
  void expect_lost_routers() { routers_get_lost_ = true; }

  // Publishes and subscribes. Whoever registers it is its first owner.
  void declare();
  void register_it();
  // Between two steps of time, outside of callbacks.
  void step();

  bool is_class(RTI::ObjectClassHandle object_class) const { return object_class == class_; }
  bool is(RTI::ObjectHandle object) const { return object_ != 0 && object == object_; }
  std::uint64_t count() const { return count_; }
  // How often it has come to this federate.
  std::uint64_t turns() const { return turns_; }

  // --- Callbacks for it.
  void discovered(RTI::ObjectHandle object) { object_ = object; }
  void removed() { object_ = 0; }
  void reflected(const std::string& text);
  void acquired();
  void asked_for() { is_asked_for_ = true; }

 private:
  enum class Standing {
    none,
    asks,
    acquired,
    advances,  // what its last owner had sent may have waited for this advance
    owns
  };

  void ask();
  void count_on();
  void give();

  RTI::RTIambassador& rti_;
  RTI::ObjectClassHandle class_ = 0;
  RTI::AttributeHandle value_ = 0;
  RTI::ObjectHandle object_ = 0;
  Standing standing_ = Standing::none;
  bool is_asked_for_ = false;
  std::uint64_t count_ = 0;
  std::uint64_t turns_ = 0;
  Instant subscribed_ = 0;
  int writer_ = 0;  // the process of whoever sent the last value
  bool routers_get_lost_ = false;
  bool whole_ = false;  // each value behind `count_` has to come
};

}  // namespace traffic
