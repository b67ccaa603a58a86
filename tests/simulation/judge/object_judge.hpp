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
  ExpectedResult result_of_use(const Member& member, ObjectHandle object) const;
  ExpectedResult result_of_use(const Member& member, ObjectHandle object,
                               const AttributeSet& attributes, bool must_own) const;
  ExpectedResult result_of_registration(const Member& member, ObjectClassHandle object_class,
                                        const std::string& name) const;
  ExpectedResult result_of_deletion(const Member& member, ObjectHandle object) const;
  ExpectedResult result_of_local_deletion(const Member& member, ObjectHandle object) const;
  ExpectedResult result_of_resignation(const Member& member, wire::ResignAction action) const;

  // Returns whether no instance has this name or may still have it.
  bool is_surely_free(const std::string& name) const;

  // Record that the call succeeded.
  void record_registration(Member& member, ObjectHandle object, ObjectClassHandle object_class,
                           const std::string& name, std::uint64_t begun);
  void record_deletion(Member& member, const Message& deletion);
  void record_retraction(Member& member, const Message& deletion);
  void record_local_deletion(Member& member, ObjectHandle object);
  void record_resignation(Member& member, wire::ResignAction action);
  // `is_uncertain`: a call was in progress that would have changed the fate of its instances.
  void record_loss(Member& member, bool is_uncertain);
  // Record requests for one instance, or for all of a class and its subclasses.
  void record_request(const Member& member, ObjectHandle object, ObjectClassHandle object_class,
                      const AttributeSet& attributes, std::uint64_t begun);
  void record_request_with_region(const Member& member, ObjectClassHandle object_class,
                                  const AttributeSet& attributes, std::uint64_t begun);

  void receive_callback(Member&, const wire::DiscoverObjectInstance&);
  void receive_callback(Member&, const wire::RemoveObjectInstance&);
  void receive_callback(Member&, const wire::ProvideAttributeValueUpdate&);

  // Judges when nothing is in transit and every callback has been taken; `is_at_end`: all times are
  // beyond all stamps, too.
  void judge_idle_state(bool is_at_end);

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
  void judge_knowledge(const Member& member, bool is_at_end);
  void judge_requests();
  void judge_requests(std::size_t place, ObjectHandle object, const Instance& instance);
  void remove_member(Member& member, bool deletes);

  History& history_;
  std::vector<Request> requests_;  // since the last rest
  std::map<std::pair<std::size_t, ObjectHandle>, std::size_t> provide_counts_;
};

}  // namespace triad::test
