// See memory.hpp.
#include "tests/exploration/memory.hpp"

#include <algorithm>

namespace triad::exploration {

namespace {

std::uint64_t hash_of(std::size_t word, std::uint64_t number, std::uint64_t value,
                      const View& carries) {
  Hash hash;
  hash.add(word);
  hash.add(number);
  hash.add(value);
  carries.hash_into(hash);
  return hash.sum();
}

}  // namespace

std::size_t word_index(Place place) {
  switch (place.word) {
    case Word::tail:
    case Word::sleep:
    case Word::wants_room:
    case Word::rings:
    case Word::common_rings:
      return place.owner * kStrongPerOwner + static_cast<std::size_t>(place.word);
    case Word::cursor_participant:
      return place.owner * kStrongPerOwner + 5 + place.index;
    case Word::cursor:
      return place.owner * kStrongPerOwner + 5 + kMembersMax + place.index;
    case Word::floor:
      return place.owner * kWeakPerOwner;
    case Word::data:
      return place.owner * kWeakPerOwner + 1 + place.index;
    case Word::note_number:
      return place.owner * kWeakPerOwner + 1 + kLogBytes / 8;
    case Word::note_word:
      return place.owner * kWeakPerOwner + 1 + kLogBytes / 8 + 1 + place.index;
    case Word::last_tso_position:
      return place.owner * kWeakPerOwner + kWeakPerOwner - 1;
  }
  return 0;
}

std::uint64_t Memory::load_strong(Knowledge& reader, Place place) const {
  const Strong& word = strong_[word_index(place)];
  reader.now.join(word.carries);
  reader.with_acquire.join(word.carries);
  return word.value;
}

void Memory::store_strong(const Knowledge& writer, Place place, std::uint64_t value) {
  const std::size_t strong = word_index(place);
  Strong& word = strong_[strong];
  hash_ -= word.hash;
  word = {value, writer.now, hash_of(strong, 0, value, writer.now)};
  hash_ += word.hash;
}

std::uint16_t Memory::oldest(const Knowledge& reader, std::size_t weak, Order order) const {
  return order == Order::sequential ? std::max(reader.now[weak], strong_stores_[weak])
                                    : reader.now[weak];
}

std::size_t Memory::choice_count(const Knowledge& reader, Place place, Order order) const {
  const std::size_t weak = word_index(place);
  return std::size_t{1} + stores_[weak] - oldest(reader, weak, order);
}

std::uint64_t Memory::load_weak(Knowledge& reader, Place place, std::size_t choice,
                                Order order) const {
  const std::size_t weak = word_index(place);
  const auto number = static_cast<std::uint16_t>(oldest(reader, weak, order) + choice);
  for (const Weak& store : weak_) {
    if (store.weak != weak || store.number != number) continue;
    reader.now.raise(weak, number);
    reader.with_acquire.raise(weak, number);
    reader.with_acquire.join(store.carries);
    if (order != Order::relaxed) reader.now.join(store.carries);
    return store.value;
  }
  return 0;
}

void Memory::store_weak(Knowledge& writer, Place place, std::uint64_t value, Order order) {
  const std::size_t weak = word_index(place);
  const std::uint16_t number = ++stores_[weak];
  writer.now.raise(weak, number);
  writer.with_acquire.raise(weak, number);
  if (order == Order::sequential) strong_stores_[weak] = number;
  View carries = order == Order::relaxed ? writer.at_release : writer.now;
  carries.raise(weak, number);
  weak_.push_back({weak, number, value, carries});
  hash_ += hash_of(weak, std::uint64_t{number} * 2 + (order == Order::sequential ? 1 : 0), value,
                   carries);
}

std::uint64_t Memory::newest(Place place) const {
  if (place.is_strong()) return strong_[word_index(place)].value;
  Knowledge all;
  return load_weak(all, place, stores_[word_index(place)]);
}

void Memory::fence(Knowledge& participant, std::memory_order order) {
  if (order == std::memory_order_acquire) {
    participant.now = participant.with_acquire;
  } else {
    participant.at_release = participant.now;
  }
}

}  // namespace triad::exploration
