// A run of FDSKL with everything that each party saw in it. Attacks on FDSKL get nothing else.
//
// The workers are threads (fdskl/net/thread_channel.h), each behind a TracingChannel, and run Trainer as `fdskl run`
// does. An attack gets the public part of a Recording and one Party, or two that collude. It does not look at others.
#ifndef FDSKL_RUNNERS_STUDIES_AUDIT_RECORDING_H_
#define FDSKL_RUNNERS_STUDIES_AUDIT_RECORDING_H_

#include <cstdint>
#include <span>
#include <vector>

#include "fdskl/masking/secrets.h"
#include "fdskl/net/tracing_channel.h"
#include "fdskl/settings.h"
#include "runners/studies/audit/table.h"

namespace fdskl::audit {

// What all parties know.
struct Public {
  Settings settings;
  int workers = 0, active = 0;
  std::int64_t samples = 0;
  std::vector<std::vector<std::int32_t>> columns;  // by worker
};

// A tile of angles, as a worker records it while it follows the protocol.
struct SeenTile {
  int owner = 0;
  std::vector<std::int64_t> features;
  std::vector<std::int32_t> samples;
  std::size_t messages_end = 0;  // number of messages received when the tile's sum was done
  base::DenseMatrix angles;      // at the owner: samples by features, in turns; in `private`, also the helpers' pads
};

// What one semi-honest worker has: its columns, its secrets and its transcript.
struct Party {
  int rank = 0;
  base::DenseMatrix x;  // samples by own columns
  masking::Secrets secrets;
  std::vector<net::Message> received;
  std::vector<SeenTile> tiles;
  // In `private`: tiles of the predictions that follow the training, and the numbers opened to a helper.
  std::vector<SeenTile> asked;
  std::vector<double> opened;
};

// The public facts of a run, and what each party has of it, by rank.
struct Recording {
  Public facts;
  std::vector<Party> parties;
};

// Trains FDSKL on `table` and records it. Equal arguments give equal recordings, to the bit. In `private`, worker 0
// asks for f of all samples `asked` times at the end.
Recording RecordFdskl(const Table& table, const Settings& settings, int workers, int active, int asked = 0);

// The frequencies w in turns, features by columns. Anyone can compute them from the public seed.
Eigen::MatrixXd Frequencies(const Public& facts, std::span<const std::int64_t> features,
                            std::span<const std::int32_t> columns);

}  // namespace fdskl::audit

#endif  // FDSKL_RUNNERS_STUDIES_AUDIT_RECORDING_H_
