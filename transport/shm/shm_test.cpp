// Properties of shm alone: the socket's folder, the handshake, checked and reserved memory.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <string>

#include "transport/conformance/child.hpp"
#include "transport/connect.hpp"
#include "transport/descriptor_port.hpp"
#include "transport/shm/ring.hpp"
#include "transport/shm/segment.hpp"
#include "transport/shm/shm_handshake.hpp"
#include "transport/shm/socket_path.hpp"

namespace triad::transport {
namespace {

class Shm : public testing::Test {
 protected:
  Shm() {
    std::string pattern = std::filesystem::temp_directory_path() / "triad-shm-XXXXXX";
    folder_ = ::mkdtemp(pattern.data());
    options_.socket_directory = folder_;
  }
  ~Shm() override { std::filesystem::remove_all(folder_); }

  std::string socket_path() const { return folder_ + "/test.sock"; }
  sockaddr_un address() const {
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    socket_path().copy(name.sun_path, sizeof name.sun_path - 1);
    return name;
  }

  std::string folder_;
  LinkOptions options_;
  const Url url_ = parse_url("shm://test").value();
};

TEST_F(Shm, LetsOnlyThisUserIn) {
  options_.socket_directory = folder_ + "/made";
  const auto listener = listen(url_, options_);
  ASSERT_TRUE(listener.has_value()) << listener.error().text;
  struct stat status {};
  ASSERT_EQ(::stat((folder_ + "/made").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0700U);
  ASSERT_EQ(::stat((folder_ + "/made/test.sock").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

TEST_F(Shm, RefusesAFolderThatOthersCanWrite) {
  std::filesystem::permissions(folder_, std::filesystem::perms::all);
  const auto listener = listen(url_, options_);
  ASSERT_TRUE(listener.has_error());
  EXPECT_NE(listener.error().text.find(folder_), std::string::npos);
  EXPECT_NE(listener.error().text.find("not writable by others"), std::string::npos);
}

TEST_F(Shm, RefusesAPathTooLongForASocket) {
  options_.socket_directory = "/tmp/" + std::string(100, 'x');
  const auto listener = listen(url_, options_);
  ASSERT_TRUE(listener.has_error());
  EXPECT_EQ(listener.error().code, Error::Code::bad_url);
  EXPECT_TRUE(connect(url_, Duration::zero(), options_).has_error());
}

TEST_F(Shm, RemovesItsFilesWhenItStops) {
  EXPECT_TRUE(listen(url_, options_).has_value());
  EXPECT_TRUE(std::filesystem::is_empty(folder_));
}

TEST_F(Shm, ReplacesAStaleSocketAndItsStaleLock) {
  std::ofstream(folder_ + "/test.sock") << "left behind";
  std::ofstream(folder_ + "/test.lock") << "left behind";
  const auto stale = connect(url_, std::chrono::seconds(5), options_);
  ASSERT_TRUE(stale.has_error());
  EXPECT_EQ(stale.error().code, Error::Code::refused);
  EXPECT_TRUE(listen(url_, options_).has_value());
}

TEST_F(Shm, ClearsAwayWhatKilledListenersOfOtherNamesLeft) {
  const auto living = listen(parse_url("shm://living").value(), options_);
  ASSERT_TRUE(living.has_value());
  Child child([&](LineSocket& parent) {
    const auto killed = listen(parse_url("shm://killed").value(), options_);
    parent.send_line(killed ? "listening" : killed.error().text);
    while (true) ::pause();
  });
  ASSERT_EQ(child.read_line(), "listening");
  child.kill();
  EXPECT_TRUE(std::filesystem::exists(folder_ + "/killed.sock"));
  const auto next = listen(url_, options_);
  ASSERT_TRUE(next.has_value());
  EXPECT_FALSE(std::filesystem::exists(folder_ + "/killed.sock"));
  EXPECT_FALSE(std::filesystem::exists(folder_ + "/killed.lock"));
  EXPECT_TRUE(std::filesystem::exists(folder_ + "/living.sock")) << "one that lives keeps its own";
}

TEST_F(Shm, GivesUpWhenAListenerDoesNotAnswerInTime) {
  const auto listener = listen(url_, options_);
  ASSERT_TRUE(listener.has_value());
  const auto link = connect(url_, std::chrono::milliseconds(20), options_);
  ASSERT_TRUE(link.has_error());
  EXPECT_EQ(link.error().code, Error::Code::timed_out);
}

TEST_F(Shm, SaysThatWhatListensIsNoTriadProgram) {
  const UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM, 0));
  const sockaddr_un name = address();
  ASSERT_EQ(::bind(socket.get(), reinterpret_cast<const sockaddr*>(&name), sizeof name), 0);
  ASSERT_EQ(::listen(socket.get(), 5), 0);
  const Child other([&](LineSocket&) {
    const UniqueFd peer(::accept(socket.get(), nullptr, nullptr));
    static_cast<void>(::send(peer.get(), "HTTP/1.1 400\r\n", 14, 0));
    while (true) ::pause();
  });
  const auto link = connect(url_, std::chrono::seconds(60), options_);
  ASSERT_TRUE(link.has_error());
  EXPECT_NE(link.error().text.find("not a Triad program"), std::string::npos) << link.error().text;
}

// A hostile peer that has joined, and the descriptors that it has received.
class HandedOut : public Shm {
 protected:
  HandedOut() {
    const sockaddr_un name = address();
    EXPECT_EQ(::connect(socket_.get(), reinterpret_cast<const sockaddr*>(&name), sizeof name), 0);
    link_ = listener_->accept().value();
    handshake_ = receive_handshake(socket_.get(), Clock::now() + std::chrono::seconds(60)).value();
  }
  void sleep_and_wake() {
    EXPECT_TRUE(link_->prepare_wait());
    link_->finish_wait();
  }

  const std::unique_ptr<Listener> listener_ = listen(url_, options_).value();
  UniqueFd socket_{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
  std::unique_ptr<Link> link_;
  Handshake handshake_;
};

TEST_F(HandedOut, DescriptorsCannotStopTheOtherSide) {
  const std::array<int, 3> descriptors{socket_.get(), handshake_.bell.get(),
                                       handshake_.memory.get()};
  for (const int descriptor : descriptors) EXPECT_EQ(::fcntl(descriptor, F_SETFL, 0), 0);
  sleep_and_wake();
  while (::send(handshake_.bell.get(), "x", 1, MSG_DONTWAIT | MSG_NOSIGNAL) == 1) {
  }
  sleep_and_wake();
  // The link rings for every frame, because the peer always claims to sleep.
  auto segment = Segment::open_shared(handshake_.memory, handshake_.ring_bytes).value();
  RingReader reader(segment->ring_to_opener());
  EXPECT_TRUE(reader.fall_asleep());
  for (int i = 0; i < 2000; ++i) {
    link_->send(std::as_bytes(std::span("frame")));
    link_->flush();
    std::array<std::byte, 64> bytes;
    while (reader.available() > 0) reader.read(bytes);
    static_cast<void>(reader.release());
    EXPECT_TRUE(reader.fall_asleep());
  }
  EXPECT_TRUE(link_->is_open());
}

TEST_F(HandedOut, BellThatIsHungUpAloneEndsTheLink) {
  struct Nothing final : FrameSink {
    void receive_frame(Bytes) override {}
  } sink;
  sleep_and_wake();
  ASSERT_EQ(::shutdown(handshake_.bell.get(), SHUT_RDWR), 0);
  sleep_and_wake();
  EXPECT_EQ(link_->receive(sink, 100), 0u);
  EXPECT_FALSE(link_->is_open());
  EXPECT_EQ(link_->close_reason().code, Error::Code::peer_closed);
}

// Runs as root, which can become another user and change owners of files.
class ShmOfTwoUsers : public Shm {
 protected:
  static constexpr uid_t kOther = 65534;
  void SetUp() override {
    if (::geteuid() != 0) GTEST_SKIP() << "needs root, to be two users";
    ASSERT_EQ(::chmod(folder_.c_str(), 0755), 0);
  }
  std::string reason_of_connecting() const {
    const auto link = connect(url_, std::chrono::seconds(60), options_);
    return link ? "connected" : link.error().text;
  }
};

TEST_F(ShmOfTwoUsers, RefusesToJoinInAFolderOfAnotherUser) {
  ASSERT_EQ(::chown(folder_.c_str(), kOther, kOther), 0);
  Child other([&](LineSocket& parent) {
    const bool became = ::setgid(kOther) == 0 && ::setuid(kOther) == 0;
    const auto listener = listen(url_, options_);
    parent.send_line(became && listener ? "listening" : "not listening");
    while (true) ::pause();
  });
  ASSERT_EQ(other.read_line(), "listening");
  const std::string reason = reason_of_connecting();
  EXPECT_NE(reason.find(folder_ + " belongs to user 65534, not to user 0 of this program; shm:// "
                                  "is for the processes of one user"),
            std::string::npos)
      << reason;
}

TEST_F(ShmOfTwoUsers, RefusesToJoinInAFolderThatOthersCanWrite) {
  const auto listener = listen(url_, options_);
  ASSERT_TRUE(listener.has_value());
  std::filesystem::permissions(folder_, std::filesystem::perms::all);
  const std::string reason = reason_of_connecting();
  EXPECT_NE(reason.find("not writable by others"), std::string::npos) << reason;
}

TEST_F(ShmOfTwoUsers, RefusesToJoinASocketOfAnotherUser) {
  const auto listener = listen(url_, options_);
  ASSERT_TRUE(listener.has_value());
  ASSERT_EQ(::chown(socket_path().c_str(), kOther, kOther), 0);
  const std::string reason = reason_of_connecting();
  EXPECT_NE(reason.find("test.sock belongs to user 65534, not to user 0 of this program; shm:// is "
                        "for the processes of one user"),
            std::string::npos)
      << reason;
}

// The socket file belongs to this user: the other process received the socket, or was root when it
// made it.
TEST_F(ShmOfTwoUsers, RefusesToJoinAProcessOfAnotherUser) {
  Child other([&](LineSocket& parent) {
    const UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM, 0));
    const sockaddr_un name = address();
    const bool listening =
        ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&name), sizeof name) == 0 &&
        ::setgid(kOther) == 0 && ::setuid(kOther) == 0 && ::listen(socket.get(), 5) == 0;
    parent.send_line(listening ? "listening" : "not listening");
    while (true) ::pause();
  });
  ASSERT_EQ(other.read_line(), "listening");
  const std::string reason = reason_of_connecting();
  EXPECT_NE(reason.find(" runs as user 65534, process "), std::string::npos) << reason;
}

TEST_F(ShmOfTwoUsers, TurnsAProcessOfAnotherUserAwayWithTheReason) {
  const auto listener = listen(url_, options_);
  ASSERT_TRUE(listener.has_value());
  ASSERT_EQ(::chmod(socket_path().c_str(), 0666), 0);
  Child other([&](LineSocket& parent) {
    const UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM, 0));
    const sockaddr_un name = address();
    const bool connected =
        ::setgid(kOther) == 0 && ::setuid(kOther) == 0 &&
        ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&name), sizeof name) == 0;
    parent.send_line(connected ? "connected" : "not connected");
    const auto handshake = receive_handshake(socket.get(), Clock::now() + std::chrono::seconds(60));
    parent.send_line(handshake ? "joined" : handshake.error().text);
    while (true) ::pause();
  });
  ASSERT_EQ(other.read_line(), "connected");
  const auto link = (*listener)->accept();
  ASSERT_TRUE(link.has_error());
  EXPECT_NE(link.error().text.find("was turned away: process "), std::string::npos);
  EXPECT_NE(link.error().text.find(" runs as user 65534, process "), std::string::npos)
      << link.error().text;
  const std::string report = other.read_line();
  EXPECT_NE(report.find(" runs as user 65534, process "), std::string::npos) << report;
}

class Ignored final : public FrameSink {
  void receive_frame(Bytes) override {}
};

int lowest_free_descriptor() {
  return UniqueFd(::dup(STDIN_FILENO)).get();
}

// Limits the descriptors of this process to numbers below `number`.
void limit_descriptors(rlim_t number) {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = number;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

// A link takes several descriptors; each of them in turn is the first that is refused.
TEST_F(Shm, TellsWhoConnectsThatTheListenerHasNoDescriptorsLeft) {
  Child child([&](LineSocket& parent) {
    const auto listener = listen(url_, options_);
    const auto lowest = static_cast<rlim_t>(lowest_free_descriptor());
    parent.send_line(listener ? "listening" : listener.error().text);
    for (rlim_t more = 0;; ++more) {
      limit_descriptors(lowest + more);
      pollfd waiting{(*listener)->descriptor(), POLLIN, 0};
      ::poll(&waiting, 1, -1);
      static_cast<void>((*listener)->accept());
    }
  });
  ASSERT_EQ(child.read_line(), "listening");
  int refused = 0;
  while (true) {
    const auto link = connect(url_, std::chrono::seconds(60), options_);
    if (link) break;
    EXPECT_EQ(link.error().code, Error::Code::no_room) << link.error().text;
    const bool is_true = link.error().text.find("no descriptors left") != std::string::npos ||
                         link.error().text.find("Too many open files") != std::string::npos;
    EXPECT_TRUE(is_true) << link.error().text;
    ASSERT_LT(++refused, 30);
  }
  EXPECT_GT(refused, 2);
}

TEST_F(Shm, SaysThatDescriptorsRanOutAndNotThatThePeerDied) {
  const auto listener = listen(url_, options_);
  ASSERT_TRUE(listener.has_value());
  Child child([&](LineSocket& parent) {
    const auto connected = connect(url_, std::chrono::seconds(60), options_);
    PassedDescriptors message;
    for (UniqueFd& descriptor : message.descriptors) descriptor.reset(::dup(STDIN_FILENO));
    if (connected) (*connected)->capabilities().descriptors->send_descriptors(message);
    parent.send_line(connected ? "passed" : connected.error().text);
    while (true) ::pause();
  });
  std::unique_ptr<Link> link;
  while (link == nullptr) link = (*listener)->accept().value();
  ASSERT_EQ(child.read_line(), "passed");
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  limit_descriptors(static_cast<rlim_t>(lowest_free_descriptor()));
  Ignored sink;
  while (link->is_open()) link->receive(sink, 100);
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_EQ(link->close_reason().code, Error::Code::no_room);
  EXPECT_NE(link->close_reason().text.find("descriptors that the peer passed did not arrive; raise "
                                           "the limit of open descriptors (ulimit -n)"),
            std::string::npos)
      << link->close_reason().text;
}

// The pages are reserved when a peer joins, so a lack of memory is an error with a reason on both
// sides.
TEST_F(Shm, TellsBothSidesWhenMemoryIsShort) {
  options_.ring_bytes = std::size_t{1} << 20;
  Child child([&](LineSocket& parent) {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{100'000, 100'000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const auto listener = listen(url_, options_);
    parent.send_line(listener ? "listening" : listener.error().text);
    while (true) {
      const auto link = (*listener)->accept();
      if (link.has_error()) parent.send_line(link.error().text);
    }
  });
  ASSERT_EQ(child.read_line(), "listening");
  const auto link = connect(url_, std::chrono::seconds(60), options_);
  ASSERT_TRUE(link.has_error());
  EXPECT_EQ(link.error().code, Error::Code::no_room);
  EXPECT_NE(link.error().text.find("cannot reserve"), std::string::npos) << link.error().text;
  const std::string report = child.read_line();
  EXPECT_NE(report.find("cannot reserve"), std::string::npos) << report;
  EXPECT_NE(report.find("shm pid " + std::to_string(::getpid())), std::string::npos) << report;
}

TEST_F(Shm, TurnsPeersAwayWhenDescriptorsRunOutAndGoesOn) {
  Child child([&](LineSocket& parent) {
    const auto listener = listen(url_, options_);
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = 200;
    ::setrlimit(RLIMIT_NOFILE, &limit);
    while (::dup((*listener)->descriptor()) >= 0) {
    }  // until none is left
    parent.send_line("listening");
    while (true) {
      const auto link = (*listener)->accept();
      if (link.has_error()) parent.send_line(link.error().text);
    }
  });
  ASSERT_EQ(child.read_line(), "listening");
  for (int i = 0; i < 3; ++i) {
    const auto link = connect(url_, std::chrono::seconds(60), options_);
    ASSERT_TRUE(link.has_error());
    EXPECT_NE(link.error().code, Error::Code::timed_out) << link.error().text;
    EXPECT_NE(child.read_line().find("ulimit -n"), std::string::npos);
  }
}

TEST(Segment, RoundsTheRingToAPowerOfTwoWithinItsLimits) {
  EXPECT_EQ(Segment::create_private(1).value()->ring_bytes(), kRingBytesMin);
  EXPECT_EQ(Segment::create_private(5000).value()->ring_bytes(), 8192U);
}

TEST(Segment, RefusesMemoryThatThePeerCouldShrink) {
  const UniqueFd memory(::memfd_create("test", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  ASSERT_EQ(::ftruncate(memory.get(), 4096 + 2 * 4096), 0);
  const auto segment = Segment::open_shared(memory, 4096);
  ASSERT_TRUE(segment.has_error());
  EXPECT_NE(segment.error().text.find("not sealed"), std::string::npos);
}

TEST(Segment, RefusesMemoryOfAnotherSizeThanNamed) {
  UniqueFd memory;
  ASSERT_TRUE(Segment::create_shared(4096, memory).has_value());
  EXPECT_TRUE(Segment::open_shared(memory, 4096).has_value());
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{4095}, std::size_t{8192}, ~std::size_t{0}}) {
    EXPECT_EQ(Segment::open_shared(memory, size).error().code, Error::Code::bad_frame) << size;
  }
}

TEST(Segment, CannotBeShrunkByAPeer) {
  UniqueFd memory;
  ASSERT_TRUE(Segment::create_shared(4096, memory).has_value());
  EXPECT_NE(::ftruncate(memory.get(), 0), 0);
}

}  // namespace
}  // namespace triad::transport
