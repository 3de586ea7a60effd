// The attacks on small runs: each succeeds where it must, fails where it must, and gives equal rows every time.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/seed.h"
#include "base/testing.h"
#include "runners/studies/audit/recording.h"
#include "runners/studies/audit/setup.h"

namespace fdskl::audit {
namespace {

constexpr std::int64_t kColumns = 20;

// Columns that are slightly correlated, binary or real.
Table MakeTable(bool binary, int repeat, std::int64_t samples) {
  Table table{base::DenseMatrix(samples, kColumns), {}};
  for (std::int64_t i = 0; i < samples; ++i) {
    const float common = static_cast<float>(base::Seed("common", repeat, i) >> 11U) * 0x1p-53F;
    for (std::int64_t k = 0; k < kColumns; ++k) {
      const float own = static_cast<float>(base::Seed("own", repeat, i, k) >> 11U) * 0x1p-53F;
      const float value = 0.3F * common + 0.7F * own;
      table.x(i, k) = binary ? static_cast<float>(value > 0.6F) : value;
    }
    table.y.push_back(i % 3 == 0 ? 1.0F : -1.0F);
  }
  return table;
}

std::vector<results::AuditRow> RowsOf(Setup setup, bool binary, std::optional<AttackKind> attack = {}) {
  setup.dataset = "small";
  setup.samples = 60;
  return RunSetup(
      setup, [&](int repeat, std::int64_t samples) { return MakeTable(binary, repeat, samples); }, attack);
}

Setup FdsklSetup(Masking masking, int workers) {
  return {
      .dataset = "small", .sweep = "features", .masking = masking, .workers = workers, .sigma = 1.5, .features = {400}};
}

Setup RingSetup(int bits) {
  Setup setup = FdsklSetup(Masking::kRing, 4);
  setup.ring_bits = bits;
  return setup;
}

Setup WithSameTrees() {
  Setup setup = FdsklSetup(Masking::kPaper, 4);
  setup.same_trees = true;
  return setup;
}

Setup KernelSetup(const std::vector<std::int64_t>& known_rows) {
  return {.method = Audited::kPpSvmv, .dataset = "small", .sweep = "features", .workers = 4, .features = known_rows};
}

void ExpectSuccess(const results::AuditRow& row) {
  EXPECT_GT(row.advantage, 0.9) << row.attack << " " << row.mode;
  EXPECT_GT(row.low, row.chance) << row.attack << " " << row.mode;
  EXPECT_LE(row.permuted, row.chance + 0.02) << row.attack << " " << row.mode;
}

void ExpectFailure(const results::AuditRow& row) {
  EXPECT_LE(row.low, row.chance) << row.attack << " " << row.mode;
  EXPECT_LT(row.advantage, 0.02) << row.attack << " " << row.mode;
}

class Attacks : public ::testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(BinaryAndReal, Attacks, ::testing::Bool());

TEST_P(Attacks, SucceedWithoutMasks) {
  const std::vector<results::AuditRow> rows = RowsOf(FdsklSetup(Masking::kNone, 4), GetParam());
  EXPECT_EQ(rows.size(), 4U);
  for (const results::AuditRow& row : rows) {
    EXPECT_EQ(row.role, "must-succeed");
    if (row.attack != base::NameOf(AttackKind::kMaskedRegression)) {
      ExpectSuccess(row);
    } else {  // a third of the sums includes the victim's phase, which the regression does not model
      EXPECT_GT(row.advantage, 0.7);
    }
  }
}

TEST_P(Attacks, OfOneWorkerSucceedInPaperMasking) {
  for (const results::AuditRow& row : RowsOf(FdsklSetup(Masking::kPaper, 4), GetParam())) {
    if (row.attack == base::NameOf(AttackKind::kSameTrees)) {
      EXPECT_EQ(row.role, "must-fail");
      ExpectFailure(row);
    } else if (row.attack == base::NameOf(AttackKind::kMaskedRegression)) {
      EXPECT_GT(row.low, row.chance);
    } else {
      ExpectSuccess(row);
    }
  }
}

TEST_P(Attacks, OnMasksFailInRingMaskingAndOnOutputsSucceed) {
  for (const int workers : {3, 4}) {
    const std::vector<results::AuditRow> rows = RowsOf(FdsklSetup(Masking::kRing, workers), GetParam());
    EXPECT_EQ(rows.size(), 5U);
    for (const results::AuditRow& row : rows) {
      if (row.role == "must-fail") {
        ExpectFailure(row);
      } else {
        ExpectSuccess(row);
      }
    }
    EXPECT_EQ(std::ranges::count(rows, "must-fail", &results::AuditRow::role), 2);
  }
}

// The partition changes how many columns an owner has to guess. Masks still hide, and an owner's outputs still reveal.
TEST_P(Attacks, OnOtherSharesOfTheColumnsGuessOthersAndEndAlike) {
  for (const char* text : {"8,1,1,1", "1,1,1,8", "1-2,19-20;3-9;10-12;13-18"}) {
    SCOPED_TRACE(text);
    const auto partition = datasets::PartitionRule::Parse(text);
    const auto setups = PartitionSetups({"small", 1.5}, partition);
    const auto ring = std::ranges::find(setups, Masking::kRing, &Setup::masking);
    ASSERT_NE(ring, setups.end());
    const std::vector<results::AuditRow> rows = RowsOf(*ring, GetParam());
    EXPECT_EQ(rows.size(), 5U);
    for (const results::AuditRow& row : rows) {
      EXPECT_EQ(row.sweep, "partition");
      EXPECT_EQ(row.partition, text);
      EXPECT_EQ(row.workers, 4);
      if (row.role == "must-fail") {
        ExpectFailure(row);
      } else {
        ExpectSuccess(row);
      }
      if (row.attack != base::NameOf(AttackKind::kOwnerOutputs)) continue;
      EXPECT_EQ(row.hidden_columns, kColumns - std::ssize(partition.ColumnsOf(kColumns, 4, 0, 0)));
    }
  }
  EXPECT_NE(base::testing::ErrorOf([] {
              PartitionSetups({"small", 1}, datasets::Partition::kShuffled);
            }).find("8,1,1,1"),
            std::string::npos);
  EXPECT_FALSE(RowsOf(FdsklSetup(Masking::kRing, 4), GetParam(), AttackKind::kReusedMask).front().partition);
}

// Fewer bits do not make masks weaker: they are uniform over the words of that size.
TEST_P(Attacks, OnMasksOfFewBitsFailAsWell) {
  for (const int bits : {8, 12}) {
    for (const results::AuditRow& row : RowsOf(RingSetup(bits), GetParam())) {
      SCOPED_TRACE(bits);
      if (row.role == "must-fail") {
        ExpectFailure(row);
      } else {
        ExpectSuccess(row);
      }
    }
  }
}

TEST_P(Attacks, FailInSharedMasking) {
  const std::vector<results::AuditRow> rows = RowsOf(FdsklSetup(Masking::kShared, 4), GetParam());
  EXPECT_EQ(rows.size(), 4U);  // on masks, on outputs, and of two owners
  for (const results::AuditRow& row : rows) ExpectFailure(row);
}

TEST_P(Attacks, FailInPrivateMaskingAndSucceedWithoutItsPads) {
  auto setup = FdsklSetup(Masking::kPrivate, 4);
  const std::vector<results::AuditRow> rows = RowsOf(setup, GetParam());
  EXPECT_EQ(rows.size(), 7U);  // on masks, on outputs, of two owners, and the three of private_attacks.h
  for (const results::AuditRow& row : rows) {
    EXPECT_EQ(row.role, "must-fail");
    if (row.attack == base::NameOf(AttackKind::kOpenedNumbers)) {  // 200 guesses of one bit vary a lot
      EXPECT_LE(row.low, row.chance);
      EXPECT_LT(row.advantage, 0.25);
    } else {
      ExpectFailure(row);
    }
  }
  setup.pads = false;
  const std::vector<results::AuditRow> controls = RowsOf(setup, GetParam());
  EXPECT_EQ(controls.size(), 5U);  // all but those on masks, which do not depend on pads
  for (const results::AuditRow& row : controls) {
    EXPECT_EQ(row.role, "must-succeed");
    EXPECT_EQ(row.mode, "private, no pads");
    ExpectSuccess(row);
  }
}

TEST_P(Attacks, SucceedWhenBothSumsTakeTheSameTree) {
  const std::vector<results::AuditRow> rows = RowsOf(WithSameTrees(), GetParam());
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].mode, "paper, T2 = T1");
  ExpectSuccess(rows[0]);
}

TEST_P(Attacks, OnTheMergedKernelSucceedForItsHolderAlone) {
  const std::vector<results::AuditRow> rows = RowsOf(KernelSetup({0, 40}), GetParam());
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_NEAR(rows[0].advantage, 0, 0.01);  // nothing known
  ExpectSuccess(rows[1]);
  for (const std::size_t i : {2U, 3U}) {
    EXPECT_EQ(rows[i].role, "must-fail");
    ExpectFailure(rows[i]);
  }
}

TEST(Audit, OfTwoWorkersTheOwnerLearnsTheOthersColumns) {
  const std::vector<results::AuditRow> rows = RowsOf(FdsklSetup(Masking::kRing, 2), true, AttackKind::kOwnerOutputs);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].hidden_columns, kColumns / 2);
  ExpectSuccess(rows[0]);
}

constexpr std::int64_t kSweptBlock = 16;
constexpr std::int64_t kSweptBlocks = 6;
constexpr std::int64_t kSweptBatch = 10;
constexpr std::int64_t kSweptSamples = 60;

// Four workers, two of them active. Angles beyond `memory` bytes are not saved.
Recording RecordSweeps(Masking masking, std::int64_t sweeps, std::int64_t memory = 1 << 20) {
  Settings settings;
  settings.masking = masking;
  settings.ring_bits = 11;
  settings.update = Update::kPlain;
  settings.batch = kSweptBatch;
  settings.block = kSweptBlock;
  settings.features = kSweptBlocks * kSweptBlock;
  settings.sweeps = sweeps;
  settings.angle_memory.bytes = memory;
  return RecordFdskl(MakeTable(false, 0, kSweptSamples), settings, 4, 2);
}

// The angles that a worker saw, by feature and sample: one for each time that it saw it.
using Angles = std::map<std::pair<std::int64_t, std::int32_t>, std::vector<float>>;
Angles AnglesOf(const Party& party) {
  Angles angles;
  for (const SeenTile& tile : party.tiles) {
    if (tile.owner != party.rank) continue;
    for (std::size_t i = 0; i < tile.samples.size(); ++i)
      for (std::size_t j = 0; j < tile.features.size(); ++j)
        angles[{tile.features[j], tile.samples[i]}].push_back(
            tile.angles(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)));
  }
  return angles;
}

std::int64_t ReceivedBytes(const Party& party) {
  std::int64_t bytes = 0;
  for (const net::Message& message : party.received) bytes += std::ssize(message.bytes);
  return bytes;
}

TEST(Sweeps, GiveOwnersNoAngleTwiceAndNoneThatIsNew) {
  for (const Masking masking : {Masking::kRing, Masking::kPaper, Masking::kNone}) {
    SCOPED_TRACE(base::NameOf(masking));
    const Recording one = RecordSweeps(masking, 1);
    const Recording three = RecordSweeps(masking, 3);
    for (std::size_t owner = 0; owner < 2; ++owner) {
      const Angles angles = AnglesOf(one.parties[owner]);
      EXPECT_EQ(std::ssize(angles), kSweptBlocks / 2 * kSweptBlock * kSweptSamples);
      EXPECT_TRUE(std::ranges::all_of(angles, [](const auto& entry) { return entry.second.size() == 1; }));
      EXPECT_EQ(AnglesOf(three.parties[owner]), angles);
    }
  }
}

// The pass itself is the same. At its end come the newest features of samples that were not drawn again. A run without
// sweeps sums these as soon as it evaluates f at its training samples.
TEST(Sweeps, BeginWithThePassOfARunWithoutThem) {
  const Recording none = RecordSweeps(Masking::kRing, 0);
  const Recording one = RecordSweeps(Masking::kRing, 1);
  for (std::size_t owner = 0; owner < 2; ++owner) {
    const Angles without = AnglesOf(none.parties[owner]);
    const Angles with = AnglesOf(one.parties[owner]);
    EXPECT_LT(without.size(), with.size());
    EXPECT_TRUE(std::ranges::includes(with, without));
    std::set<std::int64_t> features;
    for (const auto& [place, values] : with) features.insert(place.first);
    for (const auto& [place, values] : without) features.erase(place.first);
    EXPECT_TRUE(features.empty());
  }
}

TEST(Sweeps, GiveOwnersTheSameAngleAgainWhereItIsNotSaved) {
  for (const Masking masking : {Masking::kRing, Masking::kPaper, Masking::kNone}) {
    SCOPED_TRACE(base::NameOf(masking));
    const Recording saved = RecordSweeps(masking, 2);
    const Recording summed = RecordSweeps(masking, 2, 1);
    for (std::size_t owner = 0; owner < 2; ++owner) {
      Angles angles = AnglesOf(summed.parties[owner]);
      for (auto& [place, values] : angles) {
        EXPECT_EQ(values, std::vector<float>(3, values.front()));  // in the pass, and in two revisits
        values.resize(1);
      }
      EXPECT_EQ(angles, AnglesOf(saved.parties[owner]));
    }
  }
}

TEST(Sweeps, SendPassiveWorkersNothingAndActiveOnesBatchesAndPartialF) {
  for (const Masking masking : {Masking::kRing, Masking::kPaper, Masking::kNone}) {
    SCOPED_TRACE(base::NameOf(masking));
    const Recording one = RecordSweeps(masking, 1);
    const Recording three = RecordSweeps(masking, 3);
    for (std::size_t rank = 0; rank < 4; ++rank) {
      const Party& party = three.parties[rank];
      const std::int64_t of_two_sweeps = ReceivedBytes(party) - ReceivedBytes(one.parties[rank]);
      if (rank < 2) {  // receives partial f of the batch in half of the revisits, the batch in the others
        EXPECT_EQ(of_two_sweeps, 2 * kSweptBlocks / 2 * kSweptBatch * (8 + 4));
        continue;
      }
      EXPECT_TRUE(std::ranges::equal(party.received, one.parties[rank].received, {}, &net::Message::bytes,
                                     &net::Message::bytes));
      EXPECT_EQ(party.tiles.back().messages_end, party.received.size()) << "a message after the pass has ended";
    }
  }
}

TEST(Audit, RepeatsToTheBit) {
  const auto values = [](const std::vector<results::AuditRow>& rows) {
    std::vector<double> all;
    for (const results::AuditRow& row : rows)
      for (const double value : {row.recovered, row.low, row.high, row.chance, row.advantage, row.permuted})
        all.push_back(value);
    return all;
  };
  for (const Masking masking : {Masking::kRing, Masking::kPaper, Masking::kPrivate})
    EXPECT_EQ(values(RowsOf(FdsklSetup(masking, 4), false)), values(RowsOf(FdsklSetup(masking, 4), false)));
  EXPECT_EQ(values(RowsOf(KernelSetup({40}), true)), values(RowsOf(KernelSetup({40}), true)));
}

}  // namespace
}  // namespace fdskl::audit
