// Helpers for tests of an authority: inputs by which members join, send and leave, and names of
// outputs.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/double_time.hpp"
#include "rtig/authority.hpp"

namespace triad::rtig {

// Returns the name of an output: "Log FederateJoined", "ToMember 2 Accepted", "Detach 1".
class OutputName {
 public:
  explicit OutputName(const Outputs& outputs) : outputs_(outputs) {}

  std::string operator()(const output::Log& o) const { return "Log" + kind(o.record); }
  std::string operator()(const output::ToMember& o) const {
    return "ToMember " + number(o.to) + kind(o.record);
  }
  std::string operator()(const output::ToGuest& o) const {
    return "ToGuest " + std::to_string(o.to.value) + kind(o.record);
  }
  std::string operator()(const output::Forward&) const { return "Forward"; }
  std::string operator()(const output::Enter& o) const { return "Enter " + number(o.newcomer); }
  std::string operator()(const output::Admit& o) const { return "Admit " + number(o.federate); }
  std::string operator()(const output::Welcome& o) const {
    return "Welcome " + number(o.federate) + kind(o.record);
  }
  std::string operator()(const output::BeginResignation& o) const {
    return "BeginResignation " + number(o.federate);
  }
  std::string operator()(const output::MembershipChange& o) const {
    return "MembershipChange " + number(o.federate);
  }
  std::string operator()(const output::Detach& o) const { return "Detach " + number(o.federate); }
  std::string operator()(const output::FinishResignation& o) const {
    return "FinishResignation " + number(o.federate) + (o.link_stays ? " stays" : "");
  }
  std::string operator()(const output::EndMember& o) const {
    return "EndMember " + number(o.federate) + ": " + std::string(outputs_.text(o.reason));
  }
  std::string operator()(const output::EndGuest& o) const {
    return "EndGuest " + std::to_string(o.guest.value) + ": " +
           std::string(outputs_.text(o.reason));
  }
  std::string operator()(const output::MoveRefused& o) const {
    return "MoveRefused " + number(o.federate);
  }
  std::string operator()(const output::MoveFailed& o) const {
    return "MoveFailed " + number(o.federate);
  }
  std::string operator()(const output::Vacate& o) const { return "Vacate " + number(o.federate); }
  std::string operator()(const output::TakeUp& o) const { return "TakeUp " + number(o.federate); }
  std::string operator()(const output::Reenter&) const { return "Reenter"; }
  std::string operator()(const output::Restored&) const { return "Restored"; }
  std::string operator()(const output::TimeRole& o) const {
    return "TimeRole " + number(o.federate);
  }
  std::string operator()(const output::ReducePromises&) const { return "ReducePromises"; }
  std::string operator()(const output::AnswerLbts& o) const {
    return "AnswerLbts " + number(o.federate);
  }
  std::string operator()(const output::BoundsMayRise&) const { return "BoundsMayRise"; }
  std::string operator()(const output::AddInterest& o) const {
    return "AddInterest " + std::to_string(o.key);
  }
  std::string operator()(const output::HeldParts& o) const {
    return "HeldParts " + std::to_string(o.bytes);
  }
  std::string operator()(const output::StoreSave&) const { return "StoreSave"; }
  std::string operator()(const output::LoadSave& o) const {
    return "LoadSave " + std::string(outputs_.text(o.label));
  }
  std::string operator()(const output::WakeAt&) const { return "WakeAt"; }
  std::string operator()(const output::Line& o) const {
    return "Line " + std::string(outputs_.text(o.text));
  }
  std::string operator()(const output::LinkEnded& o) const {
    return "LinkEnded " + std::to_string(o.link.value);
  }

 private:
  static std::string number(wire::FederateHandle federate) {
    return std::to_string(federate.value);
  }
  std::string kind(Extent record) const {
    const auto parsed = wire::parse_record(outputs_.bytes(record));
    return " " + std::string(wire::name_of(parsed->header.message_kind()));
  }

  const Outputs& outputs_;
};

// Returns the names of the outputs, except Line and MembershipChange.
inline std::vector<std::string> names_of(const Outputs& outputs) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at < outputs.size(); ++at) {
    if (std::holds_alternative<output::Line>(outputs[at])) continue;
    if (std::holds_alternative<output::MembershipChange>(outputs[at])) continue;
    names.push_back(std::visit(OutputName(outputs), outputs[at]));
  }
  return names;
}

// An authority whose outputs are returned as names after each input.
class AuthorityUnderTest {
 public:
  using Names = std::vector<std::string>;

  explicit AuthorityUnderTest(const RtigOptions& options = {})
      : authority_({options.of_authority(), {true, 1 << 20}, "hall", {"hall.fed", "here", 0}, {}},
                   outputs_) {}

  Names process_input(const Input& input) {
    outputs_.clear();
    authority_.process_input(input, outputs_);
    return names_of(outputs_);
  }
  // Returns "refused" if the image does not fit.
  Names load_image(const AuthorityImage& image, std::span<const GuestId> guests) {
    outputs_.clear();
    if (!authority_.load_image(image, guests, outputs_)) return {"refused"};
    return names_of(outputs_);
  }
  // The number of the guest equals the handle of the newcomer.
  Names ask_to_join(FederateHandle newcomer) {
    wire::RecordHeader request;
    request.position = 1;
    const wire::JoinFederationExecution join{"type", "hall", core::DoubleTime::kName};
    return process_input(input::Join{{newcomer.value}, origin_, request, join, {}});
  }
  Names join(FederateHandle newcomer, bool shares_memory = false) {
    ask_to_join(newcomer);
    return process_input(input::Entered{shares_memory});
  }
  template <class Message>
  Names receive_from_member(FederateHandle by, const Message& message) {
    wire::RecordHeader header;
    header.sender = by.value;
    header.position = ++position_;
    frame_.clear();
    wire::encode_record(header, message, frame_);
    const wire::Record record = *wire::parse_record(frame_);
    return process_input(input::FromMember{by, record});
  }
  Outputs& outputs() { return outputs_; }
  const Authority& authority() const { return authority_; }
  const Origin& origin() const { return origin_; }

 private:
  const Origin origin_{"tcp here:1", {}, "1.0", "ws1", 12};
  Outputs outputs_;
  Authority authority_;
  wire::Position position_ = 0;
  wire::Buffer frame_;
};

}  // namespace triad::rtig
