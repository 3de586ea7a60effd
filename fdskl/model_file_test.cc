#include "fdskl/model_file.h"

#include <arrow/api.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

#include "base/error.h"
#include "fdskl/net/thread_channel.h"
#include "fdskl/testing.h"
#include "fdskl/trainer.h"
#include "results/arrow_io.h"

namespace fdskl {
namespace {

class ModelFile : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(::testing::TempDir()) / fmt::format("model_file_test.{}", ::getpid());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path PathOf(int worker) const { return folder_ / fmt::format("worker-{}.arrow", worker); }

  std::filesystem::path folder_;
};

TEST_F(ModelFile, ALoadedModelPredictsTheSame) {
  const testing::Problem problem(80, 7);
  Settings settings;
  settings.seed = 12;
  settings.sigma = 0.8;
  settings.batch = 20;
  settings.block = 8;
  settings.features = 72;  // an odd number of blocks: the owners have different numbers of features
  for (const auto& [masking, name] : base::kNames<Masking>.table) {
    settings.masking = masking;
    settings.update = masking == Masking::kShared    ? Update::kPlain
                      : masking == Masking::kPrivate ? Update::kConjugate
                                                     : Update::kPreconditioned;
    settings.loss = masking == Masking::kPrivate ? LossKind::kSquare : LossKind::kLogistic;
    settings.sweeps = masking == Masking::kPrivate ? 5 : 0;
    std::vector<double> trained;
    std::vector<double> loaded;
    net::RunWorkers(4, [&](net::Channel& channel) {
      const datasets::Holding mine = testing::Deal(problem, channel.rank(), 4, 2);
      const auto trainer = MakeTrainer(channel, settings, mine.View());
      trainer->Fit([](const Progress&) { return true; });
      WriteModelPart(PathOf(channel.rank()), trainer->Part());
      const std::vector<double> f = trainer->Predict(mine.train);
      if (channel.rank() == 0) trained = f;
    });
    net::RunWorkers(4, [&](net::Channel& channel) {
      const datasets::Holding mine = testing::Deal(problem, channel.rank(), 4, 2);
      const ModelPart part = ReadModelPart(PathOf(channel.rank()));
      const std::vector<double> f = PredictWith(channel, part, mine.train);
      if (channel.rank() == 0) loaded = f;
    });
    ASSERT_EQ(trained.size(), loaded.size());
    for (std::size_t i = 0; i < trained.size(); ++i)
      EXPECT_NEAR(trained[i], loaded[i], masking == Masking::kPrivate ? 1e-2 : 1e-5) << name;
  }
}

TEST_F(ModelFile, OnlyItsOwnerCanReadIt) {
  WriteModelPart(PathOf(0), ModelPart{});
  const auto permissions = std::filesystem::status(PathOf(0)).permissions();
  EXPECT_EQ(permissions, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

TEST_F(ModelFile, AnotherWorkersPartIsRefused) {
  ModelPart part;
  part.worker = 1;
  part.workers = 2;
  WriteModelPart(PathOf(1), part);
  const ModelPart read = ReadModelPart(PathOf(1));
  EXPECT_THROW(net::RunWorkers(1, [&](net::Channel& channel) { PredictWith(channel, read, {}); }), base::Error);
}

TEST_F(ModelFile, AModelOfBeforeThereWereSweepsIsRead) {
  WriteModelPart(PathOf(0), ModelPart{});
  const auto table = results::ReadTable(PathOf(0));
  const int column = table->schema()->GetFieldIndex("sweeps");
  ASSERT_GE(column, 0);
  results::WriteTable(PathOf(0), *results::ValueOrThrow(table->RemoveColumn(column)));
  EXPECT_EQ(ReadModelPart(PathOf(0)).settings.sweeps, 0);
}

TEST_F(ModelFile, DamageIsAnErrorThatNamesTheFile) {
  ModelPart part;
  part.coefficients = {1, 2, 3};  // but it owns no features
  WriteModelPart(PathOf(0), part);
  try {
    ReadModelPart(PathOf(0));
    FAIL() << "no error";
  } catch (const base::Error& error) {
    EXPECT_NE(std::string(error.what()).find("worker-0.arrow is not a part of a model"), std::string::npos);
  }
  std::filesystem::resize_file(PathOf(0), std::filesystem::file_size(PathOf(0)) / 2);
  EXPECT_THROW(ReadModelPart(PathOf(0)), base::Error);
  EXPECT_THROW(ReadModelPart(PathOf(9)), base::Error);
}

}  // namespace
}  // namespace fdskl
