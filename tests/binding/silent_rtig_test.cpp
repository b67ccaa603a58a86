// Tests an RTIG that does not answer although its connection lives. A proxy between the federate
// and a real rtig drops bytes on command.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <map>
#include <thread>

#include "tests/binding/binding_fixture.hpp"

namespace triad::binding {
namespace {

sockaddr_in loopback(const std::string& port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(std::stoi(port)));
  return address;
}

// Forwards bytes in both directions. On command it drops those from the rtig.
class Proxy {
 public:
  explicit Proxy(const std::string& rtig_url)
      : rtig_(loopback(rtig_url.substr(rtig_url.rfind(':') + 1))) {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = loopback("0");
    socklen_t length = sizeof address;
    EXPECT_EQ(::bind(listener_, reinterpret_cast<sockaddr*>(&address), length), 0);
    EXPECT_EQ(::listen(listener_, 16), 0);
    ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &length);
    url_ = "tcp://127.0.0.1:" + std::to_string(ntohs(address.sin_port));
    EXPECT_EQ(::pipe(stop_.data()), 0);
    thread_ = std::thread([this] { run(); });
  }
  ~Proxy() {
    ::close(stop_[1]);
    thread_.join();
    for (const auto& [one, other] : other_end_) ::close(one);
    ::close(stop_[0]);
    ::close(listener_);
  }
  Proxy(const Proxy&) = delete;
  Proxy& operator=(const Proxy&) = delete;

  const std::string& url() const { return url_; }
  void swallow(bool on) { swallows_.store(on); }

 private:
  void run() {
    for (;;) {
      std::vector<pollfd> all{{stop_[0], POLLIN, 0}, {listener_, POLLIN, 0}};
      for (const auto& [end, other] : other_end_) all.push_back({end, POLLIN, 0});
      ::poll(all.data(), all.size(), -1);
      if (all[0].revents != 0) return;
      if (all[1].revents != 0) connect();
      for (std::size_t i = 2; i < all.size(); ++i) {
        if (all[i].revents != 0) pass_on(all[i].fd);
      }
    }
  }
  void connect() {
    const int federate = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    const int rtig = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    EXPECT_EQ(::connect(rtig, reinterpret_cast<const sockaddr*>(&rtig_), sizeof rtig_), 0);
    other_end_[federate] = rtig;
    other_end_[rtig] = federate;
    from_rtig_[rtig] = true;
  }
  void pass_on(int from) {
    const auto at = other_end_.find(from);
    if (at == other_end_.end()) return;
    const int to = at->second;
    std::array<char, 65536> bytes;
    const ssize_t count = ::recv(from, bytes.data(), bytes.size(), 0);
    if (count > 0) {
      if (!from_rtig_.contains(from) || !swallows_.load()) {
        (void)::send(to, bytes.data(), static_cast<std::size_t>(count), MSG_NOSIGNAL);
      }
      return;
    }
    for (const int end : {from, to}) {
      other_end_.erase(end);
      from_rtig_.erase(end);
      ::close(end);
    }
  }

  const sockaddr_in rtig_;
  int listener_ = -1;
  std::string url_;
  std::array<int, 2> stop_{};
  std::atomic<bool> swallows_{false};
  std::map<int, int> other_end_;
  std::map<int, bool> from_rtig_;
  std::thread thread_;
};

class SilentRtig : public EveryConfiguration {
 protected:
  void TearDown() override {
    ::unsetenv("RTI_REQUEST_TIMEOUT");
    ::unsetenv("RTIG_REPORT_WAITS");
  }
};
INSTANTIATE_TEST_SUITE_P(Ways, SilentRtig,
                         testing::Values(Configuration{Host::embedded, Over::tcp},
                                         Configuration{Host::process, Over::tcp}),
                         configuration_name);

TEST_P(SilentRtig, IsGivenUpAndTheSameAmbassadorJoinsAnew) {
  Proxy proxy(rtig.tcp_url());
  ::setenv("RTI_URL", proxy.url().c_str(), 1);
  ::setenv("RTI_REQUEST_TIMEOUT", "0.5", 1);
  auto federate = joined();
  proxy.swallow(true);
  const auto why = reason([&] { federate->publish_tank(); });
  EXPECT_NE(why.find("has not answered publishObjectClass for "), why.npos) << why;
  EXPECT_NE(why.find(" s (request.timeout)"), why.npos) << why;
  EXPECT_EQ(thrown([&] { (*federate)->tick(); }), "RTIinternalError");
  EXPECT_EQ(thrown([&] { (*federate)->resignFederationExecution(RTI::NO_ACTION); }),
            "RTIinternalError");
  proxy.swallow(false);
  (*federate)->joinFederationExecution("again", "f", &federate->listener);
  federate->publish_tank();
  EXPECT_GT((*federate)->registerObjectInstance(federate->tank(), "Tiger"), 0u);
  (*federate)->resignFederationExecution(RTI::DELETE_OBJECTS_AND_RELEASE_ATTRIBUTES);
}

TEST_P(SilentRtig, ACallBeforeTheJoinIsGivenUp) {
  Proxy proxy(rtig.tcp_url());
  ::setenv("RTI_URL", proxy.url().c_str(), 1);
  ::setenv("RTI_REQUEST_TIMEOUT", "0.5", 1);
  const auto federate = outsider();
  EXPECT_EQ(thrown([&] { (*federate)->destroyFederationExecution("nowhere"); }),
            "FederationExecutionDoesNotExist");
  proxy.swallow(true);
  const auto why = reason([&] { (*federate)->destroyFederationExecution("nowhere"); });
  EXPECT_NE(why.find("has not answered destroyFederationExecution"), why.npos) << why;
  proxy.swallow(false);
  EXPECT_EQ(thrown([&] { (*federate)->destroyFederationExecution("nowhere"); }),
            "FederationExecutionDoesNotExist");
}

// The line is logged while the call waits. The call then returns because the RTIG ends.
TEST_P(SilentRtig, TheLogSaysWhichCallWaits) {
  Proxy proxy(rtig.tcp_url());
  ::setenv("RTI_URL", proxy.url().c_str(), 1);
  ::setenv("RTIG_REPORT_WAITS", "0.1", 1);
  std::array<int, 2> said{};
  ASSERT_EQ(::pipe(said.data()), 0);
  const int standard_error = ::dup(2);
  ::dup2(said[1], 2);
  auto federate = joined();
  proxy.swallow(true);
  std::thread calls(
      [&] { EXPECT_EQ(thrown([&] { federate->publish_tank(); }), "RTIinternalError"); });
  std::string line;
  for (char c = 0; line.find("s\n") == line.npos && ::read(said[0], &c, 1) == 1;) line += c;
  rtig.kill();
  calls.join();
  ::dup2(standard_error, 2);
  const std::string waits = "triad: publishObjectClass has waited for the RTIG at " + proxy.url();
  EXPECT_NE(line.find(waits + " for "), line.npos) << line;
  federate.reset();
  for (const int end : {said[0], said[1], standard_error}) ::close(end);
}

}  // namespace
}  // namespace triad::binding
