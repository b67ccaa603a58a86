// The fabric over simulated memory: the memory operations that OutboxOperations needs, and a
// doorbell.
#pragma once

#include <cassert>
#include <cstring>
#include <type_traits>

#include "tests/exploration/world.hpp"
#include "transport/fabric/basic_fabric.hpp"
#include "transport/fabric/outbox_operations.hpp"

namespace triad::exploration {

class SimulatedMemory {
 public:
  using Front = SimulatedMemory;

  // Outbox of `owner` as `player` sees it.
  SimulatedMemory(Player& player, std::size_t owner)
      : player_(&player), owner_(static_cast<std::uint8_t>(owner)) {}

  std::uint64_t capacity() const { return kLogBytes; }

 protected:
  const Front& front() const { return *this; }
  using Header = transport::OutboxHeader;
  using Cursor = transport::Cursor;

  template <class T>
  T load(std::atomic<T> Header::*word, std::memory_order order) const {
    if (is_note_number(word) && order == std::memory_order_seq_cst) {
      return static_cast<T>(player_->load_strongly({Word::note_number, owner_, 0}));
    }
    return static_cast<T>(player_->load(place(word, order)));
  }
  template <class T>
  void store(std::atomic<T> Header::*word, std::type_identity_t<T> value, std::memory_order order) {
    if (is_note_number(word) && order == std::memory_order_seq_cst) {
      return player_->store_strongly({Word::note_number, owner_, 0}, value);
    }
    player_->store(place(word, order), value);
  }
  template <class T>
  T load_cursor(transport::Slot slot, std::atomic<T> Cursor::*word, std::memory_order order) const {
    return static_cast<T>(player_->load(cursor_place(slot, word, order)));
  }
  template <class T>
  void store_cursor(transport::Slot slot, std::atomic<T> Cursor::*word,
                    std::type_identity_t<T> value, std::memory_order order) {
    player_->store(cursor_place(slot, word, order), value);
  }
  std::uint64_t load_note(std::size_t index, std::memory_order order) const {
    expect(order == std::memory_order_relaxed);
    return player_->load({Word::note_word, owner_, static_cast<std::uint8_t>(index)});
  }
  void store_note(std::size_t index, std::uint64_t value, std::memory_order order) const {
    expect(order == std::memory_order_relaxed);
    player_->store({Word::note_word, owner_, static_cast<std::uint8_t>(index)}, value);
  }
  void fence(std::memory_order order) const { player_->fence(order); }
  void copy_in(std::uint64_t offset, transport::Bytes bytes) {
    for (std::size_t i = 0; i < bytes.size(); i += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes.data() + i, std::min<std::size_t>(8, bytes.size() - i));
      player_->store(data(offset + i), word);
    }
  }
  void fetch_for_writing(std::uint64_t) const {}  // no access
  void copy_out(std::uint64_t offset, std::span<std::byte> space) const {
    for (std::size_t i = 0; i < space.size(); i += 8) {
      const std::uint64_t word = player_->load(data(offset + i));
      std::memcpy(space.data() + i, &word, std::min<std::size_t>(8, space.size() - i));
    }
  }

 private:
  static bool is_note_number(std::atomic<std::uint64_t> Header::*word) {
    return word == &Header::note_number;
  }
  static bool is_note_number(std::atomic<std::uint32_t> Header::*) { return false; }
  static void expect(bool as_modelled) {
    if (!as_modelled) throw Violation{"an access has an order that the model does not know"};
  }
  Place place(std::atomic<std::uint64_t> Header::*word, std::memory_order order) const {
    if (is_note_number(word)) {
      expect(order == std::memory_order_relaxed);
      return {Word::note_number, owner_, 0};
    }
    if (word == &Header::last_tso_position || word == &Header::note_log_end) {
      expect(order == std::memory_order_relaxed);
      if (word == &Header::last_tso_position) return {Word::last_tso_position, owner_, 0};
      return {Word::note_word, owner_, transport::kNoteWords};
    }
    const bool floor = word == &Header::floor;
    expect(order == (floor ? std::memory_order_relaxed : std::memory_order_seq_cst));
    if (floor) return {Word::floor, owner_, 0};
    return {word == &Header::tail ? Word::tail : Word::sleep, owner_, 0};
  }
  Place place(std::atomic<std::uint32_t> Header::*word, std::memory_order order) const {
    expect(order == std::memory_order_seq_cst);
    expect(word == &Header::wants_room);
    return {Word::wants_room, owner_, 0};
  }
  Place cursor_place(transport::Slot slot, std::atomic<std::uint64_t> Cursor::*,
                     std::memory_order order) const {
    expect(order == std::memory_order_seq_cst);
    return {Word::cursor, owner_, static_cast<std::uint8_t>(slot)};
  }
  Place cursor_place(transport::Slot slot, std::atomic<std::uint32_t> Cursor::*,
                     std::memory_order order) const {
    expect(order == std::memory_order_seq_cst);
    return {Word::cursor_participant, owner_, static_cast<std::uint8_t>(slot)};
  }
  Place data(std::uint64_t offset) const {
    return {Word::data, owner_, static_cast<std::uint8_t>(offset % kLogBytes / 8)};
  }

  Player* player_;
  std::uint8_t owner_;
};

using SimulatedOutbox = transport::OutboxOperations<SimulatedMemory>;

class SimulatedDoorbell {
 public:
  SimulatedDoorbell(Player& player, std::size_t owner) : player_(&player), owner_(owner) {}
  void ring(transport::ParticipantId by) const { player_->ring(owner_, by); }

 private:
  Player* player_;
  std::size_t owner_;
};

class SimulatedBells {
 public:
  explicit SimulatedBells(Player& player) : player_(player) {}

  transport::Rings rings(transport::Slot slot) const {
    return static_cast<transport::Rings>(player_.load(place(slot)));
  }
  transport::Rings common_rings() const {
    return static_cast<transport::Rings>(player_.load(kCommon));
  }
  void ring(transport::Slot slot, transport::Rings added) { player_.add(place(slot), added); }
  void ring_all() { player_.add(kCommon, 1); }
  void wake(transport::Slot slot) const { player_.wake(slot); }
  void wake_all() const { player_.wake_all(); }
  bool wait(transport::Slot, transport::Rings rings, transport::Rings common, bool has_limit) {
    return player_.wait_for_words(rings, common, has_limit);
  }
  static bool is_rung(transport::Slot) { return false; }  // only for status output

 private:
  static constexpr Place kCommon{Word::common_rings, 0, 0};
  static Place place(transport::Slot slot) {
    return {Word::rings, static_cast<std::uint8_t>(slot), 0};
  }
  Player& player_;
};

using SimulatedFabric = transport::BasicFabric<SimulatedOutbox, SimulatedDoorbell, SimulatedBells>;

}  // namespace triad::exploration
