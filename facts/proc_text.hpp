// Parser of the texts of Linux's /proc that have figures of a process and of the host. Pure: the
// texts come from facts/proc_reader.hpp or from tests. Each function returns nothing, and changes
// nothing, if a text is not in the expected form.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "wire/watch_figures.hpp"

namespace triad::facts {

// Units of the texts, which differ between systems.
struct ProcUnits {
  std::uint64_t ticks_per_second = 100;
  std::uint64_t page_bytes = 4096;
};

// Parses /proc/PID/stat. The result has no count of descriptors.
std::optional<wire::ProcessFigures> parse_process(std::string_view stat, ProcUnits units);

// Texts of one host, as far as they could be read.
struct HostTexts {
  std::string_view stat;      // /proc/stat, from its beginning
  std::string_view load;      // /proc/loadavg
  std::string_view memory;    // /proc/meminfo
  std::string_view networks;  // /proc/net/dev
};
// Parses the texts of a host. A fault in `networks` leaves out interfaces. Names refer to the text.
std::optional<wire::HostFigures> parse_host(const HostTexts& texts, ProcUnits units);

// Parses /proc/net/dev. Returns at most wire::kInterfacesMax interfaces.
std::vector<wire::InterfaceFigures> parse_networks(std::string_view text);

}  // namespace triad::facts
