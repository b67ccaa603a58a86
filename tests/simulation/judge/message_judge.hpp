// Judges updates, interactions and deletions. Each part is delivered exactly once to each receiver
// that the declarations determine, unchanged, and in the order of its transportation. Only certain
// results are judged: a federate that changes a subscription while a message is in transit may
// receive it or not.
#pragma once

#include "tests/simulation/judge/history.hpp"
#include "tests/simulation/judge/time_judge.hpp"
#include "wire/messages/object_messages.hpp"

namespace triad::test {

class MessageJudge {
 public:
  MessageJudge(History& history, TimeJudge& time) : history_(history), time_(time) {}

  // Records an accepted message.
  void record_message(Message message);

  void receive_callback(Member&, const wire::ReflectAttributeValues&);
  void receive_callback(Member&, const wire::ReceiveInteraction&);
  // Called before the instance is forgotten.
  void receive_callback(Member&, const wire::RemoveObjectInstance&);
  void receive_callback(Member&, const wire::RequestRetraction&);

  // Judges when nothing is in transit and every callback has been taken; `is_at_end`: all times are
  // beyond all stamps, too.
  void judge_idle_state(bool is_at_end);

 private:
  Message* find_message(Member& member, std::string_view tag, Message::Kind kind);
  void record_receipt(Member&, Message&, std::uint32_t part, Ordering order, wire::Bytes time);
  void judge_sequence(Member&, const Message&, Transportation transportation);
  void judge_tenure(Member&, const Message&, std::uint32_t attribute, const Part& part);
  void judge_receipt(const Member&, const Message&, bool is_at_end);
  bool has_arrived(const Member&, const Message&, const Part& part) const;
  bool is_due(const Member&, const Message&, std::uint32_t part) const;
  // surely_overlaps(): returns whether a subscription at the class has overlapped the region of the
  // part ever since the part was sent. judge_overlap(): complains if none can have overlapped it at
  // any time since.
  bool surely_overlaps(const Member&, const Message&, ObjectClassHandle at,
                       std::uint32_t part) const;
  bool surely_overlaps(const Member&, const Message&, InteractionClassHandle at) const;
  void judge_overlap(const Member&, const Message&, ObjectClassHandle at, std::uint32_t part);
  void judge_overlap(const Member&, const Message&, InteractionClassHandle at);

  History& history_;
  TimeJudge& time_;
};

}  // namespace triad::test
