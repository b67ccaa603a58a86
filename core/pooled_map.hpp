// Map from numbers to values that never move in memory. Values are stored in the order of
// insertion, so a walk over consecutive handles reads consecutive memory, and growing moves only
// the index. A hash table of values would scatter them.
#pragma once

#include <boost/container/deque.hpp>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace triad::core {

template <class Value>
class PooledMap {
 public:
  PooledMap() = default;
  PooledMap(PooledMap&&) noexcept = default;
  PooledMap& operator=(PooledMap&&) noexcept = default;
  // Not copyable: the index points into the pool of its own map.
  PooledMap(const PooledMap&) = delete;
  PooledMap& operator=(const PooledMap&) = delete;
  ~PooledMap() = default;

  // Returns null if there is no such key. The pointer is valid until the key is erased.
  Value* find(std::uint64_t key) {
    const auto at = index_.find(key);
    return at == index_.end() ? nullptr : at->second;
  }
  const Value* find(std::uint64_t key) const {
    const auto at = index_.find(key);
    return at == index_.end() ? nullptr : at->second;
  }

  // Inserts a value. Returns null, and leaves the value unchanged, if the key exists.
  Value* insert(std::uint64_t key, Value&& value) {
    const auto [at, is_new] = index_.try_emplace(key, nullptr);
    if (!is_new) return nullptr;
    if (free_.empty()) {
      at->second = &pool_.emplace_back(std::move(value));
    } else {
      at->second = free_.back();
      free_.pop_back();
      *at->second = std::move(value);
    }
    return at->second;
  }

  void erase(std::uint64_t key) {
    const auto at = index_.find(key);
    if (at == index_.end()) return;
    *at->second = Value{};
    free_.push_back(at->second);
    index_.erase(at);
    if (index_.empty()) *this = {};
  }

  // Reserves index entries for `more` further values. The pool still grows as values are inserted.
  void reserve(std::size_t more) {
    // Guarded, because reserve() may also shrink the index.
    if (size() + more > index_.max_load()) index_.reserve(size() + more);
  }

  std::size_t size() const { return index_.size(); }

  // Calls visit(key, value) for each entry, in no particular order.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const auto& [key, value] : index_) visit(key, std::as_const(*value));
  }

 private:
  static constexpr std::size_t kBlock = 64;
  using Pool = boost::container::deque<
      Value, void, boost::container::deque_options<boost::container::block_size<kBlock>>::type>;

  boost::unordered_flat_map<std::uint64_t, Value*> index_;
  Pool pool_;
  std::vector<Value*> free_;
};

}  // namespace triad::core
