// How values of the Management Object Model are written: every one is a text that ends with one NUL
// byte. What is read may lack the NUL, have blanks and be spelled in any case. The one place where
// this is known; used by the RTIG, by every RTIA and by tools.
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
std::string text(std::uint64_t number);  // also of handles: decimal

// "3,7,12"; an empty list is "".
template <class Handle>
std::string text(const wire::HandleSet<Handle>& handles) {
  std::string list;
  handles.for_each([&](Handle handle) {
    if (!list.empty()) list += ',';
    list += std::to_string(handle.value);
  });
  return list;
}

// Lists of pairs: "12/3,15/7", "4/active".
void add_pair(std::string& list, std::uint64_t handle, std::string_view of_it);

std::string_view word(wire::Transportation transportation);  // "Reliable", "Best Effort"
std::string_view word(wire::Ordering order);                 // "Receive", "Timestamp"
std::string_view word(wire::ResignAction action);            // "Delete Objects"

// --- Reading: nothing for what makes no sense.

// The bytes as they came, without the NUL and what stands behind it.
std::string_view text_of(wire::Bytes value);

std::optional<bool> read_bool(std::string_view text);
std::optional<std::uint64_t> read_number(std::string_view text);
std::optional<std::vector<std::uint32_t>> read_handles(std::string_view text);
// Seconds, with a fraction or without; at most a year.
std::optional<std::chrono::milliseconds> read_seconds(std::string_view text);
std::optional<wire::Transportation> read_transportation(std::string_view text);
std::optional<wire::Ordering> read_ordering(std::string_view text);
std::optional<wire::ResignAction> read_resign_action(std::string_view text);
std::optional<bool> read_owned(std::string_view text);  // "Owned", "Unowned"

// --- The values of an update or an interaction.

class Values {
 public:
  // A member that the object model does not have (zero) is left out: a FED may have a part of the
  // MOM alone.
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
  // A view of this.
  wire::ValueList list() const { return {count_, bytes_}; }

 private:
  wire::Buffer bytes_;
  std::uint32_t count_ = 0;
};

}  // namespace triad::core::mom
