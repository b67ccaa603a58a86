// Errors as values. The codes are the names of the HLA 1.3 exceptions, because every refusal
// becomes one of them in libRTI, which has the only table from code to exception class. Used by
// core/, rtia/ and rtig/, and on the wire (Refused). Nothing here throws except
// throw_exception_from_error().
#pragma once

#include <boost/system/result.hpp>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

// The 79 exceptions of the HLA 1.3 C++ API, as CODE(name).
#define TRIAD_HLA_EXCEPTIONS(CODE)               \
  CODE(ArrayIndexOutOfBounds)                    \
  CODE(AsynchronousDeliveryAlreadyDisabled)      \
  CODE(AsynchronousDeliveryAlreadyEnabled)       \
  CODE(AttributeAcquisitionWasNotCanceled)       \
  CODE(AttributeAcquisitionWasNotRequested)      \
  CODE(AttributeAlreadyBeingAcquired)            \
  CODE(AttributeAlreadyBeingDivested)            \
  CODE(AttributeAlreadyOwned)                    \
  CODE(AttributeDivestitureWasNotRequested)      \
  CODE(AttributeNotDefined)                      \
  CODE(AttributeNotKnown)                        \
  CODE(AttributeNotOwned)                        \
  CODE(AttributeNotPublished)                    \
  CODE(ConcurrentAccessAttempted)                \
  CODE(CouldNotDiscover)                         \
  CODE(CouldNotOpenFED)                          \
  CODE(CouldNotRestore)                          \
  CODE(DeletePrivilegeNotHeld)                   \
  CODE(DimensionNotDefined)                      \
  CODE(EnableTimeConstrainedPending)             \
  CODE(EnableTimeConstrainedWasNotPending)       \
  CODE(EnableTimeRegulationPending)              \
  CODE(EnableTimeRegulationWasNotPending)        \
  CODE(ErrorReadingFED)                          \
  CODE(EventNotKnown)                            \
  CODE(FederateAlreadyExecutionMember)           \
  CODE(FederateInternalError)                    \
  CODE(FederateLoggingServiceCalls)              \
  CODE(FederateNotExecutionMember)               \
  CODE(FederateOwnsAttributes)                   \
  CODE(FederateWasNotAskedToReleaseAttribute)    \
  CODE(FederatesCurrentlyJoined)                 \
  CODE(FederationExecutionAlreadyExists)         \
  CODE(FederationExecutionDoesNotExist)          \
  CODE(FederationTimeAlreadyPassed)              \
  CODE(HandleValuePairMaximumExceeded)           \
  CODE(InteractionClassNotDefined)               \
  CODE(InteractionClassNotKnown)                 \
  CODE(InteractionClassNotPublished)             \
  CODE(InteractionClassNotSubscribed)            \
  CODE(InteractionParameterNotDefined)           \
  CODE(InteractionParameterNotKnown)             \
  CODE(InvalidExtents)                           \
  CODE(InvalidFederationTime)                    \
  CODE(InvalidHandleValuePairSetContext)         \
  CODE(InvalidLookahead)                         \
  CODE(InvalidOrderingHandle)                    \
  CODE(InvalidRegionContext)                     \
  CODE(InvalidResignAction)                      \
  CODE(InvalidRetractionHandle)                  \
  CODE(InvalidTransportationHandle)              \
  CODE(MemoryExhausted)                          \
  CODE(NameNotFound)                             \
  CODE(ObjectAlreadyRegistered)                  \
  CODE(ObjectClassNotDefined)                    \
  CODE(ObjectClassNotKnown)                      \
  CODE(ObjectClassNotPublished)                  \
  CODE(ObjectClassNotSubscribed)                 \
  CODE(ObjectNotKnown)                           \
  CODE(OwnershipAcquisitionPending)              \
  CODE(RTIinternalError)                         \
  CODE(RegionInUse)                              \
  CODE(RegionNotKnown)                           \
  CODE(RestoreInProgress)                        \
  CODE(RestoreNotRequested)                      \
  CODE(SaveInProgress)                           \
  CODE(SaveNotInitiated)                         \
  CODE(SpaceNotDefined)                          \
  CODE(SpecifiedSaveLabelDoesNotExist)           \
  CODE(SynchronizationPointLabelWasNotAnnounced) \
  CODE(TimeAdvanceAlreadyInProgress)             \
  CODE(TimeAdvanceWasNotInProgress)              \
  CODE(TimeConstrainedAlreadyEnabled)            \
  CODE(TimeConstrainedWasNotEnabled)             \
  CODE(TimeRegulationAlreadyEnabled)             \
  CODE(TimeRegulationWasNotEnabled)              \
  CODE(UnableToPerformSave)                      \
  CODE(ValueCountExceeded)                       \
  CODE(ValueLengthExceeded)

namespace triad::wire {

#define TRIAD_ENUMERATOR(name) name,
enum class ErrorCode : std::uint8_t { TRIAD_HLA_EXCEPTIONS(TRIAD_ENUMERATOR) };
#undef TRIAD_ENUMERATOR

#define TRIAD_COUNT(name) +1
inline constexpr std::size_t kErrorCodes = 0 TRIAD_HLA_EXCEPTIONS(TRIAD_COUNT);
#undef TRIAD_COUNT

// Returns the class name of the exception, e.g. "ObjectNotKnown".
std::string_view name_of(ErrorCode code);

// A refusal: the exception, and a text for users that says which input was wrong, where, and how to
// correct it.
struct Error {
  ErrorCode code = ErrorCode::RTIinternalError;
  std::string text;
};

template <class T>
using Result = boost::system::result<T, Error>;

inline Error error(ErrorCode code, std::string text) {
  return Error{code, std::move(text)};
}

// Called by Boost.System if value() is called on an error. That is always a defect of Triad, never
// a mistake of a user.
[[noreturn]] inline void throw_exception_from_error(const Error& e, const boost::source_location&) {
  throw std::logic_error("unchecked error: " + e.text);
}

}  // namespace triad::wire
