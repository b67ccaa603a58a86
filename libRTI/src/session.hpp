// State of one RTIambassador: the guard around every service, tick, and the object that runs its
// RTI ambassador (rtia_host.hpp). Each service in services_*.cpp makes a request; this class
// carries it out. Sessions share no state.
//
// Every service runs in service(), which refuses concurrent access, carries out the service, and
// converts a refusal to its HLA exception.
#pragma once

#include <RTI.hh>
#include <RTIextensions.hh>
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

// Whether a service may be called within a callback.
enum class Entry { anywhere, outside_callbacks };

// Limits of a tick, on its duration and its callbacks.
struct TickLimits {
  double first_s = 0;  // Longest wait for the first callback, in seconds.
  // Longest duration of the delivery, in seconds. Empty: delivers only callbacks that are queued
  // now.
  std::optional<double> total_s = {};
  bool one_callback = false;
};

class Session {
 public:
  Session() = default;
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Runs a service that is one call of the RTI ambassador. `make_request` makes the request; its
  // exceptions, such as from a set or time class of the federate, reach the federate.
  template <class MakeRequest>
  auto call(const char* name, MakeRequest&& make_request) {
    return service(name, Entry::anywhere, [&] { return call_rtia(make_request()); });
  }

  // Runs a service with its own `body`, which returns a Result.
  template <class Body>
  auto service(const char* name, Entry entry, Body&& body);

  // Sends a request to the RTI ambassador, within a service. Without a connection the federate is
  // not a member.
  template <wire::Call C>
  Result<typename C::Reply> call_rtia(const C& request) {
    if (host_ == nullptr) return not_member_error();
    if constexpr (std::is_same_v<C, wire::RegisterObjectInstance>) poll_before_registration();
    return host_->call(request);
  }
  // Returns the host, within a service. create, destroy and join call it; it connects if necessary.
  Result<RtiaHost*> host();
  // Reads the FED file, if it is on this machine, and creates the federation.
  Result<void> create_federation(std::string_view federation, std::string_view fed);
  // Suspend the membership into a file, and continue one from a file (RTIextensions).
  Result<void> suspend(const std::string& file);
  Result<wire::FederateHandle> resume(const std::string& file, RTI::FederateAmbassador& federate);
  // Returns, within a service, whether the federate has joined and not resigned. A lost federation
  // does not change that.
  bool is_member() const { return host_ != nullptr && host_->is_member(); }
  void set_federate_ambassador(RTI::FederateAmbassador* federate) { federate_ = federate; }
  // Encode a time, within a service. The result is valid until the next call of the same function.
  // encoded_second() is for services with two times.
  wire::Bytes encoded(const RTI::FedTime& time) { return encode(time, encoded_time_); }
  wire::Bytes encoded_second(const RTI::FedTime& time) { return encode(time, second_time_); }
  // Lets the next tick wait for the answer to the enabling in progress (enableTimeRegulation,
  // enableTimeConstrained), if it is expected soon.
  void record_enabling() { expects_answer_ = true; }
  // Returns a buffer for the values of a set, valid during one service.
  PairBuffer& scratch() { return scratch_; }
  RegionBook& regions() { return *regions_; }
  // Returns the error FederateNotExecutionMember.
  static wire::Error not_member_error();

  // Serves RTIambassador::tick(). May delete this object's owner, so the caller must hold the
  // session by a shared_ptr.
  RTI::Boolean tick(const char* name, const TickLimits& limits);

  // Ends the use by the RTIambassador, which is being deleted. A federate that is still joined is
  // lost to its federation.
  void abandon() noexcept;

  // Returns the descriptor of RTIextensions, which is readable when tick may have work.
  int callback_descriptor();
  // Sets the object that receives news of the connection (RTIextensions); null: none.
  void set_connection_observer(RTIextensions::ConnectionObserver* observer);
  // Returns the process id of the rtia, if there is one (CERTI's real-time additions).
  std::optional<int> rtia_process_id();

 private:
  // One service in progress.
  class ServiceScope {
   public:
    ServiceScope(Session& session, const char* name, Entry entry);
    ~ServiceScope();
    ServiceScope(const ServiceScope&) = delete;
    ServiceScope& operator=(const ServiceScope&) = delete;

   private:
    Session& session_;
    bool within_callback_ = false;
  };

  // Returns whether this forked child may use the RTIambassador. It may if there was no connection
  // before the fork; the object then belongs to the child.
  bool adopt_in_child();
  // A tick in progress. The host may be deleted during it.
  class TickScope {
   public:
    explicit TickScope(Session& session);
    ~TickScope();
    TickScope(const TickScope&) = delete;
    TickScope& operator=(const TickScope&) = delete;

   private:
    Session& session_;
  };

  static wire::Bytes encode(const RTI::FedTime& time, std::vector<char>& buffer);
  Result<wire::FederateHandle> resume_here(const wire::SuspendedMembership& suspended);
  // Returns whether callbacks are left, as tick() does.
  Result<bool> run_tick(const TickLimits& limits);
  // Returns false if there was no callback.
  bool deliver_next_callback();
  // Returns whether this tick goes on for the answer to an enabling. `until`: empty at first; then
  // the end of that wait.
  bool must_wait_for_answer(std::optional<RtiaHost::Clock::time_point>& until);
  // Polls before a registration, which needs no answer of the RTIG (session.cpp).
  void poll_before_registration();
  // Gives the regions their saved bounds. Only after a restore.
  void reload_regions();
  // Lets the descriptor of callbacks follow the present link and queue.
  void update_signal();
  // Starts the thread for an embedded ambassador, if settings allow it.
  void start_background_thread();
  // Ends the background thread, and the connection to the RTIG.
  void drop_host();

  std::atomic<std::thread::id>
      thread_inside_{};                 // Thread in a service; the default id if there is none.
  std::atomic<bool> abandoned_{false};  // The RTIambassador has been destroyed.
  ForkGuard fork_guard_;

  // Used only by the thread inside. Exception: members that the background thread needs (the
  // ambassador of host_, signal_) are used by the thread that has taken the ambassador.
  bool is_delivering_ = false;    // Whether a callback is running.
  bool has_nested_call_ = false;  // Whether the callback has called a service.
  std::unique_ptr<RtiaHost> host_;
  bool has_connected_ = false;  // Whether the first connection was made or has begun.
  bool yields_processor_ =
      true;  // Whether a tick() without callbacks yields the processor (wait.yield).
  // Whether tick(min, max) stays for the minimum after callbacks as well (tick.minimum).
  bool waits_for_minimum_ = false;
  // Whether an enabling is unanswered and no tick has reached its time limit for it.
  bool expects_answer_ = false;
  RTI::FederateAmbassador* federate_ = nullptr;
  std::vector<std::string> fed_path_;  // Folders in which FED files are searched.
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
  const ServiceScope visit(*this, name, entry);
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

// The two members of an RTIambassador that RTI.hh declares. RTIextensions finds the session by
// privateData, which is public.
struct RTIambPrivateRefs {
  std::shared_ptr<triad::api::Session> session;
};
struct RTIambPrivateData {
  std::shared_ptr<triad::api::Session> session;
};
