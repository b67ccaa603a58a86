// Ownership management (HLA 1.3 clause 7): calls, decisions of the RTIG, and callbacks.
//
// The RTIG decides about ownership, and only its log record AttributeOwnershipTransferred changes
// owners. It takes an attribute only from an owner that has given it up: by a call (divestiture,
// release response, unpublication), by leaving, or by AttributesYielded. An owner's RTIA sends
// AttributesYielded when it has told its federate that an offered attribute is taken. That record
// is the cause in the stamp of the transfer, so that readers handle everything that the old owner
// sent before it.
#pragma once

#include <string_view>
#include <vector>

#include "wire/codec.hpp"

namespace triad::wire {

// Calls that become requests to the RTIG. Those that become more than a request have a comment.
struct UnconditionalAttributeOwnershipDivestiture {
  using Reply = void;
  ObjectHandle object;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(UnconditionalAttributeOwnershipDivestiture, (), (object, attributes))

// Also a log record, because every member may have to ask its federate to assume the offered
// attributes.
struct NegotiatedAttributeOwnershipDivestiture {
  using Reply = void;
  ObjectHandle object;
  AttributeSet attributes;
  std::string_view tag;
};
BOOST_DESCRIBE_STRUCT(NegotiatedAttributeOwnershipDivestiture, (), (object, attributes, tag))

// Also a log record.
struct CancelNegotiatedAttributeOwnershipDivestiture {
  using Reply = void;
  ObjectHandle object;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(CancelNegotiatedAttributeOwnershipDivestiture, (), (object, attributes))

// The RTIA fills in the class at which its federate knows the instance. The federate may own
// attributes that it publishes at that class.
struct AttributeOwnershipAcquisition {
  using Reply = void;
  ObjectHandle object;
  ObjectClassHandle known_class;
  AttributeSet attributes;
  std::string_view tag;
};
BOOST_DESCRIBE_STRUCT(AttributeOwnershipAcquisition, (), (object, known_class, attributes, tag))

struct AttributeOwnershipAcquisitionIfAvailable {
  using Reply = void;
  ObjectHandle object;
  ObjectClassHandle known_class;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(AttributeOwnershipAcquisitionIfAvailable, (),
                      (object, known_class, attributes))

// Answered by the transfer, or by Accepted if no federate wants any of the attributes any more.
struct AttributeOwnershipReleaseResponse {
  using Reply = AttributeSet;
  ObjectHandle object;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(AttributeOwnershipReleaseResponse, (), (object, attributes))

// Answered by Accepted, after the confirmation of the attributes that are cancelled at once.
struct CancelAttributeOwnershipAcquisition {
  using Reply = void;
  ObjectHandle object;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(CancelAttributeOwnershipAcquisition, (), (object, attributes))

struct QueryAttributeOwnership {
  using Reply = void;
  ObjectHandle object;
  AttributeHandle attribute;
};
BOOST_DESCRIBE_STRUCT(QueryAttributeOwnership, (), (object, attribute))

// Log record: the new owner of these attributes. Zero: no owner.
struct AttributeTransfer {
  FederateHandle federate;
  ObjectClassHandle known_class;  // class at which the new owner knows the instance
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(AttributeTransfer, (), (federate, known_class, attributes))

struct AttributeOwnershipTransferred {
  ObjectHandle object;
  std::vector<AttributeTransfer> transfers;
  bool untold = false;  // true: transferred by the MOM, without callbacks to federates
};
BOOST_DESCRIBE_STRUCT(AttributeOwnershipTransferred, (), (object, transfers, untold))

// From the RTIG to an owner. YieldAttributes: another federate wants attributes that the owner
// offers; it must yield them. KeepAttributes withdraws this, because no federate wants them any
// more. If the owner has not yielded yet, it answers AttributesKept.
struct YieldAttributes {
  ObjectHandle object;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(YieldAttributes, (), (object, attributes))

struct KeepAttributes {
  ObjectHandle object;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(KeepAttributes, (), (object, attributes))

struct AttributesYielded {
  ObjectHandle object;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(AttributesYielded, (), (object, attributes))

struct AttributesKept {
  ObjectHandle object;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(AttributesKept, (), (object, attributes))

// From an RTIA to the RTIG: its federate no longer knows the instance and withdraws all its
// requests for it. The answer, Accepted, comes after all grants. Until then the RTIA remains
// interested in the instance, so that it can return the granted attributes.
struct AcquisitionsAbandoned {
  ObjectHandle object;
};
BOOST_DESCRIBE_STRUCT(AcquisitionsAbandoned, (), (object))

// Callbacks. The RTIG sends all but the first three in this form.
struct RequestAttributeOwnershipAssumption {
  ObjectHandle object;
  AttributeSet attributes;
  std::string_view tag;
};
BOOST_DESCRIBE_STRUCT(RequestAttributeOwnershipAssumption, (), (object, attributes, tag))

struct AttributeOwnershipDivestitureNotification {
  ObjectHandle object;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(AttributeOwnershipDivestitureNotification, (), (object, attributes))

struct AttributeOwnershipAcquisitionNotification {
  ObjectHandle object;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(AttributeOwnershipAcquisitionNotification, (), (object, attributes))

struct AttributeOwnershipUnavailable {
  ObjectHandle object;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(AttributeOwnershipUnavailable, (), (object, attributes))

struct RequestAttributeOwnershipRelease {
  ObjectHandle object;
  AttributeSet attributes;
  std::string_view tag;
};
BOOST_DESCRIBE_STRUCT(RequestAttributeOwnershipRelease, (), (object, attributes, tag))

struct ConfirmAttributeOwnershipAcquisitionCancellation {
  ObjectHandle object;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(ConfirmAttributeOwnershipAcquisitionCancellation, (), (object, attributes))

struct InformAttributeOwnership {
  ObjectHandle object;
  AttributeHandle attribute;
  FederateHandle owner;
};
BOOST_DESCRIBE_STRUCT(InformAttributeOwnership, (), (object, attribute, owner))

struct AttributeIsNotOwned {
  ObjectHandle object;
  AttributeHandle attribute;
};
BOOST_DESCRIBE_STRUCT(AttributeIsNotOwned, (), (object, attribute))

struct AttributeOwnedByRTI {
  ObjectHandle object;
  AttributeHandle attribute;
};
BOOST_DESCRIBE_STRUCT(AttributeOwnedByRTI, (), (object, attribute))

}  // namespace triad::wire
