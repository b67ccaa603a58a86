#include "tools/rtimesh/status_query.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <thread>

#include "config/config.hpp"
#include "tools/rtimesh/outcome.hpp"
#include "transport/connect.hpp"
#include "transport/tls/tls.hpp"
#include "transport/wait.hpp"
#include "version/version.hpp"
#include "wire/pieces.hpp"
#include "wire/print.hpp"
#include "wire/record.hpp"

namespace triad::rtimesh {

namespace {

using transport::Clock;

// Limit on parallel requests; the threads mostly wait.
constexpr std::size_t kThreadsMax = 64;

std::string seconds_text(transport::Duration time) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2g s", std::chrono::duration<double>(time).count());
  return text;
}

// Returns the options for links to the URL, with the identity of the settings tls.* if needed. The
// settings and the files are read once.
transport::Result<transport::LinkOptions> link_options(const transport::Url& url) {
  if (url.scheme != transport::Url::Scheme::tls) return transport::LinkOptions{};
  static const transport::Result<transport::LinkOptions> kOptions =
      []() -> transport::Result<transport::LinkOptions> {
    const auto settings = config::read();
    if (!settings) {
      return transport::error(transport::Error::Code::bad_url, settings.error().text);
    }
    auto identity = transport::load_tls_identity({.certificate = settings->text("tls.certificate"),
                                                  .key = settings->text("tls.key"),
                                                  .authorities = settings->text("tls.authorities"),
                                                  .psk = settings->text("tls.psk")});
    if (!identity) return identity.error();
    transport::LinkOptions options;
    options.tls = std::move(*identity);
    return options;
  }();
  return kOptions;
}

// The exchange with one router: handshake, one request, one answer.
class RouterQuery final : public transport::FrameSink {
 public:
  RouterQuery(const std::string& mesh, const std::string& router, Request request)
      : mesh_(mesh), router_(router), request_(request) {}

  Outcome<RouterReport> exchange(const std::string& text, Clock::time_point deadline) {
    const auto begin = Clock::now();
    const auto url = transport::parse_url(text);
    if (!url) return Fault{url.error().text};
    const auto options = link_options(*url);
    if (!options) return Fault{options.error().text};
    const auto link =
        transport::connect(*url, std::max(deadline - begin, Clock::duration::zero()), *options);
    if (!link) return Fault{link.error().text};
    send_request(**link);
    transport::Waiter waiter(transport::Duration::zero());  // Latency does not matter here.
    while (!answer_) {
      (*link)->receive(*this, 1);
      if (answer_) break;
      if (!(*link)->is_open()) return Fault{(*link)->close_reason().text};
      const auto left = deadline - Clock::now();
      if (left <= Clock::duration::zero()) {
        return Fault{text + " is silent for " + seconds_text(Clock::now() - begin)};
      }
      waiter.wait(**link, left);
    }
    return *std::move(answer_);
  }

 private:
  void send_request(transport::Link& link) const {
    const std::string host = own_host_name();
    wire::Buffer hello;
    wire::encode_record({},
                        wire::Hello{wire::kMagic, wire::kProtocolVersion, "rtimesh",
                                    build_identity(), host, static_cast<std::uint32_t>(::getpid())},
                        hello);
    wire::Buffer question;
    wire::RecordHeader header;
    header.position = 1;
    if (request_ == Request::leave) {
      wire::encode_record(header, wire::LeaveMesh{}, question);
    } else {
      wire::encode_record(header, wire::QueryRouterStatus{}, question);
    }
    link.send(hello);
    link.send(question);
    link.flush();
  }

  void receive_frame(transport::Bytes frame) override {
    if (pieces_.receive_frame(frame) == wire::PieceCollector::Collected::part) return;
    const auto record = wire::parse_record(frame);
    if (!record) {
      answer_ = Fault{"it is not a router: it answers with bytes that are not a record"};
    } else if (!has_hello_) {
      receive_hello(*record);
    } else {
      answer_ = parse_report(*record);
    }
  }

  void receive_hello(const wire::Record& record) {
    const auto hello = decode_as<wire::Hello>(record);
    if (!hello || hello->magic != wire::kMagic) {
      answer_ = Fault{"it is not a router: it answers with " + wire::print(record)};
    } else if (hello->version != wire::kProtocolVersion) {
      answer_ =
          Fault{"it has Triad " + std::string(hello->release) + ", this rtimesh has Triad " +
                build_identity() + ", and their protocol versions differ; use the same release"};
    }
    if (hello) {
      host_ = hello->host;
      process_ = hello->process;
    }
    has_hello_ = true;
  }

  Outcome<RouterReport> parse_report(const wire::Record& record) const {
    if (const auto refused = decode_as<wire::Refused>(record)) {
      return Fault{"it refuses: " + std::string(refused->text)};
    }
    const auto status = decode_as<wire::RouterStatus>(record);
    if (!status) return Fault{"it answers with " + wire::print(record)};
    if (status->mesh != mesh_ || status->router != router_) {
      return Fault{"there is router \"" + std::string(status->router) + "\" of mesh \"" +
                   std::string(status->mesh) + "\""};
    }
    RouterReport report{.host = host_,
                        .process = process_,
                        .clients = status->clients,
                        .is_leaving = status->leaving,
                        .links = {},
                        .multicast = status->multicast,
                        .overlay_state = std::string(status->overlay.state),
                        .overlay = status->overlay};
    report.overlay.state = {};
    for (const wire::RouterLinkInfo& link : status->links) {
      report.links.push_back(
          {.router = std::string(link.router),
           .is_up = link.up,
           .reason = std::string(link.reason),
           .clients = link.clients,
           .sent = {link.frames_sent, link.bytes_sent, link.long_link.bytes_sent,
                    link.long_link.compressed_sent},
           .received = {link.frames_received, link.bytes_received, link.long_link.bytes_received,
                        link.long_link.compressed_received},
           .records_kept = link.records_kept,
           .dropped = link.dropped,
           .bundles = link.long_link.bundles,
           .frames_bundled = link.long_link.frames_bundled});
    }
    return report;
  }

  template <class Message>
  static std::optional<Message> decode_as(const wire::Record& record) {
    if (record.header.message_kind() != wire::kind_of<Message>) return std::nullopt;
    return wire::decode<Message>(record.payload);
  }

  const std::string& mesh_;
  const std::string& router_;
  const Request request_;
  std::string host_;
  std::uint32_t process_ = 0;
  wire::PieceCollector pieces_;
  bool has_hello_ = false;
  std::optional<Outcome<RouterReport>> answer_;
};

Answer query_router(const std::string& mesh, const QueryTarget& router,
                    transport::Duration patience, Request request) {
  Answer answer{.router = router.router};
  const auto deadline = Clock::now() + patience;
  for (const std::string& url : router.urls) {
    auto report = RouterQuery(mesh, router.router, request).exchange(url, deadline);
    answer.at = Clock::now();
    if (report) {
      answer.report = std::move(*report);
      answer.reason.clear();
      break;
    }
    answer.reason += (answer.reason.empty() ? "" : "; ") + report.error().text;
    if (answer.at >= deadline) break;
  }
  return answer;
}

}  // namespace

std::string own_host_name() {
  char host[256] = "localhost";
  ::gethostname(host, sizeof host - 1);
  return host;
}

std::vector<Answer> query_routers(const std::string& mesh, const std::vector<QueryTarget>& routers,
                                  transport::Duration patience, Request request) {
  std::vector<Answer> answers(routers.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < routers.size(); i = next++) {
      answers[i] = query_router(mesh, routers[i], patience, request);
    }
  };
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < std::min(routers.size(), kThreadsMax); ++i)
    threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  return answers;
}

}  // namespace triad::rtimesh
