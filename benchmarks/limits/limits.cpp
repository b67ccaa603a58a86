// Measures the limits of this machine for messages between two processes, by message size, and how
// close Triad's links come to them. Also measures how fast several processes can wait for one
// another. Prints a table or CSV.
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "benchmarks/limits/limits_options.hpp"
#include "benchmarks/limits/measure.hpp"
#include "benchmarks/limits/route.hpp"
#include "benchmarks/limits/singles.hpp"

namespace {

using namespace triad::limits;
using benchmark_federate::Summary;

struct Row {
  const RouteKind* kind = nullptr;
  std::size_t size = 0;
  std::vector<Summary> latencies;
  std::vector<double> rates;
};

struct SingleRow {
  Single single;
  std::vector<double> values;
};

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

double median_of(const Row& row, double Summary::*figure) {
  std::vector<double> values;
  for (const Summary& summary : row.latencies) values.push_back(summary.*figure);
  return median(std::move(values));
}

std::vector<RouteKind> chosen_kinds(const Options& options) {
  std::vector<RouteKind> kinds;
  add_bare_rings(kinds);
  add_bare_sockets(kinds);
  add_chains(kinds);
  add_links(kinds);
  std::erase_if(kinds, [&](const RouteKind& kind) {
    return kind.name.find(options.routes) == std::string::npos ||
           (kind.spins && options.cores == Cores::same);
  });
  return kinds;
}

std::vector<SingleRow> chosen_singles(const Options& options) {
  std::vector<Single> singles;
  add_barriers(singles);
  add_relayed_barriers(singles);
  add_pairs(singles);
  add_costs(singles);
  std::vector<SingleRow> rows;
  for (Single& single : singles) {
    if (single.name.find(options.routes) == std::string::npos) continue;
    rows.push_back({std::move(single), {}});
  }
  return rows;
}

// Shows the progress, on a terminal only, because elsewhere it would mix with the results.
void print_progress(std::size_t repetition, const Options& options, const std::string& step_name) {
  if (::isatty(STDERR_FILENO) == 0) return;
  std::fprintf(stderr, "\r%zu/%zu %s\x1b[K", repetition + 1, options.repeat, step_name.c_str());
}

// Repetitions are the outer loop, so that noise of the machine affects all rows equally.
void measure_all(std::vector<Row>& rows, std::vector<SingleRow>& singles, const Options& options) {
  for (std::size_t repetition = 0; repetition < options.repeat; ++repetition) {
    for (Row& row : rows) {
      print_progress(repetition, options,
                     row.kind->name + " " + std::to_string(row.size) + " bytes");
      const std::size_t streamed =
          std::max<std::size_t>(1, std::min(10 * options.count, options.stream_bytes / row.size));
      if (!row.kind->only_stream) {
        row.latencies.push_back(measure_latency(*row.kind, row.size, options.count, options.cores));
      }
      row.rates.push_back(measure_stream(*row.kind, row.size, streamed, options.cores));
    }
    for (SingleRow& row : singles) {
      print_progress(repetition, options, row.single.name);
      row.values.push_back(row.single.measure(options.count));
    }
  }
  std::fputs("\r\x1b[K", stderr);
}

// Prints single figures: size 0, and the value in the column with the same unit as for messages.
void print_csv(const std::vector<SingleRow>& rows) {
  for (const SingleRow& row : rows) {
    for (std::size_t i = 0; i < row.values.size(); ++i) {
      const bool rate = row.single.unit == Unit::rounds_per_s;
      std::printf(rate ? "%s,0,%zu,,,,,%.0f\n" : "%s,0,%zu,,,%.4f,,\n", row.single.name.c_str(),
                  i + 1, row.values[i]);
    }
  }
}

void print_csv(const std::vector<Row>& rows) {
  std::puts("route,bytes,repetition,mean_us,sd_us,p50_us,p99_us,messages_per_s");
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.rates.size(); ++i) {
      std::printf("%s,%zu,%zu,", row.kind->name.c_str(), row.size, i + 1);
      if (i < row.latencies.size()) {
        const Summary& latency = row.latencies[i];
        std::printf("%.3f,%.3f,%.3f,%.3f,", latency.mean, latency.sd, latency.p50, latency.p99);
      } else {
        std::fputs(",,,,", stdout);
      }
      std::printf("%.0f\n", row.rates[i]);
    }
  }
}

void print_table(const std::vector<SingleRow>& rows) {
  if (!rows.empty()) std::puts("");
  for (const SingleRow& row : rows) {
    const bool rate = row.single.unit == Unit::rounds_per_s;
    std::printf(rate ? "%-15s %12.0f rounds/s\n" : "%-15s %12.4f us\n", row.single.name.c_str(),
                median(row.values));
  }
}

void print_table(const std::vector<Row>& rows, const Options& options) {
  utsname system{};
  ::uname(&system);
  static const char* const kCores[] = {"any cores", "own cores", "the same core"};
  std::printf("%s %s, %ld cores, two processes on %s, %zu messages, median of %zu runs\n\n",
              system.sysname, system.release, ::sysconf(_SC_NPROCESSORS_ONLN),
              kCores[static_cast<int>(options.cores)], options.count, options.repeat);
  std::puts("                             one way, microseconds            stream");
  std::puts("route             bytes     mean       sd      p50      p99  M msg/s     MB/s");
  for (const Row& row : rows) {
    std::printf("%-15s %7zu ", row.kind->name.c_str(), row.size);
    if (row.latencies.empty()) {
      std::printf("%35s", "");
    } else {
      std::printf("%8.2f %8.2f %8.2f %8.2f", median_of(row, &Summary::mean),
                  median_of(row, &Summary::sd), median_of(row, &Summary::p50),
                  median_of(row, &Summary::p99));
    }
    const double rate = median(row.rates);
    std::printf(" %8.2f %8.0f\n", rate / 1e6, rate * static_cast<double>(row.size) / 1e6);
  }
}

}  // namespace

int main(int argc, char** argv) {
  namespace command_line = triad::command_line;
  constexpr int kWrongCommandLine = 2;
  const std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  const auto given = command_line::parse_command_line(manual(), arguments);
  if (given) {
    if (const auto answer = command_line::help_or_version(manual(), *given)) {
      return command_line::print(manual(), *answer) ? 0 : 1;
    }
  }
  const auto options = given ? options_of(*given) : given.error();
  if (!options) {
    std::fprintf(stderr, "limits: %s\n", options.error().text.c_str());
    return kWrongCommandLine;
  }
  const std::vector<RouteKind> kinds = chosen_kinds(*options);
  std::vector<Row> rows;
  for (const std::size_t size : options->sizes) {
    for (const RouteKind& kind : kinds) rows.push_back({&kind, size, {}, {}});
  }
  std::vector<SingleRow> singles = chosen_singles(*options);
  if (rows.empty() && singles.empty()) {
    std::fprintf(stderr, "limits: no route name contains --routes \"%s\"; omit it to show all\n",
                 options->routes.c_str());
    return kWrongCommandLine;
  }
  measure_all(rows, singles, *options);
  if (options->csv) {
    print_csv(rows);
    print_csv(singles);
  } else {
    print_table(rows, *options);
    print_table(singles);
  }
  return 0;
}
