#include "overlay/keys.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "overlay/files/key_file.hpp"

namespace triad::overlay {

namespace {

class KeyFiles : public testing::Test {
 protected:
  KeyFiles() {
    std::string name = testing::TempDir() + "keys.XXXXXX";
    folder = ::mkdtemp(name.data());
  }
  ~KeyFiles() override { std::filesystem::remove_all(folder); }
  std::string path(const std::string& name) const { return folder + "/" + name; }
  static std::string why(const std::string& file) {
    const auto key = read_key(file);
    return key ? std::string() : key.error().text;
  }

  std::string folder;
};

wire::Buffer bytes(std::string_view text) {
  const auto* const begin = reinterpret_cast<const std::byte*>(text.data());
  return {begin, begin + text.size()};
}

}  // namespace

TEST_F(KeyFiles, KeepAKeyForItsOwnerAlone) {
  const PrivateKey made = PrivateKey::generate();
  const std::string file = path("beta.key");
  ASSERT_TRUE(write_key(made, file));
  struct stat is {};
  ASSERT_EQ(::stat(file.c_str(), &is), 0);
  EXPECT_EQ(is.st_mode & 0777u, 0600u);
  const auto read = read_key(file);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->public_key().text(), made.public_key().text());
  const auto again = write_key(made, file);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().text, "the key file \"" + file + "\": it cannot be created: File exists");
}

TEST_F(KeyFiles, MayBeginWithAByteOrderMark) {
  const PrivateKey made = PrivateKey::generate();
  const std::string file = path("beta.key");
  std::ofstream(file) << "\xef\xbb\xbf" << made.pem();
  ::chmod(file.c_str(), 0600);
  EXPECT_EQ(why(file), "");
}

TEST_F(KeyFiles, ThatAreNoneAreNamedWithWhatToDo) {
  const std::string none = path("none.key");
  EXPECT_NE(why(none).find(none), std::string::npos);
  EXPECT_NE(why(none).find("make one: rtimesh key FILE"), std::string::npos);
  const std::string text = path("text.key");
  std::ofstream(text) << "no key\n";
  ::chmod(text.c_str(), 0600);
  EXPECT_EQ(why(text), "the key file \"" + text +
                           "\": it contains no private Ed25519 key in PEM format without a pass "
                           "phrase; make one: rtimesh key FILE");
  const std::string open = path("open.key");
  ASSERT_TRUE(write_key(PrivateKey::generate(), open));
  ::chmod(open.c_str(), 0644);
  EXPECT_EQ(why(open), "the key file \"" + open +
                           "\": other users than its owner may access it; run chmod 600");
}

TEST(Keys, SignWhatTheirOwnersAloneCan) {
  const PrivateKey own = PrivateKey::generate();
  const PrivateKey other = PrivateKey::generate();
  const wire::Buffer message = bytes("what is signed");
  const Signature signature = own.sign(message);
  const auto parsed = PublicKey::parse(own.public_key().text());
  ASSERT_TRUE(parsed);
  EXPECT_TRUE(parsed->verifies(message, signature));
  EXPECT_FALSE(other.public_key().verifies(message, signature));
  EXPECT_FALSE(parsed->verifies(bytes("what is singed"), signature));
  EXPECT_FALSE(parsed->verifies(message, wire::Bytes(signature).first(63)));
  EXPECT_FALSE(parsed->verifies(message, {}));
}

TEST(Keys, AreTextsOf64Digits) {
  const std::string good = PrivateKey::generate().public_key().text();
  EXPECT_EQ(good.size(), kPublicKeyDigits);
  EXPECT_TRUE(PublicKey::parse(good));
  EXPECT_FALSE(PublicKey::parse(good.substr(1)));
  EXPECT_FALSE(PublicKey::parse(good.substr(1) + "g"));
  EXPECT_FALSE(PublicKey::parse(""));
}

// A proof is valid for one role, mesh, router and nonce only.
TEST(Keys, ProveOneThingAlone) {
  const wire::Buffer nonce = bytes("0123456789abcdef");
  const wire::Buffer words = words_of_proof(Proves::member, "mesh 1", "beta", nonce);
  EXPECT_NE(words, words_of_proof(Proves::registry, "mesh 1", "beta", nonce));
  EXPECT_NE(words, words_of_proof(Proves::member, "mesh 2", "beta", nonce));
  EXPECT_NE(words, words_of_proof(Proves::member, "mesh 1", "gamma", nonce));
}

}  // namespace triad::overlay
