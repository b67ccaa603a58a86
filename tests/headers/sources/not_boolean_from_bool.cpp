// Must not compile: RTI::Boolean is an enumeration.
#include <RTI.hh>
RTI::Boolean less(int x, int y) {
  return x < y;
}
