// Texts of values that the HLA 1.3 API returns. Used by the whole scenario suite.
#pragma once

#include <RTI.hh>
#include <fedtime.hh>
#include <memory>
#include <sstream>
#include <string>

namespace triad::scenario {

// Text of a name that a look-up returned; the caller must delete it with delete[].
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
