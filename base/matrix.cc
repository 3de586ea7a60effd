#include "base/matrix.h"

namespace fdskl::base {

std::int64_t Matrix::rows() const {
  return is_sparse() ? static_cast<std::int64_t>(sparse().row_begin.size()) - 1 : dense().rows();
}

std::int64_t Matrix::columns() const { return is_sparse() ? sparse().columns : dense().cols(); }

std::int64_t Matrix::entries() const {
  return is_sparse() ? static_cast<std::int64_t>(sparse().value.size()) : dense().size();
}

}  // namespace fdskl::base
