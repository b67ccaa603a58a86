// Encoder and decoder of all messages, derived from one description per struct (Boost.Describe).
// Integers are little endian. Texts and byte strings have a u32 length; lists, sets and maps have a
// u32 count; optional values have a presence byte. Decoded texts, byte strings and value lists are
// views into the frame.
//
// The decoder accepts arbitrary bytes. It checks every length against the remaining bytes and every
// enumerator against its type. After the first fault all further reads return zero values and ok()
// is false.
#pragma once

#include <array>
#include <bit>
#include <boost/describe.hpp>
#include <boost/mp11.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "wire/error.hpp"
#include "wire/handle_set.hpp"
#include "wire/handles.hpp"
#include "wire/values.hpp"

namespace triad::wire {

static_assert(std::endian::native == std::endian::little,
              "the codec copies integers as they lie in memory");

using Buffer = std::vector<std::byte>;

template <class T>
concept Described = boost::describe::has_describe_members<T>::value && !std::is_union_v<T>;

template <class T>
concept DescribedEnum = std::is_enum_v<T> && boost::describe::has_describe_enumerators<T>::value;

template <class T>
struct IsHandle : std::false_type {};
template <class Tag, class Integer>
struct IsHandle<Handle<Tag, Integer>> : std::true_type {};

template <class T>
struct IsHandleSet : std::false_type {};
template <class H>
struct IsHandleSet<HandleSet<H>> : std::true_type {};

template <class T>
struct IsArray : std::false_type {};
template <class T, std::size_t n>
struct IsArray<std::array<T, n>> : std::true_type {};

// Matches lists and deques.
template <class T>
concept Sequence = !std::is_convertible_v<T, std::string_view> && requires(T & list) {
  list.emplace_back();
  list.size();
};

// Matches sets and maps.
template <class T>
concept Associative = requires(T& entries) {
  typename T::key_type;
  entries.emplace();
};
template <class T>
concept Mapping = Associative<T> && requires {
  typename T::mapped_type;
};

template <class T>
struct IsPair : std::false_type {};
template <class First, class Second>
struct IsPair<std::pair<First, Second>> : std::true_type {};

class Encoder;
template <bool checks>
class BasicDecoder;
using Decoder = BasicDecoder<true>;

// Codec for types that are neither described nor listed above. Specialise it next to the type, with
// put(Encoder&, const T&) and get(Decoder&, T&).
template <class T>
struct Codec {};
template <class T>
concept HasCodec = requires(Encoder& out, const T& value) {
  Codec<T>::put(out, value);
};

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};

// Calls visit(name, member pointer) for the described members of T in order of declaration.
template <Described T, class Visit>
constexpr void for_each_member(Visit&& visit) {
  using Members = boost::describe::describe_members<T, boost::describe::mod_any_access>;
  boost::mp11::mp_for_each<Members>([&](auto member) { visit(member.name, member.pointer); });
}

// Returns true if the value is an enumerator of its type.
template <class E>
constexpr bool is_enumerator(E value) {
  if constexpr (std::is_same_v<E, ErrorCode>) {
    return static_cast<std::size_t>(value) < kErrorCodes;
  } else {
    bool found = false;
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<E>>(
        [&](auto enumerator) { found = found || enumerator.value == value; });
    return found;
  }
}

// A long value list that stays in the caller's memory instead of being copied into the encoded
// bytes. `at` is its offset in these bytes.
struct GatherSegment {
  // Copying a shorter list is cheaper than sending it separately.
  static constexpr std::size_t kBytesLeast = 8192;

  Bytes bytes;
  std::size_t at = 0;
};

// Output of an encoder that appends to a buffer.
class Appending {
 public:
  explicit Appending(Buffer& out) : out_(out) {}
  std::size_t position() const { return out_.size(); }
  void put(const void* bytes, std::size_t count) {
    const auto* const first = static_cast<const std::byte*>(bytes);
    out_.insert(out_.end(), first, first + count);
  }

 private:
  Buffer& out_;
};

// Output of an encoder that writes into existing bytes of a buffer, from offset `at` on. The caller
// makes room first; encoded_size() returns the number of bytes.
class Placing {
 public:
  Placing(Buffer& out, std::size_t at) : begin_(out.data()), next_(out.data() + at) {}
  std::size_t position() const { return static_cast<std::size_t>(next_ - begin_); }
  void put(const void* bytes, std::size_t count) {
    if (count > 0) std::memcpy(next_, bytes, count);
    next_ += count;
  }

 private:
  std::byte* begin_;
  std::byte* next_;
};

template <class Out>
class BasicEncoder {
 public:
  // Encodes into `out`. If `gather_segment` is not null, it receives the first long value list,
  // which is then not copied.
  explicit BasicEncoder(Out out, GatherSegment* gather_segment = nullptr)
      : out_(out), gather_segment_(gather_segment) {}

  template <class T>
  void put(const T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      raw(static_cast<std::uint8_t>(value));
    } else if constexpr (std::is_integral_v<T> || std::is_floating_point_v<T>) {
      raw(value);
    } else if constexpr (std::is_enum_v<T>) {
      raw(static_cast<std::underlying_type_t<T>>(value));
    } else if constexpr (IsHandle<T>::value) {
      raw(value.value);
    } else if constexpr (std::is_convertible_v<T, std::string_view>) {
      text(std::string_view(value));
    } else if constexpr (std::is_same_v<T, Bytes>) {
      length(value.size());
      bytes(value);
    } else if constexpr (std::is_same_v<T, ValueList>) {
      raw(value.count);
      length(value.pairs.size());
      if (gather_segment_ == nullptr || value.pairs.size() < GatherSegment::kBytesLeast)
        return bytes(value.pairs);
      *gather_segment_ = {value.pairs, out_.position()};
      gather_segment_ = nullptr;
    } else if constexpr (IsHandleSet<T>::value) {
      raw(static_cast<std::uint16_t>(value.words().size()));
      for (const std::uint64_t word : value.words()) raw(word);
    } else if constexpr (HasCodec<T>) {
      Codec<T>::put(static_cast<Encoder&>(*this), value);
    } else if constexpr (IsArray<T>::value) {
      for (const auto& element : value) put(element);
    } else if constexpr (Sequence<T> || Associative<T>) {
      length(value.size());
      for (const auto& element : value) put(element);
    } else if constexpr (IsPair<T>::value) {
      put(value.first);
      put(value.second);
    } else if constexpr (IsOptional<T>::value) {
      raw(static_cast<std::uint8_t>(value.has_value()));
      if (value) put(*value);
    } else {
      static_assert(Described<T>, "describe the struct with BOOST_DESCRIBE_STRUCT");
      for_each_member<T>([&](const char*, auto member) { put(value.*member); });
    }
  }

 private:
  template <class Integer>
  void raw(Integer value) {
    out_.put(&value, sizeof value);
  }
  void length(std::size_t n) { raw(static_cast<std::uint32_t>(n)); }
  void text(std::string_view value) {
    length(value.size());
    bytes(std::as_bytes(std::span(value)));
  }
  void bytes(Bytes value) { out_.put(value.data(), value.size()); }

  Out out_;
  GatherSegment* gather_segment_;
};

class Encoder : public BasicEncoder<Appending> {
 public:
  explicit Encoder(Buffer& out) : BasicEncoder(Appending(out)) {}
};

// With `checks` == false the decoder accepts only bytes that have been decoded successfully before;
// it skips the checks.
template <bool checks>
class BasicDecoder {
 public:
  explicit BasicDecoder(Bytes in) : in_(in) {}

  bool ok() const { return ok_; }
  // Returns true if every read succeeded and no byte is left.
  bool finished() const { return ok_ && in_.empty(); }
  Bytes rest() const { return in_; }
  // Marks the input as invalid; all further reads return zero values.
  void fail() {
    ok_ = false;
    in_ = {};
  }

  template <class T>
  void get(T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      const auto byte = raw<std::uint8_t>();
      if (checks && byte > 1) fail();
      value = byte == 1;
    } else if constexpr (std::is_integral_v<T> || std::is_floating_point_v<T>) {
      value = raw<T>();
    } else if constexpr (std::is_enum_v<T>) {
      value = static_cast<T>(raw<std::underlying_type_t<T>>());
      if (checks && ok_ && !is_enumerator(value)) fail();
    } else if constexpr (IsHandle<T>::value) {
      value.value = raw<typename T::integer_type>();
    } else if constexpr (std::is_same_v<T, std::string_view> || std::is_same_v<T, std::string>) {
      const Bytes view = bytes();
      value = T(reinterpret_cast<const char*>(view.data()), view.size());
    } else if constexpr (std::is_same_v<T, Bytes>) {
      value = bytes();
    } else if constexpr (std::is_same_v<T, ValueList>) {
      value.count = raw<std::uint32_t>();
      value.pairs = bytes();
      if (checks && !value.well_formed()) fail();
      if (checks && !ok_) value = {};
    } else if constexpr (IsHandleSet<T>::value) {
      handle_set(value);
    } else if constexpr (HasCodec<T>) {
      static_assert(checks, "saved values are decoded once");
      Codec<T>::get(*this, value);
    } else if constexpr (IsArray<T>::value) {
      for (auto& element : value) get(element);
    } else if constexpr (Sequence<T>) {
      list(value);
    } else if constexpr (Associative<T>) {
      entries(value);
    } else if constexpr (IsPair<T>::value) {
      get(value.first);
      get(value.second);
    } else if constexpr (IsOptional<T>::value) {
      bool present = false;
      get(present);
      value.reset();
      if (present && ok_) get(value.emplace());
    } else {
      static_assert(Described<T>, "describe the struct with BOOST_DESCRIBE_STRUCT");
      for_each_member<T>([&](const char*, auto member) { get(value.*member); });
    }
  }

 private:
  template <class Integer>
  Integer raw() {
    Integer value{};
    if (checks && in_.size() < sizeof value) {
      fail();
      return value;
    }
    std::memcpy(&value, in_.data(), sizeof value);
    in_ = in_.subspan(sizeof value);
    return value;
  }

  Bytes bytes() {
    const std::size_t n = raw<std::uint32_t>();
    if (checks && n > in_.size()) {
      fail();
      return {};
    }
    const Bytes view = in_.first(n);
    in_ = in_.subspan(n);
    return view;
  }

  template <class Set>
  void handle_set(Set& value) {
    const std::size_t n = raw<std::uint16_t>();
    if (n > Set::kWordsMax || n * sizeof(std::uint64_t) > in_.size()) {
      fail();
      return;
    }
    typename Set::Words words(n);
    for (auto& word : words) word = raw<std::uint64_t>();
    value = Set::from_words(std::move(words));
  }

  // Reads a count of elements. Every element takes at least one byte, so a count above the number
  // of remaining bytes is a fault. Memory grows only with elements that are present, so a false
  // count cannot cause a large allocation.
  std::size_t count() {
    const std::size_t n = raw<std::uint32_t>();
    if (n > in_.size()) fail();
    return ok_ ? n : 0;
  }

  template <class List>
  void list(List& value) {
    value.clear();
    for (std::size_t n = count(); n > 0 && ok_; --n) get(value.emplace_back());
  }

  // Reads a set or a map. A key that occurs twice is a fault.
  template <class Entries>
  void entries(Entries& value) {
    value.clear();
    for (std::size_t n = count(); n > 0 && ok_; --n) {
      typename Entries::key_type key{};
      get(key);
      bool added = false;
      if constexpr (Mapping<Entries>) {
        const auto [at, is_new] = value.try_emplace(std::move(key));
        added = is_new;
        get(at->second);
      } else {
        added = value.insert(std::move(key)).second;
      }
      if (!added) fail();
    }
  }

  Bytes in_;
  bool ok_ = true;
};

}  // namespace triad::wire
