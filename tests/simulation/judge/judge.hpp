// Judge of a run, divided by the subjects of HLA 1.3. It knows calls and callbacks (wire/messages)
// and the rules of HLA 1.3, and nothing of the RTI's implementation: it links nothing of core/,
// rtia/ or rtig/. It judges only certain results.
#pragma once

#include "tests/simulation/judge/advisory_judge.hpp"
#include "tests/simulation/judge/federation_judge.hpp"
#include "tests/simulation/judge/message_judge.hpp"
#include "tests/simulation/judge/object_judge.hpp"
#include "tests/simulation/judge/ownership_judge.hpp"
#include "tests/simulation/judge/synchronization_judge.hpp"
#include "tests/simulation/judge/time_judge.hpp"

namespace triad::test {

class Judge {
 public:
  History history;
  TimeJudge time{history};
  MessageJudge messages{history, time};
  ObjectJudge objects{history};
  OwnershipJudge ownership{history, objects};
  AdvisoryJudge advisories{history};
  SynchronizationJudge points{history};
  FederationJudge federations{history};

  // Judges a callback delivered to a member.
  template <class Callback>
  void receive_callback(Member& member, const Callback& callback) {
    const auto show_to = [&](auto& part) {
      if constexpr (requires { part.receive_callback(member, callback); })
        part.receive_callback(member, callback);
    };
    show_to(messages);
    show_to(objects);
    show_to(ownership);
    show_to(advisories);
    show_to(points);
    show_to(time);
  }

  // Judges when nothing is in transit and every callback has been taken; `is_at_end`: all times are
  // beyond all stamps, too.
  void judge_idle_state(bool is_at_end) {
    messages.judge_idle_state(is_at_end);
    objects.judge_idle_state(is_at_end);
    ownership.judge_idle_state();
    advisories.judge_idle_state();
    points.judge_idle_state();
    time.judge_idle_state();
    federations.judge_idle_state();
  }
};

}  // namespace triad::test
