// A program's end of the memory that members of one federation execution on its host share: lets
// them in, writes the log that all of them read, and reads what they write. The event loop waits
// for it as for links.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "records/record_merge.hpp"
#include "router/fabric_id.hpp"
#include "router/link_id.hpp"
#include "transport/fabric/attach_message.hpp"
#include "transport/fabric/fabric.hpp"
#include "transport/link.hpp"

namespace triad::router {

class FabricCoordinator final : public transport::Waitable {
 public:
  // What a member wrote, by its link.
  struct Receiver {
    std::function<void(LinkId, wire::Bytes)> on_record;
    std::function<bool(LinkId, wire::Bytes)> wants;
    std::function<void(LinkId, wire::Bytes)> on_header_only;
    // Its link has something, for which it rings here.
    std::function<void(LinkId)> look_at;
  };

  static transport::Result<std::unique_ptr<FabricCoordinator>> create(
      FabricId id, const transport::FabricOptions& options, Receiver receiver);

  // Lets a newcomer in, whose endpoint came by its link's port: tells it of all and all of it. The
  // error's text is for the log. The newcomer's first record from this end is the next that is
  // published. Its link must be there until it leaves.
  transport::Result<void> enter(wire::FederateHandle newcomer, LinkId id, transport::Link& link,
                                transport::PassedDescriptors endpoint);
  // Takes what is there. Before a newcomer enters: nothing that was read may wait for something
  // else then, for the newcomer would not get it.
  void drain_all();
  // Takes everything that it wrote, as it will write no more.
  void drain(wire::FederateHandle member);
  // Takes what it has written by now.
  void drain_written(wire::FederateHandle member);
  void leave(wire::FederateHandle member);
  std::optional<LinkId> link_of(wire::FederateHandle member) const;
  // The end of this one is near, and members' links stay.
  void let_links_ring();

  // For all members; `to` alone is woken, or all.
  void publish(wire::FederateHandle to, wire::Bytes record);
  // Wakes a member that may have slept over what others wrote.
  void wake(wire::FederateHandle member) { fabric_->concern(member.value); }
  void wake_to_read_all(wire::FederateHandle member) {
    fabric_->concern_with_all_logs(member.value);
  }
  Standing standing(wire::FederateHandle member) const;
  // The member that the queue waits for; none: nothing is queued.
  std::optional<LinkId> lagging() const;
  // The message of a member that has come in part, and the memory that messages take here, of a
  // member and of all.
  transport::Link::BegunFrame begun(wire::FederateHandle member) const;
  std::size_t held_bytes_of(wire::FederateHandle member) const;
  [[nodiscard]] std::size_t held_bytes() const;
  // Members whose shared memory made no sense, with the reason. Each once.
  std::vector<std::pair<LinkId, std::string>> take_faulty();
  // A member has shut this end's doorbell down, which all share. True once.
  bool take_shut_doorbell();
  // The members that claimed to follow each other's records, which no honest members do. Once.
  std::vector<wire::FederateHandle> take_circle();

  // Takes at most so many records of what is there, and hands over what was published; how many.
  std::size_t serve(std::size_t records_max);

  // --- To be waited for.
  void flush() override { fabric_->flush(); }
  [[nodiscard]] std::size_t queued_bytes() const override { return fabric_->queued_bytes(); }
  [[nodiscard]] bool has_input() override { return fabric_->has_input(); }
  // One that looks selectively learns by its doorbell at whom.
  [[nodiscard]] bool look_is_cheap() const override { return !fabric_->looks_selectively(); }
  [[nodiscard]] int descriptor() const override { return fabric_->descriptor(); }
  [[nodiscard]] bool wants_write() const override { return false; }
  [[nodiscard]] bool prepare_wait() override { return fabric_->prepare_wait(); }
  void finish_wait() override { fabric_->finish_wait(); }

 private:
  struct Member {
    LinkId id;
    transport::Slot slot = 0;
    transport::Link* link = nullptr;
    transport::FabricEndpoint endpoint;
    bool rings_here = false;  // for what it sends by its link
  };
  struct Streams {
    FabricCoordinator& coordinator;
    std::optional<wire::Bytes> next(wire::FederateHandle stream);
    std::optional<wire::Bytes> beginning(wire::FederateHandle stream);
    static bool rtig_has_records() { return false; }
    void pop(wire::FederateHandle stream);
    bool handle(wire::FederateHandle stream, wire::Bytes frame);
    // The log is this end's own.
    static wire::Position log_position() { return ~wire::Position{0}; }
    static std::optional<wire::Position> forwarded_position(wire::FederateHandle) {
      return std::nullopt;
    }
  };

  std::size_t run(std::size_t records_max);
  template <class Handle>
  std::size_t run_by(Handle&& handle);
  void end_run();
  FabricCoordinator(FabricId id, std::unique_ptr<transport::Fabric> fabric,
                    transport::UniqueFd bells, Receiver receiver);
  std::optional<transport::Slot> free_slot() const;
  std::vector<transport::PassedDescriptors> endpoints(transport::Slot newcomer,
                                                      std::uint64_t begins_at) const;
  // A member of which a message has come in part, or waits to be handled.
  std::optional<wire::FederateHandle> amid_message() const;
  void note_trouble();
  void let_link_ring(Member& member);

  const FabricId id_;
  const std::unique_ptr<transport::Fabric> fabric_;
  const transport::UniqueFd bells_;  // invalid: all are woken by their doorbells
  const Receiver receiver_;
  std::map<wire::FederateHandle, Member> members_;
  Streams streams_{*this};
  records::RecordMerge<Streams, Streams> merge_{streams_, streams_};
  std::vector<wire::FederateHandle> with_records_;  // of run()
  bool running_ = false;                            // records are being handled
  std::vector<wire::FederateHandle> leaving_;       // meanwhile
  std::vector<std::pair<LinkId, std::string>> faulty_;
  bool doorbell_was_shut_ = false;
  bool circle_was_told_ = false;
};

}  // namespace triad::router
