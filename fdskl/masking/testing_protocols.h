// For tests: the maskings `paper` and `ring` as sums of secrets along trees, for one feature and some samples, and what
// a single worker learns from the messages that it sees.
//
// These are models over the trees really used; that the wire carries no more is the tracing channel's test.
#ifndef FDSKL_FDSKL_MASKING_TESTING_PROTOCOLS_H_
#define FDSKL_FDSKL_MASKING_TESTING_PROTOCOLS_H_

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "fdskl/masking/testing_secrets.h"
#include "fdskl/net/tree.h"

namespace fdskl::masking::testing {

struct Sum {
  net::Tree tree;
  std::vector<Combination> shares;  // what each worker adds
};

struct Protocol {
  std::vector<Sum> sums;
  std::function<bool(int worker, const Secret& secret)> knows;
  std::vector<Combination> outputs;  // what the owner is meant to learn
};

inline Combination Message(const Sum& sum, int sender) {
  Combination message = sum.shares.at(static_cast<std::size_t>(sender));
  for (int child : sum.tree.children(sender)) message.Add(Message(sum, child));
  return message;
}

// A basis of what `worker` learns of the others' secrets.
inline std::vector<Combination> Learns(const Protocol& protocol, int worker) {
  Span view;
  for (const Sum& sum : protocol.sums) {
    if (!sum.tree.contains(worker)) continue;
    for (int child : sum.tree.children(worker)) {
      Combination message = Message(sum, child);
      message.Erase([&](const Secret& secret) { return protocol.knows(worker, secret); });
      view.Add(message);
    }
  }
  return view.FreeOfMasks();
}

inline std::string LearnsText(const Protocol& protocol, int worker) {
  std::vector<std::string> texts;
  for (const Combination& combination : Learns(protocol, worker)) texts.push_back(Text(combination));
  return fmt::format("{}", fmt::join(texts, "; "));
}

// Whether all that `worker` learns it can work out from the outputs and what it knows.
inline bool LearnsOutputsAlone(const Protocol& protocol, int worker) {
  Span outputs;
  for (Combination output : protocol.outputs) {
    output.Erase([&](const Secret& secret) { return protocol.knows(worker, secret); });
    outputs.Add(output);
  }
  for (const Combination& combination : Learns(protocol, worker)) {
    if (!outputs.Contains(combination)) return false;
  }
  return true;
}

// Algorithm 3: a_l + b_l along T1 for every sample, b_l along T2 once; masks depend on the feature alone.
inline Protocol PaperMasking(const net::Tree& t1, const net::Tree& t2, int samples = 1) {
  const int q = t1.size();
  Protocol protocol;
  std::vector<Combination> masks;
  int l_prime = -1;
  for (int worker = 0; worker < q; ++worker) {
    masks.push_back({{Secret{Kind::kMask, 0, worker}, 1}});
    if (!t2.contains(worker)) l_prime = worker;
  }
  for (int sample = 0; sample < samples; ++sample) {
    std::vector<Combination> shares = masks;
    Combination output = masks.at(static_cast<std::size_t>(l_prime));
    for (int worker = 0; worker < q; ++worker) {
      const Combination input = {{Secret{Kind::kInput, sample, worker}, 1}};
      shares[static_cast<std::size_t>(worker)].Add(input);
      output.Add(input);
    }
    protocol.sums.push_back({t1, shares});
    protocol.outputs.push_back(output);
  }
  protocol.sums.push_back({t2, masks});
  protocol.knows = [](int worker, const Secret& secret) { return secret.worker == worker; };
  return protocol;
}

// Ours: a_l + r_l - r_{l-1} along T1, with b added by l'; r_l is shared by l and l + 1 and fresh for every sample.
inline Protocol RingMasking(const net::Tree& t1, int l_prime, int samples = 1, bool fresh = true) {
  const int q = t1.size();
  const auto before = [q](int worker) { return (worker + q - 1) % q; };
  const Combination phase = {{Secret{Kind::kPhase, 0, l_prime}, 1}};
  Protocol protocol;
  for (int sample = 0; sample < samples; ++sample) {
    std::vector<Combination> shares;
    Combination output = phase;
    for (int worker = 0; worker < q; ++worker) {
      Combination share = {{Secret{Kind::kInput, sample, worker}, 1}};
      output.Add(share);
      share.Add({{Secret{Kind::kMask, fresh ? sample : 0, worker}, 1}});
      share.Add({{Secret{Kind::kMask, fresh ? sample : 0, before(worker)}, 1}}, -1);
      if (worker == l_prime) share.Add(phase);
      shares.push_back(share);
    }
    protocol.sums.push_back({t1, shares});
    protocol.outputs.push_back(output);
  }
  protocol.knows = [before](int worker, const Secret& secret) {
    return secret.worker == worker || (secret.kind == Kind::kMask && secret.worker == before(worker));
  };
  return protocol;
}

}  // namespace fdskl::masking::testing

#endif  // FDSKL_FDSKL_MASKING_TESTING_PROTOCOLS_H_
