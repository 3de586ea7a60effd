// Rows that are read when they are needed train the model that rows in memory train, to the bit.
#include "fdskl/row_tiles.h"

#include <gtest/gtest.h>

#include <atomic>

#include "base/index.h"
#include "fdskl/net/thread_channel.h"
#include "fdskl/testing.h"
#include "fdskl/trainer.h"

namespace fdskl {
namespace {

// Copies rows of a matrix in memory, and counts them.
class CountedRows : public base::RowSource {
 public:
  explicit CountedRows(base::Matrix x) : x_(std::move(x)) {}

  std::int64_t rows() const override { return x_.rows(); }
  std::int64_t columns() const override { return x_.columns(); }
  std::int64_t entries() const override { return x_.entries(); }
  std::int64_t bytes() const override { return x_.entries() * 4; }
  void Read(std::span<const std::int32_t> rows, base::Matrix& out) const override {
    read_ += static_cast<std::int64_t>(rows.size());
    base::DenseMatrix dense = base::DenseMatrix::Zero(std::ssize(rows), columns());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      base::ForEntries(x_, rows[i], [&](Eigen::Index k, double value) {
        dense(static_cast<Eigen::Index>(i), k) = static_cast<float>(value);
      });
    }
    out = x_.is_sparse() ? base::Matrix(base::ToSparse(dense)) : base::Matrix(std::move(dense));
  }

  std::int64_t read() const { return read_; }

 private:
  base::Matrix x_;
  mutable std::atomic<std::int64_t> read_ = 0;
};

struct Trained {
  std::vector<double> alpha, f;  // worker 0's
};

Trained Train(const testing::Problem& problem, const Settings& settings, int workers, bool sparse, bool in_memory) {
  Trained trained;
  net::RunWorkers(workers, [&](net::Channel& channel) {
    datasets::Holding mine = testing::Deal(problem, channel.rank(), workers, std::min(2, workers), sparse);
    // The other workers may do either.
    if (!in_memory && channel.rank() != 1)
      mine.train = base::Matrix(std::make_shared<const CountedRows>(std::move(mine.train)));
    Trainer trainer(channel, settings, mine.View());
    trainer.Fit(testing::GoOn);
    const std::vector<double> f = trainer.Predict(mine.train);
    if (channel.rank() == 0) trained = {trainer.model().coefficients(), f};
  });
  return trained;
}

TEST(RowTiles, TrainTheModelOfRowsInMemoryToTheBit) {
  const testing::Problem problem(5000, 9);
  Settings settings;
  settings.block = 16;
  settings.features = 64;
  for (const std::int64_t batch : {200, 2500}) {  // kept whole, and read again
    for (const int workers : {1, 3}) {
      for (const bool sparse : {false, true}) {
        for (const std::int64_t sweeps : {0, 1}) {
          settings.batch = batch;
          settings.sweeps = sweeps;
          settings.threads = workers == 1 ? 2 : 1;
          settings.angle_memory.bytes = 1;  // revisits sum their angles again
          const Trained memory = Train(problem, settings, workers, sparse, true);
          const Trained read = Train(problem, settings, workers, sparse, false);
          EXPECT_EQ(memory.alpha, read.alpha) << batch << ' ' << workers << ' ' << sparse << ' ' << sweeps;
          EXPECT_EQ(memory.f, read.f);
        }
      }
    }
  }
}

TEST(RowTiles, ReadABatchThatFitsOnceAndOthersForEachUse) {
  constexpr std::int64_t kTile = 128;
  const testing::Problem problem(kTile * 64, 3);
  const auto counted = std::make_shared<const CountedRows>(base::Matrix(problem.x));
  const base::Matrix x(counted);
  RowTiles tiles(1);
  const auto use = [&](const std::vector<std::int32_t>& rows) {
    const std::int64_t before = counted->read();
    tiles.Begin(x, rows);
    std::int64_t seen = 0;
    for (std::int64_t i = 0; i < tiles.count(); ++i) {
      const RowTiles::Rows tile = tiles.Get(i, 0);
      EXPECT_EQ(tile.rows.size(), tiles.Samples(i).size());
      for (std::size_t r = 0; r < tile.rows.size(); ++r, ++seen)
        EXPECT_EQ(tile.x->dense().row(tile.rows[r]), problem.x.row(rows[base::Index(seen)]));
    }
    EXPECT_EQ(seen, std::ssize(rows));
    return counted->read() - before;
  };
  const std::vector<std::int32_t> few = base::FirstNumbers(kTile * 4);  // a sixteenth
  const std::vector<std::int32_t> most = base::FirstNumbers(kTile * 60 + 5);
  EXPECT_EQ(use(few), kTile * 4);
  EXPECT_EQ(use(few), 0);
  EXPECT_EQ(use(most), kTile * 60 + 5);
  EXPECT_EQ(use(most), kTile * 56 + 5);
  EXPECT_EQ(use(few), kTile * 4);
}

}  // namespace
}  // namespace fdskl
