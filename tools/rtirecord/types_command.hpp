// `rtirecord types`: guesses the types of attributes and parameters from recorded values, and
// prints them as a decoding table.
#pragma once

#include <map>
#include <string>

#include "recording/recorded_message.hpp"
#include "tools/decoding/type_guess.hpp"
#include "tools/rtirecord/recorded_class.hpp"

namespace triad::rtirecord {

class TypeGuesses {
 public:
  // Adds the values that the record has for attributes or parameters of the class.
  void add_record(const RecordedClass& about, const wire::Record& record);
  [[nodiscard]] bool empty() const { return objects_.empty() && interactions_.empty(); }
  // Returns the table as YAML, with a comment at each type about its values.
  [[nodiscard]] std::string table() const;

 private:
  using Members = std::map<std::string, decoding::TypeGuess>;
  using Classes = std::map<std::string, Members>;

  Classes objects_;
  Classes interactions_;
};

}  // namespace triad::rtirecord
