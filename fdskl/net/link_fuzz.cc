#include "base/fuzzing.h"
#include "fdskl/net/link_model.h"

namespace fdskl::net {

// Every text that --link accepts is written so that it reads back as the same link.
FDSKL_FUZZ_TARGET(LinkOption, bytes) {
  const LinkModel link = ParseLink(base::fuzzing::Text(bytes));
  const std::string text = LinkText(link);
  bool same = false;
  try {
    same = ParseLink(text) == link;
  } catch (const base::Error&) {
    same = false;
  }
  if (!same) throw std::logic_error("does not read back: " + text);
}

}  // namespace fdskl::net
