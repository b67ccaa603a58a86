// With RTI_DESTRUCTORS_NEVER_THROW a federate may have a second base with a noexcept destructor.
#define RTI_DESTRUCTORS_NEVER_THROW
#include <NullFederateAmbassador.hh>
#include <RTI.hh>

class Window {
 public:
  virtual ~Window() {}
};

class WindowFederate : public Window, public NullFederateAmbassador {
 public:
  RTI::RTIambassador ambassador;
};

void destroy(WindowFederate* federate) {
  delete federate;
}
