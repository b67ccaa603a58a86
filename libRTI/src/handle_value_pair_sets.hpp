// The sets of attribute or parameter values: what a federate fills for an update or interaction and
// what a callback hands it. All pairs of a set stand in one buffer as they stand on the wire, so
// that sending is one copy and receiving is none:
//
//     pair = u32 handle, u32 length (both little-endian), length bytes; pairs packed without
//     padding
//
// Used by the service wrappers and the callback dispatcher of libRTI; knows nothing of federations.
#pragma once

#include <RTI.hh>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "libRTI/src/handle_sets.hpp"

namespace triad::api {

// The longest value that a set takes.
inline constexpr std::size_t kValueLengthMax = (std::size_t{1} << 30) - 1;

// Encoded pairs with an index beside them. Either it owns its bytes, or it borrows those of a
// received message; who changes a borrowed one gets a copy first. Neither clear() nor borrow()
// gives memory back, so a buffer that is used again and again allocates no more.
class PairBuffer {
 public:
  [[nodiscard]] std::span<const std::byte> encoded() const {
    return borrowed_ ? borrowed_bytes_ : std::span<const std::byte>(owned_);
  }
  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(pairs_.size()); }

  // These throw ArrayIndexOutOfBounds. A handle is given back as it was added, however large.
  [[nodiscard]] RTI::Handle handle(RTI::ULong index) const { return pair(index).handle; }
  [[nodiscard]] std::span<const std::byte> value(RTI::ULong index) const;

  // Appends the pair, or replaces the value in place. `bytes` may point into this very buffer.
  // Throws ValueLengthExceeded, ValueCountExceeded.
  void put(RTI::Handle handle, const char* bytes, RTI::ULong length);
  // Without effect if the handle is not there.
  void erase(RTI::Handle handle);
  void clear();
  void reserve(std::size_t pairs);

  // Looks at `bytes`, which must outlive the use of this buffer up to the next borrow() or clear().
  // False, and the buffer is empty: they are not exactly `count` pairs.
  bool borrow(std::span<const std::byte> bytes, std::uint32_t count);

 private:
  struct Pair {
    RTI::Handle handle;
    std::size_t value_at;  // offset of the value in encoded()
    std::size_t length;
  };

  [[nodiscard]] const Pair& pair(RTI::ULong index) const;
  [[nodiscard]] std::size_t find(RTI::Handle handle) const;
  [[nodiscard]] bool points_inside(const char* bytes) const;
  void own();
  void append(RTI::Handle handle, const char* bytes, std::size_t length);
  void replace(std::size_t index, const char* bytes, std::size_t length);

  std::vector<std::byte> owned_;
  std::span<const std::byte> borrowed_bytes_;
  bool borrowed_ = false;
  std::vector<Pair> pairs_;
  RTI::Handle highest_ = 0;  // no handle is higher: ascending adds need no search
};

// How a received set travelled.
struct ReceivedContext {
  RTI::TransportType transport;
  RTI::OrderType order;
  RTI::Region* region;  // null: no region
};

// What the two pair sets share: everything but the shape of the three questions about the context.
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

  // Inside libRTI.
  [[nodiscard]] std::span<const std::byte> encoded() const { return pairs_.encoded(); }
  [[nodiscard]] std::uint32_t count() const { return pairs_.count(); }
  void reserve(std::size_t pairs) { pairs_.reserve(pairs); }
  // Makes this the set of a received message, for the length of a callback. False, and the set is
  // empty: the bytes are not exactly `count` pairs.
  bool borrow(std::span<const std::byte> encoded_pairs, std::uint32_t count,
              RTI::TransportType transport, RTI::OrderType order, RTI::Region* region);
  // Lets go of the message: after the callback the set is empty.
  void end_borrow() { empty(); }

 protected:
  // Throws InvalidHandleValuePairSetContext on a set that the federate built.
  [[nodiscard]] const ReceivedContext& context() const;
  // As above, and ArrayIndexOutOfBounds.
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

// The pairs of any set as the wire has them. A set from our factory is looked at in place; one of a
// class that the federate derived itself is encoded into `scratch` first.
EncodedPairs encoded_pairs(const RTI::AttributeHandleValuePairSet& set, PairBuffer& scratch);
EncodedPairs encoded_pairs(const RTI::ParameterHandleValuePairSet& set, PairBuffer& scratch);

extern template class PairSet<RTI::AttributeHandleValuePairSet>;
extern template class PairSet<RTI::ParameterHandleValuePairSet>;

}  // namespace triad::api
