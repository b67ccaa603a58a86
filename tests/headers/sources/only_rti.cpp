// RTI.hh alone, with the standard names that federates use through it.
#include <RTI.hh>

#ifndef RTI_USES_STD_FSTREAM
#error "RTI_USES_STD_FSTREAM must be defined, by the federate or by RTI.hh"
#endif

void print(const RTI::Exception& exception, RTI::Exception* pointer,
           const RTI::Exception* constant) {
  std::ofstream file("log");
  RTI_STD::ostream& stream = file;
  stream << exception << pointer << constant << *pointer << std::endl;
  std::cout << exception;
  std::cerr << pointer;
  if (NULL == pointer) std::cout << RTI_VERSION;
}
