// One RTIambassador's inside: the guard around every service, tick, and the host of its RTI
// ambassador. The services (services_*.cpp) say what each asks for; this says how any is carried
// out. No state is shared between two sessions.
//
// Every service passes through service() here, which refuses concurrent access, carries the service
// out, and turns a refusal into its HLA exception.
#pragma once

#include <RTI.hh>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "config/config.hpp"
#include "libRTI/src/background/background_thread.hpp"
#include "libRTI/src/callback_dispatcher.hpp"
#include "libRTI/src/callback_signal.hpp"
#include "libRTI/src/convert.hpp"
#include "libRTI/src/error_table.hpp"
#include "libRTI/src/fork_guard.hpp"
#include "libRTI/src/regions.hpp"
#include "libRTI/src/rtia_host.hpp"
#include "wire/error.hpp"

namespace triad::api {

using wire::ErrorCode;
using wire::Result;

// Whether a service may be called from within a callback.
enum class Entry { anywhere, outside_callbacks };

// How long a tick waits and how much it delivers.
struct TickLimits {
  double first_s = 0;  // wait so long at most for a first callback
  std::optional<double> total_s =
      {};  // go on for so long at most; empty: what is there, then return
  bool one_callback = false;
};

class Session {
 public:
  Session() = default;
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // A service that is one call of the RTI ambassador. `make_request` makes the call's struct; what
  // it throws (a set or time class of the federate's own) reaches the federate.
  template <class MakeRequest>
  auto call(const char* name, MakeRequest&& make_request) {
    return service(name, Entry::anywhere, [&] { return ask(make_request()); });
  }

  // A service with a `body` of its own, which returns a Result.
  template <class Body>
  auto service(const char* name, Entry entry, Body&& body);

  // Within a service: asks the RTI ambassador; an RTI that is not there yet has no member.
  template <wire::Call C>
  Result<typename C::Reply> ask(const C& request) {
    if (host_ == nullptr) return not_a_member();
    if constexpr (std::is_same_v<C, wire::RegisterObjectInstance>) take_orders();
    return host_->call(request);
  }
  // Within a service: the host, made if need be. The first create, destroy or join comes here.
  Result<RtiaHost*> host();
  Result<void> create_federation(std::string_view federation, std::string_view fed);
  // Within a service: joined, or lost and not told so by a resign yet.
  bool member() const { return host_ != nullptr && host_->member(); }
  void set_federate_ambassador(RTI::FederateAmbassador* federate) { federate_ = federate; }
  // Within a service: the time as bytes, valid until the next call of this; the other is for a
  // service of two times.
  wire::Bytes encoded(const RTI::FedTime& time) { return encode(time, encoded_time_); }
  wire::Bytes encoded_second(const RTI::FedTime& time) { return encode(time, second_time_); }
  // Within enableTimeRegulation or enableTimeConstrained: makes the next tick wait for the answer
  // if the answer comes soon.
  void enabling_begins() { expects_answer_ = true; }
  PairBuffer& scratch() { return scratch_; }
  RegionBook& regions() { return *regions_; }
  static wire::Error not_a_member();

  // May delete this object's owner: who calls it holds the session by a shared_ptr.
  RTI::Boolean tick(const char* name, const TickLimits& limits);

  // The RTIambassador is being deleted. What is joined is lost to its federation.
  void abandon() noexcept;

  // RTIextensions: a descriptor that is readable when a tick may have something to do.
  int callback_descriptor();
  // The process id of the rtia, if there is one (CERTI's real-time additions).
  std::optional<int> rtia_process_id();

 private:
  // One service under way.
  class Visit {
   public:
    Visit(Session& session, const char* name, Entry entry);
    ~Visit();
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;

   private:
    Session& session_;
    bool within_callback_ = false;
  };

  // Whether this forked child may use the RTIambassador: it becomes the child's own if nothing was
  // connected before the fork.
  bool adopt_in_child();
  // A tick under way. The host may be dropped meanwhile.
  class Ticking {
   public:
    explicit Ticking(Session& session);
    ~Ticking();
    Ticking(const Ticking&) = delete;
    Ticking& operator=(const Ticking&) = delete;

   private:
    Session& session_;
  };

  static wire::Bytes encode(const RTI::FedTime& time, std::vector<char>& buffer);
  Result<bool> run_tick(const TickLimits& limits);
  bool deliver_one();
  bool awaits_answer(std::optional<RtiaHost::Clock::time_point>& until);
  void take_orders();
  void renew_regions();
  void update_signal();
  void start_background_thread();
  void drop_host();

  std::atomic<std::thread::id> inside_{};  // the thread in a service; none: the default id
  std::atomic<bool> abandoned_{false};
  ForkGuard fork_guard_;

  // Owned by the thread inside; what the background thread needs of it (host_'s
  // ambassador, signal_) by whoever has taken that ambassador.
  bool delivering_ = false;  // a callback is running
  bool nested_ = false;      // which is in a service
  std::unique_ptr<RtiaHost> host_;
  bool has_connected_ = false;   // or is about to, for the first time
  bool yields_ = true;           // in a tick() that finds nothing
  bool stays_ = false;           // in a tick(min, max) for the minimum, also after callbacks
  bool expects_answer_ = false;  // to an enabling; no tick has waited in vain
  RTI::FederateAmbassador* federate_ = nullptr;
  std::vector<std::string> fed_path_;
  CallbackDispatcher dispatcher_;
  CallbackSignal signal_;
  std::vector<char> encoded_time_;
  std::vector<char> second_time_;
  PairBuffer scratch_;
  const std::shared_ptr<RegionBook> regions_ = std::make_shared<RegionBook>();
  BackgroundThread background_;
};

template <class Body>
auto Session::service(const char* name, Entry entry, Body&& body) {
  const Visit visit(*this, name, entry);
  auto result = [&] {
    try {
      return body();
    } catch (...) {
      rethrow_as_exception(name);
    }
  }();
  if (!result) throw_as_exception(result.error(), name);
  if constexpr (!std::is_void_v<typename decltype(result)::value_type>) return from_wire(*result);
}

}  // namespace triad::api

// What RTI.hh declares and leaves to us: an RTIambassador's two pointers. privateData is the public
// one, by which RTIextensions finds the session.
struct RTIambPrivateRefs {
  std::shared_ptr<triad::api::Session> session;
};
struct RTIambPrivateData {
  std::shared_ptr<triad::api::Session> session;
};
