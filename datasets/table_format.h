// How the files of a dataset are read: with which reader, and what each column of a table is used for.
#ifndef FDSKL_DATASETS_TABLE_FORMAT_H_
#define FDSKL_DATASETS_TABLE_FORMAT_H_

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/names.h"

namespace fdskl::datasets {

enum class Reader { kLibsvm, kCsv, kArrow };

constexpr auto NamesOf(Reader /*value*/) {
  return base::EnumTable<Reader, 3>{"reader",
                                    {{{Reader::kLibsvm, "libsvm"}, {Reader::kCsv, "csv"}, {Reader::kArrow, "arrow"}}}};
}

// What is done with columns of text. kRefuse: they are an error. kOneHot: each becomes one column of 0 and 1 for
// each of its different texts.
enum class Categories { kRefuse, kOneHot };

constexpr auto NamesOf(Categories /*value*/) {
  return base::EnumTable<Categories, 2>{"categories",
                                        {{{Categories::kRefuse, "refuse"}, {Categories::kOneHot, "one-hot"}}}};
}

// What the columns of a table are used for. LIBSVM text has no named columns and uses only `positive`.
struct TableFormat {
  std::string label;                    // name of the label's column; empty: there are no labels
  std::optional<std::string> positive;  // the upper class; every other label is the lower one
  std::string id;                       // name of the column of ids, which is no feature; empty: there is none
  std::vector<std::string> dropped;     // names of further columns that are not features
  std::vector<std::string> missing;     // texts that mark a missing value
  Categories categories = Categories::kRefuse;
  bool quotes_values = true;  // whether error messages may repeat values
};

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_TABLE_FORMAT_H_
