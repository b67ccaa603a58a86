#include "tools/rtimesh/status_round.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cstdint>
#include <utility>

namespace triad::rtimesh {

StatusRound::StatusRound(std::string mesh)
    : mesh_(std::move(mesh)), done_(::eventfd(0, EFD_CLOEXEC)) {}

StatusRound::~StatusRound() {
  if (thread_.joinable()) thread_.join();
}

void StatusRound::begin_round(std::vector<QueryTarget> routers) {
  thread_ = std::thread([this, routers = std::move(routers)] {
    answers_ = query_routers(mesh_, routers, kPatience);
    ::eventfd_write(done_.get(), 1);
  });
}

std::vector<Answer> StatusRound::take_answers() {
  thread_.join();
  eventfd_t ignored = 0;
  ::eventfd_read(done_.get(), &ignored);
  return std::exchange(answers_, {});
}

}  // namespace triad::rtimesh
