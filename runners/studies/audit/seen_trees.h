// What a host reads off its transcript of SecureBoost: which samples share a leaf of each tree.
//
// The guest tells every host which rows of each node go left (baselines/tree_grower.h), so all hosts see the whole
// shape of every tree and who is where in it; not the leaves' weights, nor the columns of others.
#ifndef FDSKL_RUNNERS_STUDIES_AUDIT_SEEN_TREES_H_
#define FDSKL_RUNNERS_STUDIES_AUDIT_SEEN_TREES_H_

#include <cstdint>
#include <span>
#include <vector>

#include "baselines/secureboost/boosted_tree.h"
#include "baselines/secureboost/secureboost_method.h"
#include "fdskl/net/tracing_channel.h"
#include "runners/studies/audit/table.h"

namespace fdskl::audit {

// By sample the node it ends in, numbered as the guest numbers its own.
using SeenTree = std::vector<std::int32_t>;

struct BoostRecording {
  std::vector<std::vector<net::Message>> received;  // by worker
  std::vector<secureboost::BoostedTree> trees;      // the guest's: for controls, no host has them
};

// Ciphertexts of a tree must cross in one message for TreesFrom().
inline constexpr std::int64_t kMostBoostSamples = 512;

// A run of SecureBoost over threads behind a TracingChannel. Worker 0 is the guest. The row sets repeat, to the bit;
// keys and ciphertexts do not. REQUIRES: 2 <= workers.
BoostRecording RecordSecureBoost(const Table& table, const secureboost::BoostSettings& settings, int workers);

// From all that one host received while an encrypted run trained. REQUIRES: at most kMostBoostSamples.
std::vector<SeenTree> TreesFrom(std::span<const net::Message> received, std::int64_t samples);

}  // namespace fdskl::audit

#endif  // FDSKL_RUNNERS_STUDIES_AUDIT_SEEN_TREES_H_
