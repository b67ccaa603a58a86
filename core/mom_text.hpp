// Format of the values of the Management Object Model. A written value is a text with one NUL byte
// at its end. A value that is read may lack the NUL, contain blanks and use any case. This format
// is defined here alone. Used by the RTIG, every RTIA and the tools.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "wire/codec.hpp"

namespace triad::core::mom {

// --- Writing.

std::string text(bool value);            // "True", "False"
std::string text(std::uint64_t number);  // decimal; also for handles

// Returns the handles in decimal, e.g. "3,7,12", or "" for an empty set.
template <class Handle>
std::string text(const wire::HandleSet<Handle>& handles) {
  std::string list;
  handles.for_each([&](Handle handle) {
    if (!list.empty()) list += ',';
    list += std::to_string(handle.value);
  });
  return list;
}

// Appends a pair to a list such as "12/3,15/7" or "4/active".
void add_pair(std::string& list, std::uint64_t handle, std::string_view value);

std::string_view enum_text(wire::Transportation transportation);  // "Reliable" or "Best Effort"
std::string_view enum_text(wire::Ordering order);                 // "Receive" or "Timestamp"
std::string_view enum_text(wire::ResignAction action);            // e.g. "Delete Objects"

// --- Reading. The functions named read_... return nullopt for an invalid text.

// Returns the text before the first NUL byte, or all bytes if there is none.
std::string_view text_of(wire::Bytes value);

std::optional<bool> read_bool(std::string_view text);
std::optional<std::uint64_t> read_number(std::string_view text);
std::optional<std::vector<std::uint32_t>> read_handles(std::string_view text);
// Reads seconds, with or without a fraction, up to 365 days. Rounds up to a millisecond.
std::optional<std::chrono::milliseconds> read_seconds(std::string_view text);
std::optional<wire::Transportation> read_transportation(std::string_view text);
std::optional<wire::Ordering> read_ordering(std::string_view text);
std::optional<wire::ResignAction> read_resign_action(std::string_view text);
std::optional<bool> read_owned(std::string_view text);  // "Owned": true; "Unowned": false

// --- The values of an update or an interaction.

class Values {
 public:
  // Adds a value. A handle of zero is skipped, because a FED file may declare only part of the MOM.
  template <class Handle>
  void add(Handle handle, std::string_view text) {
    if (!handle) return;
    ++count_;
    wire::Encoder encoder(bytes_);
    encoder.put(handle.value);
    encoder.put(static_cast<std::uint32_t>(text.size() + 1));
    const auto bytes = std::as_bytes(std::span(text));
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    bytes_.push_back(std::byte{0});
  }
  bool empty() const { return count_ == 0; }
  // Returns a view into this object.
  wire::ValueList list() const { return {count_, bytes_}; }

 private:
  wire::Buffer bytes_;
  std::uint32_t count_ = 0;
};

}  // namespace triad::core::mom
