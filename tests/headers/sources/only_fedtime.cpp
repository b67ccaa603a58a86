// fedtime.hh alone: string functions and system types come with it.
#include <fedtime.hh>

size_t length_of(const char* text) {
  return strlen(text);
}

char* copy_of(const char* text) {
  char* copy = new char[strlen(text) + 1];
  return strcpy(copy, text);
}

pid_t no_process() {
  return 0;
}

namespace elsewhere {
struct Other {};
std::ostream& operator<<(std::ostream& stream, const Other&);
// The operator for times must be found although an operator of another namespace hides global ones.
void print(std::ostream& stream, const RTI::FedTime& time, const RTIfedTime& own) {
  stream << time << own << Other();
}
}  // namespace elsewhere
