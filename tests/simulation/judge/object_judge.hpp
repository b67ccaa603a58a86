// Judges object management (HLA 1.3 clause 6) without messages: the instances that each federate
// knows, their known classes, and requests to provide values.
#pragma once

#include "tests/simulation/judge/history.hpp"
#include "wire/messages/object_messages.hpp"

namespace triad::test {

class ObjectJudge {
 public:
  explicit ObjectJudge(History& history) : history_(history) {}

  // Permitted results of calls.
  Fate to_use(const Member& member, ObjectHandle object) const;
  Fate to_use(const Member& member, ObjectHandle object, const AttributeSet& attributes,
              bool must_own) const;
  Fate to_register(const Member& member, ObjectClassHandle object_class,
                   const std::string& name) const;
  Fate to_delete(const Member& member, ObjectHandle object) const;
  Fate to_delete_locally(const Member& member, ObjectHandle object) const;
  Fate to_resign(const Member& member, wire::ResignAction action) const;

  // Returns whether no instance has this name or may still have it.
  bool surely_free(const std::string& name) const;

  // Record that the call succeeded.
  void registered(Member& member, ObjectHandle object, ObjectClassHandle object_class,
                  const std::string& name, std::uint64_t begun);
  void deleted(Member& member, const Message& deletion);
  void retracted(Member& member, const Message& deletion);
  void deleted_locally(Member& member, ObjectHandle object);
  void resigned(Member& member, wire::ResignAction action);
  // `unsure`: a call was in progress that would have changed the fate of its instances.
  void lost(Member& member, bool unsure);
  // Record requests for one instance, or for all of a class and its subclasses.
  void requested(const Member& member, ObjectHandle object, ObjectClassHandle object_class,
                 const AttributeSet& attributes, std::uint64_t begun);
  void requested_with_region(const Member& member, ObjectClassHandle object_class,
                             const AttributeSet& attributes, std::uint64_t begun);

  void on(Member&, const wire::DiscoverObjectInstance&);
  void on(Member&, const wire::RemoveObjectInstance&);
  void on(Member&, const wire::ProvideAttributeValueUpdate&);

  // Judges when nothing is in transit and every callback has been taken; `over`: all times are
  // beyond all stamps, too.
  void judge_rest(bool over);

 private:
  struct Request {
    std::size_t requester = 0;
    ObjectHandle object;  // zero: all of the class
    ObjectClassHandle object_class;
    AttributeSet attributes;
    std::uint64_t begun = 0;
    bool with_region = false;  // it may concern no owner
  };
  static bool concerns(const Request& request, ObjectHandle object, const Instance& instance,
                       const AttributeSet& attributes);
  void judge_knowledge(const Member& member, bool over);
  void judge_requests();
  void judge_requests(std::size_t place, ObjectHandle object, const Instance& instance);
  void leave(Member& member, bool deletes);

  History& history_;
  std::vector<Request> requests_;  // since the last rest
  std::map<std::pair<std::size_t, ObjectHandle>, std::size_t> provided_;
};

}  // namespace triad::test
