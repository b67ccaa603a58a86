// A message of any kind behind one interface. Tests and fuzzers loop over all kinds with it, so
// that their code is compiled once and not once per message type.
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
  // Returns the number of bytes of payload(), computed without encoding.
  virtual std::size_t size() const = 0;
  // Appends the whole record to `frame`.
  virtual void encode(RecordHeader header, Buffer& frame) const = 0;
  // Returns true if both messages have the same kind and all their members are equal.
  virtual bool same(const AnyMessage& other) const = 0;
};

// Returns a random message of this kind, never null. `kind` must be in the message list.
std::unique_ptr<AnyMessage> generate(Kind kind, Generator& generator);
// Decodes `payload`. Returns null if it does not decode or if `kind` is not in the message list.
// The result contains views into `payload`.
std::unique_ptr<AnyMessage> decode_any(Kind kind, Bytes payload);

// Calls visit(kind) for every message kind.
template <class Visit>
void for_each_kind(Visit&& visit) {
  for (const Kind kind : kAllKinds) visit(kind);
}

}  // namespace triad::wire
