// Host of one of two Rtigs; the second Rtig repeats the first one. The first one's JournaledHost
// forwards each call to the real host and records the call. The second one's plays the journal
// back. Used by ReplayedRtig (replayed_rtig.hpp).
#pragma once

#include <any>
#include <functional>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "rtig/gateway/rtig.hpp"
#include "tests/scenario/core/host_journal.hpp"
#include "wire/codec.hpp"

namespace triad::test {

class JournaledHost final : public rtig::Downlinks {
 public:
  // `host`: the real host; null: plays the journal back.
  JournaledHost(HostJournal& journal, rtig::Downlinks* host) : journal_(journal), host_(host) {}

  // Returns the options, with their functions called through the journal.
  rtig::RtigOptions journaled(rtig::RtigOptions options) {
    options.make_token = [this, make_token = std::move(options.make_token)] {
      return call_through_journal("make_token", [&](const Downlinks&) { return make_token(); });
    };
    options.has_process_ended = [this, has_ended = std::move(options.has_process_ended)](
                                    Text host, std::uint32_t process) {
      const auto ask = [&](const Downlinks&, auto... arguments) { return has_ended(arguments...); };
      return call_through_journal("has_process_ended", ask, host, process);
    };
    options.load_fed = [this, load_fed = std::move(options.load_fed)](Text name,
                                                                      std::optional<Text> text) {
      const auto load = [&](const Downlinks&, auto... arguments) { return load_fed(arguments...); };
      return call_through_journal("load_fed", load, name, text);
    };
    return options;
  }

 private:
  using Bytes = wire::Bytes;
  using FabricId = rtig::FabricId;
  using FederateHandle = wire::FederateHandle;
  using LinkId = rtig::LinkId;
  using Text = std::string_view;

  void send_record(LinkId to, Bytes record) override {
    call_through_journal("send", &Downlinks::send_record, to, record);
  }
  void send_later(LinkId to, Bytes record) override {
    call_through_journal("send_later", &Downlinks::send_later, to, record);
  }
  void disconnect(LinkId link, Text reason) override {
    call_through_journal("disconnect", &Downlinks::disconnect, link, reason);
  }
  void notify(const router::Notice& notice) override {
    call_through_journal("notify", &Downlinks::notify, notice);
  }
  LinkId router_of(LinkId link) const override {
    return call_through_journal("router_of", &Downlinks::router_of, link);
  }
  bool send_to_router(LinkId router, Bytes word) override {
    return call_through_journal("send_to_router", &Downlinks::send_to_router, router, word);
  }
  bool add_to_fabric(FabricId fabric, Text federation, LinkId link,
                     FederateHandle newcomer) override {
    return call_through_journal("enter_fabric", &Downlinks::add_to_fabric, fabric, federation, link,
                                newcomer);
  }
  void remove_from_fabric(FabricId fabric, FederateHandle member) override {
    call_through_journal("leave_fabric", &Downlinks::remove_from_fabric, fabric, member);
  }
  void end_fabric(FabricId fabric) override {
    call_through_journal("end_fabric", &Downlinks::end_fabric, fabric);
  }
  void publish(FabricId fabric, FederateHandle to, Bytes record) override {
    call_through_journal("publish", &Downlinks::publish, fabric, to, record);
  }
  void wake(FabricId fabric, FederateHandle member) override {
    call_through_journal("wake", &Downlinks::wake, fabric, member);
  }
  void wake_to_read_all(FabricId fabric, FederateHandle member) override {
    call_through_journal("wake_to_read_all", &Downlinks::wake_to_read_all, fabric, member);
  }
  rtig::FabricMemberState fabric_member_state(FabricId fabric, FederateHandle member) override {
    return call_through_journal("fabric_member_state", &Downlinks::fabric_member_state, fabric,
                                member);
  }
  FedReading read_fed(std::uint64_t ticket, LinkId by, Text name,
                      std::optional<Text> text) override {
    return call_through_journal("read_fed", &Downlinks::read_fed, ticket, by, name, text);
  }
  // Returns the real host's journal; null for the second Rtig.
  std::unique_ptr<rtig::Journal> begin_journal(Text federation) override {
    return host_ == nullptr ? nullptr : host_->begin_journal(federation);
  }
  bool keeps_saves() const override {
    return call_through_journal("keeps_saves", &Downlinks::keeps_saves);
  }
  std::vector<Save> list_saves() override {
    return call_through_journal("list_saves", &Downlinks::list_saves);
  }
  std::optional<wire::Result<void>> store_save(std::uint64_t ticket,
                                               core::SavedFederation&& saved) override {
    const auto store = [](Downlinks& host, std::uint64_t of, const core::SavedFederation& copied) {
      return host.store_save(of, core::SavedFederation(copied));
    };
    return call_through_journal("store_save", store, ticket, saved);
  }
  std::uint64_t save_bytes_max() const override {
    return call_through_journal("save_bytes_max", &Downlinks::save_bytes_max);
  }
  wire::Result<wire::Buffer> load_save(Text federation, Text label) override {
    return call_through_journal("load_save", &Downlinks::load_save, federation, label);
  }
  wire::BestEffortLosses best_effort_losses(LinkId link) override {
    return call_through_journal("unreliable_dropped", &Downlinks::best_effort_losses, link);
  }
  void log(Text line) override { call_through_journal("log", &Downlinks::log, line); }
  void log_warning(Text line) override {
    call_through_journal("warn", &Downlinks::log_warning, line);
  }

  template <class T>
  static void put(wire::Encoder& out, const T& argument) {
    out.put(argument);
  }
  static void put(wire::Encoder& out, LinkId link) { out.put(link.value); }
  static void put(wire::Encoder& out, const router::Notice& notice) {
    out.put(static_cast<std::uint64_t>(notice.index()));
    std::visit([&](const auto& one) { put(out, one); }, notice);
  }
  static void put(wire::Encoder& out, const router::MemberAdmitted& admitted) {
    put(out, admitted.client);
    out.put(admitted.membership.federation);
    out.put(admitted.membership.federate);
    out.put(admitted.membership.since);
  }
  static void put(wire::Encoder& out, const router::MemberResigned& resigned) {
    put(out, resigned.client);
    out.put(resigned.log_position);
  }
  static void put(wire::Encoder& out, const router::MemberStays& stays) {
    put(out, stays.client);
    out.put(stays.reason);
  }
  static void put(wire::Encoder& out, const router::RequestsHandled& handled) {
    put(out, handled.client);
    out.put(handled.position);
  }
  static void put(wire::Encoder& out, const router::LogForwarded& forwarded) {
    out.put(forwarded.federation);
    out.put(forwarded.position);
  }
  static void put(wire::Encoder& out, const router::ForwardedBefore& before) {
    out.put(before.session);
    put(out, before.from);
  }

  template <class Ask, class... Arguments>
  using AnswerTo = std::invoke_result_t<const Ask&, Downlinks&, const Arguments&...>;

  // Calls the real host and records the call, or plays the call back.
  template <class Ask, class... Arguments>
  AnswerTo<Ask, Arguments...> call_through_journal(Text function, const Ask& ask,
                                                   const Arguments&... arguments) const {
    using Answer = AnswerTo<Ask, Arguments...>;
    encoded_.clear();
    wire::Encoder encoder(encoded_);
    (put(encoder, arguments), ...);
    if (host_ != nullptr) {
      std::any& kept = journal_.record(function, encoded_);
      if constexpr (std::is_void_v<Answer>) {
        std::invoke(ask, *host_, arguments...);
      } else {
        kept = std::invoke(ask, *host_, arguments...);
        return std::any_cast<Answer>(kept);
      }
    } else {
      const std::any* const kept = journal_.play(function, encoded_);
      if constexpr (!std::is_void_v<Answer>) {
        if (kept == nullptr) throw HostJournal::NoAnswer();
        return std::any_cast<Answer>(*kept);
      }
    }
  }

  HostJournal& journal_;
  rtig::Downlinks* const host_;
  mutable wire::Buffer encoded_;
};

}  // namespace triad::test
