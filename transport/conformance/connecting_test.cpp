// Conformance: connecting and accepting, and the errors when that fails.
#include "transport/conformance/backend.hpp"

namespace triad::transport {
namespace {

class Connecting : public Conformance {};

TEST_P(Connecting, NamesThePeerForPeople) {
  const Ends ends = connect_pair();
  const std::string scheme = GetParam().url.substr(0, GetParam().url.find(':'));
  EXPECT_TRUE(ends.client->peer().starts_with(scheme + " ")) << ends.client->peer();
  EXPECT_TRUE(ends.server->peer().starts_with(scheme + " ")) << ends.server->peer();
}

TEST_P(Connecting, TellsTheUrlWithTheActualPort) {
  const std::unique_ptr<Listener> listener = listen();
  const Result<Url> url = parse_url(listener->url());
  ASSERT_TRUE(url.has_value());
  EXPECT_TRUE(url->scheme != Url::Scheme::tcp || url->port != 0) << listener->url();
}

TEST_P(Connecting, SaysWhatWasTriedWhenNobodyListens) {
  const Url url = parse_url(listen()->url()).value();  // a URL at which no program listens any more
  const auto link = connect(url, std::chrono::seconds(5), options);
  ASSERT_TRUE(link.has_error());
  EXPECT_EQ(link.error().code, Error::Code::refused);
  EXPECT_NE(link.error().text.find(to_string(url)), std::string::npos) << link.error().text;
  // The text does not name the timeout, because the call failed at once.
  EXPECT_EQ(link.error().text.find(" 5 s"), std::string::npos) << link.error().text;
  EXPECT_NE(link.error().text.find("no program listens"), std::string::npos) << link.error().text;
}

TEST_P(Connecting, RefusesASecondListenerAtTheSamePlace) {
  const std::unique_ptr<Listener> first = listen();
  const auto second = transport::listen(parse_url(first->url()).value(), options);
  ASSERT_TRUE(second.has_error());
  EXPECT_EQ(second.error().code, Error::Code::in_use);
  EXPECT_NE(second.error().text.find(first->url()), std::string::npos) << second.error().text;
}

TEST_P(Connecting, ListensAgainWhereItListenedBefore) {
  const std::string url = listen()->url();
  for (int i = 0; i < 3; ++i) {
    auto listener = transport::listen(parse_url(url).value(), options);
    ASSERT_TRUE(listener.has_value()) << listener.error().text;
    const Ends ends = connect_pair_at(**listener);
    EXPECT_TRUE(ends.client->is_open());
  }
}

TEST_P(Connecting, HasNobodyToAcceptAtFirst) {
  const std::unique_ptr<Listener> listener = listen();
  const auto link = listener->accept();
  ASSERT_TRUE(link.has_value());
  EXPECT_EQ(*link, nullptr);
}

TEST_P(Connecting, AcceptedLinksOutliveTheirListener) {
  std::unique_ptr<Listener> listener = listen();
  const Ends ends = connect_pair_at(*listener);
  listener.reset();
  ends.client->send(numbered_frame(0, 10));
  Collector sink;
  pump(*ends.server, ends.client.get(), sink, 1);
  EXPECT_EQ(sink.frames.size(), 1U);
}

// Many peers connect to one listener and are accepted in the order of their arrival.
TEST_P(Connecting, AcceptsManyPeers) {
  const std::unique_ptr<Listener> listener = listen();
  std::vector<Ends> many;
  many.reserve(20);
  for (int i = 0; i < 20; ++i) many.push_back(connect_pair_at(*listener));
  for (std::size_t i = 0; i < many.size(); ++i) {
    many[i].client->send(numbered_frame(i, 8 + i));
    Collector sink;
    pump(*many[i].server, many[i].client.get(), sink, 1);
    ASSERT_EQ(sink.frames.size(), 1U);
    EXPECT_TRUE(sink.frames[0] == numbered_frame(i, 8 + i));
  }
}

INSTANTIATE_TEST_SUITE_P(Links, Connecting, testing::ValuesIn(all_backends()), name_of);

}  // namespace
}  // namespace triad::transport
