// Property of the reader of frames between routers for any bytes: a frame that it accepts encodes
// to the same bytes again. Checked by link_frame_fuzz and, on its corpus and by seeds, by
// link_frame_corpus_test.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace triad::router {

// Returns empty if the property holds, otherwise a description of the violation.
std::string_view broken_link_frame_property(std::span<const std::uint8_t> frame);

}  // namespace triad::router
