// The judge of a run, by parts: one subject of HLA 1.3 a part. It knows calls and callbacks
// (wire/messages), what HLA 1.3 says of them, and nothing of the RTI's inside: it links
// nothing of core/, rtia/ or rtig/. It judges only what is certain.
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

  // A callback has been given to a member.
  template <class Callback>
  void on(Member& member, const Callback& callback) {
    const auto show_to = [&](auto& part) {
      if constexpr (requires { part.on(member, callback); }) part.on(member, callback);
    };
    show_to(messages);
    show_to(objects);
    show_to(ownership);
    show_to(advisories);
    show_to(points);
    show_to(time);
  }

  // Nothing is on its way and every callback has been taken; `over`: and everybody's time is beyond
  // all stamps.
  void judge_rest(bool over) {
    messages.judge_rest(over);
    objects.judge_rest(over);
    ownership.judge_rest();
    advisories.judge_rest();
    points.judge_rest();
    time.judge_rest();
    federations.judge_rest();
  }
};

}  // namespace triad::test
