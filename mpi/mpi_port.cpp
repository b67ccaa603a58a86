// The port over MPI. The only file that uses it.
#include "mpi/rank_job.hpp"

#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <list>
#include <thread>
#include <utility>

namespace triad::mpi {

namespace {

constexpr int kTag = 1;

std::string text_of(int status) {
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  if (MPI_Error_string(status, text, &length) != MPI_SUCCESS)
    return "error " + std::to_string(status);
  return {text, static_cast<std::size_t>(length)};
}

class MpiPort final : public RankPort {
 public:
  MpiPort() {
    MPI_Comm_dup(MPI_COMM_WORLD, &ranks_);
    MPI_Comm_set_errhandler(ranks_, MPI_ERRORS_RETURN);
    MPI_Comm_rank(ranks_, &rank_);
    MPI_Comm_size(ranks_, &rank_count_);
  }

  [[nodiscard]] Rank rank() const override { return rank_; }
  [[nodiscard]] Rank ranks() const override { return rank_count_; }
  [[nodiscard]] Result<std::vector<std::string>> exchange(const std::string& own) override;
  void send_piece(Rank to, std::vector<std::byte> piece) override;
  [[nodiscard]] std::optional<RankPiece> receive() override;
  [[nodiscard]] bool is_receiving() const override { return !receiving_.empty(); }
  [[nodiscard]] bool is_sending() const override { return !sending_.empty(); }
  [[nodiscard]] const std::string& fault() const override { return fault_; }
  void finish() override;
  // Exits. mpirun ends the other ranks when one exits with a status other than 0. MPI_Abort() is
  // not used, because it crashes in Open MPI 4.1 if mpirun is already doing so.
  [[noreturn]] void abort(int status) override { std::_Exit(status); }

 private:
  // A piece in transit. Its bytes must not move until MPI has finished with them.
  struct Transfer {
    Rank other = 0;
    std::vector<std::byte> bytes = {};
    MPI_Request request = MPI_REQUEST_NULL;
  };

  bool check_status(int status, const char* what) {
    if (status == MPI_SUCCESS) return true;
    if (fault_.empty()) fault_ = std::string(what) + ": " + text_of(status);
    return false;
  }
  bool is_done(Transfer& transfer) {
    int done = 0;
    return check_status(MPI_Test(&transfer.request, &done, MPI_STATUS_IGNORE), "MPI_Test") &&
           done != 0;
  }
  void remove_completed_sends() {
    std::erase_if(sending_, [this](Transfer& transfer) { return is_done(transfer); });
  }
  bool begin_receive();
  std::optional<RankPiece> take_complete_piece();
  // Receives pieces and drops them.
  void drain() {
    while (receive()) {
    }
  }

  MPI_Comm ranks_ = MPI_COMM_NULL;
  Rank rank_ = 0;
  Rank rank_count_ = 0;
  std::list<Transfer> sending_;
  std::list<Transfer> receiving_;  // in the order of arrival
  std::string fault_;
};

Result<std::vector<std::string>> MpiPort::exchange(const std::string& own) {
  const std::size_t each = kWordBytesMax;
  if (own.size() > each)
    return transport::error(Error::Code::system, "a word for all ranks is too long");
  std::string word = own;
  word.resize(each);
  std::string all(each * static_cast<std::size_t>(rank_count_), '\0');
  const int length = static_cast<int>(each);
  if (!check_status(
          MPI_Allgather(word.data(), length, MPI_BYTE, all.data(), length, MPI_BYTE, ranks_),
          "MPI_Allgather")) {
    return transport::error(Error::Code::system, fault_);
  }
  std::vector<std::string> words;
  for (std::size_t at = 0; at < all.size(); at += each) {
    words.push_back(all.substr(at, each));
    words.back().resize(std::min(words.back().find('\0'), each));
  }
  return words;
}

void MpiPort::send_piece(Rank to, std::vector<std::byte> piece) {
  if (!fault_.empty()) return;
  Transfer& transfer = sending_.emplace_back(Transfer{.other = to, .bytes = std::move(piece)});
  if (!check_status(MPI_Isend(transfer.bytes.data(), static_cast<int>(transfer.bytes.size()),
                              MPI_BYTE, to, kTag, ranks_, &transfer.request),
                    "MPI_Isend") ||
      is_done(transfer)) {
    sending_.pop_back();
  }
}

std::optional<RankPiece> MpiPort::receive() {
  remove_completed_sends();
  while (fault_.empty() && begin_receive()) {
    if (auto piece = take_complete_piece()) return piece;
  }
  return take_complete_piece();
}

// Begins to receive the next arrived piece, if there is one.
bool MpiPort::begin_receive() {
  int found = 0;
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Status status;
  // Open MPI makes progress after it has looked, so the second look finds the pieces that the first
  // one brought in.
  constexpr int kLooks = 2;
  for (int look = 0; look < kLooks && found == 0; ++look) {
    if (!check_status(MPI_Improbe(MPI_ANY_SOURCE, kTag, ranks_, &found, &message, &status),
                      "MPI_Improbe")) {
      return false;
    }
  }
  if (found == 0) return false;
  int length = 0;
  MPI_Get_count(&status, MPI_BYTE, &length);
  if (length < 0 || static_cast<std::size_t>(length) > kPieceBytesMax) {
    fault_ = "rank " + std::to_string(status.MPI_SOURCE) + " sent a piece of " +
             std::to_string(length) + " bytes; is it an rtirouter of this release?";
    return false;
  }
  Transfer& transfer = receiving_.emplace_back();
  transfer.other = status.MPI_SOURCE;
  transfer.bytes.resize(static_cast<std::size_t>(length));
  return check_status(
      MPI_Imrecv(transfer.bytes.data(), length, MPI_BYTE, &message, &transfer.request),
      "MPI_Imrecv");
}

// Returns the first complete piece that has no earlier piece of the same sender before it.
std::optional<RankPiece> MpiPort::take_complete_piece() {
  std::vector<Rank> unfinished;
  for (auto at = receiving_.begin(); at != receiving_.end(); ++at) {
    if (std::ranges::find(unfinished, at->other) != unfinished.end()) continue;
    if (!is_done(*at)) {
      unfinished.push_back(at->other);
      continue;
    }
    RankPiece piece{at->other, std::move(at->bytes)};
    receiving_.erase(at);
    return piece;
  }
  return std::nullopt;
}

// MPI_Finalize waits for the other ranks by using a whole core, so this waits for them before it.
// Sent pieces leave only if they are received. So each rank receives and drops pieces until all
// ranks have sent theirs.
void MpiPort::finish() {
  constexpr auto kBetweenLooks = std::chrono::microseconds(500);
  const auto wait = [&](auto&& is_over) {
    for (drain(); fault_.empty() && !is_over(); drain()) std::this_thread::sleep_for(kBetweenLooks);
  };
  wait([this] { return sending_.empty(); });
  MPI_Request all_done = MPI_REQUEST_NULL;
  if (!fault_.empty() || !check_status(MPI_Ibarrier(ranks_, &all_done), "MPI_Ibarrier")) abort(1);
  wait([&] {
    int done = 0;
    return check_status(MPI_Test(&all_done, &done, MPI_STATUS_IGNORE), "MPI_Test") && done != 0;
  });
  if (!fault_.empty()) abort(1);
  MPI_Finalize();
}

}  // namespace

Result<std::unique_ptr<RankPort>> open_port() {
  // This process looks only from time to time. So it must not yield in each look, which could cost
  // it the core for long.
  ::setenv("OMPI_MCA_mpi_yield_when_idle", "0", 1);
  int provided = 0;
  if (const int status = MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
      status != MPI_SUCCESS) {
    return transport::error(Error::Code::system, "MPI_Init: " + text_of(status));
  }
  if (provided < MPI_THREAD_FUNNELED) {
    return transport::error(Error::Code::system,
                            "this MPI does not support programs with several threads");
  }
  return std::unique_ptr<RankPort>(std::make_unique<MpiPort>());
}

}  // namespace triad::mpi
