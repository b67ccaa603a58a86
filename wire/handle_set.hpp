// Set of attribute handles as a bit set: compact, fast in set operations, iterated in
// ascending order. Needs no allocation for handles up to 127.
//
// Handles above kLargest are stored as kLargest, which no object model defines. So an invalid
// handle from a federate stays in the set, is reported as undefined, and needs little memory.
#pragma once

#include <algorithm>
#include <bit>
#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <type_traits>
#include <utility>

#include "wire/handles.hpp"

namespace triad::wire {

template <class H>
class HandleSet {
  static_assert(!std::is_same_v<H, FederateHandle>, "federates have handles above kLargest");

 public:
  using Words = boost::container::small_vector<std::uint64_t, 2>;
  static constexpr std::uint32_t kLargest = 0xffff;
  static constexpr std::size_t kWordsMax = (kLargest + 1) / 64;

  HandleSet() = default;
  HandleSet(std::initializer_list<H> handles) {
    for (const H handle : handles) insert(handle);
  }

  // Returns the set of the handles 1 to `last`.
  static HandleSet up_to(std::uint32_t last) {
    HandleSet set;
    for (std::uint32_t value = 1; value <= last; ++value) set.insert(H(value));
    return set;
  }

  void insert(H handle) {
    const auto value = std::min<std::uint64_t>(handle.value, kLargest);
    if (value / 64 >= words_.size()) words_.resize(value / 64 + 1);
    words_[value / 64] |= std::uint64_t{1} << (value % 64);
  }

  void erase(H handle) {
    const auto value = std::min<std::uint64_t>(handle.value, kLargest);
    if (value / 64 >= words_.size()) return;
    words_[value / 64] &= ~(std::uint64_t{1} << (value % 64));
    trim();
  }

  bool contains(H handle) const {
    const auto value = std::min<std::uint64_t>(handle.value, kLargest);
    return value / 64 < words_.size() && (words_[value / 64] >> (value % 64) & 1) != 0;
  }

  bool empty() const { return words_.empty(); }
  void clear() { words_.clear(); }

  std::size_t size() const {
    std::size_t count = 0;
    for (const auto word : words_) count += static_cast<std::size_t>(std::popcount(word));
    return count;
  }

  bool intersects(const HandleSet& other) const {
    const auto common = std::min(words_.size(), other.words_.size());
    for (std::size_t i = 0; i < common; ++i) {
      if ((words_[i] & other.words_[i]) != 0) return true;
    }
    return false;
  }

  // Returns true if every handle of `other` is in this set.
  bool includes(const HandleSet& other) const {
    if (other.words_.size() > words_.size()) return false;
    for (std::size_t i = 0; i < other.words_.size(); ++i) {
      if ((other.words_[i] & ~words_[i]) != 0) return false;
    }
    return true;
  }

  // Returns true if all handles are between 1 and `last`.
  bool is_up_to(std::uint32_t last) const {
    if (words_.empty()) return true;
    const auto highest =
        words_.size() * 64 - 1 - static_cast<std::size_t>(std::countl_zero(words_.back()));
    return highest <= last && (words_[0] & 1) == 0;
  }

  HandleSet& operator|=(const HandleSet& other) {
    if (other.words_.size() > words_.size()) words_.resize(other.words_.size());
    for (std::size_t i = 0; i < other.words_.size(); ++i) words_[i] |= other.words_[i];
    return *this;
  }

  HandleSet& operator&=(const HandleSet& other) {
    if (words_.size() > other.words_.size()) words_.resize(other.words_.size());
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
    trim();
    return *this;
  }

  HandleSet& operator-=(const HandleSet& other) {
    const auto common = std::min(words_.size(), other.words_.size());
    for (std::size_t i = 0; i < common; ++i) words_[i] &= ~other.words_[i];
    trim();
    return *this;
  }

  friend HandleSet operator|(HandleSet a, const HandleSet& b) { return a |= b; }
  friend HandleSet operator&(HandleSet a, const HandleSet& b) { return a &= b; }
  friend HandleSet operator-(HandleSet a, const HandleSet& b) { return a -= b; }
  friend bool operator==(const HandleSet& a, const HandleSet& b) {
    return std::ranges::equal(a.words_, b.words_);
  }

  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (auto word = words_[i]; word != 0; word &= word - 1) {
        const auto bit = static_cast<std::size_t>(std::countr_zero(word));
        visit(H(static_cast<typename H::integer_type>(i * 64 + bit)));
      }
    }
  }

  // Returns the bit words without trailing zero words, as they are sent.
  const Words& words() const { return words_; }
  static HandleSet from_words(Words&& words) {
    HandleSet set;
    set.words_ = std::move(words);
    set.trim();
    return set;
  }

 private:
  void trim() {
    while (!words_.empty() && words_.back() == 0) words_.pop_back();
  }

  Words words_;
};

using AttributeSet = HandleSet<AttributeHandle>;

}  // namespace triad::wire
