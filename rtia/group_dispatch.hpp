// Choice of the service group of a membership that handles a message. It is made at compile time
// from the overloads of each group. A message that two groups handle does not compile. Private to
// rtia/.
#pragma once

#include <boost/mp11.hpp>
#include <tuple>
#include <type_traits>

#include "wire/record.hpp"

namespace triad::rtia {

// Calls of the federate: perform_call(call).
template <class Message>
struct PerformsCall {
  template <class Group>
  using fn = std::bool_constant < requires(Group& group, const Message& m) {
    group.perform_call(m);
  }
  > ;
};

// Received records: receive_record(record, message).
template <class Message>
struct ReceivesRecord {
  template <class Group>
  using fn = std::bool_constant <
             requires(Group& group, const wire::Record& record, const Message& m) {
    group.receive_record(record, m);
  }
  > ;
};

// Queued records that may become a callback: make_callback(record, message), which returns false
// if there is nothing to deliver any more.
template <class Message>
struct MakesCallback {
  template <class Group>
  using fn = std::bool_constant <
             requires(Group& group, const wire::Record& record, const Message& m) {
    group.make_callback(record, m);
  }
  > ;
};

template <class Takes, class Groups>
using MatchingGroups = boost::mp11::mp_copy_if_q<Groups, Takes>;

// Returns whether a group handles the message. Two groups are an error.
template <class Takes, class Groups>
consteval bool has_group(Groups /*list*/) {
  constexpr auto kTakers = boost::mp11::mp_size<MatchingGroups<Takes, Groups>>::value;
  static_assert(kTakers <= 1, "two service groups take the same message");
  return kTakers == 1;
}

// Calls `visit` with the group.
template <class Takes, class... Groups, class Visit>
decltype(auto) with_group(const std::tuple<Groups&...>& groups, Visit&& visit) {
  using All = MatchingGroups<Takes, boost::mp11::mp_list<Groups...>>;
  static_assert(boost::mp11::mp_size<All>::value == 1, "one service group is to take the message");
  return visit(std::get<boost::mp11::mp_front<All>&>(groups));
}

}  // namespace triad::rtia
