// One worker's part of a trained model, in an Arrow file of its own: its coefficients, its phase and mask keys, its
// columns and how it scales them. One part alone cannot predict; all workers together can.
//
// Secret: the file holds the worker's keys and coefficients. Only the user who wrote it can read it.
#ifndef FDSKL_FDSKL_MODEL_FILE_H_
#define FDSKL_FDSKL_MODEL_FILE_H_

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "fdskl/expansion.h"
#include "fdskl/masking/secrets.h"
#include "fdskl/net/channel.h"
#include "fdskl/settings.h"

namespace fdskl {

struct ModelPart {
  int worker = 0;
  int workers = 1;
  int active = 1;
  Settings settings;  // only those that prediction needs: seed, kernel, sigma, block, masking, ring_bits, sweeps
  std::int64_t iterations = 0;
  std::vector<std::int32_t> columns;  // global numbers
  std::vector<float> shift, factor;   // own column k is used as (x - shift[k]) * factor[k]; empty when not scaled
  std::vector<float> fill;            // replaces missing values, by own column
  std::vector<double> coefficients;   // coefficients of the features that this worker owns
  masking::Secrets secrets;
};

// Errors: Error names `path`. An existing file is replaced whole or not at all.
void WriteModelPart(const std::filesystem::path& path, const ModelPart& part);

// Errors: Error that names `path` when it is missing, cut short, not a model part, or its lists do not fit each other.
ModelPart ReadModelPart(const std::filesystem::path& path);

// The model, ready to predict. Collective. `part` and the channel outlive it.
// Errors: Error when `part` belongs to another worker, or to another number of workers, than the channel's.
std::unique_ptr<Expansion> RestoreModel(net::Channel& channel, const ModelPart& part);

}  // namespace fdskl

#endif  // FDSKL_FDSKL_MODEL_FILE_H_
