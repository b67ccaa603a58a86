#include "mpi/rank_hub.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mpi/rank_link.hpp"
#include "transport/event_loop.hpp"

namespace triad::mpi {

using transport::EventLoop;
using transport::FrameSink;
using transport::LinkHandler;
using transport::LinkKey;
namespace {

using Mail = std::vector<std::deque<RankPiece>>;  // by receiving rank

class MailPort final : public RankPort {
 public:
  MailPort(Mail& mail, Rank rank) : mail_(mail), rank_(rank) {}

  [[nodiscard]] Rank rank() const override { return rank_; }
  [[nodiscard]] Rank ranks() const override { return static_cast<Rank>(mail_.size()); }
  [[nodiscard]] Result<std::vector<std::string>> exchange(const std::string&) override {
    return error(Error::Code::system, "nobody asks for it here");
  }
  void send_piece(Rank to, std::vector<std::byte> piece) override {
    longest = std::max(longest, piece.size());
    box(to).push_back({rank_, std::move(piece)});
  }
  [[nodiscard]] std::optional<RankPiece> receive() override {
    if (box(rank_).empty()) return std::nullopt;
    RankPiece piece = std::move(box(rank_).front());
    box(rank_).pop_front();
    return piece;
  }
  [[nodiscard]] bool is_receiving() const override { return false; }
  [[nodiscard]] bool is_sending() const override { return false; }
  [[nodiscard]] const std::string& fault() const override { return fault_; }
  void finish() override {}
  [[noreturn]] void abort(int status) override { std::exit(status); }

  std::size_t longest = 0;

 private:
  std::deque<RankPiece>& box(Rank rank) { return mail_[static_cast<std::size_t>(rank)]; }

  Mail& mail_;
  const Rank rank_;
  std::string fault_;
};

struct Received : LinkHandler {
  void receive_frame(LinkKey, Bytes frame) override {
    frames.emplace_back(reinterpret_cast<const char*>(frame.data()), frame.size());
  }
  void process_closed_link(LinkKey, const Error& reason) override { closed = reason.text; }
  std::vector<std::string> frames;
  std::string closed;
};

// Rings at the other hub.
struct Ringer final : RankRinger {
  [[nodiscard]] bool can_all_ring() const override { return true; }
  void ring(Rank, std::uint64_t sent) override {
    ++rings;
    if (other == nullptr) return;
    other->receive_ring(own, sent);
    look();
  }
  Rank own = 0;
  RankHub* other = nullptr;
  std::function<void()> look = [] {};
  int rings = 0;
};

// Rank 0 accepts and rank 1 connects. The test itself takes turns for the event loop.
class RankHubs : public testing::Test {
 protected:
  RankHubs() {
    for (const Rank rank : {0, 1}) {
      auto port = std::make_shared<MailPort>(mail_, rank);
      ports_.push_back(port);
      auto hub = RankHub::create(port, rank == 0 ? std::vector<Rank>{1} : std::vector<Rank>{});
      hubs_.push_back(std::move(*hub));
    }
    for (const std::size_t rank : {0u, 1u}) {
      ringers_[rank].own = static_cast<Rank>(rank);
      ringers_[rank].other = hubs_[1 - rank].get();
      hubs_[rank]->set_ringer(&ringers_[rank]);
    }
    listener_ = *hubs_[0]->listen({});
  }

  void serve() {
    while (hubs_[0]->serve(100) + hubs_[1]->serve(100) > 0) {
    }
  }
  void connect() {
    connecting_ = hubs_[1]->connect(0, {});
    serve();
    accepted_ = *listener_->accept();
  }
  static void send(Link& link, std::string_view text) {
    link.send(std::as_bytes(std::span(text)));
    link.flush();
  }
  static std::vector<std::string> receive_frames(Link& link) {
    struct Sink : FrameSink {
      void receive_frame(Bytes frame) override {
        frames.emplace_back(reinterpret_cast<const char*>(frame.data()), frame.size());
      }
      std::vector<std::string> frames;
    } sink;
    link.receive(sink, 1000);
    return sink.frames;
  }
  void deliver(std::initializer_list<int> bytes) {
    RankPiece piece{1, {}};
    for (const int byte : bytes) piece.bytes.push_back(static_cast<std::byte>(byte));
    mail_[0].push_back(std::move(piece));
    serve();
  }

  Mail mail_ = Mail(2);
  std::vector<std::shared_ptr<MailPort>> ports_;
  std::vector<std::shared_ptr<RankHub>> hubs_;
  std::array<Ringer, 2> ringers_;
  std::unique_ptr<Listener> listener_;
  std::unique_ptr<Link> connecting_;
  std::unique_ptr<Link> accepted_;
};

using Frames = std::vector<std::string>;

TEST_F(RankHubs, CarryFramesBothWaysInTheirOrder) {
  connect();
  ASSERT_NE(accepted_, nullptr);
  EXPECT_EQ(accepted_->peer(), "mpi rank 1");
  send(*connecting_, "one");
  send(*connecting_, "two");
  send(*accepted_, "three");
  serve();
  EXPECT_EQ(receive_frames(*accepted_), (Frames{"one", "two"}));
  EXPECT_EQ(receive_frames(*connecting_), Frames{"three"});
}

TEST_F(RankHubs, CutALongFrameIntoPiecesAndWaitForRoom) {
  connect();
  const std::string large(3 * RankLink::kWindowBytes, 'x');
  send(*connecting_, large);
  EXPECT_GT(connecting_->queued_bytes(), 2 * RankLink::kWindowBytes);
  EXPECT_LE(ports_[1]->longest, RankPort::kPieceBytesMax);
  Frames frames;
  for (int turn = 0; turn < 100 && frames.empty(); ++turn) {
    serve();
    frames = receive_frames(*accepted_);
  }
  EXPECT_EQ(frames, Frames{large});
  EXPECT_EQ(connecting_->queued_bytes(), 0u);
}

TEST_F(RankHubs, RingOnceForWhatIsFlushedAtOnce) {
  connect();
  const int before = ringers_[1].rings;
  connecting_->send(std::as_bytes(std::span(std::string_view("one"))));
  connecting_->send(std::as_bytes(std::span(std::string_view("two"))));
  connecting_->flush();
  EXPECT_EQ(ringers_[1].rings, before + 1);
}

TEST_F(RankHubs, DeliverWhatWasSentBeforeTheEndAndSayThatItIsTheEnd) {
  connect();
  send(*connecting_, "last");
  connecting_->close();
  serve();
  EXPECT_EQ(receive_frames(*accepted_), Frames{"last"});
  EXPECT_TRUE(receive_frames(*accepted_).empty());
  EXPECT_FALSE(accepted_->is_open());
  EXPECT_EQ(accepted_->close_reason().text, "mpi rank 1: the peer closed the link");
}

TEST_F(RankHubs, EndALinkWhosePeerConnectsAnew) {
  connect();
  const std::unique_ptr<Link> before = std::move(accepted_);
  const std::unique_ptr<Link> given_up = std::move(connecting_);
  connect();
  EXPECT_TRUE(receive_frames(*before).empty());
  EXPECT_FALSE(before->is_open());
  EXPECT_FALSE(given_up->is_open());
  send(*connecting_, "anew");
  serve();
  EXPECT_EQ(receive_frames(*accepted_), Frames{"anew"});
}

TEST_F(RankHubs, HaveNoLinkToARankThatMayNotConnect) {
  const std::unique_ptr<Link> wrong = hubs_[0]->connect(1, {});
  send(*wrong, "hello");
  serve();
  EXPECT_FALSE(hubs_[1]->serve(100) > 0);
  EXPECT_EQ(*listener_->accept(), nullptr);
}

TEST_F(RankHubs, DropPiecesThatMakeNoSense) {
  connect();
  deliver({});
  deliver({2, 1});
  deliver({9, 1, 0, 0, 0});
  deliver({3, 1, 0, 0, 0, 7});     // kind `taken` without a number of bytes
  deliver({2, 77, 0, 0, 0, 'x'});  // data of an unknown session
  send(*connecting_, "good");
  serve();
  EXPECT_EQ(receive_frames(*accepted_), Frames{"good"});
  EXPECT_TRUE(accepted_->is_open());
}

TEST_F(RankHubs, EndALinkWhosePeerSendsMoreThanThereIsRoomFor) {
  connect();
  for (std::size_t bytes = 0; bytes <= RankLink::kWindowBytes; bytes += RankHub::kDataBytesMax) {
    RankPiece piece{1, std::vector<std::byte>(RankPort::kPieceBytesMax)};
    piece.bytes[0] = std::byte{2};
    piece.bytes[1] = std::byte{1};
    piece.bytes[7] = std::byte{0x80};  // in the first piece: the header of a frame of 8 MiB
    mail_[0].push_back(std::move(piece));
  }
  serve();
  EXPECT_LE(accepted_->held_bytes(), 2 * RankLink::kWindowBytes);
  for (int turn = 0; turn < 1000 && accepted_->is_open(); ++turn) receive_frames(*accepted_);
  EXPECT_FALSE(accepted_->is_open());
  EXPECT_EQ(accepted_->close_reason().text,
            "mpi rank 1: the peer sent more than the window allows in the middle of a frame");
}

TEST_F(RankHubs, EndALinkWhosePeerHasTakenMoreThanWasSent) {
  connect();
  deliver({3, 1, 0, 0, 0, 1, 0, 0, 0});
  receive_frames(*accepted_);
  EXPECT_EQ(accepted_->close_reason().text,
            "mpi rank 1: the peer acknowledged more than was sent to it");
}

TEST(RankHubInLoop, IsServedWhenItIsRung) {
  Mail mail(2);
  auto loop = *EventLoop::create();
  std::array<Ringer, 2> ringers;
  Received received;
  std::vector<std::shared_ptr<RankHub>> hubs;
  for (const Rank rank : {0, 1}) {
    auto hub = RankHub::create(std::make_shared<MailPort>(mail, rank),
                               rank == 0 ? std::vector<Rank>{1} : std::vector<Rank>{});
    hubs.push_back(std::move(*hub));
    RankHub& added = *hubs.back();
    added.set_ringer(&ringers[static_cast<std::size_t>(rank)]);
    const LinkKey key =
        loop->add(added.waitable(), [&added](std::size_t most) { return added.serve(most); });
    ringers[static_cast<std::size_t>(1 - rank)].look = [&, key] { loop->serve_in_next_turn(key); };
  }
  ringers[1].own = 1;
  ringers[1].other = hubs[0].get();
  loop->add_listener(
      *hubs[0]->listen({}),
      [&](std::unique_ptr<Link> link) { loop->add(std::move(link), received); },
      [](const Error&) {});
  const LinkKey link = loop->add(hubs[1]->connect(0, {}), received);
  for (int turn = 0; turn < 1000 && received.frames.size() < 2; ++turn) {
    if (turn % 2 == 0) loop->send(link, std::as_bytes(std::span(std::string_view("x"))));
    loop->run_once(std::chrono::milliseconds(1));
  }
  EXPECT_GE(received.frames.size(), 2u);
  loop->close(link);
  for (int turn = 0; turn < 1000 && received.closed.empty(); ++turn) {
    loop->run_once(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(received.closed, "mpi rank 1: the peer closed the link");
}

}  // namespace
}  // namespace triad::mpi
