// State that the authorities of one federation share: the federation as all participants see it,
// the members' sessions, the rules of the mesh, and the writer of outputs. An authority checks
// members' records and writes decisions into the log. Each authority decides in its own service
// group and keeps its own state.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "core/federation_state.hpp"
#include "core/time_order.hpp"
#include "router/fault.hpp"
#include "rtig/handle_counters.hpp"
#include "rtig/inputs.hpp"
#include "rtig/member_sessions.hpp"
#include "rtig/mesh_rules.hpp"
#include "rtig/options.hpp"
#include "rtig/output_writer.hpp"
#include "rtig/outputs.hpp"
#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::rtig {

using wire::FederateHandle;
using wire::ObjectHandle;
using wire::Record;

// Result of handling a member's record: a fault in the record, after which the member is expelled,
// or none.
using router::Fault;

class FederationContext {
 public:
  // Keeps a reference to `outputs`, which must outlive this object.
  FederationContext(input::Begin begin, Outputs& outputs);
  FederationContext(const FederationContext&) = delete;
  FederationContext& operator=(const FederationContext&) = delete;

  // --- Constant after construction.
  const AuthorityOptions& options() const { return options_; }
  const SaveStore& save_store() const { return save_store_; }
  const std::string& name() const { return name_; }
  const FedSource& fed() const { return fed_; }
  const wire::Buffer& encoded_model() const { return encoded_model_; }
  std::uint64_t model_fingerprint() const;
  const MeshRules& rules() const { return rules_; }

  // --- The federation and its members.
  core::Federation& federation() { return federation_; }
  const core::Federation& federation() const { return federation_; }
  core::TimeOrder& times() { return times_; }
  const core::TimeOrder& times() const { return times_; }
  MemberSessions& members() { return members_; }
  const MemberSessions& members() const { return members_; }
  HandleCounters& handles() { return handles_; }
  const HandleCounters& handles() const { return handles_; }
  // Returns a fault if the mesh's file does not let the class pass at the member's router.
  template <class Handle>
  Fault check_passes(FederateHandle by, Handle which) const {
    if (rules_.passes(members_.at(by).rights, which)) return {};
    return "a declaration of a class that does not pass at its router";
  }

  // --- Outputs and time.
  OutputWriter& writer() { return writer_; }
  // Returns the time since the federation was created.
  std::chrono::milliseconds now() const { return now_; }
  void advance_time(std::chrono::milliseconds span) { now_ += span; }

 private:
  const AuthorityOptions options_;
  const SaveStore save_store_;
  const std::string name_;
  const FedSource fed_;

  core::Federation federation_;
  wire::Buffer encoded_model_;  // constant after construction
  const MeshRules rules_;
  core::TimeOrder times_;
  MemberSessions members_;
  HandleCounters handles_;
  OutputWriter writer_;
  std::chrono::milliseconds now_{0};
};

}  // namespace triad::rtig
