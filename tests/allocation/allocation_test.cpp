// Tests that, after a warm-up, an update, interaction or time step allocates no memory in the
// sender's RTIA, the RTIG, the receiver's RTIA and the binding.
#include <gtest/gtest.h>
#include <unistd.h>

#include <NullFederateAmbassador.hh>
#include <RTI.hh>
#include <cstdlib>
#include <fedtime.hh>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "config/config.hpp"
#include "rtig/program/fed_loading.hpp"
#include "rtig/program/server.hpp"
#include "tests/allocation/counter.hpp"
#include "tests/allocation/openssl_counter.hpp"
#include "transport/conformance/test_site.hpp"

namespace triad::allocation {
namespace {

constexpr int kSteps = 3000;

class Listener : public NullFederateAmbassador {
 public:
  int reflected = 0;
  int received = 0;
  int discovered = 0;
  bool regulating = false;
  bool constrained = false;
  bool granted = false;

  void discoverObjectInstance(RTI::ObjectHandle, RTI::ObjectClassHandle, const char*) override {
    ++discovered;
  }
  void reflectAttributeValues(RTI::ObjectHandle, const RTI::AttributeHandleValuePairSet&,
                              const char*) override {
    ++reflected;
  }
  void reflectAttributeValues(RTI::ObjectHandle, const RTI::AttributeHandleValuePairSet&,
                              const RTI::FedTime&, const char*,
                              RTI::EventRetractionHandle) override {
    ++reflected;
  }
  void receiveInteraction(RTI::InteractionClassHandle, const RTI::ParameterHandleValuePairSet&,
                          const char*) override {
    ++received;
  }
  void timeRegulationEnabled(const RTI::FedTime&) override { regulating = true; }
  void timeConstrainedEnabled(const RTI::FedTime&) override { constrained = true; }
  void timeAdvanceGrant(const RTI::FedTime&) override { granted = true; }
};

// An RTIG in a thread of this process, and two federates in the test's thread.
class Allocation : public testing::TestWithParam<const char*> {
 protected:
  Allocation() {
    rtig::ServerOptions options;
    options.rtig.load_fed = rtig::fed_loader({}, rtig::FedNames::below_directories, log_);
    const bool is_encrypted = std::string(GetParam()).starts_with("tls");
    if (is_encrypted) options.link.tls = use_identity();
    auto server = rtig::Server::create(std::move(options), log_);
    server_ = std::move(*server);
    const std::string url = is_encrypted || std::string(GetParam()).starts_with("tcp")
                                ? GetParam()
                                : GetParam() + std::to_string(getpid());
    if (const auto listening = server_->listen(url); !listening) {
      ADD_FAILURE() << listening.error().text;
    }
    thread_ = std::thread([this] { server_->run(); });
    setenv("RTI_URL", server_->urls().front().c_str(), 1);
    setenv("RTI_RTIA", "embedded", 1);
    // The log holds all records of a test even if the rtig's thread has no core for a while.
    // Records that do not fit are queued, and the queue allocates memory when it first grows.
    setenv("RTI_FABRIC_LOG", "64M", 1);
    sender_ = std::make_unique<RTI::RTIambassador>();
    receiver_ = std::make_unique<RTI::RTIambassador>();
    sender_->createFederationExecution("Allocation", TRIAD_FED);
    sender_->joinFederationExecution("sender", "Allocation", &at_sender_);
    receiver_->joinFederationExecution("receiver", "Allocation", &at_receiver_);
  }

  ~Allocation() override {
    sender_.reset();
    receiver_.reset();
    server_->stop();
    thread_.join();
  }

  // Makes an identity for the RTIG and the federates. Returns it for the RTIG.
  std::shared_ptr<transport::TlsIdentity> use_identity() {
    EXPECT_TRUE(is_openssl_counted());
    const transport::TlsFiles files =
        site_.make_files({keys::Role::router, "allocation", {"127.0.0.1"}});
    setenv("RTI_TLS_CERTIFICATE", files.certificate.c_str(), 1);
    setenv("RTI_TLS_KEY", files.key.c_str(), 1);
    setenv("RTI_TLS_AUTHORITIES", files.authorities.c_str(), 1);
    return transport::identity_of(files);
  }

  void tick_until(const std::function<bool()>& done) {
    while (!done()) {
      receiver_->tick(0.0001, 0.01);
      sender_->tick();
    }
  }

  // Subscribes the receiver and lets the sender register an object that the receiver discovers.
  void meet(const char* class_name, std::size_t value_bytes = 128) {
    const auto probe = sender_->getObjectClassHandle(class_name);
    const auto payload = sender_->getAttributeHandle("payload", probe);
    const std::unique_ptr<RTI::AttributeHandleSet> attributes(
        RTI::AttributeHandleSetFactory::create(1));
    attributes->add(payload);
    receiver_->subscribeObjectClassAttributes(probe, *attributes);
    sender_->publishObjectClass(probe, *attributes);
    object_ = sender_->registerObjectInstance(probe);
    tick_until([&] { return at_receiver_.discovered == 1; });
    values_.reset(RTI::AttributeSetFactory::create(1));
    const std::vector<char> bytes(value_bytes, 'x');
    values_->add(payload, bytes.data(), static_cast<RTI::ULong>(bytes.size()));
  }

  // Returns the number of allocations of `steps` steps, after at least as many to warm up. The step
  // itself must not allocate.
  template <class Step>
  std::uint64_t counted(Step step, int steps = kSteps) {
    for (int i = 0; i < steps; ++i) step();
    let_rtig_catch_up();
    for (int i = 0; i < steps / 10; ++i) step();
    sender_->tick();
    const std::uint64_t before = count();
    const std::uint64_t openssl_before = openssl_count();
    for (int i = 0; i < steps; ++i) step();
    openssl_allocations_ = openssl_count() - openssl_before;
    return count() - before;
  }

  // Waits until the RTIG has read the first records of both federates from shared memory: it
  // answers each publication after those. The next steps and ticks handle the records that result.
  void let_rtig_catch_up() {
    for (auto* const federate : {sender_.get(), receiver_.get()}) {
      federate->publishInteractionClass(
          federate->getInteractionClassHandle("InteractionRoot.Pulse"));
    }
  }

  transport::TestSite site_;
  std::uint64_t openssl_allocations_ = 0;  // during the last counted()
  rtig::Log log_{rtig::LogLevel::warning};
  std::unique_ptr<rtig::Server> server_;
  std::thread thread_;
  Listener at_sender_;
  Listener at_receiver_;
  std::unique_ptr<RTI::RTIambassador> sender_;
  std::unique_ptr<RTI::RTIambassador> receiver_;
  RTI::ObjectHandle object_ = 0;
  std::unique_ptr<RTI::AttributeHandleValuePairSet> values_;
};

INSTANTIATE_TEST_SUITE_P(Transports, Allocation,
                         testing::Values("memory:allocation", "tcp://127.0.0.1:0",
                                         "tls://127.0.0.1:0", "shm://triad-test-allocation-"),
                         [](const auto& transport) {
                           const std::string url = transport.param;
                           return url.substr(0, url.find(':'));
                         });

TEST_P(Allocation, AnUpdateAndItsReflectionAllocateNothing) {
  meet("ObjectRoot.Probe");
  EXPECT_EQ(counted([&] {
              const int before = at_receiver_.reflected;
              sender_->updateAttributeValues(object_, *values_, "tag");
              while (at_receiver_.reflected == before) receiver_->tick(0.001, 0.01);
            }),
            0u);
  // OpenSSL allocates twice for each record of TLS that it encrypts or decrypts. An update and its
  // reflection take four such operations.
  EXPECT_LE(openssl_allocations_, 8U * kSteps);
}

TEST_P(Allocation, ALongUpdateAllocatesNothing) {
  meet("ObjectRoot.Probe", 100000);
  constexpr int kFewEnough = 300;  // so that the updates fit into the log of 64 MB
  EXPECT_EQ(counted(
                [&] {
                  const int before = at_receiver_.reflected;
                  sender_->updateAttributeValues(object_, *values_, "tag");
                  while (at_receiver_.reflected == before) receiver_->tick(0.001, 0.01);
                },
                kFewEnough),
            0u);
}

TEST_P(Allocation, ABurstOfUpdatesAllocatesNothing) {
  meet("ObjectRoot.Probe");
  EXPECT_EQ(counted([&] {
              const int before = at_receiver_.reflected;
              for (int i = 0; i < 8; ++i) sender_->updateAttributeValues(object_, *values_, "tag");
              while (at_receiver_.reflected < before + 8) receiver_->tick(0.001, 0.01);
            }),
            0u);
}

TEST_P(Allocation, AnInteractionAllocatesNothing) {
  const auto pulse = sender_->getInteractionClassHandle("InteractionRoot.Pulse");
  receiver_->subscribeInteractionClass(pulse);
  sender_->publishInteractionClass(pulse);
  const std::unique_ptr<RTI::ParameterHandleValuePairSet> values(
      RTI::ParameterSetFactory::create(1));
  values->add(sender_->getParameterHandle("payload", pulse), "payload", 7);
  EXPECT_EQ(counted([&] {
              const int before = at_receiver_.received;
              sender_->sendInteraction(pulse, *values, "tag");
              while (at_receiver_.received == before) receiver_->tick(0.001, 0.01);
            }),
            0u);
}

TEST_P(Allocation, ATimeStepWithAMessageInTimeStampOrderAllocatesNothing) {
  meet("ObjectRoot.TimedProbe");
  receiver_->enableTimeConstrained();
  tick_until([&] { return at_receiver_.constrained; });
  sender_->enableTimeRegulation(RTIfedTime(0.0), RTIfedTime(1.0));
  tick_until([&] { return at_sender_.regulating; });
  double now = 0;
  RTIfedTime next(0.0);
  EXPECT_EQ(counted([&] {
              now += 1;
              next.setZero();
              next += now;
              at_sender_.granted = at_receiver_.granted = false;
              sender_->updateAttributeValues(object_, *values_, next, "tag");
              receiver_->timeAdvanceRequest(next);
              sender_->timeAdvanceRequest(next);
              while (!at_sender_.granted) sender_->tick(0.001, 0.01);
              while (!at_receiver_.granted) receiver_->tick(0.001, 0.01);
            }),
            0u);
}

}  // namespace
}  // namespace triad::allocation
