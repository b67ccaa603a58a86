// Small texts from what the HLA 1.3 API hands out. Used by the whole scenario suite.
#pragma once

#include <RTI.hh>
#include <fedtime.hh>
#include <memory>
#include <sstream>
#include <string>

namespace triad::scenario {

// A name that a look-up returned: the caller's to delete[].
inline std::string owned_text(char* text) {
  const std::unique_ptr<char[]> owner(text);
  return text == nullptr ? "NULL" : text;
}

inline std::string time_text(const RTI::FedTime& time) {
  std::ostringstream stream;
  stream << time;
  return stream.str();
}

}  // namespace triad::scenario
