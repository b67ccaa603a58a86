// An RTIA's part of a save: what its Membership knows beyond what the RTIG keeps for all. Described
// structs, encoded as messages are; made and taken in by saved_state.cpp. What a call in progress
// keeps is not here, for none is in progress, nor is what follows from the links (who is held, how
// far streams have been read), which begins anew. Private to rtia/.
//
// A new member of Membership, or of what it keeps, that outlives a call belongs here as well.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/time_type.hpp"
#include "rtia/federate_time.hpp"
#include "wire/codec.hpp"
#include "wire/handle_set.hpp"
#include "wire/messages/objects.hpp"

namespace triad::rtia {

struct SavedTransportation {
  wire::AttributeHandle attribute;
  wire::Transportation transportation = wire::Transportation::reliable;
};
BOOST_DESCRIBE_STRUCT(SavedTransportation, (), (attribute, transportation))

struct SavedOrder {
  wire::AttributeHandle attribute;
  wire::Ordering order = wire::Ordering::receive;
};
BOOST_DESCRIBE_STRUCT(SavedOrder, (), (attribute, order))

struct SavedKnown {
  wire::ObjectHandle object;
  wire::ObjectClassHandle known_class;
  bool updated = false;
  bool reflected = false;
  bool discovered = false;
  wire::AttributeSet in_scope;
  wire::AttributeSet told_in_scope;
  wire::AttributeSet reported_relevant;
  std::vector<SavedTransportation> transportation;
  std::vector<SavedOrder> order;
};
BOOST_DESCRIBE_STRUCT(SavedKnown, (),
                      (object, known_class, updated, reflected, discovered, in_scope, told_in_scope,
                       reported_relevant, transportation, order))

// The federate does not know it now, but did.
struct SavedFormer {
  wire::ObjectHandle object;
  bool updated = false;
  bool reflected = false;
};
BOOST_DESCRIBE_STRUCT(SavedFormer, (), (object, updated, reflected))

// Gone from the federation, and its federate has not been told: what it owned and offered of it.
struct SavedGone {
  wire::ObjectHandle object;
  wire::ObjectClassHandle object_class;
  std::string name;
  wire::AttributeSet owned;
  wire::AttributeSet offered;
};
BOOST_DESCRIBE_STRUCT(SavedGone, (), (object, object_class, name, owned, offered))

struct SavedConfirmation {
  wire::AttributeHandle attribute;
  std::uint32_t times = 0;
};
BOOST_DESCRIBE_STRUCT(SavedConfirmation, (), (attribute, times))

struct SavedTransfers {
  wire::ObjectHandle object;
  wire::AttributeSet acquiring;
  wire::AttributeSet willing;
  wire::AttributeSet cancelling;
  wire::AttributeSet arriving;
  wire::AttributeSet yielding;
  wire::AttributeSet given_up;
  wire::AttributeSet asked;
  wire::AttributeSet offered;
  wire::AttributeSet told_offered;
  std::vector<SavedConfirmation> to_confirm;
};
BOOST_DESCRIBE_STRUCT(SavedTransfers, (),
                      (object, acquiring, willing, cancelling, arriving, yielding, given_up, asked,
                       offered, told_offered, to_confirm))

struct SavedInteractionWay {
  wire::InteractionClassHandle interaction_class;
  std::optional<wire::Transportation> transportation;
  std::optional<wire::Ordering> order;
};
BOOST_DESCRIBE_STRUCT(SavedInteractionWay, (), (interaction_class, transportation, order))

struct SavedAnnounced {
  std::string label;
  bool achieved = false;
};
BOOST_DESCRIBE_STRUCT(SavedAnnounced, (), (label, achieved))

struct SavedPending {
  std::uint32_t queued = 0;
  std::uint32_t voided = 0;
};
BOOST_DESCRIBE_STRUCT(SavedPending, (), (queued, voided))

// Of an object class or an interaction class.
struct SavedAdvice {
  std::uint32_t handle = 0;
  bool on = false;
  bool told = false;
  SavedPending pending;
};
BOOST_DESCRIBE_STRUCT(SavedAdvice, (), (handle, on, told, pending))

struct SavedUpdateAdvice {
  wire::ObjectHandle object;
  wire::AttributeSet on;
  wire::AttributeSet told;
};
BOOST_DESCRIBE_STRUCT(SavedUpdateAdvice, (), (object, on, told))

struct SavedRelevance {
  wire::ObjectHandle object;
  wire::FederateHandle federate;
  wire::AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(SavedRelevance, (), (object, federate, attributes))

struct SavedAdvisories {
  bool class_relevance = true;
  bool interaction_relevance = true;
  bool attribute_relevance = false;
  bool attribute_scope = false;
  std::vector<SavedAdvice> registrations;
  std::vector<SavedAdvice> interactions;
  std::vector<SavedUpdateAdvice> updates;
  SavedPending pending_scope;
  SavedPending pending_updates;
  std::vector<SavedRelevance> relevant_at;
};
BOOST_DESCRIBE_STRUCT(SavedAdvisories, (),
                      (class_relevance, interaction_relevance, attribute_relevance, attribute_scope,
                       registrations, interactions, updates, pending_scope, pending_updates,
                       relevant_at))

struct SavedStamped {
  std::string stamp;
  std::string federate_type;
  wire::FederateHandle sender;
  wire::Position position = 0;
  std::uint64_t serial = 0;
  std::string message;
};
BOOST_DESCRIBE_STRUCT(SavedStamped, (), (stamp, federate_type, sender, position, serial, message))

struct SavedSent {
  std::uint64_t serial = 0;
  std::string stamp;
};
BOOST_DESCRIBE_STRUCT(SavedSent, (), (serial, stamp))

struct SavedEvent {
  wire::FederateHandle sender;
  std::uint64_t serial = 0;
  bool delivered = false;
  bool retracted = false;
};
BOOST_DESCRIBE_STRUCT(SavedEvent, (), (sender, serial, delivered, retracted))

struct SavedOwnDeletion {
  wire::ObjectHandle object;
  std::uint64_t serial = 0;
  std::string stamp;
  std::string tag;
};
BOOST_DESCRIBE_STRUCT(SavedOwnDeletion, (), (object, serial, stamp, tag))

struct SavedRemoval {
  wire::ObjectHandle object;
  wire::Retraction retraction;
  bool delivered = false;
  wire::AttributeSet reported_relevant;
};
BOOST_DESCRIBE_STRUCT(SavedRemoval, (), (object, retraction, delivered, reported_relevant))

struct SavedMessages {
  std::uint64_t last_serial = 0;
  std::vector<SavedSent> retractable;
  std::vector<SavedEvent> events;
  std::vector<wire::Retraction> retracted;
  std::vector<SavedOwnDeletion> deletions;
  std::vector<SavedRemoval> removals;
  std::vector<SavedStamped> stamped;
  bool asynchronous_delivery = false;
  std::vector<std::string> held_back;
  std::vector<std::string> queue;
};
BOOST_DESCRIBE_STRUCT(SavedMessages, (),
                      (last_serial, retractable, events, retracted, deletions, removals, stamped,
                       asynchronous_delivery, held_back, queue))

// Of the MOM: what the federate has sent and received, and what was told of it.
struct SavedTraffic {
  std::uint32_t handle = 0;  // of the class
  std::uint64_t calls = 0;
  std::uint64_t reliable = 0;
  std::uint64_t best_effort = 0;
  std::uint64_t objects = 0;
};
BOOST_DESCRIBE_STRUCT(SavedTraffic, (), (handle, calls, reliable, best_effort, objects))

struct SavedStates {
  std::uint8_t condition = 0;
  bool constrained = false;
  bool regulating = false;
  bool asynchronous = false;
  bool advancing = false;
};
BOOST_DESCRIBE_STRUCT(SavedStates, (),
                      (condition, constrained, regulating, asynchronous, advancing))

struct SavedManaged {
  std::vector<SavedTraffic> updates;
  std::vector<SavedTraffic> reflections;
  std::vector<SavedTraffic> sent;
  std::vector<SavedTraffic> received;
  SavedStates told;
  bool reports_services = false;
  bool logs_exceptions = false;
  std::uint64_t last_alert = 0;
};
BOOST_DESCRIBE_STRUCT(SavedManaged, (),
                      (updates, reflections, sent, received, told, reports_services,
                       logs_exceptions, last_alert))

struct SavedBlock {
  std::uint64_t next = 0;
  std::uint64_t end = 0;
};
BOOST_DESCRIBE_STRUCT(SavedBlock, (), (next, end))

struct SavedMembership {
  wire::Position position = 0;  // of the last record sent
  wire::Position regulation_logged_at = 0;
  std::vector<SavedKnown> known;
  std::vector<SavedGone> gone;
  std::vector<SavedFormer> former;
  std::vector<SavedBlock> leases;
  std::vector<SavedTransfers> transfers;
  std::vector<SavedInteractionWay> interaction_ways;
  std::vector<SavedAnnounced> announced;
  SavedAdvisories advisories;
  SavedTime time;
  SavedMessages messages;
  SavedManaged managed;
};
BOOST_DESCRIBE_STRUCT(SavedMembership, (),
                      (position, regulation_logged_at, known, gone, former, leases, transfers,
                       interaction_ways, announced, advisories, time, messages, managed))

// Between the encoded and the kept form.
inline std::string saved(const core::Time& time) {
  const wire::Bytes bytes = time.bytes();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}
inline std::string saved(wire::Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}
inline wire::Bytes bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}
}  // namespace triad::rtia
