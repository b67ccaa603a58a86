// What must hold of the reader of frames between routers for any bytes: what it takes for a frame
// is one, byte for byte. Checked by link_frame_fuzz and, on its corpus and by seeds, by
// link_frame_corpus_test.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace triad::router {

// Empty if it holds, else what does not.
std::string_view broken_link_frame_property(std::span<const std::uint8_t> frame);

}  // namespace triad::router
