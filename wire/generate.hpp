// Generator of random messages, derived from the same description as encoder, decoder and printer.
// Used only by tests and fuzzers. The same seed gives the same values on every machine.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "wire/codec.hpp"
#include "wire/random.hpp"

namespace triad::wire {

// Generates values. Owns the memory that the views in its messages refer to, so it must outlive
// them.
class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  Random& random() { return random_; }
  // Sets the texts from which three of four generated texts are chosen, so that the same labels and
  // names recur.
  void set_texts(std::vector<std::string> texts) { favourites_ = std::move(texts); }
  // Sets the object handles from which two of three generated object handles are chosen.
  void set_objects(std::vector<ObjectHandle> objects) { objects_ = std::move(objects); }

  template <class T>
  T make() {
    T value{};
    fill(value);
    return value;
  }

  template <class T>
  void fill(T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      value = random_.one_in(2);
    } else if constexpr (std::is_same_v<T, ErrorCode>) {
      value = static_cast<ErrorCode>(random_.below(kErrorCodes));
    } else if constexpr (std::is_enum_v<T>) {
      value = enumerator<T>();
    } else if constexpr (std::is_integral_v<T>) {
      value = integer<T>();
    } else if constexpr (std::is_same_v<T, ObjectHandle>) {
      value = object();
    } else if constexpr (IsHandle<T>::value) {
      value.value = integer<typename T::integer_type>();
    } else if constexpr (std::is_same_v<T, std::string_view> || std::is_same_v<T, std::string>) {
      value = text();
    } else if constexpr (std::is_same_v<T, Bytes>) {
      value = bytes();
    } else if constexpr (std::is_same_v<T, ValueList>) {
      value = values();
    } else if constexpr (IsHandleSet<T>::value) {
      value = T{};
      for (auto left = random_.below(6); left > 0; --left) value.insert(member_of<T>());
    } else if constexpr (Sequence<T>) {
      value.resize(random_.below(4));
      for (auto& element : value) fill(element);
    } else if constexpr (IsArray<T>::value) {
      for (auto& element : value) fill(element);
    } else if constexpr (IsOptional<T>::value) {
      value.reset();
      if (random_.one_in(2)) fill(value.emplace());
    } else {
      static_assert(Described<T>, "describe the struct with BOOST_DESCRIBE_STRUCT");
      for_each_member<T>([&](const char*, auto member) { fill(value.*member); });
    }
  }

  std::string_view text() {
    if (!favourites_.empty() && !random_.one_in(4)) {
      return favourites_[random_.below(favourites_.size())];
    }
    std::string& made = texts_.emplace_back();
    for (auto left = random_.below(20); left > 0; --left) {
      made.push_back(static_cast<char>(random_.below(256)));
    }
    return made;
  }

  ObjectHandle object() {
    if (objects_.empty() || random_.one_in(3)) {
      return ObjectHandle(integer<ObjectHandle::integer_type>());
    }
    return objects_[random_.below(objects_.size())];
  }

  Bytes bytes() {
    Buffer& made = buffers_.emplace_back(random_.below(40));
    for (std::byte& b : made) b = static_cast<std::byte>(random_.below(256));
    return made;
  }

  ValueList values() {
    ValueList list;
    list.count = static_cast<std::uint32_t>(random_.below(5));
    Buffer& made = buffers_.emplace_back();
    Encoder encoder(made);
    for (std::uint32_t i = 0; i < list.count; ++i) {
      encoder.put(integer<std::uint32_t>());
      encoder.put(bytes());
    }
    list.pairs = made;
    return list;
  }

 private:
  // Returns mostly small numbers, so that they match existing handles, and sometimes numbers at the
  // limits of the type.
  template <class Integer>
  Integer integer() {
    switch (random_.below(8)) {
      case 0:
        return static_cast<Integer>(random_.next());
      case 1:
        return static_cast<Integer>(~Integer{0} - static_cast<Integer>(random_.below(3)));
      case 2:
        return static_cast<Integer>(0xffff - 1 + random_.below(3));
      default:
        return static_cast<Integer>(random_.below(10));
    }
  }

  template <class Enum>
  Enum enumerator() {
    using All = boost::describe::describe_enumerators<Enum>;
    auto left = random_.below(boost::mp11::mp_size<All>::value);
    Enum chosen{};
    boost::mp11::mp_for_each<All>([&](auto one) {
      if (left-- == 0) chosen = one.value;
    });
    return chosen;
  }

  template <class Set>
  auto member_of() {
    using Member = typename MemberOf<Set>::type;
    // Large handles are rare because each makes a set of 8 KiB.
    const std::uint64_t value = random_.one_in(200) ? random_.next() : random_.below(80);
    return Member(static_cast<typename Member::integer_type>(value));
  }
  template <class Set>
  struct MemberOf;
  template <class H>
  struct MemberOf<HandleSet<H>> {
    using type = H;
  };

  Random random_;
  std::vector<std::string> favourites_;
  std::vector<ObjectHandle> objects_;
  std::deque<std::string> texts_;
  std::deque<Buffer> buffers_;
};

}  // namespace triad::wire
