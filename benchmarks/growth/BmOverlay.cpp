// BmOverlay: counts the traffic between sites with a router each, where every site sees the objects
// of all others, directly and by the relays of an overlay. Prints a line of CSV for each number of
// sites and each out-degree; benchmarks/overlay makes a table and a figure of them.
#include <cstdio>
#include <exception>
#include <sstream>
#include <string>
#include <vector>

#include "benchmarks/growth/site_load.hpp"
#include "command_line.hpp"

namespace triad::growth {
namespace {

struct OverlayOptions {
  std::string sites = "1,2,5,10,20,50,100";
  std::string out_degrees = "0,1,2,4";
  unsigned long objects = 4;
  unsigned long bytes = 120;
  unsigned long delay_ms = 150;
};

std::vector<std::size_t> numbers(const std::string& text) {
  std::vector<std::size_t> all;
  std::istringstream in(text);
  for (std::string one; std::getline(in, one, ',');) all.push_back(std::stoul(one));
  return all;
}

int print_all(const OverlayOptions& options) {
  std::printf(
      "sites,objects,out_degree,updates,taken,by_sources,passed_on,bytes,most_by_a_source,"
      "most_by_a_router,longest_ms,mean_ms\n");
  bool is_good = true;
  for (const std::size_t sites : numbers(options.sites)) {
    for (const std::size_t degree : numbers(options.out_degrees)) {
      const SiteLoad load{.sites = sites,
                          .objects = options.objects,
                          .value_bytes = options.bytes,
                          .out_degree = degree,
                          .delay_max_ms = static_cast<double>(options.delay_ms)};
      const SiteCosts costs = count(load);
      const auto number = [](std::uint64_t value) {
        return static_cast<unsigned long long>(value);
      };
      std::printf("%zu,%lu,%zu,%llu,%llu,%llu,%llu,%llu,%llu,%llu,%.1f,%.1f\n", sites,
                  options.objects, degree, number(costs.updates), number(costs.taken),
                  number(costs.sent_by_sources), number(costs.passed_on), number(costs.bytes),
                  number(costs.most_by_a_source), number(costs.most_by_a_router), costs.longest_ms,
                  costs.mean_ms);
      std::fflush(stdout);
      for (const std::string& fault : costs.faults) {
        std::fprintf(stderr, "BmOverlay: %s\n", fault.c_str());
      }
      is_good = is_good && costs.faults.empty() && costs.taken == costs.updates * (sites - 1);
    }
  }
  return is_good ? 0 : 1;
}

}  // namespace
}  // namespace triad::growth

int main(int count, char** arguments) {
  triad::growth::OverlayOptions options;
  benchmark_federate::CommandLine line("BmOverlay", "traffic between sites");
  line.value("--sites", "N,N...", options.sites, "how many");
  line.value("--out-degrees", "N,N...", options.out_degrees,
             "to how many others a router passes on; 0: no overlay");
  line.value("--objects", "N", options.objects, "at each site");
  line.value("--bytes", "N", options.bytes, "of the value of an update");
  line.value("--delay", "MS", options.delay_ms, "by relays at most");
  try {
    line.parse(count, arguments);
    return triad::growth::print_all(options);
  } catch (const benchmark_federate::WrongUsage& wrong) {
    std::fprintf(stderr, "BmOverlay: %s\n", wrong.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "BmOverlay: %s\n", error.what());
    return 1;
  }
}
