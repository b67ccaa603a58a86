// Declares which members of a struct in memory belong to a save. The declaration stands next to the
// struct:
//
//   TRIAD_SAVED(Advice, (on, delivered, pending))       saves all members
//   TRIAD_SAVED_BUT(Lease, (next, end), (requested_at)) does not save the last group
//
// The codec (wire/codec.hpp) writes and reads the declared members. A member in neither group
// causes a compile error. The macro must stand in the namespace of the struct.
#pragma once

#include <boost/pfr/tuple_size.hpp>
#include <boost/preprocessor/seq/for_each.hpp>
#include <boost/preprocessor/tuple/size.hpp>
#include <boost/preprocessor/tuple/to_seq.hpp>

#include "core/lazy_optional.hpp"
#include "core/time_type.hpp"
#include "queues/fifo.hpp"
#include "wire/codec.hpp"

namespace triad::core {

template <class T>
inline constexpr std::size_t kSavedMembers = boost::mp11::mp_size<
    boost::describe::describe_members<T, boost::describe::mod_any_access>>::value;

#define TRIAD_SAVED_COUNTED(Struct, left_out)                                                \
  static_assert(                                                                             \
      ::triad::core::kSavedMembers<Struct> + (left_out) == boost::pfr::tuple_size_v<Struct>, \
      "each member of " #Struct " is either saved or named as one that is not")

#define TRIAD_SAVED(Struct, saved)         \
  BOOST_DESCRIBE_STRUCT(Struct, (), saved) \
  TRIAD_SAVED_COUNTED(Struct, 0)

#define TRIAD_SAVED_BUT(Struct, saved, left_out)                                        \
  BOOST_DESCRIBE_STRUCT(Struct, (), saved)                                              \
  BOOST_PP_SEQ_FOR_EACH(TRIAD_SAVED_IS_MEMBER, Struct, BOOST_PP_TUPLE_TO_SEQ(left_out)) \
  TRIAD_SAVED_COUNTED(Struct, BOOST_PP_TUPLE_SIZE(left_out))

#define TRIAD_SAVED_IS_MEMBER(r, Struct, member) \
  static_assert(requires(Struct & of) { of.member; });

}  // namespace triad::core

namespace triad::records {

TRIAD_SAVED(TimeBound, (time, exclusive));

}  // namespace triad::records

namespace triad::wire {

template <>
struct Codec<core::Time> {
  static void put(Encoder& out, const core::Time& time) { out.put(time.bytes()); }
  static void get(Decoder& in, core::Time& time) {
    Bytes bytes;
    in.get(bytes);
    if (bytes.size() > kTimeBytesMax) return in.fail();
    time = core::Time(bytes);
  }
};

// Byte string. Decoding copies the bytes, so no view of the save's file remains.
template <>
struct Codec<Buffer> {
  static void put(Encoder& out, const Buffer& bytes) { out.put(Bytes(bytes)); }
  static void get(Decoder& in, Buffer& bytes) {
    Bytes view;
    in.get(view);
    bytes.assign(view.begin(), view.end());
  }
};

template <class T>
struct Codec<core::LazyOptional<T>> {
  static void put(Encoder& out, const core::LazyOptional<T>& value) {
    out.put(value.value_if_created() != nullptr);
    if (value.value_if_created() != nullptr) out.put(*value);
  }
  static void get(Decoder& in, core::LazyOptional<T>& value) {
    bool there = false;
    in.get(there);
    value.clear();
    if (there && in.ok()) in.get(value.edit());
  }
};

template <class T>
struct Codec<queues::Fifo<T>> {
  static void put(Encoder& out, const queues::Fifo<T>& fifo) {
    out.put(static_cast<std::uint32_t>(fifo.size()));
    for (const T& element : fifo) out.put(element);
  }
  static void get(Decoder& in, queues::Fifo<T>& fifo) {
    std::vector<T> elements;
    in.get(elements);
    fifo.clear();
    for (T& element : elements) fifo.push_back(std::move(element));
  }
};

}  // namespace triad::wire
