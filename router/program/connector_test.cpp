// Tests attempts to connect that cannot begin.
#include "router/program/connector.hpp"

#include <gtest/gtest.h>
#include <pthread.h>

#include <optional>
#include <string>

namespace triad::router {
namespace {

// While it lives, no thread can be started: no stack of that size can be allocated.
class NoThreads {
 public:
  NoThreads() {
    pthread_getattr_default_np(&before_);
    pthread_attr_t huge;
    pthread_attr_init(&huge);
    pthread_attr_setstacksize(&huge, std::size_t{1} << 47);
    pthread_setattr_default_np(&huge);
    pthread_attr_destroy(&huge);
  }
  ~NoThreads() {
    pthread_setattr_default_np(&before_);
    pthread_attr_destroy(&before_);
  }
  NoThreads(const NoThreads&) = delete;
  NoThreads& operator=(const NoThreads&) = delete;

 private:
  pthread_attr_t before_{};
};

class ConnectorWithoutThreads : public testing::Test {
 protected:
  void connect() {
    connector.connect(*transport::parse_url("tcp://127.0.0.1:1"), std::chrono::seconds(5), {},
                      [this](transport::Result<std::unique_ptr<transport::Link>> link) {
                        fault = link ? "it is connected" : link.error().text;
                      });
  }

  std::unique_ptr<transport::EventLoop> loop = transport::EventLoop::create().value();
  Connector connector{*loop};
  std::optional<std::string> fault;
};

TEST_F(ConnectorWithoutThreads, SaysSoAndCanTryAgain) {
  {
    const NoThreads none;
    connect();
  }
  ASSERT_TRUE(fault.has_value()) << "the caller waits for ever";
  EXPECT_EQ(fault->rfind("cannot start a thread: ", 0), 0U) << *fault;
  fault.reset();
  connect();
  while (!fault) loop->run_once(std::nullopt);
  EXPECT_NE(fault->find("cannot connect to tcp://127.0.0.1:1"), std::string::npos) << *fault;
}

}  // namespace
}  // namespace triad::router
