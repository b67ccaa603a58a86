// See rank_link.hpp.
#include "mpi/rank_link.hpp"

#include <sys/eventfd.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace triad::mpi {

using transport::StreamLink;

namespace {

// Taken bytes that are reported at once. The rest of the window always has room for the largest
// piece.
constexpr std::size_t kCreditBytes = RankLink::kWindowBytes / 4;
static_assert(RankLink::kWindowBytes - kCreditBytes >
              RankPort::kPieceBytesMax + RankLink::kPieceCost);

std::size_t cost_of(const std::vector<std::byte>& piece) {
  return piece.size() + RankLink::kPieceCost;
}

}  // namespace

RankLink::RankLink(std::shared_ptr<RankHub> hub, Rank other, std::uint32_t session,
                   const LinkOptions& options)
    : StreamLink("mpi rank " + std::to_string(other), options),
      hub_(std::move(hub)),
      other_(other),
      session_(session),
      bell_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      inbox_share_(options.memory) {
  if (!bell_.valid()) fail(Error::Code::no_room, "no descriptor for a link");
}

RankLink::~RankLink() {
  close();
}

void RankLink::write(Bytes header, std::span<const Bytes> parts, std::size_t) {
  output().append(header);
  for (const Bytes part : parts) output().append(part);
  if (output().bytes() >= RankHub::kDataBytesMax) flush();
}

void RankLink::flush() {
  drop_expired();
  if (!is_open() || output().empty()) return;
  if (send_pieces()) hub_->ring(other_);
}

bool RankLink::send_pieces() {
  bool any = false;
  while (!output().empty()) {
    const std::size_t bytes = std::min(output().bytes(), RankHub::kDataBytesMax);
    std::vector<std::byte> piece(RankHub::kHeaderBytes + bytes);
    if (in_transit_ + cost_of(piece) > kWindowBytes) break;
    for (std::size_t at = RankHub::kHeaderBytes; at < piece.size();) {
      const Bytes front =
          output().front().first(std::min(output().front().size(), piece.size() - at));
      std::memcpy(piece.data() + at, front.data(), front.size());
      at += front.size();
      output().consume(front.size());
    }
    in_transit_ += cost_of(piece);
    hub_->send_data(other_, session_, std::move(piece));
    any = true;
  }
  return any;
}

StreamLink::Fill RankLink::fill() {
  if (inbox_.empty()) {
    if (!ended_) return Fill::nothing;
    end_input(ended_->code, ended_->text);
    return Fill::ended;
  }
  std::span<std::byte> space = input().space();
  if (space.empty()) {
    end_input(Error::Code::no_room, "no memory left to receive a frame");
    return Fill::ended;
  }
  std::size_t filled = 0;
  while (!inbox_.empty() && filled < space.size()) {
    const Bytes rest = Bytes(inbox_.front()).subspan(first_begin_);
    const std::size_t bytes = std::min(rest.size(), space.size() - filled);
    std::memcpy(space.data() + filled, rest.data(), bytes);
    filled += bytes;
    first_begin_ += bytes;
    if (bytes == rest.size()) remove_first_piece();
  }
  input().commit(filled);
  return inbox_.empty() ? Fill::everything : Fill::something;
}

void RankLink::remove_first_piece() {
  const std::size_t cost = cost_of(inbox_.front());
  inbox_.pop_front();
  first_begin_ = RankHub::kHeaderBytes;
  inbox_cost_ -= cost;
  inbox_share_.set(inbox_cost_);
  unreported_credit_ += cost;
  if (unreported_credit_ >= kCreditBytes)
    hub_->send_credit(other_, session_, std::exchange(unreported_credit_, 0));
}

std::size_t RankLink::unread_bytes() {
  std::size_t bytes = 0;
  for (const auto& piece : inbox_) bytes += piece.size() - RankHub::kHeaderBytes;
  return bytes - (inbox_.empty() ? 0 : first_begin_ - RankHub::kHeaderBytes);
}

bool RankLink::prepare_wait() {
  if (!is_open() || has_buffered_input() || !inbox_.empty() || ended_) return false;
  is_prepared_ = true;
  return true;
}

void RankLink::finish_wait() {
  is_prepared_ = false;
  if (!std::exchange(is_rung_, false)) return;
  eventfd_t rings = 0;
  ::eventfd_read(bell_.get(), &rings);
}

void RankLink::ring() {
  if (!is_prepared_ || !bell_.valid() || std::exchange(is_rung_, true)) return;
  ::eventfd_write(bell_.get(), 1);
}

void RankLink::receive_data(std::vector<std::byte> piece) {
  if (!is_open() || ended_) return;
  inbox_cost_ += cost_of(piece);
  if (inbox_cost_ > kWindowBytes) {
    inbox_cost_ -= cost_of(piece);
    return receive_end(Error::Code::bad_frame, "the peer sent more than the window allows");
  }
  inbox_share_.set(inbox_cost_);
  if (piece.size() == RankHub::kHeaderBytes) {
    return receive_end(Error::Code::bad_frame, "the peer sent an empty piece");
  }
  inbox_.push_back(std::move(piece));
  ring();
}

void RankLink::receive_credit(std::size_t bytes) {
  if (bytes > in_transit_) {
    return receive_end(Error::Code::bad_frame, "the peer acknowledged more than was sent to it");
  }
  in_transit_ -= bytes;
  flush();
}

// Ends the link after the pieces that have arrived are delivered.
void RankLink::receive_end(Error::Code code, const std::string& text) {
  if (!ended_) ended_ = error(code, text);
  ring();
}

void RankLink::release_resources() {
  hub_->end_session(other_, session_);
  bell_.reset();
  inbox_.clear();
  inbox_share_.set(inbox_cost_ = 0);
}

}  // namespace triad::mpi
