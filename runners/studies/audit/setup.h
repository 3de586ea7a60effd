// A setup: runs of one method that are attacked alike; repeats differ in seed, samples and masks.
//
// The same seeds on every call: rows repeat bit for bit on one machine.
#ifndef FDSKL_RUNNERS_STUDIES_AUDIT_SETUP_H_
#define FDSKL_RUNNERS_STUDIES_AUDIT_SETUP_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/seed.h"
#include "fdskl/settings.h"
#include "results/audit_row.h"
#include "runners/studies/audit/attack.h"
#include "runners/studies/audit/table.h"

namespace fdskl::audit {

enum class Audited { kFdskl, kPpSvmv, kSecureBoost };

struct Setup {
  Audited method = Audited::kFdskl;
  std::string dataset;
  std::string sweep;  // what varies in the series that this is a point of
  Masking masking = Masking::kRing;
  bool same_trees = false;  // T2 = T1, for the attack of that name alone
  int workers = 8;
  std::int64_t samples = 200;
  double sigma = 1;
  std::vector<std::int64_t> features;  // seen by the adversary, or rows known, or trees; ascending
};

inline constexpr int kRepeats = 5;

inline std::uint64_t SeedOf(const Setup& setup, int repeat) { return base::Seed("audit", setup.dataset, repeat); }

// Hands out the table of a repeat.
using TableSource = std::function<Table(int repeat, std::int64_t samples)>;

// What adversaries are granted; see estimate.h.
inline ColumnMeans MeansOf(const Table& table) { return table.x.cast<double>().colwise().mean(); }

// One row per attack and number of features; `wanted`: this attack alone. Attacks that have no meaning in the setup are
// left out. Columns about the data's origin are left empty.
std::vector<results::AuditRow> RunSetup(const Setup& setup, const TableSource& tables,
                                        std::optional<AttackKind> wanted);

}  // namespace fdskl::audit

#endif  // FDSKL_RUNNERS_STUDIES_AUDIT_SETUP_H_
