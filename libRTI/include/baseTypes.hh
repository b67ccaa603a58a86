/* Base types and the root of the exceptions. Included by RTI.hh inside RTI, never by a federate. */
#ifndef BASETYPES_HH_INCLUDED
#define BASETYPES_HH_INCLUDED

#ifndef NULL
#define NULL (0)
#endif

typedef unsigned short UShort;
typedef short Short;
typedef unsigned long ULong;
typedef long Long;
typedef double Double;
typedef float Float;

/* An enumeration, not bool: `Boolean b = (x < y);` does not compile, as in RTI-NG. */
enum Boolean { RTI_FALSE = 0, RTI_TRUE };

/* What every exception of the API derives from. `_name` is the class's name without "RTI::" and
 * equal, also as a pointer, to the class's `_ex`; `_reason` is the object's own copy and never
 * null. */
class RTI_EXPORT Exception {
 public:
  ULong _serial;
  char* _reason;
  const char* _name;

  Exception(const char* reason);
  Exception(ULong serial, const char* reason = NULL);
  Exception(const Exception& toCopy);
  virtual ~Exception();
  Exception& operator=(const Exception& toCopy);

  /* A new object of the same class; the caller deletes it. */
  virtual Exception* cloneSelf() const RTI_NOEXCEPT = 0;
  /* Throws a copy of this object as its own class. */
  virtual void throwSelf() const = 0;
  /* Name and reason in one line (a CERTI name). */
  const std::string displayMe() const { return std::string(_name) + ": " + _reason; }
};

/* Declares exception class A. `type` is a number of its own for each class (a CERTI name). */
#define RTI_EXCEPT(A)                                  \
  class RTI_EXPORT A : public Exception {              \
   public:                                             \
    static const char* _ex;                            \
    static long type;                                  \
    A(const char* reason);                             \
    A(ULong serial, const char* reason = NULL);        \
    A(A const& toCopy);                                \
    virtual ~A();                                      \
    A& operator=(A const& toCopy);                     \
    virtual Exception* cloneSelf() const RTI_NOEXCEPT; \
    virtual void throwSelf() const;                    \
  };

#endif /* BASETYPES_HH_INCLUDED */
