#include "fdskl/net/link_model.h"

#include <charconv>
#include <cmath>
#include <optional>
#include <span>

#include "base/error.h"

namespace fdskl::net {
namespace {

struct Unit {
  std::string_view name;
  double factor;
};

constexpr std::string_view kOldNameOfBare = "shared-memory";

constexpr std::array<Unit, 3> kLatencyUnits{{{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}}};
constexpr std::array<Unit, 4> kBandwidthUnits{{{"Gbit", 1e9}, {"Mbit", 1e6}, {"Kbit", 1e3}, {"bit", 1}}};

// Reads "20ms" as 0.02; none unless the text is a number and one of the units.
std::optional<double> ParseQuantity(std::string_view text, std::span<const Unit> units) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || !std::isfinite(number)) return std::nullopt;
  const std::string_view name = text.substr(static_cast<std::size_t>(end - text.data()));
  for (const Unit& unit : units) {
    if (unit.name == name) return number * unit.factor;
  }
  return std::nullopt;
}

// Uses the first unit in which the number is at least 1 and reads back as the same value, or else the unit of factor 1.
std::string QuantityText(double value, std::span<const Unit> units, std::string_view unit_of_one) {
  for (const Unit& unit : units) {
    std::string text = fmt::format("{}{}", value / unit.factor, unit.name);
    if (value >= unit.factor && ParseQuantity(text, units) == value) return text;
  }
  return fmt::format("{}{}", value, unit_of_one);
}

void ParsePart(std::string_view part, LinkModel& link) {
  const std::size_t equals = part.find('=');
  const std::string_view name = part.substr(0, equals);
  const std::string_view value = equals == std::string_view::npos ? "" : part.substr(equals + 1);
  if (name == "latency") {
    const auto seconds = ParseQuantity(value, kLatencyUnits);
    if (!seconds || *seconds < 0)
      base::Fail("latency must be a number from 0 up with us, ms or s behind it, not '{}'", value);
    link.latency_seconds = *seconds;
  } else if (name == "bandwidth") {
    const auto bits = ParseQuantity(value, kBandwidthUnits);
    if (!bits || *bits <= 0) {
      base::Fail("bandwidth must be a number above 0 with bit, Kbit, Mbit or Gbit behind it, not '{}'", value);
    }
    link.bandwidth_bits_per_second = *bits;
  } else if (name == "receive") {
    link.receiving = base::ParseName<Receiving>(value);
  } else {
    constexpr std::array<std::string_view, 3> kParts = {"latency", "bandwidth", "receive"};
    throw base::Error(base::UnknownName("part of a link", name, kParts));
  }
}

}  // namespace

LinkModel LinkOf(LinkPreset preset) {
  switch (preset) {
    case LinkPreset::kBare:
      return {};
    case LinkPreset::kLan:
      return {.latency_seconds = 100e-6, .bandwidth_bits_per_second = 1e9};
    case LinkPreset::kWan:
      return {.latency_seconds = 20e-3, .bandwidth_bits_per_second = 100e6};
    case LinkPreset::kIntercontinental:
      return {.latency_seconds = 75e-3, .bandwidth_bits_per_second = 50e6};
  }
  throw std::logic_error("a preset without a link");
}

LinkModel ParseLink(std::string_view text) {
  if (text.find('=') == std::string_view::npos) return LinkOf(base::ParseName<LinkPreset>(PresentLinkName(text)));
  LinkModel link;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t comma = std::min(text.find(',', begin), text.size());
    ParsePart(text.substr(begin, comma - begin), link);
    begin = comma + 1;
  }
  return link;
}

std::string LinkText(const LinkModel& link) {
  for (const auto& [preset, name] : base::kNames<LinkPreset>.table) {
    if (LinkOf(preset) == link) return std::string(name);
  }
  std::string text = fmt::format("latency={}", QuantityText(link.latency_seconds, kLatencyUnits, "s"));
  if (std::isfinite(link.bandwidth_bits_per_second)) {
    text += fmt::format(",bandwidth={}", QuantityText(link.bandwidth_bits_per_second, kBandwidthUnits, "bit"));
  }
  if (link.receiving != Receiving::kQueued) text += fmt::format(",receive={}", base::NameOf(link.receiving));
  return text;
}

std::string StoredLinkText(const LinkModel& link) {
  return link.IsBare() ? std::string(kOldNameOfBare) : LinkText(link);
}

std::string PresentLinkName(std::string_view stored) {
  return std::string(stored == kOldNameOfBare ? base::NameOf(LinkPreset::kBare) : stored);
}

}  // namespace fdskl::net
