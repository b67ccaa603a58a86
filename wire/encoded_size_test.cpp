#include "wire/encoded_size.hpp"

#include <gtest/gtest.h>

#include "wire/any_message.hpp"

namespace triad::wire {
namespace {

TEST(EncodedSize, IsWhatTheEncoderWritesOfEveryMessage) {
  for_each_kind([](Kind kind) {
    Generator generator(static_cast<std::uint64_t>(kind) + 7);
    for (int i = 0; i < 20; ++i) {
      const auto message = generate(kind, generator);
      EXPECT_EQ(message->size(), message->payload().size()) << name_of(kind) << " value " << i;
    }
  });
}

}  // namespace
}  // namespace triad::wire
