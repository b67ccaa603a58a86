// Outlets that record each output as a line: "link 3: FlowControl", "fabric wakes 2: FlowControl".
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "router/outlets.hpp"
#include "wire/record.hpp"

namespace triad::router {

using Said = std::vector<std::string>;

class TestOutlets : public Outlets {
 public:
  void send(LinkId to, wire::Bytes record) override {
    note("link " + std::to_string(to.value), record);
  }
  void send_later(LinkId to, wire::Bytes record) override {
    note("link " + std::to_string(to.value) + " later", record);
  }
  void publish(wire::FederateHandle wakes, wire::Bytes record) override {
    note(wakes ? "fabric wakes " + std::to_string(wakes.value) : "fabric", record);
  }
  void wake(wire::FederateHandle member) override {
    said_.push_back("wakes " + std::to_string(member.value));
  }
  void wake_to_read_all(wire::FederateHandle member) override {
    said_.push_back("wakes " + std::to_string(member.value) + " to read all");
  }
  std::chrono::milliseconds now() const override { return now_; }

  // take() returns the lines since its last call, last() the last record.
  Said take() { return std::exchange(said_, {}); }
  const wire::Buffer& last() const { return last_; }
  void let_pass(std::chrono::milliseconds time) { now_ += time; }

 private:
  void note(const std::string& where, wire::Bytes frame) {
    last_.assign(frame.begin(), frame.end());
    const auto record = wire::parse_record(frame);
    said_.push_back(where + ": " + std::string(wire::name_of(record->header.message_kind())));
  }

  Said said_;
  wire::Buffer last_;
  std::chrono::milliseconds now_{0};
};

}  // namespace triad::router
