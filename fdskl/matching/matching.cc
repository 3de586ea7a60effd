#include "fdskl/matching/matching.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "base/error.h"
#include "base/index.h"
#include "fdskl/matching/blinding.h"
#include "fdskl/matching/exchange.h"
#include "fdskl/net/peer_check.h"

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

// The values that all lists have, sorted. A value that occurs twice in one list counts once.
template <class T>
std::vector<T> Common(const std::vector<std::vector<T>>& lists) {
  std::map<T, std::size_t> count;  // n: each of the first n lists has the value
  for (std::size_t i = 0; i < lists.size(); ++i)
    for (const T& value : lists[i])
      if (std::size_t& times = count[value]; times == i) ++times;
  std::vector<T> common;
  for (const auto& [value, times] : count)
    if (times == lists.size()) common.push_back(value);
  return common;
}

// Sends the common values to every party. Errors: Error at all parties when there are none.
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

// Checks that the places, which party `from` sent, are different and below `count`.
void CheckPlaces(const net::Channel& channel, int from, std::span<const std::int32_t> places, std::size_t count) {
  std::vector<char> seen(count);
  net::CheckDistinct(channel, from, "the place of a common id", places, seen);
}

// The index in `own` of each of `wanted`, which the collector announced.
// Errors: Error that names both ends when `own` lacks one, or one comes twice.
template <class Key, class Hash>
std::vector<std::int32_t> PlacesOf(const net::Channel& channel, std::span<const Key> wanted, std::span<const Key> own) {
  Places<Key, Hash> place_of;
  for (std::size_t i = 0; i < own.size(); ++i) place_of.emplace(own[i], static_cast<std::int32_t>(i));
  std::vector<std::int32_t> places;
  for (const Key& key : wanted) {
    const auto found = place_of.find(key);
    if (found == place_of.end()) net::Refuse(channel, kCollector, "a common id that is not on the list");
    places.push_back(found->second);
  }
  CheckPlaces(channel, kCollector, places, own.size());
  return places;
}

// Blinds points that party `from` sent.
void BlindFrom(const net::Channel& channel, int from, const Scalar& scalar, std::vector<Point>& points) {
  net::CheckedFrom(channel, from, [&] { Blind(scalar, points); });
}

// Checks that as many points as were sent came back from party `from`.
void CheckCount(const net::Channel& channel, int from, const std::vector<Point>& points, std::size_t sent) {
  net::CheckRange(channel, from, "the number of points that come back", std::ssize(points),
                  static_cast<std::int64_t>(sent), static_cast<std::int64_t>(sent));
}

// Step 1: this party's points, blinded by `once` and by every other party, in the order of its ids. The last party
// keeps the collector's list and returns it too.
struct RingResult {
  std::vector<Point> own;         // empty at the collector
  std::vector<Point> collectors;  // the collector's points, only at the last party
};

RingResult AroundTheRing(net::Channel& channel, std::vector<Point> list, const Scalar& key) {
  const int size = channel.size();
  const int next = (channel.rank() + 1) % size;
  const int previous = (channel.rank() + size - 1) % size;
  const std::size_t sent = list.size();
  for (int step = 1; step < size; ++step) {
    list = Exchange(channel, next, list, previous);
    BlindFrom(channel, previous, key, list);
  }
  // The list that is here now belongs to the next party.
  RingResult result;
  if (next == kCollector) {
    result.collectors = std::move(list);
    result.own = ReceiveList<Point>(channel, previous);
  } else if (channel.rank() == kCollector) {
    SendList(channel, next, list);
  } else {
    result.own = Exchange(channel, next, list, previous);
  }
  if (channel.rank() != kCollector) CheckCount(channel, previous, result.own, sent);
  return result;
}

}  // namespace

std::vector<std::int32_t> PublicMatch(net::Channel& channel, std::span<const std::string> ids) {
  // Packs ids into one text, each after its length.
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
  const auto unpack = [&](int from, const std::vector<char>& packed) {
    std::vector<std::string> texts;
    for (std::size_t at = 0; at < packed.size();) {
      std::uint32_t size = 0;
      if (packed.size() - at < sizeof(size)) net::Refuse(channel, from, "a list of ids that is cut short");
      std::copy_n(packed.data() + at, sizeof(size), reinterpret_cast<char*>(&size));
      at += sizeof(size);
      if (packed.size() - at < size) net::Refuse(channel, from, "a list of ids that is cut short");
      texts.emplace_back(packed.data() + at, size);
      at += size;
    }
    return texts;
  };
  std::vector<char> common;
  if (channel.rank() == kCollector) {
    std::vector<std::vector<std::string>> lists = {{ids.begin(), ids.end()}};
    for (int party = 1; party < channel.size(); ++party) {
      lists.push_back(unpack(party, ReceiveList<char>(channel, party)));
    }
    common = pack(Common(lists));
  } else {
    SendList(channel, kCollector, pack(ids));
  }
  const std::vector<std::string> all = unpack(kCollector, Announce(channel, std::move(common)));
  return PlacesOf<std::string, std::hash<std::string>>(channel, all, ids);
}

std::vector<std::int32_t> PrivateMatch(net::Channel& channel, std::span<const std::string> ids) {
  const int last = channel.size() - 1;
  const Scalar key = Scalar::Random();
  const Scalar once = Scalar::Random();
  if (last == 0) return base::FirstNumbers(std::ssize(ids));
  // A secret order, because party n-1 sees where in party 0's list each common id stands.
  const std::vector<std::int32_t> order = SecretOrder(std::ssize(ids));
  const auto in_file = [&](std::vector<std::int32_t> places) {
    for (std::int32_t& place : places) place = order[base::Index(place)];
    return places;
  };
  std::vector<Point> list;
  list.reserve(ids.size());
  for (const std::int32_t place : order) list.push_back(PointOf(ids[base::Index(place)]));
  Blind(once, list);
  RingResult ring = AroundTheRing(channel, std::move(list), key);

  if (channel.rank() != kCollector) {
    BlindFrom(channel, channel.rank() - 1, once.To(key), ring.own);
    SendList(channel, kCollector, Shuffled(ring.own));
    if (channel.rank() == last) SendList(channel, kCollector, Shuffled(ring.collectors));
    const std::vector<Point> common = Announce<Point>(channel, {});
    if (channel.rank() == last) {
      const std::vector<Point> theirs = ReceiveList<Point>(channel, kCollector);
      SendList(channel, kCollector, PlacesOf<Point, PointHash>(channel, theirs, ring.collectors));
    }
    return in_file(PlacesOf<Point, PointHash>(channel, common, ring.own));
  }
  std::vector<std::vector<Point>> lists;
  for (int party = 1; party <= last; ++party) lists.push_back(ReceiveList<Point>(channel, party));
  lists.push_back(ReceiveList<Point>(channel, last));
  CheckCount(channel, last, lists.back(), ids.size());
  BlindFrom(channel, last, once.To(key), lists.back());
  std::vector<Point> common = Announce(channel, Common(lists));
  BlindFrom(channel, last, key.To(once), common);
  SendList(channel, last, common);
  std::vector<std::int32_t> places = ReceiveList<std::int32_t>(channel, last);
  net::CheckRange(channel, last, "the number of common ids", std::ssize(places), std::ssize(common),
                  std::ssize(common));
  CheckPlaces(channel, last, places, ids.size());
  return in_file(std::move(places));
}

}  // namespace fdskl::matching
