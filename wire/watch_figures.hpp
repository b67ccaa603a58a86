// Figures of a process and of its host, and events of the RTIG, for programs that watch a
// federation (rtimon). Values that grow count from the start of the process or of the host, so that
// a reader computes rates.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "wire/codec.hpp"

namespace triad::wire {

// Limits of HostFigures: number of network interfaces, and bytes of a name.
inline constexpr std::size_t kInterfacesMax = 16;
inline constexpr std::size_t kInterfaceNameMax = 15;
// Limits of one answer with events: their number, and bytes of each text.
inline constexpr std::size_t kEventsMax = 128;
inline constexpr std::size_t kEventTextMax = 200;

struct ProcessFigures {
  std::uint32_t process = 0;        // process id
  std::uint64_t cpu_user_ms = 0;    // since its start
  std::uint64_t cpu_system_ms = 0;  // since its start
  std::uint64_t memory_bytes = 0;   // resident
  std::uint32_t threads = 0;
  std::uint32_t descriptors = 0;  // open file descriptors
};
BOOST_DESCRIBE_STRUCT(ProcessFigures, (),
                      (process, cpu_user_ms, cpu_system_ms, memory_bytes, threads, descriptors))

// A network interface. Counts since the start of the host.
struct InterfaceFigures {
  std::string_view name;
  std::uint64_t bytes_received = 0;
  std::uint64_t packets_received = 0;
  std::uint64_t bytes_sent = 0;
  std::uint64_t packets_sent = 0;
};
BOOST_DESCRIBE_STRUCT(InterfaceFigures, (),
                      (name, bytes_received, packets_received, bytes_sent, packets_sent))

struct HostFigures {
  std::uint32_t processors = 0;
  std::uint64_t cpu_user_ms = 0;  // of all processors, since the start of the host
  std::uint64_t cpu_system_ms = 0;
  std::uint64_t cpu_idle_ms = 0;
  std::uint32_t load_percent = 0;  // load average of one minute, in hundredths
  std::uint64_t memory_bytes = 0;  // installed
  std::uint64_t memory_available_bytes = 0;
  std::uint64_t memory_cached_bytes = 0;
  std::vector<InterfaceFigures> interfaces;  // at most kInterfacesMax
};
BOOST_DESCRIBE_STRUCT(HostFigures, (),
                      (processors, cpu_user_ms, cpu_system_ms, cpu_idle_ms, load_percent,
                       memory_bytes, memory_available_bytes, memory_cached_bytes, interfaces))

// Figures that a program reads about itself. Empty: it was not asked, or its system has none.
struct Figures {
  std::optional<ProcessFigures> process = {};  // of the rtig, or of the federate
  std::optional<ProcessFigures> rtia = {};     // of the federate's rtia, if that is a process
  std::optional<HostFigures> host = {};
};
BOOST_DESCRIBE_STRUCT(Figures, (), (process, rtia, host))

// Figures that a question asks for. The RTIG asks one member of each host for those of the host.
enum class FiguresScope : std::uint8_t { none, process, process_and_host };
BOOST_DESCRIBE_ENUM(FiguresScope, none, process, process_and_host)

enum class EventKind : std::uint8_t {
  federation_created,
  federation_ended,
  joined,
  resigned,
  lost,
  synchronized,
  saved,
  not_saved,
  restored,
  not_restored
};
BOOST_DESCRIBE_ENUM(EventKind, federation_created, federation_ended, joined, resigned, lost,
                    synchronized, saved, not_saved, restored, not_restored)

// A change that the RTIG keeps for programs that ask later.
struct RtigEvent {
  std::uint64_t number = 0;  // counts from 1 for each process of the RTIG
  std::uint64_t age_ms = 0;
  EventKind kind{};
  std::string_view federation;
  FederateHandle federate{};  // zero: none
  std::string_view federate_type;
  std::string_view text;  // reason, or label
};
BOOST_DESCRIBE_STRUCT(RtigEvent, (),
                      (number, age_ms, kind, federation, federate, federate_type, text))

}  // namespace triad::wire
