// Uses libFedTime and the exceptions that it throws.
#include <fedtime.hh>

int main() {
  RTIfedTime now(1.5);
  try {
    now /= 0.0;
  } catch (RTI::InvalidFederationTime& e) {
    if (e._name == RTI::InvalidFederationTime::_ex) std::cout << e._name << std::endl;
  }
  return 0;
}
