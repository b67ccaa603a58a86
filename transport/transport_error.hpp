// Errors of transport/, as values: a code for programs and a text for people (the problem, the
// place, the remedy). Nothing here throws, and this folder does not know HLA's exceptions.
#pragma once

#include <boost/system/result.hpp>
#include <stdexcept>
#include <string>
#include <utility>

namespace triad::transport {

struct Error {
  enum class Code {
    none,             // the link is open, or nothing went wrong
    bad_url,          // the text is not a URL, or this call cannot use it
    unknown_host,     // the host name does not resolve
    refused,          // no program listens there
    unreachable,      // no route, no permission, host down
    timed_out,        // no answer within the time limit
    in_use,           // the address or name to listen on is taken
    no_room,          // memory, shared memory or descriptors are short
    closed,           // closed by this side's own call
    peer_closed,      // the peer, or the kernel of its host, closed the connection
    peer_lost,        // the connection to the peer broke
    bad_frame,        // the peer (or the network) broke the framing or the ring
    frame_too_large,  // a frame beyond Link::limit_frames()
    turned_away,      // one end does not accept the identity of the other
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

// Called by Boost.System if value() is called on an error, which is a programming error.
[[noreturn]] inline void throw_exception_from_error(const Error& e, const boost::source_location&) {
  throw std::logic_error("unchecked transport error: " + e.text);
}

}  // namespace triad::transport
