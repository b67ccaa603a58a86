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
  ExpectedResult result_of_offer(const Member& member, ObjectHandle object,
                                 const AttributeSet& attributes) const;
  ExpectedResult result_of_withdrawal(const Member& member, ObjectHandle object,
                                      const AttributeSet& attributes) const;
  ExpectedResult result_of_release(const Member& member, ObjectHandle object,
                                   const AttributeSet& attributes) const;
  ExpectedResult result_of_acquisition(const Member& member, ObjectHandle object,
                                       const AttributeSet& attributes, bool if_available) const;
  ExpectedResult result_of_cancellation(const Member& member, ObjectHandle object,
                                        const AttributeSet& attributes) const;
  // Adds the results for a publication at the class that changes to this one, or ends.
  void add_results_of_publication(const Member& member, ObjectClassHandle object_class,
                                  const AttributeSet& attributes,
                                  ExpectedResult& expected_result) const;

  // record_possible_loss(): a call begins that may end ownership. record_call_end(): it has ended.
  void record_possible_loss(Member& member, ObjectHandle object, const AttributeSet& attributes);
  void record_possible_loss(Member& member, ObjectClassHandle object_class,
                            const AttributeSet& published);
  void record_call_end(const Member& member);

  // Record that the call succeeded.
  void record_divestiture(Member& member, ObjectHandle object, const AttributeSet& attributes);
  void record_publication(Member& member, ObjectClassHandle object_class);
  void record_offer(Member& member, ObjectHandle object, const AttributeSet& attributes);
  void record_withdrawal(Member& member, ObjectHandle object, const AttributeSet& attributes);
  void record_release(Member& member, ObjectHandle object, const AttributeSet& requested,
                      const AttributeSet& released);
  void record_acquisition(Member& member, ObjectHandle object, const AttributeSet& attributes,
                          bool if_available);
  void record_cancellation(Member& member, ObjectHandle object, const AttributeSet& attributes);
  void record_query(const Member& member, ObjectHandle object, AttributeHandle attribute,
                    std::uint64_t begun);

  void receive_callback(Member&, const wire::RequestAttributeOwnershipAssumption&);
  void receive_callback(Member&, const wire::AttributeOwnershipDivestitureNotification&);
  void receive_callback(Member&, const wire::AttributeOwnershipAcquisitionNotification&);
  void receive_callback(Member&, const wire::AttributeOwnershipUnavailable&);
  void receive_callback(Member&, const wire::RequestAttributeOwnershipRelease&);
  void receive_callback(Member&, const wire::ConfirmAttributeOwnershipAcquisitionCancellation&);
  void receive_callback(Member&, const wire::InformAttributeOwnership&);
  void receive_callback(Member&, const wire::AttributeIsNotOwned&);

  // Judges when nothing is in transit and every callback has been taken.
  void judge_idle_state();

 private:
  using Query = std::pair<ObjectHandle, AttributeHandle>;

  AttributeSet offered_by(const Member& member, ObjectHandle object) const;
  const OwnershipRequests& requests_of(const Member& member, ObjectHandle object) const;
  bool check_known(Member& member, ObjectHandle object, const std::string& error_text);
  void judge_owner(Member& member, const Query& question, FederateHandle owner);
  void judge_requests(const Member& member, ObjectHandle object, const Instance& instance);
  void judge_assumption(const Member& member, ObjectHandle object, const Instance& instance);

  History& history_;
  const ObjectJudge& objects_;
  std::map<std::pair<std::size_t, Query>, std::vector<std::uint64_t>> pending_queries_;
};

}  // namespace triad::test
