// Errors of the transport folder, as values: a code for programs and a text for people (what was
// wrong, where, and what to do). Nothing here throws; HLA's exceptions are unknown to this folder.
#pragma once

#include <boost/system/result.hpp>
#include <stdexcept>
#include <string>
#include <utility>

namespace triad::transport {

struct Error {
  enum class Code {
    none,             // the link is open, or nothing went wrong
    bad_url,          // the text is no URL, or not one that this call can use
    unknown_host,     // the host name does not resolve
    refused,          // nobody listens there
    unreachable,      // no route, no permission, host down
    timed_out,        // nobody answered within the time limit
    in_use,           // the address or name that should be listened on is taken
    no_room,          // memory, shared memory or descriptors are short
    closed,           // closed by this side's own call
    peer_closed,      // the peer closed in an orderly way
    peer_lost,        // the peer died, or the connection to it broke
    bad_frame,        // the peer (or the network) broke the framing or the ring
    frame_too_large,  // a frame beyond Link::limit_frames()
    system,           // any other failure of a system call
  };
  Code code = Code::none;
  std::string text;
};

template <class T>
using Result = boost::system::result<T, Error>;

inline Error error(Error::Code code, std::string text) {
  return Error{code, std::move(text)};
}

// Boost.System asks for this where value() is called on an error: a mistake of ours.
[[noreturn]] inline void throw_exception_from_error(const Error& e, const boost::source_location&) {
  throw std::logic_error("unchecked transport error: " + e.text);
}

}  // namespace triad::transport
