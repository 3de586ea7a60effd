// One worker's part of a trained model, in an Arrow file of its own: its coefficients, its phase and mask keys, its
// columns and their scaling. One part alone cannot predict; all workers together can.
//
// Privacy: the file has the worker's keys and coefficients. Only the user who wrote it can read it.
#ifndef FDSKL_FDSKL_MODEL_FILE_H_
#define FDSKL_FDSKL_MODEL_FILE_H_

#include <cstdint>
#include <filesystem>
#include <vector>

#include "base/matrix.h"
#include "fdskl/masking/secrets.h"
#include "fdskl/method.h"
#include "fdskl/net/channel.h"
#include "fdskl/settings.h"
#include "fdskl/sharing/shared_vector.h"

namespace fdskl {

struct ModelPart {
  int worker = 0;
  int workers = 1;
  int active = 1;
  // Only settings that prediction needs are stored: seed, kernel, sigma, block, masking, ring_bits, sweeps. In masking
  // private the number of features is iterations * block.
  Settings settings;
  std::int64_t iterations = 0;
  std::vector<std::int32_t> columns;  // global numbers
  std::vector<float> shift, factor;   // by own column: x is scaled to (x - shift) * factor; empty without scaling
  std::vector<float> fill;            // by own column: replaces missing values
  std::vector<double> coefficients;   // coefficients of the features that this worker owns
  double intercept = 0;
  // In masking private, at the two helpers: shares of all coefficients and of the intercept.
  sharing::SharedVector shares = {};
  sharing::SharedVector intercept_share = {};
  masking::Secrets secrets;
};

// A part without scaling and coefficients.
ModelPart PartOf(const net::Channel& channel, const Settings& settings, const WorkerView& view,
                 const masking::Secrets& secrets);

// A method whose model can be saved.
class PartedMethod : public Method {
 public:
  // This worker's part of the model, without the scaling of its columns, which a method does not know.
  virtual ModelPart Part() const = 0;
};

// Errors: Error names `path`. An existing file is replaced whole or not at all.
void WriteModelPart(const std::filesystem::path& path, const ModelPart& part);

// Errors: Error that names `path` when it is missing, cut short, not a model part, or its lists do not fit each other.
ModelPart ReadModelPart(const std::filesystem::path& path);

// Evaluates the model: f of all samples of x at worker `asker`, nothing elsewhere.
// Collective: all workers call it, each with its own part and columns.
// Privacy:    except in masking `private`, worker 0 passes f on to a passive asker, and so learns it.
// Errors:     Error when `part` belongs to another worker or another number of workers than the channel's.
std::vector<double> PredictWith(net::Channel& channel, const ModelPart& part, const base::Matrix& x, int asker = 0);

}  // namespace fdskl

#endif  // FDSKL_FDSKL_MODEL_FILE_H_
