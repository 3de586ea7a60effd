// A setup: runs of one method that are attacked in the same way. Its repeats differ in seed, samples and masks.
//
// Every call uses the same seeds, so on one machine rows are equal bit for bit.
#ifndef FDSKL_RUNNERS_STUDIES_AUDIT_SETUP_H_
#define FDSKL_RUNNERS_STUDIES_AUDIT_SETUP_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/seed.h"
#include "fdskl/settings.h"
#include "results/audit_row.h"
#include "runners/studies/audit/score.h"
#include "runners/studies/audit/table.h"

namespace fdskl::audit {

enum class Audited { kFdskl, kPpSvmv, kSecureBoost };

struct Setup {
  Audited method = Audited::kFdskl;
  std::string dataset;
  std::string sweep;  // the quantity that varies in the series that this setup belongs to
  Masking masking = Masking::kRing;
  int ring_bits = 32;       // the maximum, whatever runs use: with more bits an owner sees more
  bool same_trees = false;  // T2 = T1, for the attack same-trees only
  bool pads = true;         // false: the control of `private`, in which owners must succeed
  int workers = 8;
  datasets::PartitionRule partition = {};
  std::int64_t samples = 200;
  double sigma = 1;
  std::vector<std::int64_t> features;  // FeatureCounts, ascending
};

inline constexpr int kRepeats = 5;

inline std::uint64_t SeedOf(const Setup& setup, int repeat) { return base::Seed("audit", setup.dataset, repeat); }

// Runs the attacks on a setup, or only `wanted`. Returns one row per attack and number of features. Attacks that have
// no meaning in the setup give no row. Columns about the data's origin are left empty.
std::vector<results::AuditRow> RunSetup(const Setup& setup, const TableSource& tables,
                                        std::optional<AttackKind> wanted);

struct AuditedDataset {
  std::string name;
  double sigma = 1;
};

// The datasets that `fdskl audit` measures: a9a, whose columns are all binary, and cod-rna, whose columns are all real.
// With a name, this one only. Errors: Error names the valid ones.
std::vector<AuditedDataset> ChooseDatasets(std::string_view name);

// The setups that `fdskl audit` measures on a dataset: FDSKL in every masking and with T2 = T1, PP-SVMV, SecureBoost,
// and the control of `private` without pads. Each has a series over the number of features. All but the control also
// have series at a middle number of features: over the number of samples, of workers, and, where the method has one,
// over the kernel's width.
std::vector<Setup> SetupsFor(const AuditedDataset& dataset);

// The setups for another partition of the columns: FDSKL in every masking and PP-SVMV, each with the middle number of
// features only.
// Errors: Error when the partition does not fix the number of workers, or has fewer than all maskings need.
std::vector<Setup> PartitionSetups(const AuditedDataset& dataset, const datasets::PartitionRule& partition);

}  // namespace fdskl::audit

#endif  // FDSKL_RUNNERS_STUDIES_AUDIT_SETUP_H_
