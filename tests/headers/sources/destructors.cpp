// Destructors of federates' classes that derive from the RTI's classes or have them as members:
// with an exception list, with an empty list, and without a list.
#include <NullFederateAmbassador.hh>
#include <RTI.hh>
#include <fedtime.hh>
#if __cplusplus >= 201103L
#include <type_traits>
#endif

class PlainFederate : public NullFederateAmbassador {
 public:
  virtual ~PlainFederate() {}
};

class ImplicitFederate : public NullFederateAmbassador {
  std::string name;
};

#if __cplusplus < 201703L
class EmptyListFederate : public NullFederateAmbassador {
 public:
  virtual ~EmptyListFederate() throw() {}
};

class ListFederate : public NullFederateAmbassador {
 public:
  virtual ~ListFederate() throw(RTI::FederateInternalError) {}
};

class BelowListFederate : public ListFederate {
 public:
  virtual ~BelowListFederate() throw(RTI::FederateInternalError) {}
};
#endif

#if __cplusplus >= 201103L
class MayThrowFederate : public NullFederateAmbassador {
 public:
  ~MayThrowFederate() noexcept(false) override {}
};

class NeverThrowsFederate : public NullFederateAmbassador {
 public:
  ~NeverThrowsFederate() noexcept override {}
};

class DefaultedFederate : public NullFederateAmbassador {
 public:
  ~DefaultedFederate() override = default;
};

static_assert(!std::is_nothrow_destructible<RTI::FederateAmbassador>::value, "may throw");
static_assert(!std::is_nothrow_destructible<NullFederateAmbassador>::value, "may throw");
static_assert(!std::is_nothrow_destructible<RTI::RTIambassador>::value, "may throw");
static_assert(std::is_nothrow_destructible<RTIfedTime>::value, "a time is a quiet member");
static_assert(std::is_nothrow_destructible<RTI::RTIinternalError>::value, "an exception");
#endif

// An ambassador as a member of the federate, as in many programs.
class OwningFederate : public NullFederateAmbassador {
 public:
  RTI::RTIambassador ambassador;
  RTIfedTime now;
};

// Times as members of various classes, also of classes with a noexcept base.
class Base {
 public:
  virtual ~Base() {}
};

class Clock : public Base {
  RTIfedTime now;
};

void destroy(PlainFederate* a, ImplicitFederate* b, OwningFederate* c, Clock* d,
             RTI::FederateAmbassador* e, RTI::RTIambassador* f, RTI::FedTime* g, RTI::Region* h,
             RTI::AttributeHandleSet* i, RTI::FederateHandleSet* j,
             RTI::AttributeHandleValuePairSet* k, RTI::ParameterHandleValuePairSet* l,
             RTI::Exception* m) {
  delete a;
  delete b;
  delete c;
  delete d;
  delete e;
  delete f;
  delete g;
  delete h;
  delete i;
  delete j;
  delete k;
  delete l;
  delete m;
}
