// Sets of attribute or parameter values, which a federate fills for an update or interaction and
// receives in callbacks. All pairs of a set lie in one buffer in wire form, so sending needs one
// copy and receiving none:
//
//     pair = u32 handle, u32 length (both little-endian), length bytes; pairs packed without
//     padding
//
// Used by the services and the callback dispatcher of libRTI.
#pragma once

#include <RTI.hh>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "libRTI/src/handle_sets.hpp"

namespace triad::api {

// Limit on the length of a value, in bytes.
inline constexpr std::size_t kValueLengthMax = (std::size_t{1} << 30) - 1;

// Encoded pairs with an index. The buffer either owns its bytes or borrows those of a received
// message. A change to borrowed bytes makes a copy first. clear() and borrow() keep the memory, so
// a reused buffer need not allocate.
class PairBuffer {
 public:
  [[nodiscard]] std::span<const std::byte> encoded() const {
    return borrowed_ ? borrowed_bytes_ : std::span<const std::byte>(owned_);
  }
  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(pairs_.size()); }

  // Return the handle and the value at an index. They throw ArrayIndexOutOfBounds. A handle is
  // returned as it was added, even beyond 32 bits.
  [[nodiscard]] RTI::Handle handle(RTI::ULong index) const { return pair(index).handle; }
  [[nodiscard]] std::span<const std::byte> value(RTI::ULong index) const;

  // Appends the pair, or replaces the value of an existing handle. `bytes` may point into this
  // buffer. Throws ValueLengthExceeded or ValueCountExceeded.
  void put(RTI::Handle handle, const char* bytes, RTI::ULong length);
  // Removes the pair, if the handle is present.
  void erase(RTI::Handle handle);
  void clear();
  void reserve(std::size_t pairs);

  // Refers to `bytes`, which must remain valid until the next borrow() or clear(). Returns false,
  // and leaves the buffer empty, if they are not exactly `count` pairs.
  bool borrow(std::span<const std::byte> bytes, std::uint32_t count);

 private:
  struct Pair {
    RTI::Handle handle;
    std::size_t value_at;  // Offset of the value in encoded().
    std::size_t length;
  };

  [[nodiscard]] const Pair& pair(RTI::ULong index) const;
  [[nodiscard]] std::size_t find(RTI::Handle handle) const;
  [[nodiscard]] bool points_inside(const char* bytes) const;
  void copy_borrowed();
  void append(RTI::Handle handle, const char* bytes, std::size_t length);
  void replace(std::size_t index, const char* bytes, std::size_t length);

  std::vector<std::byte> owned_;
  std::span<const std::byte> borrowed_bytes_;
  bool borrowed_ = false;
  std::vector<Pair> pairs_;
  // Upper bound of all handles, so that handles added in ascending order need no search.
  RTI::Handle highest_ = 0;
};

// Properties of a received set.
struct ReceivedContext {
  RTI::TransportType transport;
  RTI::OrderType order;
  RTI::Region* region;  // Null: no region.
};

// Common base of the two pair sets: everything except the three functions that return the context,
// whose signatures differ.
template <class Interface>
class PairSet : public Interface {
 public:
  PairSet() = default;
  PairSet(const PairSet&) = delete;
  PairSet& operator=(const PairSet&) = delete;

  RTI::ULong size() const override { return pairs_.count(); }
  RTI::Handle getHandle(RTI::ULong i) const override { return pairs_.handle(i); }
  RTI::ULong getValueLength(RTI::ULong i) const override { return pairs_.value(i).size(); }
  void getValue(RTI::ULong i, char* buff, RTI::ULong& valueLength) const override;
  char* getValuePointer(RTI::ULong i, RTI::ULong& valueLength) const override;
  void add(RTI::Handle h, const char* buff, RTI::ULong valueLength) override {
    pairs_.put(h, buff, valueLength);
  }
  void remove(RTI::Handle h) override { pairs_.erase(h); }
  void moveFrom(const Interface& from, RTI::ULong& i) override;
  void empty() override;
  RTI::ULong start() const override { return 0; }
  RTI::ULong valid(RTI::ULong i) const override { return i < pairs_.count() ? 1 : 0; }
  RTI::ULong next(RTI::ULong i) const override { return i + 1; }

  // Return the encoded pairs and their number, for use within libRTI.
  [[nodiscard]] std::span<const std::byte> encoded() const { return pairs_.encoded(); }
  [[nodiscard]] std::uint32_t count() const { return pairs_.count(); }
  void reserve(std::size_t pairs) { pairs_.reserve(pairs); }
  // Makes this the set of a received message during a callback. Returns false, and leaves the set
  // empty, if the bytes are not exactly `count` pairs.
  bool borrow(std::span<const std::byte> encoded_pairs, std::uint32_t count,
              RTI::TransportType transport, RTI::OrderType order, RTI::Region* region);
  // Ends the use of the message. The set is empty after the callback.
  void end_borrow() { empty(); }

 protected:
  // Returns the context of a received set. Throws InvalidHandleValuePairSetContext for a set that
  // the federate has built.
  [[nodiscard]] const ReceivedContext& context() const;
  // Does the same for the pair at an index. Also throws ArrayIndexOutOfBounds.
  [[nodiscard]] const ReceivedContext& context_of(RTI::ULong i) const;

 private:
  PairBuffer pairs_;
  std::optional<ReceivedContext> context_;
};

class AttributeHandleValuePairSetImpl final : public PairSet<RTI::AttributeHandleValuePairSet> {
 public:
  RTI::TransportType getTransportType(RTI::ULong i) const override {
    return context_of(i).transport;
  }
  RTI::OrderType getOrderType(RTI::ULong i) const override { return context_of(i).order; }
  RTI::Region* getRegion(RTI::ULong i) const override { return context_of(i).region; }
};

class ParameterHandleValuePairSetImpl final : public PairSet<RTI::ParameterHandleValuePairSet> {
 public:
  RTI::TransportType getTransportType() const override { return context().transport; }
  RTI::OrderType getOrderType() const override { return context().order; }
  RTI::Region* getRegion() const override { return context().region; }
};

struct EncodedPairs {
  std::span<const std::byte> bytes;
  std::uint32_t count = 0;
};

// Returns the pairs of any set in wire form. A set from the API's factory is used in place; a set
// of a class that the federate has derived is encoded into `scratch`.
EncodedPairs encoded_pairs(const RTI::AttributeHandleValuePairSet& set, PairBuffer& scratch);
EncodedPairs encoded_pairs(const RTI::ParameterHandleValuePairSet& set, PairBuffer& scratch);

extern template class PairSet<RTI::AttributeHandleValuePairSet>;
extern template class PairSet<RTI::ParameterHandleValuePairSet>;

}  // namespace triad::api
