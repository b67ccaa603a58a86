// Boost.JSON, compiled here once, since it comes as headers.
#include <boost/json/src.hpp>
