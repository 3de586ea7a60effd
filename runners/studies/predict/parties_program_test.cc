// The example of examples/parties/ end to end: two parties, each with its own file, on one host and on two hosts that
// cannot see each other's file.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "base/testing.h"
#include "fdskl/masking/secrets.h"
#include "fdskl/model_file.h"
#include "runners/cell/host_namespaces.h"
#include "runners/cell/model_folder.h"

namespace fdskl::predict {
namespace {

using base::testing::Finished;
using Words = std::vector<std::string>;

class PartiesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const Finished made = base::testing::RunToEnd(
        {std::string(FDSKL_SOURCE_DIR) + "/examples/parties/make_files.sh", path("made"), "1200"});
    ASSERT_EQ(made.exit_status, 0) << made.error;
    // Each party has a folder.
    for (const std::string party : {"bank", "shop"}) {
      std::filesystem::create_directory(path(party));
      for (const std::string kind : {"", "new_"}) {
        const std::string name = fmt::format("{}{}.csv", kind, party);
        std::filesystem::rename(path(fmt::format("made/{}", name)), path(fmt::format("{}/{}", party, name)));
      }
    }
    Catalogue("private");
  }

  void Catalogue(const std::string& ids) const {
    base::testing::WriteFile(path("clients.toml"), fmt::format(R"(
[clients]
ids = "{}"
id = "client"
[clients.party.shop]
file = "shop/shop.csv"
[clients.party.bank]
file = "bank/bank.csv"
label = "default"
)",
                                                               ids));
  }

  Finished Train(const Words& more = {}) const {
    Words words = {FDSKL_PROGRAM, "train", "clients", "--catalogue", path("clients.toml"), "--model", path("model"),
                   "--features",  "128",   "--block", "64"};
    words.insert(words.end(), more.begin(), more.end());
    return base::testing::RunToEnd(words);
  }
  Finished Predict(const Words& more = {}) const {
    Words words = {FDSKL_PROGRAM,
                   "predict",
                   path("model"),
                   "--file",
                   "bank=" + path("bank/new_bank.csv"),
                   "--file",
                   "shop=" + path("shop/new_shop.csv")};
    words.insert(words.end(), more.begin(), more.end());
    return base::testing::RunToEnd(words);
  }
  // Two columns of a CSV file.
  static std::map<std::string, double> Table(const std::string& file) {
    std::map<std::string, double> table;
    std::istringstream text(base::testing::ReadFile(file));
    std::string line;
    std::getline(text, line);
    while (std::getline(text, line)) table[line.substr(0, line.find(','))] = std::stod(line.substr(line.find(',') + 1));
    return table;
  }
  // The share of correct answers for new clients.
  double RightAnswers(const std::string& file) const {
    const auto answers = Table(file), truth = Table(path("made/new_labels.csv"));
    EXPECT_EQ(answers.size(), truth.size());
    double right = 0;
    for (const auto& [client, decision] : answers) right += (decision >= 0) == (truth.at(client) > 0) ? 1 : 0;
    return right / static_cast<double>(truth.size());
  }
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }

  base::testing::TempFolder folder_;
};

TEST_F(PartiesTest, TrainAndAnswer) {
  for (const std::string ids : {"public", "private"}) {
    Catalogue(ids);
    const Finished trained = Train();
    ASSERT_EQ(trained.exit_status, 0) << trained.error;
    EXPECT_NE(trained.output.find("common rows"), std::string::npos) << trained.output;
    EXPECT_EQ(trained.error.find("in the open") != std::string::npos, ids == "public") << trained.error;
    for (const std::string asker : {"bank", "shop"}) {
      const Finished answered = Predict({"--asks", asker, "--output", path(asker + "/answers.csv")});
      ASSERT_EQ(answered.exit_status, 0) << answered.error;
      EXPECT_GT(RightAnswers(path(asker + "/answers.csv")), 0.7);
    }
    EXPECT_EQ(Table(path("bank/answers.csv")), Table(path("shop/answers.csv")));
  }
}

// With two parties without labels, training is private by default. The party that asks gets the answers, be it one with
// labels or either helper.
TEST_F(PartiesTest, ThreePartiesTrainInPrivate) {
  std::filesystem::create_directory(path("post"));
  for (const std::string kind : {"", "new_"}) {  // the shop's last column goes to the post
    const std::string shop_file = path(fmt::format("shop/{}shop.csv", kind));
    std::istringstream text(base::testing::ReadFile(shop_file));
    std::string shop;
    std::string post;
    for (std::string line; std::getline(text, line);) {
      const std::size_t last = line.rfind(',');
      shop += fmt::format("{}\n", line.substr(0, last));
      post += fmt::format("{}{}\n", line.substr(0, line.find(',')), line.substr(last));
    }
    base::testing::WriteFile(shop_file, shop);
    base::testing::WriteFile(path(fmt::format("post/{}post.csv", kind)), post);
  }
  base::testing::WriteFile(path("clients.toml"), base::testing::ReadFile(path("clients.toml")) +
                                                     "[clients.party.post]\nfile = 'post/post.csv'\n");
  const Finished trained = Train();
  ASSERT_EQ(trained.exit_status, 0) << trained.error;
  EXPECT_NE(trained.error.find("masking private"), std::string::npos) << trained.error;
  std::map<std::string, double> first;
  for (const std::string asker : {"bank", "shop", "post"}) {
    const std::string output = path(asker + "/answers.csv");
    const Finished answered =
        Predict({"--file", "post=" + path("post/new_post.csv"), "--asks", asker, "--output", output});
    ASSERT_EQ(answered.exit_status, 0) << answered.error;
    EXPECT_GT(RightAnswers(output), 0.7);
    const auto answers = Table(output);
    if (first.empty()) first = answers;
    for (const auto& [client, decision] : answers)
      EXPECT_NEAR(decision, first.at(client), 1e-2);  // cosines have 12 bits
  }
}

TEST_F(PartiesTest, SecretsAreFreshAndPartsAreTheirOwnersAlone) {
  std::vector<ModelPart> parts;
  for (int time = 0; time < 2; ++time) {
    ASSERT_EQ(Train().exit_status, 0);
    for (int worker = 0; worker < 2; ++worker) {
      const std::filesystem::path file = cell::PartFile(path("model"), worker);
      parts.push_back(ReadModelPart(file));
      using std::filesystem::perms;
      EXPECT_EQ(std::filesystem::status(file).permissions() & perms::all, perms::owner_read | perms::owner_write);
    }
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto experiment = masking::Secrets::ForExperiment(parts[i].settings.seed, parts[i].worker);
    EXPECT_NE(parts[i].secrets.phase_key, experiment.phase_key);
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(parts[i].secrets.phase_key, parts[j].secrets.phase_key);
  }
}

TEST_F(PartiesTest, ErrorsNameThePartyAndItsFile) {
  base::testing::WriteFile(path("shop/shop.csv"), "client,AGE\nc000001,20\nc000001,30\n");
  Finished finished = Train();
  EXPECT_EQ(finished.exit_status, 1);
  EXPECT_NE(finished.error.find("party shop on "), std::string::npos) << finished.error;
  EXPECT_NE(finished.error.find("line 2 and line 3 have the same id"), std::string::npos) << finished.error;
  EXPECT_EQ(finished.error.find("c000001"), std::string::npos) << finished.error;
  base::testing::WriteFile(path("shop/shop.csv"), "client,AGE\nx,20\ny,30\n");
  EXPECT_NE(Train().error.find("no id is common to all 2 parties"), std::string::npos);
  std::filesystem::remove(path("shop/shop.csv"));
  EXPECT_NE(Train().error.find("shop.csv is no file"), std::string::npos);
  EXPECT_NE(Train({"--workers", "3"}).error.find("--workers cannot be chosen"), std::string::npos);
  finished = base::testing::RunToEnd({FDSKL_PROGRAM, "run", "clients", "fdskl", "--catalogue", path("clients.toml")});
  EXPECT_NE(finished.error.find("fdskl train clients"), std::string::npos) << finished.error;
}

// The bank's host does not see the shop's folder, nor the shop's host the bank's.
TEST_F(PartiesTest, OverTwoHosts) {
  const cell::testing::HostNamespaces hosts;
  if (!hosts.why_not().empty()) GTEST_SKIP() << "network namespaces cannot be made here: " << hosts.why_not();
  const auto hide = [&](const std::string& folder) { return fmt::format("mount -t tmpfs hidden {}", path(folder)); };
  const std::string first =
      hosts.Script("first", fmt::format("exec unshare --mount sh -c '{} && exec \"$@\"' sh \"$@\"\n", hide("shop")));
  const std::string agent =
      hosts.Script("second", fmt::format("exec unshare --mount sh -c 'umount {} && {} && exec \"$@\"' sh {} \"$@\"\n",
                                         path("shop"), hide("bank"), hosts.agent()));
  const std::string launcher = fmt::format("{} {}", first, hosts.Launcher(agent, "--map-by node"));
  const Finished trained = Train({"--launcher", launcher});
  ASSERT_EQ(trained.exit_status, 0) << trained.error;
  const Finished answered = Predict({"--launcher", launcher, "--output", path("model/answers.csv")});
  ASSERT_EQ(answered.exit_status, 0) << answered.error;
  EXPECT_GT(RightAnswers(path("model/answers.csv")), 0.7);

  // On one host that hides the shop's folder, training fails. So above, each file was read on its own host.
  const Finished alone = Train({"--launcher", first + " mpirun --oversubscribe"});
  EXPECT_EQ(alone.exit_status, 1);
  EXPECT_NE(alone.error.find("shop.csv is no file"), std::string::npos) << alone.error;
}

}  // namespace
}  // namespace fdskl::predict
