// Locks: one owner at a time, and file systems that have none.

#include "base/files.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <thread>

#include "base/testing.h"
#include "base/testing_locks.h"

namespace fdskl::base {
namespace {

class FileLockTest : public ::testing::Test {
 protected:
  testing::TempFolder folder_;
  std::filesystem::path file_ = folder_.path() / "deep" / "lock";
};

TEST_F(FileLockTest, HasOneOwnerAtATime) {
  {
    const FileLock owner(file_);
    EXPECT_THROW(FileLock(file_, FileLock::Busy::kFail), LockBusy);
    EXPECT_THROW(FileLock::IfThereAreLocks(file_, FileLock::Busy::kFail), LockBusy) << "busy is not the same as none";
  }
  EXPECT_NE(FileLock::IfThereAreLocks(file_, FileLock::Busy::kFail), nullptr);
}

TEST_F(FileLockTest, WaitsForItsTurn) {
  std::atomic<bool> released = false;
  std::thread next;
  {
    const FileLock owner(file_);
    next = std::thread([&] {
      const FileLock lock(file_);
      EXPECT_TRUE(released) << "two have the lock";
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    released = true;
  }
  next.join();
}

TEST_F(FileLockTest, IsNullWhereThereAreNoLocks) {
  for (const int error : {ENOLCK, ENOSYS, EOPNOTSUPP, EINVAL}) {
    const testing::WithoutLocks without(error);
    EXPECT_EQ(FileLock::IfThereAreLocks(file_), nullptr) << error;
    EXPECT_EQ(FileLock::IfThereAreLocks(file_, FileLock::Busy::kFail), nullptr) << error;
    EXPECT_THROW(const FileLock lock(file_), NoLocks) << error;
  }
  const testing::WithoutLocks broken(EIO);
  EXPECT_EQ(testing::ErrorOf([&] { FileLock::IfThereAreLocks(file_); }),
            fmt::format("cannot lock {}: Input/output error", file_.string()));
}

}  // namespace
}  // namespace fdskl::base
