// What a step of rtimesh gives, or why it cannot be done, for people.
#pragma once

#include <boost/system/result.hpp>
#include <string>

namespace triad::rtimesh {

struct Fault {
  std::string text;
};
template <class T>
using Outcome = boost::system::result<T, Fault>;

}  // namespace triad::rtimesh
