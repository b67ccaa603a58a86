#include "records/header_filter.hpp"

namespace triad::records {

template class HeaderFilterOf<wire::FederateHandle>;

}  // namespace triad::records
