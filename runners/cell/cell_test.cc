#include "runners/cell/cell.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "base/sha256.h"
#include "base/testing.h"
#include "baselines/dsg/dsg_method.h"
#include "baselines/methods.h"
#include "baselines/secureboost/secureboost_method.h"
#include "baselines/svm/svm_methods.h"
#include "fdskl/fdskl_method.h"
#include "runners/cell/cell_text.h"
#include "runners/cell/toml_value.h"

namespace fdskl::cell {
namespace {

using base::testing::ErrorOf;
using secureboost::BoostSettings;

Cell Example() {
  Cell cell;
  cell.dataset = "a9a";
  cell.data_file = "/a folder/with \"quotes\".arrow";
  cell.rows = 2000;
  cell.edition = datasets::Edition::kStandIn;
  cell.partition = datasets::Partition::kShuffled;
  cell.link = net::ParseLink("latency=20ms,bandwidth=1.5Mbit");
  cell.time_limit = 0.1;
  cell.memory_limit = base::ByteCount{5000000000};
  cell.seed = 9223372036854775807U;
  cell.As<Settings>().kernel = Kernel::kLaplace;
  cell.As<Settings>().sigma = 1.0 / 3;
  cell.As<Settings>().cache_partials = false;
  return cell;
}

TEST(CellText, SurvivesTheRoundTrip) {
  for (const Cell& cell : {Cell(), Example()})
    EXPECT_EQ(CellText(CellFromText(CellText(cell), "text")), CellText(cell));
  const Cell back = CellFromText(CellText(Example()), "text");
  EXPECT_EQ(back.data_file, Example().data_file);
  EXPECT_EQ(back.As<Settings>().sigma, 1.0 / 3);
  EXPECT_EQ(back.seed, 9223372036854775807U);
  EXPECT_EQ(back.edition, datasets::Edition::kStandIn);
  EXPECT_EQ(back.link, Example().link);
}

// Earlier versions wrote cells so, and saved models still have such files.
TEST(CellText, OptionsOfOtherMethodsArePassedOver) {
  const Cell cell = CellFromText("method = 'fdskl'\nC = 2.0\ntrees = 3\nsigma = 4.0\n", "text");
  EXPECT_EQ(cell.As<Settings>().sigma, 4);
}

TEST(CellText, ErrorsSayWhereAndWhatIsValid) {
  const auto error = [](const char* text) { return base::testing::ErrorOf([&] { CellFromText(text, "cell.toml"); }); };
  EXPECT_NE(error("\nsigm = 1").find("cell.toml:2: unknown key 'sigm'; did you mean sigma"), std::string::npos);
  EXPECT_NE(error("masking = 'rign'").find("cell.toml:1: masking: unknown masking 'rign'; did you mean ring"),
            std::string::npos);
  EXPECT_EQ(error("sigma = 'wide'"), "cell.toml:1: sigma: must be a number, not 'wide'");
  EXPECT_EQ(error("batch = 1.5"), "cell.toml:1: batch: must be a whole number, not 1.5");
  EXPECT_EQ(error("workers = 5000000000"), "cell.toml:1: workers: must be a whole number, not 5000000000");
  EXPECT_EQ(error("seed = -1"), "cell.toml:1: seed: must be a whole number from 0 up, not -1");
  EXPECT_EQ(error("loss = 3"), "cell.toml:1: loss: must be text, not 3");
  EXPECT_EQ(error("cache_partials = 'maybe'"),
            "cell.toml:1: cache_partials: must be on (true) or off (false), not 'maybe'");
  EXPECT_NE(error("memory_limit = '4Q'").find("K, M or G behind it, not '4Q'"), std::string::npos);
  EXPECT_EQ(error("link = 'latency=2'"),
            "cell.toml:1: link: latency must be a number from 0 up with us, ms or s behind it, not '2'");
  EXPECT_NE(error("sigma = ").find("cell.toml:1: "), std::string::npos);
}

TEST(CellText, TakesWhatAUserTypes) {
  toml::table options;
  for (const auto& [name, text] : {std::pair("sigma", "2"), std::pair("batch", "512"), std::pair("update", "plain"),
                                   std::pair("memory_limit", "1.5G"), std::pair("cache_partials", "off")}) {
    InsertTyped(options, name, text);
  }
  Cell cell;
  ApplyOptions(options, "command line", cell);
  EXPECT_EQ(cell.As<Settings>().sigma, 2);
  EXPECT_EQ(cell.As<Settings>().batch, 512);
  EXPECT_EQ(cell.As<Settings>().update, Update::kPlain);
  EXPECT_EQ(cell.memory_limit->bytes, 1536LL << 20U);
  EXPECT_FALSE(cell.As<Settings>().cache_partials);
  InsertTyped(options, "C", "3");
  EXPECT_EQ(base::testing::ErrorOf([&] { ApplyOptions(options, "command line", cell); }).substr(0, 48),
            "command line: unknown setting of fdskl 'C'. Vali");
}

TEST(CellText, RefusesSizesThatAreNone) {
  for (const char* const text : {"1e300G", "-1e300K", "9007199254740992G", "8", "8T", "G", "nanG", "8G8"}) {
    Cell cell;
    toml::table options;
    options.insert("memory_limit", text);
    EXPECT_NE(base::testing::ErrorOf([&] { ApplyOptions(options, "file", cell); }).find("a number of bytes"),
              std::string::npos)
        << text;
  }
}

TEST(CellText, APresetGivesWayToWhatIsSaidBesideItAndNotToWhatWasBefore) {
  Cell cell(&secureboost::kSecureBoost);
  const auto apply = [&](const char* text) { ApplyOptions(ParseToml(text, "text"), "text", cell); };
  apply("bins = 100\nlearning_rate = 0.7\nlambda = 2");
  EXPECT_EQ(cell.As<BoostSettings>().trees, 50);
  EXPECT_EQ(cell.As<BoostSettings>().key_bits, 2048);
  apply("trees = 7\npreset = 'fate'");
  EXPECT_EQ(cell.As<BoostSettings>().trees, 7);
  EXPECT_EQ(cell.As<BoostSettings>().bins, 32);
  EXPECT_EQ(cell.As<BoostSettings>().depth, 5);
  EXPECT_EQ(cell.As<BoostSettings>().learning_rate, 0.3);
  EXPECT_EQ(cell.As<BoostSettings>().key_bits, 1024);
  EXPECT_EQ(cell.As<BoostSettings>().lambda, 2);
  const Cell back = CellFromText(CellText(cell), "text");
  EXPECT_EQ(back.As<BoostSettings>().trees, 7);
  EXPECT_EQ(back.As<BoostSettings>().preset, secureboost::BoostPreset::kFate);
}

// The hash of a cell is made from this text, and stored cells have the old name of the link `bare`.
TEST(SettingsJson, KeepsTheOldNameOfTheBareLink) {
  Cell cell;
  EXPECT_NE(SettingsJson(cell).find("\"link\": \"shared-memory\""), std::string::npos) << SettingsJson(cell);
  const std::string before = SettingsJson(cell);
  for (const char* name : {"bare", "shared-memory"}) {
    cell.link = net::ParseLink(name);
    EXPECT_EQ(SettingsJson(cell), before) << name;
  }
}

TEST(SettingsJson, HoldsEverySettingOfTheMethod) {
  const std::string json = SettingsJson(Cell());
  EXPECT_NE(json.find("\"masking\": \"ring\""), std::string::npos) << json;
  EXPECT_NE(json.find("\"time_limit\": null"), std::string::npos) << json;
  EXPECT_EQ(json.find("\"C\""), std::string::npos) << json;
  const Cell libsvm(&svm::kLibsvm);
  EXPECT_NE(SettingsJson(libsvm).find("\"C\": 1"), std::string::npos) << SettingsJson(libsvm);
  EXPECT_EQ(SettingsJson(libsvm).find("features"), std::string::npos) << SettingsJson(libsvm);
}

TEST(CellHash, SaysHowSamplesAreSplitAndHowTheDataAreScaledWhereThatIsUnusual) {
  for (const datasets::CatalogueEntry& entry : datasets::Catalogue()) {
    SCOPED_TRACE(entry.name);
    Cell cell;
    cell.dataset = entry.name;
    cell.rows = entry.rows;
    cell.edition = datasets::Edition::kFull;
    const datasets::Prepared data{.edition = datasets::Edition::kFull, .rows = entry.rows, .checksum = "checksum"};
    const std::string unscaled = base::Sha256OfText(fmt::format("{}\n{} {}\n{}\nchecksum\nsplit pool\n", entry.name,
                                                                kFdskl.name, kFdskl.version, SettingsJson(cell)));
    EXPECT_EQ(CellHash(cell, data) == unscaled.substr(0, 20), entry.scaling == datasets::Scaling::kMinMax);
  }
}

TEST(Validate, AcceptsTheDefaults) { EXPECT_NO_THROW(Validate(Cell(), 123)); }

TEST(Validate, NamesWhatIsWrong) {
  const auto error = [](const std::function<void(Cell&)>& spoil) {
    Cell cell = Example();
    spoil(cell);
    return base::testing::ErrorOf([&] { Validate(cell, 123); });
  };
  EXPECT_EQ(error([](Cell& c) { c.workers = 200; }),
            "a9a has 123 columns, so at most 123 workers can hold one each; 200 were asked for");
  EXPECT_EQ(error([](Cell& c) { c = Cell(&dsg::kDsg); }),
            "dsg runs in one process, which holds all columns: workers must be 1, not 8");
  EXPECT_EQ(error([](Cell& c) { c.workers = 0; }), "workers must be at least 1, not 0");
  EXPECT_EQ(error([](Cell& c) { c.active = 0; }), "active must be from 1 to the number of workers, 8, not 0");
  EXPECT_EQ(error([](Cell& c) { c.active = 9; }), "active must be from 1 to the number of workers, 8, not 9");
  EXPECT_EQ(error([](Cell& c) { c.split = -1; }), "split must be at least 0, not -1");
  EXPECT_EQ(error([](Cell& c) { c.rows = 7; }), "rows must be at least 8, not 7");
  EXPECT_EQ(error([](Cell& c) { c.evaluations = 0; }), "evaluations must be at least 1, not 0");
  EXPECT_EQ(error([](Cell& c) { c.time_limit = 0; }), "time_limit must be a number above 0, not 0");
  EXPECT_EQ(error([](Cell& c) { c.memory_limit = base::ByteCount{0}; }), "memory_limit must be at least 1, not 0");
  EXPECT_EQ(error([](Cell& c) { c.As<Settings>().sigma = 0; }), "sigma must be a number above 0, not 0");
  EXPECT_EQ(error([](Cell& c) { c.As<Settings>().sigma = std::nan(""); }), "sigma must be a number above 0, not nan");
  EXPECT_EQ(error([](Cell& c) { c.As<Settings>().gamma = -1; }), "gamma must be a number above 0, not -1");
  EXPECT_EQ(error([](Cell& c) { c.As<Settings>().lambda = -1; }), "lambda must be a number from 0 up, not -1");
  EXPECT_EQ(error([](Cell& c) { c.As<Settings>().rho = std::numeric_limits<double>::infinity(); }),
            "rho must be a number from 0 up, not inf");
  EXPECT_NE(error([](Cell& c) { c.As<Settings>().lambda = 1; }).find("gamma times lambda"), std::string::npos);
  EXPECT_EQ(error([](Cell& c) { c.As<Settings>().batch = 0; }), "batch must be at least 1, not 0");
  EXPECT_EQ(error([](Cell& c) { c.As<Settings>().block = 0; }), "block must be at least 1, not 0");
  EXPECT_EQ(error([](Cell& c) { c.As<Settings>().features = 0; }), "features must be at least 1, not 0");
  EXPECT_EQ(error([](Cell& c) { c.As<Settings>().ring_bits = 7; }), "ring_bits must be from 8 to 32, not 7");
}

// Only random-feature models shrink by 1 - gamma lambda. A linear model and trees may be regularised as strongly as the
// user likes.
TEST(Validate, TakesGammaTimesLambdaForWhatShrinksAlone) {
  for (const baselines::MethodRef method : baselines::Methods()) {
    Cell cell(method);
    cell.workers = cell.active = 1;
    for (const base::Option& option : cell.Options()) {
      if (option.name == "gamma") *std::get<double*>(option.value) = 4;
      if (option.name == "lambda") *std::get<double*>(option.value) = 1;
    }
    const bool shrinks = method == &kFdskl || method == &dsg::kDsg;
    const std::string error = base::testing::ErrorOf([&] { Validate(cell, 123); });
    EXPECT_EQ(error.find("gamma times lambda") != std::string::npos, shrinks) << method->name << ": " << error;
  }
}

TEST(Validate, NamesWhatIsWrongWithSecureBoost) {
  const auto error = [](const std::function<void(Cell&)>& spoil) {
    Cell cell(&secureboost::kSecureBoost);
    cell.active = 1;
    spoil(cell);
    return base::testing::ErrorOf([&] { Validate(cell, 123); });
  };
  EXPECT_EQ(error([](Cell& c) { c.active = 2; }),
            "secureboost has one guest, who holds all labels: active must be 1, not 2");
  EXPECT_EQ(error([](Cell& c) { c.As<BoostSettings>().loss = LossKind::kSmoothHinge; }),
            "secureboost needs second derivatives: loss must be logistic or square, not smooth-hinge");
  EXPECT_EQ(error([](Cell& c) { c.As<BoostSettings>().trees = 0; }), "trees must be at least 1, not 0");
  EXPECT_EQ(error([](Cell& c) { c.As<BoostSettings>().depth = 0; }), "depth must be at least 1, not 0");
  EXPECT_EQ(error([](Cell& c) { c.As<BoostSettings>().bins = 1; }), "bins must be at least 2, not 1");
  EXPECT_EQ(error([](Cell& c) { c.As<BoostSettings>().learning_rate = 0; }),
            "learning_rate must be a number above 0, not 0");
  EXPECT_NE(error([](Cell& c) { c.As<BoostSettings>().key_bits = 512; }).find("at least 1024, not 512"),
            std::string::npos);
  Cell fine(&secureboost::kSecureBoost);
  fine.active = 1;
  for (const int key_bits : {0, 1024, 2048}) {
    fine.As<BoostSettings>().key_bits = key_bits;
    EXPECT_NO_THROW(Validate(fine, 123));
  }
  fine.As<BoostSettings>().key_bits = 512;
  fine.As<BoostSettings>().insecure_keys = true;
  EXPECT_NO_THROW(Validate(fine, 123));
}

}  // namespace
}  // namespace fdskl::cell
