// Uses libFedTime and nothing of libRTI-NG.
#include <fedtime.hh>

int main() {
  RTIfedTime now(1.5);
  now += RTIfedTime(2.0);
  std::cout << now << std::endl;
  return 0;
}
