#include <algorithm>
#include <cstring>
#include <span>

#include "base/fuzzing.h"
#include "fdskl/net/lane.h"

namespace fdskl::net {

// Runs steps of both ends, and between them changes bytes of the shared memory, as a dishonest end could: heads,
// positions and messages.
FDSKL_FUZZ_TARGET(LaneMemory, bytes) {
  constexpr std::size_t kHead = 256;  // the positions, and the heads of the first records behind them
  constexpr std::size_t kEnd = 64;    // bytes of a message that are touched at either end: what lies between is alike
  Lane reader;
  Lane writer(&reader);
  base::fuzzing::Choices choices(bytes);
  unsigned sum = 0;
  while (!choices.rest().empty()) {
    const int step = choices.Below(4);
    if (step == 0) {
      const std::size_t size = std::size_t{1} << static_cast<unsigned>(choices.Below(20));
      std::byte* const room = writer.TryReserve(size);
      if (room == nullptr) continue;
      if (size <= Lane::kLargestMessage) {
        std::memset(room, 7, std::min(size, kEnd));
        std::memset(room + size - std::min(size, kEnd), 7, std::min(size, kEnd));
      }
      writer.Commit();
    } else if (step == 1) {
      if (!reader.TryFront()) continue;
      if (reader.size() <= Lane::kLargestMessage) {
        const std::span message(reader.bytes(), reader.size());
        for (const std::byte byte : message.first(std::min(message.size(), kEnd))) sum += static_cast<unsigned>(byte);
        for (const std::byte byte : message.last(std::min(message.size(), kEnd))) sum += static_cast<unsigned>(byte);
      }
      reader.Pop();
    } else {
      const std::size_t place = (step == 2 ? 0 : static_cast<std::size_t>(choices.Byte()) * 64) +
                                static_cast<std::size_t>(choices.Byte()) % kHead;
      reader.memory()[place] = static_cast<std::byte>(choices.Byte());
    }
  }
  if (sum == 1) throw base::Error("never mind: what was read is used");
}

}  // namespace fdskl::net
