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

/** @brief Truth value. It is an enumeration, not bool: `Boolean b = (x < y);` does not compile, as
 * in RTI-NG.
 */
enum Boolean {
  RTI_FALSE = 0, /**< No. */
  RTI_TRUE       /**< Yes. */
};

/** @brief Base class of all exceptions of the API.
 *
 * `_name` is the same pointer as `_ex` of the class. The object owns its copy of `_reason`.
 */
class RTI_EXPORT Exception {
 public:
  ULong _serial;     /**< @brief Optional number from the thrower. */
  char* _reason;     /**< @brief Error, place and remedy, as text; never null. */
  const char* _name; /**< @brief The name of the class, without "RTI::". */

  /** @brief Creates an exception with a copy of the reason. */
  Exception(const char* reason);
  /** @brief Creates an exception with a copy of the reason. */
  Exception(ULong serial, const char* reason = NULL);
  /** @brief Copies the exception and its reason. */
  Exception(const Exception& toCopy);
  /** @brief Frees the reason. */
  virtual ~Exception();
  /** @brief Assigns a copy of the exception and its reason. */
  Exception& operator=(const Exception& toCopy);

  /** @brief Returns a new copy of the same class, which the caller deletes. */
  virtual Exception* cloneSelf() const RTI_NOEXCEPT = 0;
  /** @brief Throws a copy of this object as its own class. */
  virtual void throwSelf() const = 0;
  /** @brief Returns name and reason in one line (CERTI has this function). */
  const std::string displayMe() const { return std::string(_name) + ": " + _reason; }
};

/* Declares exception class A. `type` is a number unique to the class (CERTI has this member). */
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
