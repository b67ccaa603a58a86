// What a process occupies in memory. Linux alone.
#ifndef TRIAD_BENCHMARKS_PROCESS_MEMORY_HPP
#define TRIAD_BENCHMARKS_PROCESS_MEMORY_HPP

#include <unistd.h>

#include <cstdio>
#include <string>

namespace benchmark_federate {

// Of the process with that number, or of this one, in bytes: what it really occupies; 0: it is not
// known.
inline double resident_bytes(const std::string& process = "self") {
  const std::string path = "/proc/" + process + "/statm";
  std::FILE* const file = std::fopen(path.c_str(), "r");
  if (file == nullptr) return 0;
  unsigned long total = 0;
  unsigned long resident = 0;
  const int read = std::fscanf(file, "%lu %lu", &total, &resident);
  std::fclose(file);
  return read == 2 ? static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) : 0;
}

}  // namespace benchmark_federate

#endif
