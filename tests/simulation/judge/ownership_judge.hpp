// Judges ownership management (HLA 1.3 clause 7). By the federates' callbacks, an attribute has at
// most one owner at any time. Every acquisition ends by a notification, as unavailable, or by a
// confirmed cancellation, or continues while an owner that was asked refuses.
#pragma once

#include "tests/simulation/judge/object_judge.hpp"
#include "wire/messages/ownership_messages.hpp"

namespace triad::test {

class OwnershipJudge {
 public:
  OwnershipJudge(History& history, const ObjectJudge& objects)
      : history_(history), objects_(objects) {}

  // Permitted results of calls.
  Fate to_offer(const Member& member, ObjectHandle object, const AttributeSet& attributes) const;
  Fate to_withdraw(const Member& member, ObjectHandle object, const AttributeSet& attributes) const;
  Fate to_release(const Member& member, ObjectHandle object, const AttributeSet& attributes) const;
  Fate to_acquire(const Member& member, ObjectHandle object, const AttributeSet& attributes,
                  bool if_available) const;
  Fate to_cancel(const Member& member, ObjectHandle object, const AttributeSet& attributes) const;
  // Adds the results for a publication at the class that changes to this one, or ends.
  void to_publish(const Member& member, ObjectClassHandle object_class,
                  const AttributeSet& attributes, Fate& fate) const;

  // may_lose(): a call begins that may end ownership. call_ended(): it has ended.
  void may_lose(Member& member, ObjectHandle object, const AttributeSet& attributes);
  void may_lose(Member& member, ObjectClassHandle object_class, const AttributeSet& published);
  void call_ended(const Member& member);

  // Record that the call succeeded.
  void lost(Member& member, ObjectHandle object, const AttributeSet& attributes);
  void published(Member& member, ObjectClassHandle object_class);
  void offered(Member& member, ObjectHandle object, const AttributeSet& attributes);
  void withdrawn(Member& member, ObjectHandle object, const AttributeSet& attributes);
  void released(Member& member, ObjectHandle object, const AttributeSet& asked_for,
                const AttributeSet& released);
  void acquires(Member& member, ObjectHandle object, const AttributeSet& attributes,
                bool if_available);
  void cancels(Member& member, ObjectHandle object, const AttributeSet& attributes);
  void asked(const Member& member, ObjectHandle object, AttributeHandle attribute,
             std::uint64_t begun);

  void on(Member&, const wire::RequestAttributeOwnershipAssumption&);
  void on(Member&, const wire::AttributeOwnershipDivestitureNotification&);
  void on(Member&, const wire::AttributeOwnershipAcquisitionNotification&);
  void on(Member&, const wire::AttributeOwnershipUnavailable&);
  void on(Member&, const wire::RequestAttributeOwnershipRelease&);
  void on(Member&, const wire::ConfirmAttributeOwnershipAcquisitionCancellation&);
  void on(Member&, const wire::InformAttributeOwnership&);
  void on(Member&, const wire::AttributeIsNotOwned&);

  // Judges when nothing is in transit and every callback has been taken.
  void judge_rest();

 private:
  using Question = std::pair<ObjectHandle, AttributeHandle>;

  AttributeSet offered_by(const Member& member, ObjectHandle object) const;
  const Wishes& wishes(const Member& member, ObjectHandle object) const;
  bool known(Member& member, ObjectHandle object, const std::string& what);
  void told(Member& member, const Question& question, FederateHandle owner);
  void judge_wishes(const Member& member, ObjectHandle object, const Instance& instance);
  void judge_assumption(const Member& member, ObjectHandle object, const Instance& instance);

  History& history_;
  const ObjectJudge& objects_;
  std::map<std::pair<std::size_t, Question>, std::vector<std::uint64_t>> questions_;
};

}  // namespace triad::test
