// A whole federation in one process and one thread: N RTI ambassadors (rtia::Ambassador) and one
// RTIG (a ReplayedRtig, which is checked throughout). In-memory links that are first in, first out
// in each direction connect them. A seeded scheduler chooses the link that delivers next, so a seed
// repeats a run exactly. With `on_fabric`, members share memory: each writes one stream that all
// others and the RTIG read, each as far as the scheduler allows (core_harness_fabric.cpp). Members
// may also have links to routers of a mesh (core_harness_mesh.cpp). Used by the scenario and
// simulation tests of the cores; knows nothing of sockets, files or clocks.
#pragma once

#include <boost/container/flat_map.hpp>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/federation_state.hpp"
#include "records/record_merge.hpp"
#include "rtia/ambassador.hpp"
#include "rtia/segment_part.hpp"
#include "rtia/service_call.hpp"
#include "rtig/gateway/rtig.hpp"
#include "tests/scenario/core/replayed_rtig.hpp"
#include "tests/scenario/core/router_tree.hpp"
#include "transport/fabric/note_reader.hpp"
#include "wire/generate.hpp"

namespace triad::test {

// Builds the contents of a federate's handle-value pair set.
class Values {
 public:
  Values() = default;
  template <class H>
  Values& add(H handle, std::string_view value) {
    wire::Encoder encoder(bytes_);
    encoder.put(handle);
    encoder.put(value);
    ++count_;
    return *this;
  }
  operator wire::ValueList() const { return {count_, bytes_}; }

 private:
  wire::Buffer bytes_;
  std::uint32_t count_ = 0;
};

template <class H>
Values value(H handle, std::string_view text) {
  return Values().add(handle, text);
}

struct HarnessOptions {
  std::uint64_t seed = 1;
  rtia::AmbassadorOptions rtia;
  rtig::RtigOptions rtig;  // load_fed is the harness's unless set here
  OptionFunctions option_functions = OptionFunctions::journaled;  // of the RTIG
  bool reports_backlog = false;  // report to the RTIG the bytes queued on each link to a federate
  bool on_fabric = false;        // members read each other's records themselves
  bool mixed = false;            // with `on_fabric`: every other member has only a link
  MeshOptions mesh;              // no routers in it: there is no mesh
  bool keeps_journals = false;   // of federation executions
  // Factor for reported queue lengths, because routers report queues in steps much longer than the
  // messages of tests.
  std::size_t backlog_factor = 1;
};

// Adds the loader of the test FED if there is none.
rtig::RtigOptions with_test_fed(rtig::RtigOptions options);

class CoreHarness final : private rtig::Downlinks,
                          private RouterTree::Rtig,
                          private RouterTree::Members {
 public:
  // Delivery by links of one's choice.
  class Links {
   public:
    explicit Links(CoreHarness& harness) : harness_(harness) {}
    // Delivers the next record to this federate, regardless of other links. Returns false if there
    // is none.
    bool deliver_down_to(Federate federate);
    // Lets this federate read all available records in shared memory.
    void read_shared(Federate federate);
    // Lets the delay of a link pass: everything in transit arrives, but nothing sent because of it.
    // Only for federates with a link to the RTIG.
    void pass_delay();
    // Stops or resumes the delivery of the RTIG's records to this federate.
    void set_stopped(Federate federate, bool stopped) {
      harness_.sessions_[federate]->stopped = stopped;
    }
    // Position of the last record of the RTIG's log passed to the federate's RTIA.
    wire::Position log_position(Federate federate) const {
      return harness_.sessions_[federate]->log_delivered;
    }

    // Sets the identity that links have proved that are made from now on.
    void set_principal(policy::Principal principal) { harness_.principal_ = std::move(principal); }

   private:
    CoreHarness& harness_;
  };
  // Moves of federates to other routers.
  class Moves {
   public:
    explicit Moves(CoreHarness& harness) : harness_(harness) {}
    // Sets the place to which the federate moves if its router leaves. It can then move, once.
    void set_target(Federate federate, PlaceInMesh at) {
      harness_.sessions_[federate]->move_target = at;
    }
    std::optional<PlaceInMesh> target(Federate federate) const {
      return harness_.sessions_[federate]->move_target;
    }
    void clear_target(Federate federate) { harness_.sessions_[federate]->move_target.reset(); }
    // Federates that moved since the last call and found no router, so that they are lost.
    std::vector<Federate> take_stranded() { return std::exchange(harness_.stranded_, {}); }
    // Number of moves to other routers so far.
    std::uint64_t count() const { return harness_.moves_; }
    // Lets the time limit of moves pass.
    void end_overdue();

   private:
    CoreHarness& harness_;
  };
  // FEDs that are read outside of the RTIG.
  class FedReadings {
   public:
    explicit FedReadings(CoreHarness& harness) : harness_(harness) {}
    // From now on each reading takes until read_next(), which returns false if none is in progress.
    void separate() { harness_.reads_feds_separately_ = true; }
    bool read_next();

   private:
    CoreHarness& harness_;
  };
  // Saves on the disk.
  struct Store {
    CoreHarness& harness;
    // By federation and label. They outlive the federations, and may be passed to another harness.
    using Saves = std::map<std::pair<std::string, std::string>, wire::Buffer>;
    Saves saves = {};
    bool fails = false;  // the disk is full
    std::uint64_t bytes_max = std::uint64_t{4} << 30;
    std::map<std::string, std::vector<wire::Buffer>> journals = {};  // entries, by federation
    std::uint64_t images = 0;                                        // that have replaced a journal
    std::string no_image = {};                                       // why there is none
    bool has_no_memory = false;                                      // for images
    bool delays = false;  // saves reach the disk only at finish()
    std::deque<std::pair<std::uint64_t, core::SavedFederation>> delayed = {};  // with tickets

    void finish();
    // Lets the time limit of saves pass.
    void end_overdue_saves();
  };

  explicit CoreHarness(HarnessOptions options = {});
  ~CoreHarness() override;

  // Adds an RTIA with a link to the RTIG or to a router, after the handshake.
  Federate add() { return add(options_.rtia); }
  Federate add(const rtia::AmbassadorOptions& options) { return add(options, next_place()); }
  Federate add_at(PlaceInMesh at) { return add(options_.rtia, at); }
  std::size_t federate_count() const { return sessions_.size(); }
  rtia::Ambassador& ambassador(Federate federate);

  // Makes a call and delivers records meanwhile. The error text "stuck" means that the call waits
  // although nothing is in transit.
  template <wire::Call C>
  wire::Result<typename C::Reply> call(Federate federate, const C& request);

  // Begins a call. Everything that `request` points to must live until it is finished.
  template <class Reply>
  using Outcome = std::shared_ptr<std::optional<wire::Result<Reply>>>;
  template <wire::Call C>
  Outcome<typename C::Reply> begin_call(Federate federate, const C& request);
  bool is_in_call(Federate federate) const { return sessions_[federate]->continue_call != nullptr; }

  // Delivers one record of a link chosen at random. Returns false if nothing is in transit.
  bool deliver_one();
  bool has_records_in_transit() const;
  void settle();
  // Delivery by links of one's choice.
  Links links() { return Links(*this); }
  // Takes the callbacks of the federate's next tick, without delivering records first.
  void take_callbacks(Federate federate, const std::function<void(const rtia::Callback&)>& visit);
  // Return callbacks as lines. tick() settles first.
  std::vector<std::string> callbacks(Federate federate);
  std::vector<std::string> tick(Federate federate);

  // Breaks the link: some of the records in transit arrive, in each direction.
  void cut(Federate federate);
  // Losses of links after which members return (core_harness_recovery.cpp).
  struct LinkLosses {
    CoreHarness& harness;
    // Links that members have left, with records in transit to the RTIG.
    struct OldLink {
      rtig::LinkId link;
      LinkItems up;
    };
    std::deque<OldLink> old_links = {};
    std::map<rtig::LinkId, Federate> new_links = {};  // links by which members have returned
    std::uint64_t returns = 0;
    bool are_returns_stopped = false;  // members that lose their links stay away
    bool changes_places = false;       // members return at any router with a path to the RTIG
    router::LinkEnd end = router::LinkEnd::other;  // how links end

    // Breaks the link. When the federate's RTIA sees the end, it returns by a new link. Records
    // that are left in transit on the old link arrive at any time before its end.
    void cut(Federate federate) { harness.cut(federate); }
    // Kills the RTIG, and starts a new one with its journals (core_harness_restart.cpp). Records
    // that were on their way to it are lost. Without routers only. Returns the reasons why
    // federations were not made again.
    std::vector<std::string> restart_rtig();
    // Lets a federate that is away return by a new link.
    void return_now(Federate federate);
    // Starts a new process of the federate, with a new link. It has not joined.
    void start_process(Federate federate);
    void change_link(Federate federate);
    // Lets time pass for members that are away.
    void pass_time(std::chrono::milliseconds time);
    // Returns the number of sent records that the federate's RTIA keeps.
    std::size_t records_kept(Federate federate) const;
    void deliver_up();
    PlaceInMesh next_place(Federate federate);
    void leave_router(Federate federate);
    // Sends acknowledgements that wait for a pause. Returns false if there are none.
    bool acknowledge();
  };
  LinkLosses& losses() { return losses_; }
  // Kills the federate's process: some of its records in transit arrive. It makes no more calls.
  void kill(Federate federate);
  bool is_dead(Federate federate) const { return sessions_[federate]->dead; }
  // The routers and their failures (router_tree.hpp). A crash ends the links of a router's members.
  RouterTree& routers() { return *tree_; }
  bool has_routers() const { return tree_ != nullptr; }
  void crash_router(RouterPlace at);
  Moves moves() { return Moves(*this); }
  void pass_time(std::chrono::milliseconds time);
  FedReadings fed_readings() { return FedReadings(*this); }
  PlaceInMesh place_of(Federate federate) const { return sessions_[federate]->at; }
  // Number of the steps of deliver_one() that were of routers.
  std::uint64_t router_steps() const { return router_steps_; }
  // Inject bytes as if the federate's RTIA had sent them, or the RTIG to it.
  void inject_up(Federate federate, wire::Bytes frame);
  void inject_down(Federate federate, wire::Bytes frame);
  // Shows every record that is about to be passed to a federate's RTIA or, if `up`, to the RTIG.
  using Watch = std::function<void(Federate, bool up, const wire::Record&)>;
  void set_watch(Watch watch) { watch_ = std::move(watch); }
  // Ages of the federate's states, which its host would measure.
  rtia::FederateAges& ages(Federate federate) { return sessions_[federate]->ages; }

  ReplayedRtig& rtig() { return rtig_; }
  // Lines that the federate's RTIA has logged for the federate's developers.
  const std::vector<std::string>& federate_log(Federate federate) const {
    return sessions_[federate]->log_lines;
  }
  const std::vector<std::string>& log() const { return log_; }
  // Errors that RTIAs found in records, and differences found by the replay of the RTIG. Empty
  // unless there is a defect, or a peer that the test made hostile.
  const std::vector<std::string>& faults() const { return faults_; }
  // Clears the faults, except those of the replay of the RTIG.
  void clear_faults();
  wire::Random& random() { return random_; }
  Store& store() { return store_; }

 private:
  using Item = LinkItem;
  using Items = LinkItems;

  using Stream = std::vector<wire::Buffer>;
  // Note of a member beside its stream, as in transport::OutboxOperations. Offsets in the log count
  // records.
  struct SharedNote {
    std::uint64_t number = 0;
    transport::Note note;
    wire::Position sent = 0;  // last message in time-stamp order

    std::uint64_t note_number() const { return number; }
    static bool is_complete(std::uint64_t) { return true; }
    bool read_note(std::uint64_t, transport::Note& read) const {
      read = note;
      return true;
    }
  };
  // Positions of one participant in the streams of shared memory, and its handling of records.
  struct Reader {
    struct Place {
      const Stream* stream = nullptr;
      std::size_t read = 0;
      const SharedNote* note = nullptr;
      transport::NoteReader note_reader = {};
      transport::Note last_note = {};  // last seen

      // Returns whether everything before the note has been handled.
      bool is_next(const transport::Note& note_there) const { return read >= note_there.log_end; }
    };
    using Places = boost::container::flat_map<wire::FederateHandle, Place>;

    virtual ~Reader() = default;
    virtual bool receive_record(wire::FederateHandle stream, const wire::ParsedFrame& frame) = 0;
    virtual wire::Position log_position() const = 0;
    virtual std::optional<wire::Position> forwarded_position(wire::FederateHandle) const = 0;

    // As in transport::Fabric: whether a record is wanted is decided when it is taken.
    virtual bool wants(wire::FederateHandle stream, wire::Bytes beginning) = 0;
    virtual bool heeds_notes() const { return false; }

    bool next(wire::FederateHandle stream, wire::ParsedFrame& frame);
    std::optional<wire::Bytes> beginning(wire::FederateHandle stream) const;
    bool rtig_has_records() const { return beginning(wire::kRtig).has_value(); }
    bool header_only(wire::FederateHandle stream) const { return !wanted.at(stream); }
    void pop(wire::FederateHandle stream) {
      wanted.erase(stream);
      if (const auto at = places.find(stream); at != places.end()) ++at->second.read;
    }
    void begin(wire::FederateHandle stream, std::size_t at);
    void end(wire::FederateHandle stream);
    bool has_input() const;

    explicit Reader(CoreHarness& owner) : harness(owner) {}
    CoreHarness& harness;
    rtig::FabricId fabric{};  // fabric of these streams
    Places places;
    std::map<wire::FederateHandle, bool> wanted;  // for records taken and not popped
    mutable std::size_t read_all_of = 0;          // records written when nothing was left to read
    records::RecordMerge<Reader, Reader> merge{*this, *this};
  };
  struct RtigReader : Reader {
    using Reader::Reader;
    bool wants(wire::FederateHandle stream, wire::Bytes beginning) override;
    bool receive_record(wire::FederateHandle stream, const wire::ParsedFrame& frame) override;
    wire::Position log_position() const override { return ~wire::Position{0}; }
    std::optional<wire::Position> forwarded_position(wire::FederateHandle) const override {
      return std::nullopt;
    }
    void record_circular_records();
  };

  struct MemberSession : rtia::Uplink, Reader {
    MemberSession(CoreHarness& owner, rtig::LinkId id, PlaceInMesh place,
                  const rtia::AmbassadorOptions& options)
        : Reader(owner), number(id.value - 1), link(id), at(place), ambassador(*this, options) {}
    Federate federate() const { return number; }
    bool wants(wire::FederateHandle stream, wire::Bytes beginning) override {
      return stream == wire::kRtig || ambassador.needs_record(beginning);
    }
    bool receive_record(wire::FederateHandle stream, const wire::ParsedFrame& frame) override;
    wire::Position log_position() const override { return ambassador.log_position(); }
    std::optional<wire::Position> forwarded_position(wire::FederateHandle of) const override {
      return ambassador.forwarded_position(of);
    }
    void send_record(const core::Audience& audience, std::span<const wire::Bytes> parts) override;
    void publish_note(const core::Audience& audience,
                      const records::TimeNote::Words& note) override;
    void withdraw_note() override;
    void publish_tso_position(wire::Position position) override;
    std::span<const wire::StreamPosition> last_tso_positions() override;
    bool heeds_notes() const override { return ambassador.reads_promises(); }
    void receive_next_notes();
    bool receive_all_notes();
    void check_message(const wire::Record& record);
    void log_line(std::string_view line) override { log_lines.emplace_back(line); }
    bool can_move() const override { return move_target.has_value(); }
    void follow_membership();
    // --- Shared memory at its router (core_harness_segment.cpp).
    bool receive_segment_message(wire::Bytes frame);
    bool writes_directly(wire::Bytes record);
    void follow_segment();
    void read_router();
    void read_up_to(const wire::CausalDependencies& read);
    bool read_record_of_segment(wire::FederateHandle of);

    const Federate number;
    rtig::LinkId link;  // for a member at a router: not a link of the RTIG
    PlaceInMesh at;
    std::optional<PlaceInMesh> move_target;  // place to which it moves if its router leaves
    rtia::Ambassador ambassador;
    Items up;
    Items down;
    std::size_t backlog_reported = 0;
    wire::Position log_delivered = 0;
    wire::FederateHandle member;  // owner of the stream that it writes, from entering to leaving
    rtig::FabricId entered_fabric{};  // fabric that it reads once its acceptance has arrived
    Places entered_places;
    std::uint64_t membership = 0;
    bool handshake_done = false;
    bool up_ended = false;
    bool down_ended = false;
    bool stopped = false;
    rtia::FederateAges ages;
    bool dead = false;
    std::function<void()> continue_call;  // continues the call in progress
    rtia::SegmentPart segment_part;
    SegmentReader segment;
    SegmentReader next_segment;
    std::vector<std::string> log_lines;
    std::vector<wire::StreamPosition> sent_tso_positions;  // Of last_tso_positions().
  };

  void send_record(rtig::LinkId to, wire::Bytes record) override;
  void disconnect(rtig::LinkId link, std::string_view reason) override;
  void notify(const router::Notice& notice) override {
    if (tree_) tree_->notify(notice);
  }
  rtig::LinkId router_of(rtig::LinkId link) const override;
  bool send_to_router(rtig::LinkId router, wire::Bytes word) override {
    return tree_ && tree_->send_to_router(router, word);
  }
  bool add_to_fabric(rtig::FabricId, std::string_view, rtig::LinkId link,
                     wire::FederateHandle newcomer) override;
  void remove_from_fabric(rtig::FabricId, wire::FederateHandle member) override;
  void publish(rtig::FabricId, wire::FederateHandle to, wire::Bytes record) override;
  void end_fabric(rtig::FabricId) override;
  std::unique_ptr<rtig::Journal> begin_journal(std::string_view federation) override;
  bool keeps_saves() const override { return true; }
  std::optional<wire::Result<void>> store_save(std::uint64_t ticket,
                                               core::SavedFederation&& saved) override;
  std::uint64_t save_bytes_max() const override { return store_.bytes_max; }
  wire::Result<void> keep_save(const core::SavedFederation& saved);
  wire::Result<wire::Buffer> load_save(std::string_view federation,
                                       std::string_view label) override;
  FedReading read_fed(std::uint64_t ticket, rtig::LinkId by, std::string_view name,
                      std::optional<std::string_view> text) override;
  void log(std::string_view line) override;
  void log_warning(std::string_view line) override;

  // Output of the tree of routers for the RTIG and for members.
  void add_client(rtig::LinkId client, const router::NewClient& arrived) override;
  void receive_from_client(rtig::LinkId client, wire::Bytes record) override;
  void remove_client(rtig::LinkId client, std::string_view reason, router::LinkEnd end) override;
  void record_backlog(rtig::LinkId client, std::size_t bytes) override;
  router::Fault receive_from_router(rtig::LinkId router,
                                    const router::RouterMessage& word) override {
    return rtig_.receive_from_router(router, word);
  }
  void send_digests() override { rtig_.send_digests(); }
  bool digests_are_due() const override { return rtig_.digests_are_due(); }
  void send_to_member(Federate member, wire::Bytes record) override;
  void end_member_link(Federate member) override;
  void enter_segment(Federate member, const SegmentReader& begins) override;
  void read_some_of_segment(MemberSession& session);
  PlaceInMesh next_place() const;
  void deliver_to_router(MemberSession& session, const Item& item);

  Federate add(const rtia::AmbassadorOptions& options, PlaceInMesh at);
  // Returns null if the client is behind a router.
  // Adds the session of federate `number`, if members may return.
  rtia::AmbassadorOptions with_session(rtia::AmbassadorOptions options, Federate number) const;
  MemberSession* session_of(rtig::LinkId link);
  void write_shared(rtig::FabricId fabric, wire::FederateHandle stream, wire::Buffer record);
  // Notes an accusation: an RTIA drops a wrong record of another member and reports it to the RTIG.
  void record_accusation(wire::Bytes record);
  void show_record(const MemberSession& session, bool up, wire::Bytes frame) const;
  void deliver_up(MemberSession& session);
  void read_some(MemberSession& session);
  void catch_up(MemberSession& session);
  void record_delivery(MemberSession& session, wire::Bytes frame);
  void continue_call(MemberSession& session);
  Item take_item_for_member(MemberSession& session);
  bool receive_as_host(MemberSession& session, wire::Bytes frame);
  void deliver_down(MemberSession& session);
  void deliver_refusal(MemberSession& session);
  void move(MemberSession& session);
  void queue_hello(MemberSession& session);
  bool should_delay_item(MemberSession& session, std::size_t under_way);
  static Items::iterator bound_behind_deletion(Items& items);
  void lose_link(MemberSession& session, std::string_view reason);
  void report_backlogs();
  void truncate(Items& items);

  const HarnessOptions options_;
  wire::Random random_;
  std::vector<std::unique_ptr<MemberSession>> sessions_;
  std::vector<std::string> log_;
  std::vector<std::string> faults_;
  Watch watch_;
  // Shared memory.
  std::map<std::pair<rtig::FabricId, wire::FederateHandle>, Stream> streams_;
  std::map<std::pair<rtig::FabricId, wire::FederateHandle>, SharedNote> notes_;
  std::size_t written_ = 1;  // records of all streams, from 1
  Store store_{*this};
  RtigReader rtig_reader_{*this};
  policy::Principal principal_;
  ReplayedRtig rtig_;
  std::unique_ptr<RouterTree> tree_;                         // null: there are no routers
  std::map<rtig::LinkId, Federate> clients_behind_routers_;  // clients behind routers
  std::uint64_t router_steps_ = 0;
  std::chrono::milliseconds now_{0};
  struct SeparateFed {
    std::uint64_t ticket = 0;
    std::string_view name;
    std::optional<std::string_view> text;
  };
  bool reads_feds_separately_ = false;
  std::deque<SeparateFed> separate_feds_;
  std::uint64_t moves_ = 0;
  LinkLosses losses_{*this};
  std::vector<Federate> stranded_;
};

// Text of a callback (wire/print.hpp), without empty members: no time, no retraction, receive
// order.
std::string callback_line(const rtia::Callback& callback);

// Text of the state that all participants agree on, with owners in a fixed order. At rest all
// participants have the same. Contains only instances for which `concerns` is true.
std::string federation_text(
    const core::Federation& federation,
    const std::function<bool(const core::InstanceSnapshot&)>& concerns = [](const auto&) {
      return true;
    });
// Compares the federate's RTIA with the RTIG: it must have the instances of its subscribed classes
// and those that it holds, and no others. Returns both texts; empty if equal.
std::string disagreement(CoreHarness& harness, Federate federate, const core::Federation& global);

// Errors that no run may show after all records are delivered, one line for each: faults found by
// RTIAs, and copies of the federation that differ from the RTIG's. Empty unless there is a defect.
std::vector<std::string> disagreements(CoreHarness& harness, std::string_view federation);

// A host's call (rtia/service_call.hpp), which goes on after each delivered record.
template <wire::Call C>
CoreHarness::Outcome<typename C::Reply> CoreHarness::begin_call(Federate federate,
                                                                const C& request) {
  auto outcome = std::make_shared<std::optional<wire::Result<typename C::Reply>>>();
  MemberSession& session = *sessions_[federate];
  const auto call = std::make_shared<rtia::ServiceCall<C>>(session.ambassador);
  session.continue_call = [this, outcome, call, request, &session] {
    const auto read_log = [this, &session]() -> std::optional<wire::Error> {
      catch_up(session);
      return std::nullopt;
    };
    if (call->proceed(request, read_log) == rtia::CallState::waits) return;
    outcome->emplace(call->take_result());
    session.continue_call = nullptr;
  };
  const auto proceed = session.continue_call;  // may clear session.continue_call
  proceed();
  return outcome;
}

template <wire::Call C>
wire::Result<typename C::Reply> CoreHarness::call(Federate federate, const C& request) {
  const auto outcome = begin_call(federate, request);
  while (!*outcome && (deliver_one() || losses_.acknowledge())) {
  }
  if (!*outcome) return wire::error(wire::ErrorCode::RTIinternalError, "stuck");
  return std::move(**outcome);
}

}  // namespace triad::test
