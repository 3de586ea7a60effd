#include "fdskl/matching/matching.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "base/error.h"
#include "base/index.h"
#include "fdskl/matching/blinding.h"
#include "fdskl/matching/exchange.h"

namespace fdskl::matching {
namespace {

constexpr int kCollector = 0;

// Points are pseudo-random: any eight of their bytes are a hash.
struct PointHash {
  std::size_t operator()(const Point& point) const {
    std::size_t hash = 0;
    std::copy_n(point.begin(), sizeof(hash), reinterpret_cast<std::uint8_t*>(&hash));
    return hash;
  }
};

template <class Key, class Hash>
using Places = std::unordered_map<Key, std::int32_t, Hash>;

// values[order[0]], values[order[1]], ...
std::vector<Point> Reordered(const std::vector<Point>& values, const std::vector<std::int32_t>& order) {
  std::vector<Point> result;
  result.reserve(values.size());
  for (const std::int32_t place : order) result.push_back(values[base::Index(place)]);
  return result;
}

std::vector<Point> Shuffled(const std::vector<Point>& values) {
  return Reordered(values, SecretOrder(std::ssize(values)));
}

// What stands in all the lists, sorted. REQUIRES: no list has a value twice.
template <class T>
std::vector<T> Common(const std::vector<std::vector<T>>& lists) {
  std::map<T, std::size_t> count;
  for (const std::vector<T>& list : lists)
    for (const T& value : list) ++count[value];
  std::vector<T> common;
  for (const auto& [value, times] : count)
    if (times == lists.size()) common.push_back(value);
  return common;
}

// Tells every party the common values, and fails at all of them when there are none.
template <class T>
std::vector<T> Announce(net::Channel& channel, std::vector<T> common) {
  if (channel.rank() == kCollector) {
    for (int party = 1; party < channel.size(); ++party) SendList(channel, party, common);
  } else {
    common = ReceiveList<T>(channel, kCollector);
  }
  if (common.empty()) {
    base::Fail("no id is common to all {} parties: do their files name the same people, and write ids in the same way?",
               channel.size());
  }
  return common;
}

// The place of each of `wanted` in `own`. REQUIRES: all are there.
template <class Key, class Hash>
std::vector<std::int32_t> PlacesOf(std::span<const Key> wanted, std::span<const Key> own) {
  Places<Key, Hash> place_of;
  for (std::size_t i = 0; i < own.size(); ++i) place_of.emplace(own[i], static_cast<std::int32_t>(i));
  std::vector<std::int32_t> places;
  for (const Key& key : wanted) {
    const auto found = place_of.find(key);
    if (found == place_of.end()) base::Fail("the parties do not agree on the common ids");
    places.push_back(found->second);
  }
  return places;
}

// Step 1: own ids, blinded by every party but this one, and by `once`; in the ids' order. At the last party, the
// collector's list stays, and is returned beside.
struct RingResult {
  std::vector<Point> own;         // empty at the collector
  std::vector<Point> collectors;  // at the last party alone
};

RingResult AroundTheRing(net::Channel& channel, std::vector<Point> list, const Scalar& key) {
  const int size = channel.size();
  const int next = (channel.rank() + 1) % size;
  const int previous = (channel.rank() + size - 1) % size;
  for (int step = 1; step < size; ++step) {
    list = Exchange(channel, next, list, previous);
    Blind(key, list);
  }
  // The list of the next party is here now.
  RingResult result;
  if (next == kCollector) {
    result.collectors = std::move(list);
    result.own = ReceiveList<Point>(channel, previous);
  } else if (channel.rank() == kCollector) {
    SendList(channel, next, list);
  } else {
    result.own = Exchange(channel, next, list, previous);
  }
  return result;
}

}  // namespace

std::vector<std::int32_t> PublicMatch(net::Channel& channel, std::span<const std::string> ids) {
  // As one text, each id behind its length.
  const auto pack = [](std::span<const std::string> texts) {
    std::vector<char> packed;
    for (const std::string& text : texts) {
      const auto size = static_cast<std::uint32_t>(text.size());
      const auto* const bytes = reinterpret_cast<const char*>(&size);
      packed.insert(packed.end(), bytes, bytes + sizeof(size));
      packed.insert(packed.end(), text.begin(), text.end());
    }
    return packed;
  };
  const auto unpack = [](const std::vector<char>& packed) {
    std::vector<std::string> texts;
    for (std::size_t at = 0; at < packed.size();) {
      std::uint32_t size = 0;
      if (packed.size() - at < sizeof(size)) base::Fail("a party's list of ids is cut short");
      std::copy_n(packed.data() + at, sizeof(size), reinterpret_cast<char*>(&size));
      at += sizeof(size);
      if (packed.size() - at < size) base::Fail("a party's list of ids is cut short");
      texts.emplace_back(packed.data() + at, size);
      at += size;
    }
    return texts;
  };
  std::vector<char> common;
  if (channel.rank() == kCollector) {
    std::vector<std::vector<std::string>> lists = {{ids.begin(), ids.end()}};
    for (int party = 1; party < channel.size(); ++party) lists.push_back(unpack(ReceiveList<char>(channel, party)));
    common = pack(Common(lists));
  } else {
    SendList(channel, kCollector, pack(ids));
  }
  const std::vector<std::string> all = unpack(Announce(channel, std::move(common)));
  return PlacesOf<std::string, std::hash<std::string>>(all, ids);
}

std::vector<std::int32_t> PrivateMatch(net::Channel& channel, std::span<const std::string> ids) {
  const int last = channel.size() - 1;
  const Scalar key = Scalar::Random();
  const Scalar once = Scalar::Random();
  std::vector<Point> list;
  list.reserve(ids.size());
  for (const std::string& id : ids) list.push_back(PointOf(id));
  if (last == 0) return base::FirstNumbers(std::ssize(ids));
  Blind(once, list);
  RingResult ring = AroundTheRing(channel, std::move(list), key);
  Blind(once.To(key), ring.own);

  if (channel.rank() != kCollector) {
    SendList(channel, kCollector, Shuffled(ring.own));
    if (channel.rank() == last) SendList(channel, kCollector, Shuffled(ring.collectors));
    const std::vector<Point> common = Announce<Point>(channel, {});
    if (channel.rank() == last) {
      const std::vector<Point> theirs = ReceiveList<Point>(channel, kCollector);
      SendList(channel, kCollector, PlacesOf<Point, PointHash>(theirs, ring.collectors));
    }
    return PlacesOf<Point, PointHash>(common, ring.own);
  }
  std::vector<std::vector<Point>> lists;
  for (int party = 1; party <= last; ++party) lists.push_back(ReceiveList<Point>(channel, party));
  lists.push_back(ReceiveList<Point>(channel, last));
  Blind(once.To(key), lists.back());
  std::vector<Point> common = Announce(channel, Common(lists));
  Blind(key.To(once), common);
  SendList(channel, last, common);
  return ReceiveList<std::int32_t>(channel, last);
}

}  // namespace fdskl::matching
