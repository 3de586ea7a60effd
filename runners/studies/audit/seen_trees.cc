#include "runners/studies/audit/seen_trees.h"

#include <numeric>
#include <utility>

#include "base/error.h"
#include "base/index.h"
#include "baselines/secureboost/secureboost.h"
#include "fdskl/net/thread_channel.h"
#include "runners/studies/audit/recording.h"

namespace fdskl::audit {
namespace {

// A node of the level at hand.
struct Place {
  std::int32_t node;
  std::vector<std::int32_t> rows;
};

// A host's messages, in the order in which it received them.
class Reader {
 public:
  explicit Reader(std::span<const net::Message> messages) : messages_(messages) {}

  bool done() const { return messages_.empty(); }
  const net::Message& Next() {
    FDSKL_REQUIRE(!done());
    const net::Message& message = messages_.front();
    messages_ = messages_.subspan(1);
    return message;
  }

 private:
  std::span<const net::Message> messages_;
};

void SkipQuestion(Reader& reader) {
  if (reader.Next().As<std::int64_t>().at(0) > 0) reader.Next();  // which of the host's own splits were taken
}

SeenTree NextTree(Reader& reader, std::int64_t samples) {
  SeenTree tree(base::Index(samples));
  std::vector<Place> level = {{0, std::vector<std::int32_t>(tree.size())}};
  std::iota(level[0].rows.begin(), level[0].rows.end(), 0);
  std::int32_t nodes = 1;
  reader.Next();  // the derivatives, encrypted
  while (!level.empty()) {
    SkipQuestion(reader);
    const std::vector<std::uint8_t> outcomes =
        reader.Next().As<std::uint8_t>();  // of each: split, left open, right open
    FDSKL_REQUIRE(outcomes.size() == 3 * level.size());
    std::vector<Place> next;
    for (std::size_t i = 0; i < level.size(); ++i) {
      if (outcomes[3 * i] == 0) continue;
      std::vector<std::int32_t>& rows = level[i].rows;
      const auto middle = rows.begin() + secureboost::PutLeftFirst(rows, reader.Next().As<std::uint8_t>());
      Place left{nodes++, {rows.begin(), middle}};
      Place right{nodes++, {middle, rows.end()}};
      for (const Place* child : {&left, &right})
        for (const std::int32_t row : child->rows) tree[base::Index(row)] = child->node;
      if (outcomes[3 * i + 1] == 0 && outcomes[3 * i + 2] == 0) continue;
      next.push_back(std::move(left));
      next.push_back(std::move(right));
    }
    level = std::move(next);
  }
  return tree;
}

}  // namespace

BoostRecording RecordSecureBoost(const Table& table, const secureboost::BoostSettings& settings, int workers) {
  FDSKL_REQUIRE(workers >= 2);
  BoostRecording recording;
  recording.received.resize(base::Index(workers));
  net::RunWorkers(workers, [&](net::Channel& inner) {
    net::TracingChannel channel(inner);
    const Holding holding(table, channel.rank(), workers, 1);
    secureboost::SecureBoost method(channel, settings, holding.View());
    method.Fit([](const Progress&) { return true; });
    recording.received[base::Index(channel.rank())] = channel.received();
    if (channel.rank() == 0) recording.trees = method.trees();
  });
  return recording;
}

std::vector<SeenTree> TreesFrom(std::span<const net::Message> received, std::int64_t samples) {
  FDSKL_REQUIRE(samples <= kMostBoostSamples);
  Reader reader(received);
  reader.Next();  // the public key, in two parts
  reader.Next();
  std::vector<SeenTree> trees;
  while (!reader.done()) trees.push_back(NextTree(reader, samples));
  return trees;
}

}  // namespace fdskl::audit
