// Judges advisories (HLA 1.3 clauses 5.10 to 5.13, 6.13, 6.14, 6.17, 6.18): whether to register, to
// send and to update, and which attributes are in scope. Each change is advised once, nothing while
// its switch is off, and when the federation is at rest the last advisory is true.
#pragma once

#include "tests/simulation/judge/history.hpp"
#include "wire/messages/object_messages.hpp"

namespace triad::test {

class AdvisoryJudge {
 public:
  explicit AdvisoryJudge(History& history) : history_(history) {}

  void receive_callback(Member&, const wire::StartRegistrationForObjectClass&);
  void receive_callback(Member&, const wire::StopRegistrationForObjectClass&);
  void receive_callback(Member&, const wire::TurnInteractionsOn&);
  void receive_callback(Member&, const wire::TurnInteractionsOff&);
  void receive_callback(Member&, const wire::TurnUpdatesOnForObjectInstance&);
  void receive_callback(Member&, const wire::TurnUpdatesOffForObjectInstance&);
  void receive_callback(Member&, const wire::AttributesInScope&);
  void receive_callback(Member&, const wire::AttributesOutOfScope&);

  // Judges when nothing is in transit and every callback has been taken.
  void judge_idle_state();

 private:
  void judge_advisory(const Member& member, bool right, wire::AdvisorySwitch by,
                      const std::string& error_text);
  void judge_registration(const Member& member);
  void judge_interactions(const Member& member);
  void judge_scope(const Member& member, ObjectHandle object);
  void judge_updates(const Member& member, ObjectHandle object);

  History& history_;
};

}  // namespace triad::test
