/* Base types and the root of the exceptions. Included by RTI.hh inside RTI, never by a federate. */
#ifndef BASETYPES_HH_INCLUDED
#define BASETYPES_HH_INCLUDED

#ifndef NULL
#define NULL (0)
#endif

typedef unsigned short UShort; /**< @brief As the specification names it. */
typedef short Short;           /**< @brief As the specification names it. */
typedef unsigned long ULong;   /**< @brief As the specification names it. */
typedef long Long;             /**< @brief As the specification names it. */
typedef double Double;         /**< @brief As the specification names it. */
typedef float Float;           /**< @brief As the specification names it. */

/** @brief An enumeration, not bool: `Boolean b = (x < y);` does not compile, as in RTI-NG. */
enum Boolean {
  RTI_FALSE = 0, /**< No. */
  RTI_TRUE       /**< Yes. */
};

/** @brief What every exception of the API derives from.
 *
 * `_name` is equal, also as a pointer, to the class's `_ex`; `_reason` is the object's own copy.
 */
class RTI_EXPORT Exception {
 public:
  ULong _serial;     /**< @brief A number that the thrower may give. */
  char* _reason;     /**< @brief What was wrong, where, and what to do; never null. */
  const char* _name; /**< @brief The name of the class, without "RTI::". */

  /** @brief Copies the reason. */
  Exception(const char* reason);
  /** @brief Copies the reason. */
  Exception(ULong serial, const char* reason = NULL);
  /** @brief A copy with a reason of its own. */
  Exception(const Exception& toCopy);
  /** @brief Frees the reason. */
  virtual ~Exception();
  /** @brief Becomes a copy. */
  Exception& operator=(const Exception& toCopy);

  /** @brief A new object of the same class; the caller deletes it. */
  virtual Exception* cloneSelf() const RTI_NOEXCEPT = 0;
  /** @brief Throws a copy of this object as its own class. */
  virtual void throwSelf() const = 0;
  /** @brief Name and reason in one line (a CERTI name). */
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
