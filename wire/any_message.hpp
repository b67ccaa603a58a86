// A message of any kind behind one type, so that what tests and fuzzers ask of every message is
// written as a loop and compiled once, not once for each of the list.
#pragma once

#include <memory>
#include <optional>

#include "wire/generate.hpp"
#include "wire/record.hpp"

namespace triad::wire {

class AnyMessage {
 public:
  virtual ~AnyMessage() = default;

  virtual Kind kind() const = 0;
  virtual Buffer payload() const = 0;
  // encoded_size() of it.
  virtual std::size_t size() const = 0;
  // Appends the whole record to `frame`.
  virtual void encode(RecordHeader header, Buffer& frame) const = 0;
  // Of one kind, and all members equal.
  virtual bool same(const AnyMessage& other) const = 0;
};

// Never null: `kind` is one of the list.
std::unique_ptr<AnyMessage> generate(Kind kind, Generator& generator);
// Null for a payload that does not decode, and for what is no kind. Views `payload`.
std::unique_ptr<AnyMessage> decode_any(Kind kind, Bytes payload);

// visit(kind) for every message of the list.
template <class Visit>
void for_each_kind(Visit&& visit) {
  for (const Kind kind : kAllKinds) visit(kind);
}

}  // namespace triad::wire
