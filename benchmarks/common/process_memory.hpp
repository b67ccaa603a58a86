// Memory of a process. Linux only.
#ifndef TRIAD_BENCHMARKS_PROCESS_MEMORY_HPP
#define TRIAD_BENCHMARKS_PROCESS_MEMORY_HPP

#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <cstdio>
#include <string>

namespace benchmark_federate {

// Returns the resident size in bytes of the process with this id, or of this process; 0 if unknown.
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

// Returns the anonymous part of the resident size: heap and stacks, without files and shared
// memory; 0 if unknown.
inline double own_bytes(const std::string& process = "self") {
  const std::string path = "/proc/" + process + "/smaps_rollup";
  std::FILE* const file = std::fopen(path.c_str(), "r");
  if (file == nullptr) return 0;
  char line[256];
  unsigned long kilobytes = 0;
  while (std::fgets(line, sizeof line, file) != nullptr) {
    if (std::sscanf(line, "Anonymous: %lu kB", &kilobytes) == 1) break;
  }
  std::fclose(file);
  return static_cast<double>(kilobytes) * 1024;
}

// Returns own_bytes() of this process without memory that is freed but kept by the allocator.
inline double own_bytes_in_use() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
  return own_bytes();
}

}  // namespace benchmark_federate

#endif
