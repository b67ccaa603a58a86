// Implements tun_device.hpp.
#include "benchmarks/long_links/tun_device.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace triad::long_links {

namespace {

using transport::UniqueFd;

constexpr char kDevice[] = "longlink";
// Queue length of the device. It is large, so that packets are dropped by the delay line and not by
// the device.
constexpr int kDeviceQueue = 20'000;

[[noreturn]] void refuse(const std::string& what, const std::string& advice = {}) {
  const int fault = errno;
  std::string text = what + ": " + std::strerror(fault);
  if (fault == EPERM || fault == EACCES) {
    text += "; this needs root (CAP_SYS_ADMIN and CAP_NET_ADMIN)";
  } else if (!advice.empty()) {
    text += "; " + advice;
  }
  throw Refused(text);
}

UniqueFd open_namespace(const std::string& name) {
  const bool is_path = name.find('/') != std::string::npos;
  const std::string path = is_path ? name : "/run/netns/" + name;
  UniqueFd opened(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!opened.valid()) {
    refuse("the network namespace \"" + name + "\" cannot be opened (" + path + ")",
           "`ip netns list` says which there are, `ip netns add NAME` makes one");
  }
  return opened;
}

// Moves the thread to a network namespace during its lifetime.
class Visit {
 public:
  Visit(int network_namespace, const std::string& name)
      : home_(::open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC)) {
    if (!home_.valid()) refuse("/proc/self/ns/net cannot be opened", "mount /proc");
    if (::setns(network_namespace, CLONE_NEWNET) != 0) {
      refuse("the network namespace \"" + name + "\" cannot be entered",
             "is it one of the network?");
    }
  }
  // Returning to the process's own namespace cannot fail.
  ~Visit() { ::setns(home_.get(), CLONE_NEWNET); }
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;

 private:
  UniqueFd home_;
};

ifreq request() {
  ifreq named{};
  std::copy(std::begin(kDevice), std::end(kDevice), named.ifr_name);
  return named;
}

UniqueFd make_device(const std::string& place) {
  UniqueFd device(::open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC));
  if (!device.valid()) {
    refuse("/dev/net/tun cannot be opened",
           "the kernel's module is tun (modprobe tun); a container needs --device /dev/net/tun");
  }
  ifreq wanted = request();
  wanted.ifr_flags = IFF_TUN | IFF_NO_PI;
  if (::ioctl(device.get(), TUNSETIFF, &wanted) != 0) {
    refuse(std::string("no device \"") + kDevice + "\" can be made in the network namespace \"" +
               place + "\"",
           "does another long_link use it?");
  }
  return device;
}

void set(int socket, unsigned long what, ifreq setting, const std::string& name) {
  if (::ioctl(socket, what, &setting) != 0) {
    refuse("the " + name + " of the device \"" + kDevice + "\" cannot be set");
  }
}

void set_address(int socket, unsigned long what, const std::string& address) {
  ifreq setting = request();
  sockaddr_in internet{};
  internet.sin_family = AF_INET;
  if (::inet_pton(AF_INET, address.c_str(), &internet.sin_addr) != 1) {
    throw Refused("\"" + address + "\" is no IPv4 address");
  }
  std::memcpy(&setting.ifr_addr, &internet, sizeof internet);
  set(socket, what, setting, "address");
}

void bring_up(const TunDevice::Place& place) {
  const UniqueFd socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (!socket.valid()) refuse("no socket of IPv4 can be made");
  ifreq setting = request();
  setting.ifr_mtu = place.mtu;
  set(socket.get(), SIOCSIFMTU, setting, "MTU");
  setting = request();
  setting.ifr_qlen = kDeviceQueue;
  set(socket.get(), SIOCSIFTXQLEN, setting, "queue");
  set_address(socket.get(), SIOCSIFADDR, place.address);
  set_address(socket.get(), SIOCSIFNETMASK, "255.255.255.0");
  setting = request();
  setting.ifr_flags = IFF_UP | IFF_RUNNING;
  set(socket.get(), SIOCSIFFLAGS, setting, "state");
}

// Deleting a network namespace also deletes its devices.
[[noreturn]] void refuse_packets(const std::string& verb, const std::string& place) {
  refuse(std::string("packets of \"") + kDevice + "\" in the network namespace \"" + place +
             "\" cannot be " + verb,
         "was the device brought down, or the network namespace deleted?");
}

}  // namespace

TunDevice::TunDevice(const Place& place)
    : namespace_name_(place.network_namespace),
      namespace_(open_namespace(place.network_namespace)),
      buffer_(static_cast<std::size_t>(place.mtu)) {
  const Visit visit(namespace_.get(), namespace_name_);
  device_ = make_device(namespace_name_);
  bring_up(place);
}

std::optional<Packet> TunDevice::read() {
  const ssize_t got = ::read(device_.get(), buffer_.data(), buffer_.size());
  if (got > 0) return Packet(buffer_.begin(), buffer_.begin() + got);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return std::nullopt;
  refuse_packets("read", namespace_name_);
}

bool TunDevice::write(std::span<const std::byte> packet) {
  while (::write(device_.get(), packet.data(), packet.size()) < 0) {
    if (errno == EINTR) continue;
    if (errno == EAGAIN || errno == ENOBUFS || errno == ENOMEM) return false;
    refuse_packets("written", namespace_name_);
  }
  return true;
}

// Parses /proc/net/dev: the name, eight numbers for received packets, then bytes, packets, errors
// and drops for sent ones.
std::uint64_t TunDevice::unread() const {
  const Visit visit(namespace_.get(), namespace_name_);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
      std::fopen("/proc/thread-self/net/dev", "r"), &std::fclose);
  if (file == nullptr) refuse("/proc/thread-self/net/dev cannot be read");
  char line[512];
  while (std::fgets(line, sizeof line, file.get()) != nullptr) {
    char name[32];
    unsigned long drops = 0;
    if (std::sscanf(line, " %31[^:]: %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %lu", name,
                    &drops) == 2 &&
        std::strcmp(name, kDevice) == 0) {
      return drops;
    }
  }
  return 0;
}

}  // namespace triad::long_links
