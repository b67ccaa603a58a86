// A federate for any FED. Two of them, or the number in --federates, exchange every class of a list
// in all directions and print by name all that they receive. scripts/demo runs it. It shows how
// federates find each other through the MOM, and how they start and stop together with
// synchronization points:
//   fed-check --own my.fed | awk -f classes.awk > my.classes
//   exchange --name alpha --fed my.fed --classes my.classes &
//   exchange --name beta --fed my.fed --classes my.classes
#include <NullFederateAmbassador.hh>
#include <RTI.hh>

#include <cstdlib>
#include <ctime>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "classes.hpp"

namespace {

struct Options {
  std::string federation = "Exchange";
  std::string fed;
  std::string classes;
  std::string name;
  int count = 3;
  int federates = 2;
  int timeout_seconds = 60;
};

// The RTI returns names as char*, which the caller must delete[].
std::string take(char* name) {
  std::string text(name);
  delete[] name;
  return text;
}

// Prints and counts received data, and records the state of synchronization points.
class ExchangeAmbassador : public NullFederateAmbassador {
 public:
  ExchangeAmbassador(RTI::RTIambassador& rti, const std::string& me) : rti_(rti), me_(me) {}

  // Each joined federate, including this one, is an object of this class.
  void watch_federates(RTI::ObjectClassHandle manager_federate) {
    manager_federate_ = manager_federate;
  }
  std::size_t federates() const { return federates_.size(); }
  bool is_announced(const std::string& label) const { return announced_.count(label) != 0; }
  bool is_synchronized(const std::string& label) const { return synchronized_.count(label) != 0; }
  unsigned long attribute_values() const { return attribute_values_; }
  unsigned long interactions() const { return interactions_; }

  void announceSynchronizationPoint(const char* label, const char*) override {
    announced_.insert(label);
  }

  void federationSynchronized(const char* label) override {
    synchronized_.insert(label);
    std::cout << me_ << ": synchronized '" << label << "'" << std::endl;
  }

  void discoverObjectInstance(RTI::ObjectHandle object, RTI::ObjectClassHandle object_class,
                              const char* name) override {
    if (object_class == manager_federate_) {
      federates_.insert(object);
      return;
    }
    names_[object] = take(rti_.getObjectClassName(object_class)) + " '" + name + "'";
    std::cout << me_ << ": discovered " << names_[object] << std::endl;
  }

  void reflectAttributeValues(RTI::ObjectHandle object,
                              const RTI::AttributeHandleValuePairSet& values,
                              const char*) override {
    if (federates_.count(object) != 0) return;
    const RTI::ObjectClassHandle object_class = rti_.getObjectClass(object);
    std::cout << me_ << ": reflected " << names_[object];
    for (RTI::ULong i = 0; i < values.size(); ++i) {
      RTI::ULong length = 0;
      const char* value = values.getValuePointer(i, length);
      std::cout << ' ' << take(rti_.getAttributeName(values.getHandle(i), object_class)) << "='"
                << std::string(value, length) << "'";
    }
    std::cout << std::endl;
    attribute_values_ += values.size();
  }

  void receiveInteraction(RTI::InteractionClassHandle interaction,
                          const RTI::ParameterHandleValuePairSet& values,
                          const char* tag) override {
    std::cout << me_ << ": received " << take(rti_.getInteractionClassName(interaction)) << " from "
              << tag;
    for (RTI::ULong i = 0; i < values.size(); ++i) {
      RTI::ULong length = 0;
      const char* value = values.getValuePointer(i, length);
      std::cout << ' ' << take(rti_.getParameterName(values.getHandle(i), interaction)) << "='"
                << std::string(value, length) << "'";
    }
    std::cout << std::endl;
    ++interactions_;
  }

  void removeObjectInstance(RTI::ObjectHandle object, const char*) override {
    if (federates_.erase(object) != 0) return;
    std::cout << me_ << ": removed " << names_[object] << std::endl;
    names_.erase(object);
  }

 private:
  RTI::RTIambassador& rti_;
  const std::string me_;
  RTI::ObjectClassHandle manager_federate_ = 0;
  std::set<RTI::ObjectHandle> federates_;
  std::set<std::string> announced_;
  std::set<std::string> synchronized_;
  std::map<RTI::ObjectHandle, std::string> names_;
  unsigned long attribute_values_ = 0;
  unsigned long interactions_ = 0;
};

struct OwnObject {
  std::string name;
  RTI::ObjectClassHandle object_class;
  std::vector<RTI::AttributeHandle> attributes;
  RTI::ObjectHandle handle;
};

struct OwnInteraction {
  RTI::InteractionClassHandle handle;
  std::vector<RTI::ParameterHandle> parameters;
};

class Exchange {
 public:
  explicit Exchange(const Options& options)
      : options_(options), ambassador_(rti_, options.name), deadline_(0) {}

  // Returns whether all data that the others sent has arrived.
  bool run();

 private:
  void join();
  void wait_for_all();
  void declare(const ClassEntry& entry);
  void declare_interaction(const ClassEntry& entry);
  void send(int round);
  void synchronize(const std::string& label);
  void leave();
  bool report() const;

  template <typename Condition>
  void tick_until(Condition condition, const std::string& what);

  Options options_;
  RTI::RTIambassador rti_;
  ExchangeAmbassador ambassador_;
  std::vector<OwnObject> objects_;
  std::vector<OwnInteraction> interactions_;
  unsigned long attributes_per_round_ = 0;
  std::time_t deadline_;
};

bool Exchange::run() {
  const ClassList classes = read_class_list(options_.classes);
  deadline_ = std::time(nullptr) + options_.timeout_seconds;
  join();
  for (const ClassEntry& entry : classes.objects) declare(entry);
  for (const ClassEntry& entry : classes.interactions) declare_interaction(entry);
  if (objects_.empty() && interactions_.empty()) {
    leave();
    throw std::runtime_error(
        "there is nothing to exchange: no object class with an attribute and "
        "no interaction class in " +
        options_.classes);
  }

  wait_for_all();
  // An object is discovered at the class to which the federate subscribes at that moment, and keeps
  // this class. So no federate registers before all have subscribed.
  synchronize("ready");
  for (OwnObject& object : objects_) {
    object.handle = rti_.registerObjectInstance(object.object_class, object.name.c_str());
  }
  for (int round = 1; round <= options_.count; ++round) {
    send(round);
    rti_.tick();
  }
  // The point follows all data that the other federates sent before they achieved it, so everything
  // has arrived after it.
  synchronize("done");
  leave();
  return report();
}

void Exchange::join() {
  try {
    rti_.createFederationExecution(options_.federation.c_str(), options_.fed.c_str());
    std::cout << options_.name << ": created federation '" << options_.federation << "'\n";
  } catch (const RTI::FederationExecutionAlreadyExists&) {
    // Another federate was first.
  }
  rti_.joinFederationExecution(options_.name.c_str(), options_.federation.c_str(), &ambassador_);
  std::cout << options_.name << ": joined federation '" << options_.federation << "'" << std::endl;
}

// A synchronization point includes only the federates that have joined when it is registered. So no
// federate registers one before all have joined.
void Exchange::wait_for_all() {
  const RTI::ObjectClassHandle federate = rti_.getObjectClassHandle("ObjectRoot.Manager.Federate");
  std::unique_ptr<RTI::AttributeHandleSet> attributes(RTI::AttributeHandleSetFactory::create(1));
  attributes->add(rti_.getAttributeHandle("FederateHandle", federate));
  ambassador_.watch_federates(federate);
  rti_.subscribeObjectClassAttributes(federate, *attributes);
  const std::size_t all = static_cast<std::size_t>(options_.federates);
  std::ostringstream what;
  what << all << " federates to join";
  tick_until([&] { return ambassador_.federates() >= all; }, what.str());
}

void Exchange::declare(const ClassEntry& entry) {
  if (entry.members.empty()) return;  // Publishing no attributes would unpublish the class.
  const RTI::ObjectClassHandle object_class = rti_.getObjectClassHandle(entry.name.c_str());
  std::unique_ptr<RTI::AttributeHandleSet> set(
      RTI::AttributeHandleSetFactory::create(static_cast<RTI::ULong>(entry.members.size())));
  OwnObject object{options_.name + ":" + entry.name, object_class, {}, 0};
  for (const std::string& member : entry.members) {
    object.attributes.push_back(rti_.getAttributeHandle(member.c_str(), object_class));
    set->add(object.attributes.back());
  }
  rti_.publishObjectClass(object_class, *set);
  rti_.subscribeObjectClassAttributes(object_class, *set);
  attributes_per_round_ += static_cast<unsigned long>(object.attributes.size());
  objects_.push_back(object);
}

void Exchange::declare_interaction(const ClassEntry& entry) {
  OwnInteraction interaction;
  interaction.handle = rti_.getInteractionClassHandle(entry.name.c_str());
  for (const std::string& member : entry.members) {
    interaction.parameters.push_back(rti_.getParameterHandle(member.c_str(), interaction.handle));
  }
  rti_.publishInteractionClass(interaction.handle);
  rti_.subscribeInteractionClass(interaction.handle);
  interactions_.push_back(interaction);
}

void Exchange::send(int round) {
  std::ostringstream text;
  text << options_.name << ' ' << round;
  const std::string value = text.str();
  const RTI::ULong length = static_cast<RTI::ULong>(value.size());
  for (const OwnObject& object : objects_) {
    std::unique_ptr<RTI::AttributeHandleValuePairSet> values(
        RTI::AttributeSetFactory::create(static_cast<RTI::ULong>(object.attributes.size())));
    for (RTI::AttributeHandle attribute : object.attributes) {
      values->add(attribute, value.data(), length);
    }
    rti_.updateAttributeValues(object.handle, *values, options_.name.c_str());
  }
  for (const OwnInteraction& interaction : interactions_) {
    std::unique_ptr<RTI::ParameterHandleValuePairSet> values(
        RTI::ParameterSetFactory::create(static_cast<RTI::ULong>(interaction.parameters.size())));
    for (RTI::ParameterHandle parameter : interaction.parameters) {
      values->add(parameter, value.data(), length);
    }
    rti_.sendInteraction(interaction.handle, *values, options_.name.c_str());
  }
}

// Each federate registers the point. Only the first registration succeeds, and is announced to all.
void Exchange::synchronize(const std::string& label) {
  if (!ambassador_.is_announced(label)) {
    rti_.registerFederationSynchronizationPoint(label.c_str(), options_.name.c_str());
  }
  tick_until([&] { return ambassador_.is_announced(label); },
             "the announcement of '" + label + "'");
  rti_.synchronizationPointAchieved(label.c_str());
  tick_until([&] { return ambassador_.is_synchronized(label); },
             "all federates to achieve '" + label + "'");
}

void Exchange::leave() {
  rti_.resignFederationExecution(RTI::DELETE_OBJECTS_AND_RELEASE_ATTRIBUTES);
  std::cout << options_.name << ": resigned" << std::endl;
  try {
    rti_.destroyFederationExecution(options_.federation.c_str());
    std::cout << options_.name << ": destroyed federation '" << options_.federation << "'\n";
  } catch (const RTI::FederatesCurrentlyJoined&) {
    // The last federate to leave destroys it.
  } catch (const RTI::FederationExecutionDoesNotExist&) {
    // Another federate was first.
  }
}

bool Exchange::report() const {
  const unsigned long rounds = static_cast<unsigned long>(options_.count) *
                               static_cast<unsigned long>(options_.federates - 1);
  const unsigned long values = rounds * attributes_per_round_;
  const unsigned long interactions = rounds * static_cast<unsigned long>(interactions_.size());
  std::cout << options_.name << ": received " << ambassador_.attribute_values() << " of " << values
            << " attribute values and " << ambassador_.interactions() << " of " << interactions
            << " interactions" << std::endl;
  return ambassador_.attribute_values() == values && ambassador_.interactions() == interactions;
}

template <typename Condition>
void Exchange::tick_until(Condition condition, const std::string& what) {
  while (!condition()) {
    if (std::time(nullptr) > deadline_) {
      throw std::runtime_error("waited in vain for " + what + "; are the others running?");
    }
    rti_.tick(0.1, 0.5);
  }
}

int usage() {
  std::cerr << "usage: exchange --name NAME --fed FILE --classes FILE [--federation NAME]\n"
               "                [--count ROUNDS] [--federates HOW-MANY] [--timeout SECONDS]\n";
  return 2;
}

bool read_options(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; i += 2) {
    const std::string option = argv[i];
    if (i + 1 == argc) return false;
    const char* value = argv[i + 1];
    if (option == "--name") {
      options.name = value;
    } else if (option == "--fed") {
      options.fed = value;
    } else if (option == "--classes") {
      options.classes = value;
    } else if (option == "--federation") {
      options.federation = value;
    } else if (option == "--count") {
      options.count = std::atoi(value);
    } else if (option == "--federates") {
      options.federates = std::atoi(value);
    } else if (option == "--timeout") {
      options.timeout_seconds = std::atoi(value);
    } else {
      return false;
    }
  }
  return !options.name.empty() && !options.fed.empty() && !options.classes.empty() &&
         options.federates > 1;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!read_options(argc, argv, options)) return usage();
  try {
    Exchange exchange(options);
    return exchange.run() ? 0 : 1;
  } catch (const RTI::Exception& error) {
    std::cerr << options.name << ": " << error._name << ": " << error._reason << '\n';
  } catch (const std::exception& error) {
    std::cerr << options.name << ": " << error.what() << '\n';
  }
  return 1;
}
