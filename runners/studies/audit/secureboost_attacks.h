// The attack on SecureBoost's row sets, and what a host reads from its transcript for it.
//
// The guest tells every host which rows of each node go left (baselines/secureboost/tree_grower.h). So all hosts see
// the shape of every tree and which samples share a leaf. They see neither the leaves' weights nor others' columns.
//
// A host wants the labels. The guest grew the trees so that labels are alike within a leaf. The host knows some
// samples' labels (its own customers', say) and the share p of positive ones. It treats the labels as a draw from a
// Gaussian process whose covariance K is the share of trees in which two samples share a leaf:
//     y ~ (p, p (1 - p) (a K + (1 - a) I)).
//
// Trust:    a is the likeliest value for the known labels. It is 0, which guesses p for all samples, unless the
//           likelihood ratio is above what one in twenty cases without any relation would give.
// Controls: the row sets of a run on shuffled labels must fail; a host that is told the leaves' weights must succeed.
#ifndef FDSKL_RUNNERS_STUDIES_AUDIT_SECUREBOOST_ATTACKS_H_
#define FDSKL_RUNNERS_STUDIES_AUDIT_SECUREBOOST_ATTACKS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "baselines/secureboost/boosted_tree.h"
#include "baselines/secureboost/secureboost_method.h"
#include "fdskl/net/tracing_channel.h"
#include "runners/studies/audit/setup.h"

namespace fdskl::audit {

// As RunSetup(), which then fills in the columns that describe the setup. setup.features are numbers of trees; the host
// knows a fifth of the labels.
std::vector<results::AuditRow> AttackSecureBoost(const Setup& setup, const TableSource& tables,
                                                 std::optional<AttackKind> wanted);

// The node that each sample ends in, numbered as the guest numbers its nodes.
using SeenTree = std::vector<std::int32_t>;

// What the workers of a run received, and the trees that it gave.
struct BoostRecording {
  std::vector<std::vector<net::Message>> received;  // by worker
  std::vector<secureboost::BoostedTree> trees;      // the guest's, for controls: no host has them
};

// TreesFrom() needs a tree's ciphertexts in one message, which holds up to this number of samples.
inline constexpr std::int64_t kMostBoostSamples = 512;

// Runs SecureBoost over threads, each behind a TracingChannel. Worker 0 is the guest. Row sets are equal in every run;
// keys and ciphertexts are not. REQUIRES: 2 <= workers.
BoostRecording RecordSecureBoost(const Table& table, const secureboost::BoostSettings& settings, int workers);

// Reads the trees from all messages that one host received in an encrypted run. REQUIRES: at most kMostBoostSamples.
std::vector<SeenTree> TreesFrom(std::span<const net::Message> received, std::int64_t samples);

}  // namespace fdskl::audit

#endif  // FDSKL_RUNNERS_STUDIES_AUDIT_SECUREBOOST_ATTACKS_H_
