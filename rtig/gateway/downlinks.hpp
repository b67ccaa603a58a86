// Interface between the RTIG and its host, the program that runs it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/saved_federation.hpp"
#include "router/client_links.hpp"
#include "router/fabric_id.hpp"
#include "rtig/front_desk.hpp"
#include "rtig/gateway/clients.hpp"
#include "rtig/gateway/journal.hpp"
#include "rtig/options.hpp"
#include "wire/error.hpp"

namespace triad::rtig {

using router::FabricMemberState;

// Interface to the host of the RTIG. Rtig calls it from within its own functions. The host must not
// call the Rtig back.
class Downlinks : public router::ClientLinks {
 public:
  // Sends a record that is not urgent, in order with send_record(). It may wait in the link's queue
  // until another record is sent or a fraction of a second has passed.
  virtual void send_later(LinkId to, wire::Bytes record) { send_record(to, record); }
  // --- Shared memory. The host passes records of members that share memory to
  // Rtig::receive_from_client() with their links, in the order of records::RecordMerge. Wakes a
  // member, because a published record concerns it too.
  virtual void wake(FabricId, wire::FederateHandle) {}
  // Wakes a member so that it also reads all records of other members that it may have slept
  // through. kRtig: this host itself looks at all streams.
  virtual void wake_to_read_all(FabricId, wire::FederateHandle) {}
  // Returns how the member keeps up with the others, for status reports.
  virtual FabricMemberState fabric_member_state(FabricId, wire::FederateHandle) { return {}; }

  // Begins to make the object model of a FED that takes long to read, beside the Rtig. The
  // arguments are those of RtigOptions::load_fed. The memory that they refer to stays valid until
  // receive_fed_model() is called. `read_directly`: the Rtig reads the FED itself.
  using FedReading = FedReadAnswer;
  virtual FedReading read_fed(std::uint64_t /*ticket*/, LinkId /*by*/, std::string_view /*name*/,
                              std::optional<std::string_view> /*text*/) {
    return FedReading::read_directly;
  }

  // --- The store of saves, which outlive their federations. core/saved_federation.hpp encodes and
  // decodes the files. The text of an error names the remedy.
  virtual bool keeps_saves() const { return false; }
  using Save = StoredSave;
  virtual std::vector<Save> list_saves() { return {}; }
  // Stores the save on the disk, completely or not at all, in place of an earlier save with that
  // label. Empty: the host writes it in the background and calls Rtig::receive_save_result() with
  // the ticket later.
  virtual std::optional<Result<void>> store_save(std::uint64_t /*ticket*/,
                                                 core::SavedFederation&& /*saved*/) {
    return Result<void>(no_store());
  }
  // Returns the limit on the bytes of all parts of one save.
  virtual std::uint64_t save_bytes_max() const { return std::uint64_t{4} << 30; }
  virtual Result<wire::Buffer> load_save(std::string_view /*federation*/,
                                         std::string_view /*label*/) {
    return no_store();
  }

  // Reads the figures of the RTIG's process and host. Empty: there are none.
  virtual wire::Figures read_figures() { return {}; }

  // --- Journals. Begins the journal of a new federation execution, in place of an earlier one of
  // that name. Null: the host keeps none.
  virtual std::unique_ptr<Journal> begin_journal(std::string_view /*federation*/) { return {}; }

  virtual void log(std::string_view line) = 0;
  void log_warning(std::string_view line) override { log("warning: " + std::string(line)); }

  // --- The audit log, as in DeskHost.
  virtual bool keeps_audit_log() const { return false; }
  virtual void audit(const AuditEvent&) {}
  virtual std::string audit_fault() { return {}; }

 private:
  static wire::Error no_store() {
    return wire::error(wire::ErrorCode::RTIinternalError, "there is no store of saves here");
  }
};

}  // namespace triad::rtig
