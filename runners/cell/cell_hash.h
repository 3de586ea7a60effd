// The identity of a cell: a hash of all that determines its result. Two cells of equal hash need to run only once.
//
// In it: the method and its version, every setting that the method has (limits too, for they decide how it ends), the
// number of rows used, and the data's edition and checksum. Not in it: where the data lie, the machine, the launcher.
#ifndef FDSKL_RUNNERS_CELL_CELL_HASH_H_
#define FDSKL_RUNNERS_CELL_CELL_HASH_H_

#include <string>

#include "datasets/prepare.h"
#include "runners/cell/cell.h"

namespace fdskl::cell {

// 20 hexadecimal digits. No cap on the rows is the same as a cap that the data do not reach.
std::string CellHash(const Cell& cell, const datasets::Prepared& data);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_CELL_HASH_H_
