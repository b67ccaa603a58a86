// Result of a step of rtimesh: a value, or the text of a fault.
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
