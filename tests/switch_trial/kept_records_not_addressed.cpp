// Plants a defect in the scenarios that are linked with this file: records that the RTIG kept for a
// member that moves have no addressee, so its new router gives them to all members.
#include "records/defect.hpp"

namespace triad::records {
namespace {

[[maybe_unused]] const bool is_planted = [] {
  present_defect = Defect::kept_records_not_addressed;
  return true;
}();

}  // namespace
}  // namespace triad::records
