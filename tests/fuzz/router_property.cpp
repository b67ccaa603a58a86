// Implements router_property.hpp.
#include "tests/fuzz/router_property.hpp"

#include <array>
#include <map>
#include <optional>
#include <set>

#include "records/header_filter.hpp"
#include "router/router.hpp"
#include "tests/fuzz/fuzz_script.hpp"
#include "wire/limits.hpp"

namespace triad::router {

namespace {

using transport::Script;

constexpr FederateHandle kHostile(1);
constexpr FederateHandle kSpeaker(2);
constexpr FederateHandle kListener(3);
constexpr FederateHandle kWatcher(4);
constexpr wire::InterestKey kRoom = 7;
constexpr wire::InterestKey kPlace = 9;  // here the listener is interested in one cell only
constexpr wire::InterestKey kKeysEnd = 16;
constexpr wire::Cell kCell = 4;
constexpr wire::Cell kWithin = 5;

// Order of times in which only times of eight bytes are valid.
class EightBytes final : public BoundOrder {
 public:
  EightBytes() : BoundOrder(true) {}

  bool is_valid(const wire::TimeBound& bound) const override { return bound.time.size() == 8; }
  int compare(const TimeBound& a, const TimeBound& b) const override {
    const auto left = a.time.bytes();
    const auto right = b.time.bytes();
    if (std::ranges::lexicographical_compare(left, right)) return -1;
    if (std::ranges::lexicographical_compare(right, left)) return 1;
    return static_cast<int>(a.exclusive) - static_cast<int>(b.exclusive);
  }
};

// Counts the records that members at links receive and the speaker's records that are published,
// and keeps the outside interest that members on the fabric learn.
class Links final : public Outlets {
 public:
  void send_record(LinkId to, wire::Bytes frame) override { look_at(to, frame); }
  void publish(FederateHandle, wire::Bytes frame) override {
    look_at({}, frame);
    const auto record = wire::parse_record(frame);
    if (!record || record->header.message_kind() != wire::Kind::InterestChanged) return;
    const auto changed = wire::decode<wire::InterestChanged>(record->payload);
    for (const wire::CellsChanged& set : changed->cells) {
      outside.cells(wire::kRtig, set.set).add(set.added);
      if (outside.cells(wire::kRtig, set.set).remove(set.removed) != set.removed.size()) {
        forged = true;
      }
    }
    for (const wire::InterestEntry& entry : changed->entries) outside.set(wire::kRtig, entry);
  }
  void wake(FederateHandle) override {}
  std::chrono::milliseconds now() const override { return {}; }

  std::map<std::uint64_t, int> data_of_speaker;
  records::HeaderFilter outside;
  bool forged = false;  // a record is malformed or in the name of another sender
  FederateHandle sending;

 private:
  void look_at(LinkId to, wire::Bytes frame) {
    const auto record = wire::parse_record(frame);
    if (!record) {
      forged = true;
      return;
    }
    const FederateHandle from = record->header.from();
    if (from != wire::kRtig && from != sending) forged = true;
    if (from == kSpeaker) ++data_of_speaker[to.value];
  }
};

class Stage {
 public:
  Stage(bool on_fabric, bool regulates, bool watched) : watched_(watched) {
    if (watched) router_.attach(kWatcher, {.link = LinkId{kWatcher.value}, .on_fabric = true});
    for (const FederateHandle member : {kHostile, kSpeaker, kListener}) {
      const bool shares = on_fabric && member == kHostile;
      router_.attach(member, {.link = LinkId{member.value}, .on_fabric = shares});
      router_.time().change_role(member, wire::MemberTimeChange::regulation_begins, 0);
      router_.time().change_role(member, wire::MemberTimeChange::constrained_begins, 0);
    }
    if (!regulates)
      router_.time().change_role(kHostile, wire::MemberTimeChange::regulation_ends, 0);
    router_.time().reduce_fabric();  // the authority does this when members at links regulate
    router_.paths().set_log_position(3);
    state({false, {{kRoom, 1, 1, {}}, {kPlace, 1, 0, {kPlace}}}, {{kPlace, {kCell}, {}}}});
  }

  // Returns false if the record ends the hostile member's link.
  bool hostile(wire::Bytes frame) {
    const auto record = wire::parse_record(frame);
    if (!record) return false;
    links_.sending = kHostile;
    if (!router_.needs_record(kHostile, *record)) return !router_.receive_header(kHostile, *record);
    return !router_.receive_from_member(kHostile, *record).fault;
  }

  std::string the_others_go_on() {
    wire::RecordHeader header;
    header.sender = kSpeaker.value;
    header.position = ++position_;
    header.interest_key = kRoom;
    header.interest_mask = 1;
    wire::Buffer frame;
    wire::encode_record(header, wire::SendInteraction{}, frame);
    links_.sending = kSpeaker;
    links_.data_of_speaker.clear();
    if (const auto fault = router_.receive_from_member(kSpeaker, *wire::parse_record(frame)).fault)
      return *fault;
    if (links_.forged) return "a record came in the name of another than its sender";
    if (links_.data_of_speaker[kListener.value] != 1) return "the listener was not told once";
    const bool told = links_.outside.may_need_record(wire::kRtig, {kRoom, 1, {}}) &&
                      links_.outside.may_need_record(wire::kRtig, {kPlace, 1, {kWithin}});
    if (watched_ && !told) return "those who share memory do not know what the listener wants";
    return promise_and_be_told();
  }
  void leaves() { router_.detach(kHostile); }

 private:
  // The hostile member may hold back the others by its promises, but no longer after it has left.
  std::string promise_and_be_told() {
    const std::array<std::byte, 8> time{std::byte{0x40}};
    for (const FederateHandle member : {kSpeaker, kListener}) {
      wire::TimeReport report;
      report.promise = {time, false};
      wire::RecordHeader header;
      header.sender = member.value;
      header.position = member == kSpeaker ? ++position_ : ++listeners_position_;
      wire::Buffer frame;
      wire::encode_record(header, report, frame);
      if (auto fault = router_.receive_from_member(member, *wire::parse_record(frame)).fault)
        return *fault;
    }
    router_.end_turn();
    return {};
  }

  // States the listener's interest.
  void state(const wire::InterestChanged& interest) {
    wire::RecordHeader header;
    header.sender = kListener.value;
    header.position = ++listeners_position_;
    wire::Buffer frame;
    wire::encode_record(header, interest, frame);
    (void)router_.receive_from_member(kListener, *wire::parse_record(frame));
  }

  const bool watched_;
  Links links_;
  EightBytes order_;
  Router router_{links_, order_, {{100, 50, 1000}, {kKeysEnd, 1000}, {}}};
  wire::Position position_ = 0;
  wire::Position listeners_position_ = 0;
};

// Returns a well-formed statement; most of its keys and cells exist.
wire::InterestChanged next_statement(Script& script) {
  const auto key = [&] {
    const std::uint8_t which = script.byte();
    return wire::InterestKey{which == 255 ? kKeysEnd : which % 2 == 0 ? kPlace : kRoom};
  };
  const auto cells = [&] {
    std::vector<wire::Cell> all(script.byte() % 3);
    for (wire::Cell& cell : all) {
      const std::uint8_t which = script.byte();
      cell = which == 255 ? 2 : which % 4 == 0 ? kCell : which % 16 | 1;
    }
    return all;
  };
  wire::InterestChanged statement;
  statement.after_restore = script.byte() % 8 == 7;
  for (int left = script.byte() % 3; left > 0; --left) {
    wire::InterestEntry& entry = statement.entries.emplace_back();
    entry.key = key();
    entry.mask = script.byte();
    entry.mask_without_region = entry.mask & script.byte();
    for (int sets = script.byte() % 3; sets > 0; --sets) entry.cell_sets.push_back(key());
  }
  for (int left = script.byte() % 3; left > 0; --left) {
    wire::CellsChanged& set = statement.cells.emplace_back();
    set.set = key();
    set.added = cells();
    set.removed = cells();
  }
  return statement;
}

// Returns a record with mostly plausible fields, so that it passes the first checks.
wire::Buffer next_frame(Script& script, wire::Position& position) {
  const std::uint8_t shape = script.byte();
  wire::RecordHeader header;
  header.kind = static_cast<std::uint16_t>(script.number(shape & 1 ? 1 : 2));
  header.flags = static_cast<std::uint16_t>(script.byte());
  header.sender = shape & 2 ? static_cast<std::uint32_t>(script.number(4)) : kHostile.value;
  header.position = shape & 4 ? script.number(8) : ++position;
  header.addressee = shape & 8 ? static_cast<std::uint32_t>(script.byte() % 5) : 0;
  header.after_position = shape & 16 ? script.number(8) : script.byte() % 4;
  header.interest_key = shape & 32 ? static_cast<std::uint32_t>(script.number(4)) : kRoom;
  header.interest_mask = script.byte();
  header.cells = shape & 64 ? static_cast<std::uint32_t>(script.number(4)) : script.byte() % 3;
  if (shape & 128) {
    header.cells = 0;
    wire::Buffer statement;
    wire::encode_record(header, next_statement(script), statement);
    return statement;
  }
  wire::Buffer frame(sizeof header);
  std::memcpy(frame.data(), &header, sizeof header);
  for (std::size_t left = script.byte(); left > 0; --left) {
    frame.push_back(static_cast<std::byte>(script.byte()));
  }
  return frame;
}

}  // namespace

std::string broken_router_property(std::span<const std::uint8_t> bytes) {
  Script script(bytes);
  const std::uint8_t how = script.byte();
  Stage stage((how & 1) != 0, (how & 2) != 0, (how & 4) != 0);
  wire::Position position = 0;
  while (!script.at_end()) {
    if (!stage.hostile(next_frame(script, position))) break;
    if (std::string broken = stage.the_others_go_on(); !broken.empty()) return broken;
  }
  stage.leaves();
  return stage.the_others_go_on();
}

}  // namespace triad::router
