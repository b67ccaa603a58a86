#include "tests/scenario/api/scenario.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <stdexcept>

#include "tests/scenario/api/host.hpp"

namespace triad::scenario {

namespace {

// Longest wait for a callback in one tick: long enough to leave the processor to the RTIG, short
// enough not to delay the other federates.
constexpr double kTickSeconds = 0.001;
// A scenario fails after this time. Long, because a busy machine is no defect.
constexpr std::chrono::seconds kDeadline{30};
constexpr int kMarkerRounds = 3;

}  // namespace

const char* Scenario::fed_file() {
  return TRIAD_SCENARIO_FED;
}

std::string Scenario::federation(const std::string& suffix) const {
  const auto* const info = testing::UnitTest::GetInstance()->current_test_info();
  return std::string(info->test_suite_name()) + "." + info->name() + suffix + "." +
         std::to_string(getpid());
}

namespace {
std::vector<std::string> rtig_urls;
std::size_t urls_turned = 0;
}  // namespace

void use_urls(std::vector<std::string> urls) {
  rtig_urls = std::move(urls);
  select_next_url();
}

void select_next_url() {
  ::setenv("RTI_URL", rtig_urls[urls_turned++ % rtig_urls.size()].c_str(), 1);
}

RTI::RTIambassador& Scenario::founder() {
  if (founder_ == nullptr) founder_ = std::make_unique<RTI::RTIambassador>();
  return *founder_;
}

std::string Scenario::create_federation(const std::string& suffix) {
  std::string name = federation(suffix);
  founder().createFederationExecution(name.c_str(), fed_file());
  federations_.push_back(name);
  return name;
}

Federate& Scenario::outsider() {
  return federates_.emplace_back(*this, "federate-" + std::to_string(federates_.size() + 1),
                                 "outsider");
}

Federate& Scenario::federate(const std::string& type) {
  return join_federate_to(federation(), type);
}

Federate& Scenario::join_federate_to(const std::string& federation, const std::string& type) {
  Federate& made =
      federates_.emplace_back(*this, "federate-" + std::to_string(federates_.size() + 1), type);
  made.join(federation);
  return made;
}

void Scenario::SetUp() {
  try {
    create_federation("");
  } catch (const RTI::Exception& e) {
    FAIL() << "no federation could be created: " << e._name << ": " << e._reason;
  }
}

void Scenario::TestBody() {
  try {
    play();
  } catch (const RTI::Exception& e) {
    ADD_FAILURE() << "a service threw " << e._name << ": " << e._reason << "\n" << all_lines();
  } catch (const std::exception& e) {
    ADD_FAILURE() << e.what();
  }
}

void Scenario::TearDown() {
  try {
    for (Federate& federate : federates_) {
      if (federate.is_joined()) federate.resign();
    }
    for (const std::string& name : federations_) {
      founder().destroyFederationExecution(name.c_str());
    }
  } catch (const RTI::Exception& e) {
    ADD_FAILURE() << "the scenario could not be cleared away: " << e._name << ": " << e._reason;
  }
}

void Scenario::tick_until_done(const std::function<bool()>& done, const std::string& what) {
  const auto give_up = std::chrono::steady_clock::now() + kDeadline;
  for (bool wait = false; !done(); wait = true) {
    if (std::chrono::steady_clock::now() > give_up) {
      throw std::runtime_error("waited in vain for " + what + "\n" + all_lines());
    }
    for (Federate& federate : federates_) {
      if (!federate.is_joined()) continue;
      if (wait) {
        (void)federate->tick(kTickSeconds, kTickSeconds);
      } else {
        (void)federate->tick();
      }
    }
  }
}

void Scenario::wait_for_callback(Federate& federate, const std::string& line) {
  Recorder& recorder = federate.recorder();
  const auto find = [&] { return std::ranges::find(recorder.lines(), line); };
  tick_until_done([&] { return find() != recorder.lines().end(); },
                  "\"" + line + "\" at " + federate.id());
  Lines lines = recorder.take_lines();
  const auto after = std::ranges::find(lines, line) + 1;
  recorder.restore_lines({after, lines.end()});
}

void Scenario::wait_until_quiet() {
  for (int i = 0; i < kMarkerRounds; ++i) exchange_markers();
}

void Scenario::exchange_markers() {
  ++round_;
  for (Federate& federate : federates_) {
    if (federate.is_joined()) federate.send_markers(round_);
  }
  const auto heard_by = [&](Federate& receiver) {
    return std::ranges::all_of(federates_, [&](Federate& sender) {
      return &sender == &receiver || !sender.is_joined() ||
             sender.federation() != receiver.federation() ||
             receiver.recorder().marker_round(sender.id()) == round_;
    });
  };
  tick_until_done(
      [&] {
        return std::ranges::all_of(federates_, [&](Federate& federate) {
          return !federate.is_joined() || heard_by(federate);
        });
      },
      "the markers of round " + std::to_string(round_));
  // A single federate receives no markers; its callbacks from the RTIG come in these ticks.
  for (Federate& federate : federates_) {
    while (federate.is_joined() && federate->tick() == RTI::RTI_TRUE) {
    }
  }
}

void Scenario::settle() {
  constexpr int kRounds = 4;
  for (int i = 0; i < kRounds; ++i) {
    for (Federate& federate : federates_) {
      if (!federate.is_joined()) continue;
      federate.publish_interaction("Marker");
      while (federate->tick() == RTI::RTI_TRUE) {
      }
    }
  }
}

std::string Scenario::all_lines() const {
  std::string text;
  for (const Federate& federate : federates_) {
    text += federate.id() + " has heard:\n";
    for (const std::string& line : federate.recorder_.lines()) text += "  " + line + "\n";
  }
  return text;
}

}  // namespace triad::scenario
