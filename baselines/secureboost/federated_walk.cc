#include "baselines/secureboost/federated_walk.h"

#include <cstdint>
#include <vector>

#include "fdskl/net/sized_message.h"

namespace fdskl::secureboost {
namespace {

std::size_t Index(std::int64_t i) { return static_cast<std::size_t>(i); }

// Where `row` goes at a split of the host's table.
struct Query {
  std::int32_t split;
  std::int32_t row;
};

// A sample on its way through a tree.
struct Walk {
  const BoostedTree* tree;
  std::int32_t row;
  std::int32_t node = 0;

  const TreeNode& at() const { return (*tree)[Index(node)]; }
  void Go(bool left) { node = left ? at().left : at().right; }
};

}  // namespace

void AddTrees(net::Channel& channel, const TreeGrower& grower, std::span<const BoostedTree> trees, int depth,
              const base::Matrix& x, std::span<double> f) {
  std::vector<Walk> walks;
  walks.reserve(trees.size() * f.size());
  for (const BoostedTree& tree : trees) {
    for (std::size_t row = 0; row < f.size(); ++row) walks.push_back({&tree, static_cast<std::int32_t>(row)});
  }
  for (int level = 0; level < depth; ++level) {
    std::vector<std::vector<Query>> queries(Index(channel.size()));
    std::vector<std::vector<Walk*>> asked(queries.size());
    for (Walk& walk : walks) {
      while (walk.at().owner == 0) {
        walk.Go(grower.columns().GoesLeft(grower.splits()[Index(walk.at().split)], x, walk.row));
      }
      if (walk.at().is_leaf()) continue;
      queries[Index(walk.at().owner)].push_back({walk.at().split, walk.row});
      asked[Index(walk.at().owner)].push_back(&walk);
    }
    for (int host = 1; host < channel.size(); ++host) net::SendSized(channel, host, queries[Index(host)]);
    for (int host = 1; host < channel.size(); ++host) {
      LeftBits bits(BitBytes(std::ssize(asked[Index(host)])));
      channel.Receive(host, std::span(bits));
      for (std::size_t i = 0; i < asked[Index(host)].size(); ++i) asked[Index(host)][i]->Go(TestBit(bits, i));
    }
  }
  for (const Walk& walk : walks) f[Index(walk.row)] += walk.at().weight;
}

void AnswerQueries(net::Channel& channel, const TreeGrower& grower, int depth, const base::Matrix& x) {
  for (int level = 0; level < depth; ++level) {
    const std::vector<Query> queries = net::ReceiveSized<Query>(channel, 0);
    LeftBits bits;
    AppendBits(
        std::ssize(queries),
        [&](std::int64_t i) {
          const Query& query = queries[Index(i)];
          return grower.columns().GoesLeft(grower.splits().at(Index(query.split)), x, query.row);
        },
        bits);
    channel.Send<std::uint8_t>(0, bits);
  }
}

}  // namespace fdskl::secureboost
