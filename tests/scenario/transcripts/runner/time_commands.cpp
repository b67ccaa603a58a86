// Time management (HLA 1.3 clause 8), without the order types (object_commands.cpp).
#include "tests/scenario/transcripts/runner/callback_text.hpp"
#include "tests/scenario/transcripts/runner/commands.hpp"

namespace triad::test {

namespace {

void enable_regulation(Stage& stage, Federate f, Words& words) {
  const auto lookahead = words.option("lookahead");
  const auto time = words.option("at");
  if (!lookahead || !time) throw CommandError("say 'at 0 lookahead 1'");
  stage.call(f, words,
             wire::EnableTimeRegulation{stage.keep_time(*time), stage.keep_time(*lookahead)});
}

template <bool on>
void set_asynchronous_delivery(Stage& stage, Federate f, Words& words) {
  stage.call(f, words, wire::SetAsynchronousDelivery{on});
}

template <wire::Advance kind>
void advance(Stage& stage, Federate f, Words& words) {
  const auto time = stage.keep_time(words.take_word("a time"));
  stage.call(f, words, wire::AdvanceTime{kind, time});
}

template <wire::TimeQuery which>
void query(Stage& stage, Federate f, Words& words) {
  stage.call(f, words, wire::QueryTime{which}, [&stage](const std::string& time) {
    stage.add_line(text_of_time(std::as_bytes(std::span(time))));
  });
}

void modify_lookahead(Stage& stage, Federate f, Words& words) {
  const auto lookahead = stage.keep_time(words.take_word("a lookahead"));
  stage.call(f, words, wire::ModifyLookahead{lookahead});
}

void retract(Stage& stage, Federate f, Words& words) {
  const auto [federate, serial] =
      stage.names().events.find(words.take_word("the name of an event"));
  stage.call(f, words, wire::Retract{{serial, federate}});
}

using wire::Advance;
using wire::TimeQuery;
constexpr Command kTimeCommands[] = {
    {"enables time regulation", enable_regulation},
    {"disables time regulation", call_without_arguments<wire::DisableTimeRegulation>},
    {"enables time constrained", call_without_arguments<wire::EnableTimeConstrained>},
    {"disables time constrained", call_without_arguments<wire::DisableTimeConstrained>},
    {"enables asynchronous delivery", set_asynchronous_delivery<true>},
    {"disables asynchronous delivery", set_asynchronous_delivery<false>},
    {"requests time advance to", advance<Advance::time_advance_request>},
    {"requests time advance available to", advance<Advance::time_advance_request_available>},
    {"requests next event to", advance<Advance::next_event_request>},
    {"requests next event available to", advance<Advance::next_event_request_available>},
    {"requests flush queue to", advance<Advance::flush_queue_request>},
    {"queries LBTS", query<TimeQuery::lbts>},
    {"queries federate time", query<TimeQuery::federate_time>},
    {"queries minimum next event time", query<TimeQuery::min_next_event_time>},
    {"queries lookahead", query<TimeQuery::lookahead>},
    {"modifies lookahead to", modify_lookahead},
    {"retracts", retract},
};

}  // namespace

Commands time_commands() {
  return kTimeCommands;
}

}  // namespace triad::test
