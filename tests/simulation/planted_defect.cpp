// Plants a defect of moves in the scenarios that are linked with this file. TRIAD_PLANTED_DEFECT
// names it.
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "records/defect.hpp"

namespace triad::records {
namespace {

[[maybe_unused]] const bool is_planted = [] {
  const char* const name = std::getenv("TRIAD_PLANTED_DEFECT");
  const std::string_view wanted = name == nullptr ? "" : name;
  // Records that the RTIG kept for a member that moves have no addressee, so its new router gives
  // them to all members.
  if (wanted == "kept_records_not_addressed") present_defect = Defect::kept_records_not_addressed;
  // The new router gives the member only what it has stated there, although it has not stated
  // anything yet.
  if (wanted == "log_kept_from_moved_member") present_defect = Defect::log_kept_from_moved_member;
  if (present_defect == Defect::none) {
    std::fprintf(stderr, "TRIAD_PLANTED_DEFECT names no defect of moves\n");
    std::exit(2);
  }
  return true;
}();

}  // namespace
}  // namespace triad::records
