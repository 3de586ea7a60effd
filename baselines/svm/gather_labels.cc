#include "baselines/svm/gather_labels.h"

#include "base/index.h"

namespace fdskl::svm {

std::vector<float> GatherLabels(net::Channel& channel, const WorkerView& view) {
  std::vector<float> label_of;
  if (channel.rank() == 0) {
    label_of.resize(base::Index(view.train->rows()));
    const auto keep = [&](std::span<const std::int32_t> samples, std::span<const float> labels) {
      for (std::size_t i = 0; i < samples.size(); ++i) label_of[base::Index(samples[i])] = labels[i];
    };
    keep(view.labelled, view.labels);
    for (int peer = 1; peer < view.active; ++peer) {
      std::int64_t count = 0;
      channel.Receive<std::int64_t>(peer, std::span(&count, 1));
      std::vector<std::int32_t> samples(base::Index(count));
      std::vector<float> labels(base::Index(count));
      channel.Receive<std::int32_t>(peer, samples);
      channel.Receive<float>(peer, labels);
      keep(samples, labels);
    }
  } else if (channel.rank() < view.active) {
    const std::int64_t count = std::ssize(view.labels);
    channel.Send<std::int64_t>(0, std::span(&count, 1));
    channel.Send<std::int32_t>(0, view.labelled);
    channel.Send<float>(0, view.labels);
  }
  return label_of;
}

}  // namespace fdskl::svm
