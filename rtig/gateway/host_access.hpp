// The host of the RTIG as the RTIG and its federations call it. While the RTIG makes a federation
// again from its journal, calls have no effect, because the earlier process has made them.
#pragma once

#include "rtig/gateway/downlinks.hpp"

namespace triad::rtig {

class MutedHost final : public Downlinks {
 public:
  // Keeps a reference to `host`, which keeps saves and must outlive this object.
  explicit MutedHost(Downlinks& host) : host_(host) {}

 private:
  void send_record(LinkId, wire::Bytes) override {}
  void disconnect(LinkId, std::string_view) override {}
  void log(std::string_view) override {}
  void log_warning(std::string_view) override {}
  bool keeps_saves() const override { return host_.keeps_saves(); }
  std::uint64_t save_bytes_max() const override { return host_.save_bytes_max(); }
  Result<wire::Buffer> load_save(std::string_view federation, std::string_view label) override {
    return host_.load_save(federation, label);
  }
  // The journal has the result.
  std::optional<Result<void>> store_save(std::uint64_t, core::SavedFederation&&) override {
    return std::nullopt;
  }

  Downlinks& host_;
};

// The present host: muted while a journal is replayed.
class HostAccess {
 public:
  explicit HostAccess(Downlinks& host) : host_(host), muted_(host), present_(&host) {}
  HostAccess(const HostAccess&) = delete;
  HostAccess& operator=(const HostAccess&) = delete;

  void mute() { present_ = &muted_; }
  void unmute() { present_ = &host_; }
  Downlinks* operator->() const { return present_; }
  Downlinks& operator*() const { return *present_; }

 private:
  Downlinks& host_;
  MutedHost muted_;
  Downlinks* present_;
};

}  // namespace triad::rtig
