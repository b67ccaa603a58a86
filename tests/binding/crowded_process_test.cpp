// Tests more federates in one process than its descriptors allow to share memory with each other.
#include <sys/resource.h>

#include "tests/binding/binding_fixture.hpp"

namespace triad::binding {
namespace {

constexpr int kFederates = 40;
constexpr rlim_t kDescriptors = 1024;  // too few: the doorbells alone are more than 1600

// Limits the descriptors of this process during its lifetime.
class DescriptorLimit {
 public:
  explicit DescriptorLimit(rlim_t most) {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    rlimit limit = before_;
    limit.rlim_cur = most;
    ::setrlimit(RLIMIT_NOFILE, &limit);
  }
  ~DescriptorLimit() { ::setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  rlimit before_{};
};

class CrowdedProcess : public Binding {
 protected:
  CrowdedProcess() : Binding({Host::embedded, Over::shm}) {}
};

TEST_F(CrowdedProcess, HasFederatesThatHearEachOtherWhetherTheyShareMemoryOrNot) {
  const DescriptorLimit limit(kDescriptors);
  std::vector<std::unique_ptr<Federate>> federates;
  for (int i = 0; i < kFederates; ++i) {
    federates.push_back(joined());
    federates.back()->subscribe_tank();
  }
  for (Federate* const sender : {federates.front().get(), federates.back().get()}) {
    sender->publish_tank();
    const auto object = (*sender)->registerObjectInstance(sender->tank());
    const std::string value = std::to_string(sender->handle);
    sender->update_speed(object, value, "t");
    for (const auto& federate : federates) {
      if (federate.get() == sender) continue;
      federate->until("reflect " + value + " t");
      EXPECT_TRUE(federate->listener.has("reflect " + value + " t"));
    }
  }
}

}  // namespace
}  // namespace triad::binding
