// Judges what becomes of updates, interactions and deletions: each part comes exactly once to
// whoever must receive it by the declarations, as it was sent, in the order of its transportation.
// What is certain only: a federate that changes a subscription while a message is on its way may or
// may not get it.
#pragma once

#include "tests/simulation/judge/history.hpp"
#include "tests/simulation/judge/time_judge.hpp"
#include "wire/messages/object_messages.hpp"

namespace triad::test {

class MessageJudge {
 public:
  MessageJudge(History& history, TimeJudge& time) : history_(history), time_(time) {}

  // A message was accepted.
  void sent(Message message);

  void on(Member&, const wire::ReflectAttributeValues&);
  void on(Member&, const wire::ReceiveInteraction&);
  // Before the instance is forgotten.
  void on(Member&, const wire::RemoveObjectInstance&);
  void on(Member&, const wire::RequestRetraction&);

  // Nothing is on its way and every callback has been taken; `over`: and everybody's time is beyond
  // all stamps.
  void judge_rest(bool over);

 private:
  Message* find(Member& member, std::string_view tag, Message::What what);
  void received(Member&, Message&, std::uint32_t part, Ordering order, wire::Bytes time);
  void in_sequence(Member&, const Message&, Transportation transportation);
  void in_tenure(Member&, const Message&, std::uint32_t attribute, const Part& part);
  void judge_receipt(const Member&, const Message&, bool over);
  bool arrived(const Member&, const Message&, const Part& part) const;
  bool due(const Member&, const Message&, std::uint32_t part) const;
  // Whether a subscription at the class overlaps what the part was sent with: surely, and all the
  // while since; or perhaps, at some moment since.
  bool surely_overlaps(const Member&, const Message&, ObjectClassHandle at,
                       std::uint32_t part) const;
  bool surely_overlaps(const Member&, const Message&, InteractionClassHandle at) const;
  void judge_overlap(const Member&, const Message&, ObjectClassHandle at, std::uint32_t part);
  void judge_overlap(const Member&, const Message&, InteractionClassHandle at);

  History& history_;
  TimeJudge& time_;
};

}  // namespace triad::test
