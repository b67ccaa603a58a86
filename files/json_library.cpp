// Compiles Boost.JSON, which is a header library, once for all users.
#include <boost/json/src.hpp>
