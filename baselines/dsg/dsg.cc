#include "baselines/dsg/dsg.h"

#include <algorithm>

#include "base/error.h"
#include "base/parallel.h"

namespace fdskl::dsg {
namespace {

Settings OnAllCores(const net::Channel& channel, Settings settings) {
  FDSKL_REQUIRE(channel.size() == 1);
  settings.threads = base::Cores();
  return settings;
}

}  // namespace

Dsg::Dsg(net::Channel& channel, const Settings& settings, const WorkerView& view)
    : trainer_(channel, OnAllCores(channel, settings), view) {}

}  // namespace fdskl::dsg
