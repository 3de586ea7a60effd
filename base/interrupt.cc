#include "base/interrupt.h"

namespace fdskl::base {
namespace {

volatile std::sig_atomic_t interrupted = 0;

void NoteSignal(int /*signal*/) { interrupted = 1; }

}  // namespace

InterruptGuard::InterruptGuard() {
  interrupted = 0;
  struct sigaction action {};
  action.sa_handler = NoteSignal;
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &action, &before_[i]);
}

InterruptGuard::~InterruptGuard() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &before_[i], nullptr);
}

bool Interrupted() { return interrupted != 0; }

}  // namespace fdskl::base
