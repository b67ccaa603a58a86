// Tests saving and restoring of structs by their description, and that a damaged save does no harm.
#include "core/saved.hpp"

#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <map>
#include <set>

#include "core/double_time.hpp"
#include "core/saved_federation.hpp"
#include "core/test_model.hpp"
#include "wire/record.hpp"

namespace triad::core {

struct SavedSample {
  std::map<wire::AttributeHandle, std::string> texts;
  std::set<std::pair<wire::FederateHandle, std::uint64_t>> pairs;
  std::deque<std::uint32_t> numbers;
  std::array<std::uint64_t, 3> counts{};
  LazyOptional<std::string> rare;
  queues::Fifo<std::uint32_t> fifo;
  std::optional<TimeBound> bound;
  wire::Buffer bytes;
  bool begins_anew = false;
};
TRIAD_SAVED_BUT(SavedSample, (texts, pairs, numbers, counts, rare, fifo, bound, bytes),
                (begins_anew));

namespace {

TEST(Fingerprint, IsOfWhatTheFedSays) {
  const ObjectModel model = test::test_model();
  ObjectModel other = model;
  for (RoutingSpace& space : other.spaces) space.cells_of_extent = wire::kCellsMax;
  EXPECT_EQ(fingerprint(other), fingerprint(model));
  other.spaces[0].name += "s";
  EXPECT_NE(fingerprint(other), fingerprint(model));
}

SavedSample sample() {
  SavedSample sample;
  sample.texts = {{wire::AttributeHandle(1), "one"}, {wire::AttributeHandle(7), ""}};
  sample.pairs = {{wire::FederateHandle(2), 9}, {wire::FederateHandle(3), 8}};
  sample.numbers = {5, 6};
  sample.counts = {1, 0, 2};
  sample.rare.edit() = "rare";
  for (const std::uint32_t number : {3u, 1u, 2u}) sample.fifo.push_back(number);
  sample.bound = TimeBound{DoubleTime().infinity(), true};
  sample.bytes = {std::byte{1}, std::byte{2}};
  sample.begins_anew = true;
  return sample;
}

template <class T>
wire::Buffer encoded(const T& value) {
  wire::Buffer out;
  wire::Encoder(out).put(value);
  return out;
}

TEST(Saved, ComesBackAsItWas) {
  const SavedSample before = sample();
  const auto after = wire::decode<SavedSample>(encoded(before));
  ASSERT_TRUE(after);
  EXPECT_EQ(after->texts, before.texts);
  EXPECT_EQ(after->pairs, before.pairs);
  EXPECT_EQ(after->numbers, before.numbers);
  EXPECT_EQ(after->counts, before.counts);
  EXPECT_EQ(*after->rare, "rare");
  EXPECT_TRUE(std::ranges::equal(after->fifo, before.fifo));
  ASSERT_TRUE(after->bound);
  EXPECT_TRUE(after->bound->has_same_bytes(*before.bound));
  EXPECT_EQ(after->bytes, before.bytes);
}

TEST(Saved, LeavesOutWhatBeginsAnew) {
  const auto after = wire::decode<SavedSample>(encoded(sample()));
  ASSERT_TRUE(after);
  EXPECT_FALSE(after->begins_anew);
}

TEST(Saved, OfWhatIsNotThereTakesAByte) {
  EXPECT_EQ(encoded(LazyOptional<std::string>()).size(), 1u);
}

TEST(Saved, IsRefusedIfItIsCutOffAnywhere) {
  const wire::Buffer whole = encoded(sample());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const wire::Buffer cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_FALSE(wire::decode<SavedSample>(cut)) << "cut to " << size;
  }
}

TEST(Saved, IsRefusedIfAKeyComesTwice) {
  const std::vector<std::uint32_t> twice{4, 4};
  EXPECT_FALSE(wire::decode<std::set<std::uint32_t>>(encoded(twice)));
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> entries{{4, 1}, {4, 2}};
  EXPECT_FALSE((wire::decode<std::map<std::uint32_t, std::uint32_t>>(encoded(entries))));
}

TEST(Saved, IsRefusedIfATimeIsTooLong) {
  const wire::Buffer too_long(wire::kTimeBytesMax + 1);
  EXPECT_FALSE(wire::decode<Time>(encoded(too_long)));
}

}  // namespace
}  // namespace triad::core
