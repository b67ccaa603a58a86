// The list of these descriptors, and the handlers of fork() that read it.
#include "transport/posix/fork_closing.hpp"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <mutex>
#include <vector>

namespace triad::transport {

namespace {

struct Registry {
  std::mutex mutex;
  std::uint32_t generation = 1;  // grows by one in each forked child
  std::vector<int> descriptors;
};

Registry& registry();

// Locks the list during a fork, so that the child finds it consistent.
void before_fork() {
  registry().mutex.lock();
}

void after_fork_in_parent() {
  registry().mutex.unlock();
}

// Other threads may have held any lock when the process was copied. So this function takes no lock
// and allocates no memory.
void after_fork_in_child() {
  Registry& list = registry();
  for (const int descriptor : list.descriptors) ::close(descriptor);
  list.descriptors.clear();
  ++list.generation;
  list.mutex.unlock();
}

// Never destroyed, because links may outlive the objects that are destroyed at exit.
Registry& registry() {
  static Registry& list = []() -> Registry& {
    ::pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
    return *new Registry;
  }();
  return list;
}

}  // namespace

std::uint32_t close_in_children(int descriptor) {
  Registry& list = registry();
  const std::lock_guard lock(list.mutex);
  list.descriptors.push_back(descriptor);
  return list.generation;
}

bool keep_in_children(int descriptor, std::uint32_t mark) {
  Registry& list = registry();
  const std::lock_guard lock(list.mutex);
  if (mark != list.generation) return false;
  std::erase(list.descriptors, descriptor);
  return true;
}

}  // namespace triad::transport
