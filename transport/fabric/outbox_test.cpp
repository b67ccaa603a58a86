// Outboxes received from a peer: memory that is not an outbox, or could do harm, is refused.
#include "transport/fabric/outbox.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <vector>

namespace triad::transport {
namespace {

std::vector<std::byte> some_bytes(std::size_t count) {
  std::vector<std::byte> bytes(count);
  for (std::size_t i = 0; i < count; ++i) bytes[i] = std::byte(i * 37 >> 2);
  return bytes;
}

// Returns memory with these seals and this size that is not an outbox.
UniqueFd make_memfd(off_t size, int seals) {
  UniqueFd memfd(::memfd_create("by-hand", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  EXPECT_EQ(::ftruncate(memfd.get(), size), 0);
  EXPECT_EQ(::fcntl(memfd.get(), F_ADD_SEALS, seals), 0);
  return memfd;
}

constexpr int kFutureWrite = 0x0010;
constexpr int kAllSeals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL | kFutureWrite;

TEST(OutboxMemory, ShowsTheOwnersWordsAndBytesToOthers) {
  UniqueFd memfd;
  const auto own = Outbox::create(kOutboxBytesMin, memfd).value();
  const auto theirs = Outbox::open(memfd).value();
  EXPECT_EQ(theirs->capacity(), kOutboxBytesMin);
  own->set_tail(80);
  own->set_floor(8);
  own->set_cursor(1023, 16);
  own->set_cursor_participant(1023, 5);
  own->set_asleep(true);
  own->set_wants_room(true);
  EXPECT_EQ(theirs->tail(), 80u);
  EXPECT_EQ(theirs->floor(), 8u);
  EXPECT_EQ(theirs->cursor(1023), 16u);
  EXPECT_EQ(theirs->cursor_participant(1023), 5u);
  EXPECT_TRUE(theirs->is_asleep());
  EXPECT_TRUE(theirs->wants_room());
}

TEST(OutboxMemory, CopiesAcrossTheEndOfTheLog) {
  UniqueFd memfd;
  const auto own = Outbox::create(kOutboxBytesMin, memfd).value();
  const auto theirs = Outbox::open(memfd).value();
  const auto bytes = some_bytes(1000);
  own->write(7 * kOutboxBytesMin - 500, bytes);
  std::vector<std::byte> copy(1000);
  theirs->read(7 * kOutboxBytesMin - 500, copy);
  EXPECT_EQ(copy, bytes);
  theirs->read(3 * kOutboxBytesMin, std::span(copy).first(500));
  EXPECT_TRUE(std::equal(copy.begin(), copy.begin() + 500, bytes.begin() + 500));
}

TEST(OutboxMemory, CannotBeWrittenByWhoeverHasItsDescriptor) {
  UniqueFd memfd;
  const auto own = Outbox::create(kOutboxBytesMin, memfd).value();
  EXPECT_EQ(::mmap(nullptr, 4096, PROT_WRITE, MAP_SHARED, memfd.get(), 0), MAP_FAILED);
  void* const readable = ::mmap(nullptr, 4096, PROT_READ, MAP_SHARED, memfd.get(), 0);
  ASSERT_NE(readable, MAP_FAILED);
  EXPECT_NE(::mprotect(readable, 4096, PROT_READ | PROT_WRITE), 0);
  ::munmap(readable, 4096);
  EXPECT_LT(::pwrite(memfd.get(), "x", 1, 0), 0);
  EXPECT_NE(::ftruncate(memfd.get(), 0), 0);
  EXPECT_NE(::fallocate(memfd.get(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, 4096), 0);
}

TEST(OutboxMemory, RefusesWhatIsNoOutbox) {
  constexpr auto kHeader = static_cast<off_t>((sizeof(OutboxHeader) + 4095) / 4096 * 4096);
  EXPECT_TRUE(Outbox::open(UniqueFd(::open("/dev/zero", O_RDONLY | O_CLOEXEC))).has_error());
  EXPECT_TRUE(Outbox::open(UniqueFd()).has_error());
  for (const off_t size : {off_t{0}, kHeader, kHeader + 65536 + 4096, off_t{1} << 40}) {
    EXPECT_TRUE(Outbox::open(make_memfd(size, kAllSeals)).has_error()) << size;
  }
  const off_t size = kHeader + 65536;
  EXPECT_TRUE(Outbox::open(make_memfd(size, kAllSeals & ~F_SEAL_SHRINK)).has_error())
      << "its owner could shrink it";
  EXPECT_TRUE(Outbox::open(make_memfd(size, kAllSeals)).has_error()) << "zeros are no outbox";
}

TEST(OutboxMemory, RefusesAnOutboxWithoutMemory) {
  UniqueFd memfd;
  const auto honest = Outbox::create(kOutboxBytesMin, memfd).value();
  struct stat status {};
  ASSERT_EQ(::fstat(memfd.get(), &status), 0);
  const UniqueFd sparse(::memfd_create("by-hand", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  ASSERT_EQ(::ftruncate(sparse.get(), status.st_size), 0);
  std::vector<char> header(sizeof(OutboxHeader));
  ASSERT_EQ(::pread(memfd.get(), header.data(), header.size(), 0), ssize_t(header.size()));
  ASSERT_EQ(::pwrite(sparse.get(), header.data(), header.size(), 0), ssize_t(header.size()));
  ASSERT_EQ(::fcntl(sparse.get(), F_ADD_SEALS, kAllSeals), 0);
  const auto opened = Outbox::open(sparse);
  ASSERT_TRUE(opened.has_error());
  EXPECT_NE(opened.error().text.find("not reserved"), std::string::npos) << opened.error().text;
  EXPECT_TRUE(Outbox::open(memfd));
}

}  // namespace
}  // namespace triad::transport
