// The callbacks of HLA 1.3: those that the Ambassador makes. The host of the RTIA makes the others,
// for RTIextensions (rtia/hosting/connection_news.hpp).
#pragma once

#include <boost/mp11.hpp>
#include <type_traits>

#include "rtia/callback.hpp"

namespace triad::rtia {

template <class Message>
using IsOfHost = std::bool_constant<std::is_same_v<Message, wire::ConnectionLost> ||
                                    std::is_same_v<Message, wire::ConnectionRestored>>;
using ApiCallbacks = boost::mp11::mp_remove_if<Callback, IsOfHost>;

}  // namespace triad::rtia
