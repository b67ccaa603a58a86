// Implements the sets of handle_value_pair_sets.hpp.
#include "libRTI/src/handle_value_pair_sets.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <typeinfo>

namespace triad::api {

namespace {

constexpr std::size_t kPairHeaderBytes = 8;
constexpr std::size_t kNotFound = ~std::size_t{0};

void store_le32(std::byte* at, std::uint32_t value) {
  for (unsigned byte = 0; byte < 4; ++byte) {
    at[byte] = static_cast<std::byte>(value >> (8 * byte));
  }
}

std::uint32_t load_le32(const std::byte* at) {
  std::uint32_t value = 0;
  for (unsigned byte = 0; byte < 4; ++byte) {
    value |= std::to_integer<std::uint32_t>(at[byte]) << (8 * byte);
  }
  return value;
}

void check_value(RTI::Handle handle, const char* bytes, RTI::ULong length) {
  if (length > kValueLengthMax) {
    throw RTI::ValueLengthExceeded(("a value of " + std::to_string(length) + " bytes for handle " +
                                    std::to_string(handle) + "; the limit is " +
                                    std::to_string(kValueLengthMax))
                                       .c_str());
  }
  if (bytes == nullptr && length > 0) {
    throw RTI::ValueLengthExceeded(("a null pointer as the value of handle " +
                                    std::to_string(handle) + ", said to be " +
                                    std::to_string(length) + " bytes long")
                                       .c_str());
  }
}

}  // namespace

const PairBuffer::Pair& PairBuffer::pair(RTI::ULong index) const {
  if (index >= pairs_.size()) {
    throw_index_out_of_bounds(index, pairs_.size());
  }
  return pairs_[index];
}

std::span<const std::byte> PairBuffer::value(RTI::ULong index) const {
  const Pair& found = pair(index);
  return encoded().subspan(found.value_at, found.length);
}

std::size_t PairBuffer::find(RTI::Handle handle) const {
  if (handle > highest_) {
    return kNotFound;
  }
  const auto found = std::find_if(pairs_.begin(), pairs_.end(),
                                  [handle](const Pair& pair) { return pair.handle == handle; });
  return found == pairs_.end() ? kNotFound : static_cast<std::size_t>(found - pairs_.begin());
}

bool PairBuffer::points_inside(const char* bytes) const {
  const auto* at = reinterpret_cast<const std::byte*>(bytes);
  const std::less<const std::byte*> before;  // A total order, also for unrelated pointers.
  return !owned_.empty() && !before(at, owned_.data()) && before(at, owned_.data() + owned_.size());
}

void PairBuffer::copy_borrowed() {
  if (borrowed_) {
    owned_.assign(borrowed_bytes_.begin(), borrowed_bytes_.end());
    borrowed_ = false;
  }
}

void PairBuffer::put(RTI::Handle handle, const char* bytes, RTI::ULong length) {
  check_value(handle, bytes, length);
  try {
    copy_borrowed();
    std::vector<char> aside;
    if (length > 0 && points_inside(bytes)) {
      aside.assign(bytes, bytes + length);
      bytes = aside.data();
    }
    const std::size_t index = find(handle);
    if (index == kNotFound) {
      append(handle, bytes, length);
    } else {
      replace(index, bytes, length);
    }
  } catch (const std::bad_alloc&) {
    throw RTI::ValueLengthExceeded(
        ("no memory for a value of " + std::to_string(length) + " bytes").c_str());
  }
}

void PairBuffer::append(RTI::Handle handle, const char* bytes, std::size_t length) {
  if (pairs_.size() >= kSetSizeMax) {
    throw RTI::ValueCountExceeded(
        ("a set holds at most " + std::to_string(kSetSizeMax) + " pairs").c_str());
  }
  std::array<std::byte, kPairHeaderBytes> header;
  store_le32(header.data(), wire_handle(handle));
  store_le32(header.data() + 4, static_cast<std::uint32_t>(length));
  const auto* value = reinterpret_cast<const std::byte*>(bytes);

  const std::size_t header_at = owned_.size();
  if (owned_.capacity() - header_at < kPairHeaderBytes + length) {
    owned_.reserve(std::max(2 * owned_.capacity(), header_at + kPairHeaderBytes + length));
  }
  pairs_.push_back({handle, header_at + kPairHeaderBytes, length});
  owned_.insert(owned_.end(), header.begin(), header.end());
  owned_.insert(owned_.end(), value, value + length);
  highest_ = std::max(highest_, handle);
}

void PairBuffer::replace(std::size_t index, const char* bytes, std::size_t length) {
  Pair& changed = pairs_[index];
  const auto at = owned_.begin() + static_cast<std::ptrdiff_t>(changed.value_at);
  if (length > changed.length) {
    owned_.insert(at, length - changed.length, std::byte{});
  } else {
    owned_.erase(at, at + static_cast<std::ptrdiff_t>(changed.length - length));
  }
  for (std::size_t later = index + 1; later < pairs_.size(); ++later) {
    // Unsigned arithmetic is modulo, so this is also correct if the value shrinks.
    pairs_[later].value_at += length - changed.length;
  }
  changed.length = length;
  store_le32(owned_.data() + changed.value_at - 4, static_cast<std::uint32_t>(length));
  if (length > 0) {
    std::memcpy(owned_.data() + changed.value_at, bytes, length);
  }
}

void PairBuffer::erase(RTI::Handle handle) {
  const std::size_t index = find(handle);
  if (index == kNotFound) {
    return;
  }
  copy_borrowed();
  const Pair gone = pairs_[index];
  const std::size_t bytes = kPairHeaderBytes + gone.length;
  const auto at = owned_.begin() + static_cast<std::ptrdiff_t>(gone.value_at - kPairHeaderBytes);
  owned_.erase(at, at + static_cast<std::ptrdiff_t>(bytes));
  pairs_.erase(pairs_.begin() + static_cast<std::ptrdiff_t>(index));
  for (std::size_t later = index; later < pairs_.size(); ++later) {
    pairs_[later].value_at -= bytes;
  }
}

void PairBuffer::clear() {
  borrowed_ = false;
  owned_.clear();
  pairs_.clear();
  highest_ = 0;
}

void PairBuffer::reserve(std::size_t pairs) {
  constexpr std::size_t kUsualValueBytes = 16;
  pairs_.reserve(pairs);
  owned_.reserve(pairs * (kPairHeaderBytes + kUsualValueBytes));
}

bool PairBuffer::borrow(std::span<const std::byte> bytes, std::uint32_t count) {
  clear();
  std::size_t at = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (bytes.size() - at < kPairHeaderBytes) {
      clear();
      return false;
    }
    const RTI::Handle handle = load_le32(bytes.data() + at);
    const std::size_t length = load_le32(bytes.data() + at + 4);
    at += kPairHeaderBytes;
    if (bytes.size() - at < length) {
      clear();
      return false;
    }
    pairs_.push_back({handle, at, length});
    highest_ = std::max(highest_, handle);
    at += length;
  }
  if (at != bytes.size()) {
    clear();
    return false;
  }
  borrowed_bytes_ = bytes;
  borrowed_ = true;
  return true;
}

template <class Interface>
void PairSet<Interface>::getValue(RTI::ULong i, char* buff, RTI::ULong& valueLength) const {
  const std::span<const std::byte> value = pairs_.value(i);
  if (!value.empty()) {
    std::memcpy(buff, value.data(), value.size());
  }
  valueLength = value.size();
}

// Casts away const, because the API returns a pointer to non-const char. Federates only read it.
template <class Interface>
char* PairSet<Interface>::getValuePointer(RTI::ULong i, RTI::ULong& valueLength) const {
  const std::span<const std::byte> value = pairs_.value(i);
  valueLength = value.size();
  return const_cast<char*>(reinterpret_cast<const char*>(value.data()));
}

template <class Interface>
void PairSet<Interface>::moveFrom(const Interface& from, RTI::ULong& i) {
  RTI::ULong length = 0;
  const char* value = from.getValuePointer(i, length);
  pairs_.put(from.getHandle(i), value, length);
  ++i;
}

template <class Interface>
void PairSet<Interface>::empty() {
  pairs_.clear();
  context_.reset();
}

template <class Interface>
bool PairSet<Interface>::borrow(std::span<const std::byte> encoded_pairs, std::uint32_t count,
                                RTI::TransportType transport, RTI::OrderType order,
                                RTI::Region* region) {
  if (!pairs_.borrow(encoded_pairs, count)) {
    context_.reset();
    return false;
  }
  context_ = ReceivedContext{transport, order, region};
  return true;
}

template <class Interface>
const ReceivedContext& PairSet<Interface>::context() const {
  if (!context_) {
    throw RTI::InvalidHandleValuePairSetContext(
        "transportation, order and region are known only of a set that came with a callback");
  }
  return *context_;
}

template <class Interface>
const ReceivedContext& PairSet<Interface>::context_of(RTI::ULong i) const {
  const ReceivedContext& known = context();
  if (i >= pairs_.count()) {
    throw_index_out_of_bounds(i, pairs_.count());
  }
  return known;
}

template class PairSet<RTI::AttributeHandleValuePairSet>;
template class PairSet<RTI::ParameterHandleValuePairSet>;

namespace {

template <class Impl, class Interface>
EncodedPairs encode_any(const Interface& set, PairBuffer& scratch) {
  if (typeid(set) == typeid(Impl)) {
    const auto& own = static_cast<const Impl&>(set);
    return {own.encoded(), own.count()};
  }
  scratch.clear();
  const RTI::ULong size = set.size();
  for (RTI::ULong i = 0; i < size; ++i) {
    RTI::ULong length = 0;
    const char* value = set.getValuePointer(i, length);
    scratch.put(set.getHandle(i), value, length);
  }
  return {scratch.encoded(), scratch.count()};
}

template <class Impl>
Impl* create_pair_set(RTI::ULong count) {
  if (count > kSetSizeMax) {
    throw RTI::HandleValuePairMaximumExceeded((std::to_string(count) +
                                               " pairs asked for; a set holds at most " +
                                               std::to_string(kSetSizeMax))
                                                  .c_str());
  }
  try {
    auto set = std::make_unique<Impl>();
    set->reserve(first_capacity(count));
    return set.release();
  } catch (const std::bad_alloc&) {
    throw RTI::MemoryExhausted("no memory for a set of handles and values");
  }
}

}  // namespace

EncodedPairs encoded_pairs(const RTI::AttributeHandleValuePairSet& set, PairBuffer& scratch) {
  return encode_any<AttributeHandleValuePairSetImpl>(set, scratch);
}

EncodedPairs encoded_pairs(const RTI::ParameterHandleValuePairSet& set, PairBuffer& scratch) {
  return encode_any<ParameterHandleValuePairSetImpl>(set, scratch);
}

}  // namespace triad::api

RTI::AttributeHandleValuePairSet* RTI::AttributeSetFactory::create(ULong count) {
  return triad::api::create_pair_set<triad::api::AttributeHandleValuePairSetImpl>(count);
}

RTI::ParameterHandleValuePairSet* RTI::ParameterSetFactory::create(ULong count) {
  return triad::api::create_pair_set<triad::api::ParameterHandleValuePairSetImpl>(count);
}
