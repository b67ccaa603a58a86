// See page.hpp.
#include "page.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <new>
#include <utility>

namespace triad::fabric_kills {

std::string name_of(Moment moment) {
  static constexpr std::array<const char*, kMoments + 1> kNames = {
      "started", "offered",  "entered", "reads",      "sends", "sends_long",
      "flushes", "releases", "sleeps",  "wants_room", "never"};
  return kNames.at(static_cast<std::size_t>(moment));
}

SharedPage SharedPage::create() {
  transport::UniqueFd memory(::memfd_create("fabric-kills-page", MFD_CLOEXEC));
  if (!memory.valid() || ::ftruncate(memory.get(), sizeof(Page)) != 0) {
    std::perror("fabric_kills: no memory for a page");
    std::exit(2);
  }
  SharedPage page(std::move(memory));
  ::new (page.page_) Page;
  return page;
}

SharedPage::SharedPage(transport::UniqueFd memory) : memory_(std::move(memory)) {
  void* const at =
      ::mmap(nullptr, sizeof(Page), PROT_READ | PROT_WRITE, MAP_SHARED, memory_.get(), 0);
  if (at == MAP_FAILED) {
    std::perror("fabric_kills: a page cannot be mapped");
    std::exit(2);
  }
  page_ = static_cast<Page*>(at);
}

SharedPage::SharedPage(SharedPage&& other) noexcept
    : memory_(std::move(other.memory_)), page_(std::exchange(other.page_, nullptr)) {}

SharedPage::~SharedPage() {
  if (page_ != nullptr) ::munmap(page_, sizeof(Page));
}

std::size_t open_descriptors() {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    count += entry.path().empty() ? 0 : 1;
  }
  return count - 1;  // without the descriptor of the directory
}

std::size_t mapped_outboxes() {
  std::ifstream maps("/proc/self/maps");
  std::size_t count = 0;
  for (std::string line; std::getline(maps, line);) {
    if (line.find("memfd:triad-outbox") != std::string::npos) ++count;
  }
  return count;
}

}  // namespace triad::fabric_kills
