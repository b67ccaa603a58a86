// The front desk of the RTIG: handshakes of programs, and requests that belong to no federation or
// precede a membership. It creates, destroys and lists federations, lists saves, answers operators,
// and passes requests to join to the federation's authority. It also makes the refusals. Pure: it
// knows programs by their GuestId, and no link. Its host is the gateway (rtig/gateway/rtig.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/object_model.hpp"
#include "policy/policy.hpp"
#include "rtig/audit_event.hpp"
#include "rtig/event_history.hpp"
#include "rtig/guest.hpp"
#include "rtig/inputs.hpp"
#include "rtig/options.hpp"
#include "wire/error.hpp"
#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::rtig {

class Authority;
struct FedSource;

// Limit on the bytes of the encoded object models of all federations without members. A program
// that has not joined cannot create more.
inline constexpr std::size_t kUnusedModelsMax = std::size_t{64} << 20;

// Answer of a host to a request to read a FED. `begun`: it reads the FED in the background.
// `read_directly`: the desk reads it with RtigOptions::load_fed. `too_many`: too many FEDs are
// waiting.
enum class FedReadAnswer { begun, read_directly, too_many };

// A save in the host's store.
struct StoredSave {
  std::string federation;  // as far as the file's beginning has it
  std::string label;
  std::string fed;
  std::string release;
  std::uint64_t bytes = 0;
  std::int64_t saved_at = 0;  // seconds since 1970
  std::string file;
  std::string fault;  // reason why the save cannot be used; empty: usable
};

// Outputs of the front desk, which the host carries out during the call, and its questions. Only
// end_guest(), destroy_federation() and terminate_federation() may call the desk back.
class DeskHost {
 public:
  virtual ~DeskHost() = default;

  // --- Programs.
  virtual void send_record(GuestId to, wire::Bytes record) = 0;
  // Tells the program the reason and ends its link, and its membership if it has one.
  virtual void end_guest(GuestId guest, std::string_view reason) = 0;
  // Write lines of the log, for people.
  virtual void log(std::string_view line) = 0;
  virtual void log_warning(std::string_view line) = 0;
  // Write the audit log. audit_fault() returns the reason why no request may be carried out,
  // because its event could not be written; empty: none.
  virtual bool keeps_audit_log() const { return false; }
  virtual void audit(const AuditEvent&) {}
  virtual std::string audit_fault() { return {}; }

  // --- Federations. The names in create_federation() and later functions are those of find().
  // Returns null if there is no such federation.
  virtual const Authority* find(std::string_view federation) const = 0;
  // Returns the bytes of the encoded object models of all federations without members.
  virtual std::size_t unused_model_bytes() const = 0;
  // Returns the descriptions of all federations for rtictl, in the order of their names. The views
  // are valid until a federation changes.
  virtual std::vector<wire::FederationInfo> describe_federations() = 0;
  // Reads a FED. The memory behind the views stays valid until FrontDesk::receive_fed_model() is
  // called with the ticket.
  virtual FedReadAnswer read_fed(std::uint64_t ticket, GuestId by, std::string_view name,
                                 std::optional<std::string_view> text) = 0;
  virtual void create_federation(std::string_view name, FedSource fed,
                                 core::ObjectModel&& model) = 0;
  // Removes a federation without members.
  virtual void destroy_federation(std::string_view name) = 0;
  // Removes a federation, and resigns its members for the reason.
  virtual void terminate_federation(std::string_view name, std::string_view reason) = 0;

  // --- Requests for the authority of an existing federation, or for its time status.
  virtual void join(const input::Join& join) = 0;
  virtual void return_member(const input::Returning& returning) = 0;
  virtual void resume_member(const input::Resuming& resuming) = 0;
  // Answers a former member that resigned from a federation that has ended since. Returns false if
  // there is no answer for it.
  virtual bool send_farewell(GuestId, const wire::ResumeMember&) { return false; }
  // Handles a request to join that a member repeats, because it has lost its link. Returns false if
  // the request is a new one.
  [[nodiscard]] virtual bool repeat_join(const input::Join& join) = 0;
  // Returns true while no guest may join the federation, which exists. Requests to join wait.
  virtual bool postpones_joins(const Authority& federation) const = 0;
  virtual void query_time_status(GuestId guest, const wire::RecordHeader& cause,
                                 const wire::QueryTimeStatus& query) = 0;

  // --- For programs that watch: figures of the RTIG's process and host, past events, and the time
  // in milliseconds by which the events are dated.
  virtual wire::Figures read_figures() = 0;
  virtual const EventHistory& events() const = 0;
  virtual std::uint64_t now_ms() const = 0;

  // --- The store of saves. keeps_saves() returns false if there is none.
  virtual bool keeps_saves() const = 0;
  virtual std::vector<StoredSave> list_saves() = 0;
};

class FrontDesk {
 public:
  // Keeps the references, which must outlive the desk.
  FrontDesk(DeskHost& host, const RtigOptions& options) : host_(host), options_(options) {}
  FrontDesk(const FrontDesk&) = delete;
  FrontDesk& operator=(const FrontDesk&) = delete;

  // --- Programs. A program stays known to the desk while it is a member.
  // Adds a program that has connected. `transport` is for people: "tcp 127.0.0.1:51234". `trusted`:
  // the program may make requests that are reserved to operators.
  void add(GuestId guest, std::string_view transport, const policy::Principal& principal,
           bool trusted);
  void remove(GuestId guest);
  // Returns the transport text of the program; empty if it is unknown.
  std::string_view transport(GuestId guest) const;
  // Records that a member at this link has left its federation. The program may join again.
  void record_resignation(GuestId guest, wire::FederateHandle former_member);
  // Forgets requests to create federations of a program that continues at another link.
  void cancel_creations(GuestId guest);
  // Applies a policy to requests from now on. Null: everything is allowed, and operators must be
  // trusted.
  void set_policy(std::shared_ptr<const policy::Policy> policy) { policy_ = std::move(policy); }
  // Returns the reason why the member may not make this request, RequestFederationSave or
  // RequestFederationRestore, and logs it. Empty: it may.
  std::optional<std::string> member_denial(GuestId member, wire::Kind kind,
                                           std::string_view federation);
  // Tells the program why its link is about to end: "this program ...".
  void send_end(GuestId guest, std::string_view reason);

  // --- Requests.
  // Returns true if members may also make this request. Other records of members are not for the
  // desk.
  static bool serves_members(wire::Kind kind);
  // Handles the handshake or a request.
  void receive(GuestId guest, const wire::Record& record);
  // Takes the result of a reading that DeskHost::read_fed() began.
  void receive_fed_model(std::uint64_t ticket, wire::Result<core::ObjectModel> model);

  // --- Requests to join a federation that pauses, because members move. The host passes them to
  // receive() again after the pause, or after the federation has ended.
  using PostponedJoins = std::vector<std::pair<GuestId, wire::Buffer>>;
  // Returns true if requests wait for a pause that is over.
  bool postponed_are_due() const;
  // Returns nothing while the federation pauses.
  PostponedJoins take_postponed(const Authority& federation);
  PostponedJoins take_all_postponed(std::string_view federation);

 private:
  // Capacity up to which the buffer is kept for the next record.
  static constexpr std::size_t kKeptOutMax = std::size_t{1} << 20;
  struct Guest {
    GuestId id;
    Origin origin = {};
    bool handshake_done = false;
    bool trusted = false;
    // Last attempt to create a federation that had another FED. A later join is told of it.
    struct OtherFed {
      std::string federation;
      std::uint64_t in_force = 0;  // core::fingerprint of the federation's FED
      std::string text;            // describes that FED and its creator
    };
    std::optional<OtherFed> other_fed = {};
    wire::FederateHandle former_member = {};  // the last member at this link that left
    // Records in its name since then; limited by RtigOptions::late_records_max.
    std::uint32_t late_records = 0;
    std::set<std::string> audited_operations = {};  // with their federations
    std::size_t audited_bytes = 0;                  // of these texts
  };
  // Requests to create federations that wait until the host has read the FED. Equal requests share
  // one reading.
  struct Requester {
    GuestId guest;
    wire::RecordHeader header;
  };
  struct Creation {
    std::string federation;
    std::string fed;
    std::size_t text_digest = 0;
    wire::Buffer request;  // of the first requester
    std::vector<Requester> requesters;
  };

  // Handles the first record of a program, the handshake.
  void receive_hello(Guest& guest, const wire::Record& record);
  // Ends a program that cannot end its handshake.
  void turn_away(const Guest& guest, const std::string& reason);
  // Calls receive_request() for a later record.
  void dispatch_request(Guest& guest, const wire::Record& record);
  void receive_request(Guest&, const wire::Record&, const wire::CreateFederationExecution&);
  void receive_request(Guest&, const wire::Record&, const wire::DestroyFederationExecution&);
  void receive_request(Guest&, const wire::Record&, const wire::JoinFederationExecution&);
  void receive_request(Guest&, const wire::Record&, const wire::ReturnMember&);
  void receive_request(Guest&, const wire::Record&, const wire::ResumeMember&);
  void receive_request(Guest&, const wire::Record&, const wire::ListFederations&);
  void receive_request(Guest&, const wire::Record&, const wire::ListSaves&);
  void receive_request(Guest&, const wire::Record&, const wire::TerminateFederation&);
  void receive_request(Guest&, const wire::Record&, const wire::QueryTimeStatus&);
  void receive_request(Guest&, const wire::Record&, const wire::QueryFigures&);

  // --- Rights and events (front_desk_policy.cpp).
  // Returns the reason why the policy denies the request. Empty: it is allowed.
  std::optional<std::string> denial_of(const policy::Request& request) const;
  // Returns true if the policy allows the request; otherwise refuses the record.
  bool permit(const Guest& guest, const wire::Record& record, const policy::Request& request);
  // Refuses the record for this reason, and logs it.
  void deny(const Guest& guest, const wire::Record& record, const std::string& denial);
  // Decides as permit() does on an operator's request, and audits a permitted one. Returns false if
  // the record was refused.
  bool permit_operation(Guest& guest, const wire::Record& record, policy::Operation operation,
                        std::string_view federation);
  // Removes the entries that the operator may not see. Returns false if the record was refused.
  template <class Entry>
  bool permit_entries(Guest& guest, const wire::Record& record, policy::Operation operation,
                      std::vector<Entry>& entries);
  static policy::Request operate_request(const Guest& guest, policy::Operation operation,
                                         std::string_view federation);
  // Audits the first of equal requests of a connection, because monitors repeat them.
  void audit_operation(Guest& guest, policy::Operation operation, std::string_view federation);
  void audit(AuditEvent::Kind kind, const Guest& guest, std::string_view federation);
  void audit_refusal(const Guest& guest, const wire::Record& cause, std::string_view text);

  // --- Creations (front_desk_creations.cpp).
  // Returns true if the host reads the FED in the background, or if the request has been refused.
  bool begin_fed_reading(const Guest& guest, const wire::Record& record,
                         const wire::CreateFederationExecution& create);
  void create_federation(Guest& guest, const wire::Record& record,
                         const wire::CreateFederationExecution& create,
                         wire::Result<core::ObjectModel>& model);
  // Refuses to create a federation that exists. Warns if its FED is another one.
  void refuse_existing(Guest& guest, const wire::Record& record, const Authority& present,
                       const wire::CreateFederationExecution& create, bool is_other_fed);
  // Compares the meaning of the FEDs, if their texts differ.
  static bool is_other_fed(const Authority& present, const wire::CreateFederationExecution& create,
                           const wire::Result<core::ObjectModel>& model);

  // Keeps a request to join. Returns false if a request of that guest already waits for the
  // federation.
  [[nodiscard]] bool postpone(GuestId guest, std::string_view federation, wire::Bytes request);
  // Returns the warning for a newcomer that named another FED; empty: no warning.
  static std::string_view fed_warning(const Guest& guest, const Authority& federation);
  // Answers a request with success.
  void accept(const Guest& guest, const wire::Record& cause);
  // Refuses the request. `warning`: a text for the program's user, in case the program treats the
  // refusal as normal.
  void refuse(const Guest& guest, const wire::Record& cause, wire::ErrorCode code,
              std::string_view text, std::string_view warning = {});
  void refuse_unknown(const Guest& guest, const wire::Record& cause, std::string_view federation,
                      std::string_view remedy = {});
  template <class Message>
  void send_message(GuestId to, const wire::RecordHeader& header, const Message& message) {
    out_.clear();
    wire::encode_record(header, message, out_);
    host_.send_record(to, out_);
    if (out_.capacity() > kKeptOutMax) out_ = {};
  }

  DeskHost& host_;
  const RtigOptions& options_;
  std::shared_ptr<const policy::Policy> policy_;
  std::map<GuestId, Guest> guests_;
  std::map<std::uint64_t, Creation> creations_;  // by ticket
  std::uint64_t last_creation_ = 0;
  std::map<std::string, PostponedJoins, std::less<>> postponed_;  // by federation
  wire::Buffer out_;
};

}  // namespace triad::rtig
