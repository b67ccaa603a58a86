// Outlets that record each output as a line: "link 3: FlowControl", "fabric wakes 2: FlowControl".
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "router/outlets.hpp"
#include "wire/record.hpp"

namespace triad::router {

using OutputLines = std::vector<std::string>;

class TestOutlets : public Outlets {
 public:
  void send_record(LinkId to, wire::Bytes record) override {
    add_line("link " + std::to_string(to.value), record);
  }
  void send_later(LinkId to, wire::Bytes record) override {
    add_line("link " + std::to_string(to.value) + " later", record);
  }
  void publish(wire::FederateHandle wakes, wire::Bytes record) override {
    add_line(wakes ? "fabric wakes " + std::to_string(wakes.value) : "fabric", record);
  }
  void wake(wire::FederateHandle member) override {
    lines_.push_back("wakes " + std::to_string(member.value));
  }
  void wake_to_read_all(wire::FederateHandle member) override {
    const std::string who = member == wire::kRtig ? "itself" : std::to_string(member.value);
    lines_.push_back("wakes " + who + " to read all");
  }
  std::chrono::milliseconds now() const override { return now_; }

  // take_lines() returns the lines since its last call, last_record() the last record.
  OutputLines take_lines() { return std::exchange(lines_, {}); }
  const wire::Buffer& last_record() const { return last_record_; }
  void advance_clock(std::chrono::milliseconds time) { now_ += time; }

 private:
  void add_line(const std::string& where, wire::Bytes frame) {
    last_record_.assign(frame.begin(), frame.end());
    const auto record = wire::parse_record(frame);
    lines_.push_back(where + ": " + std::string(wire::name_of(record->header.message_kind())));
  }

  OutputLines lines_;
  wire::Buffer last_record_;
  std::chrono::milliseconds now_{0};
};

}  // namespace triad::router
