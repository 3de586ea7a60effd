#include "fdskl/sharing/word_products.h"

#include <gtest/gtest.h>

#include "base/seed.h"

namespace fdskl::sharing {
namespace {

Word Draw(const char* what, std::int64_t i, std::int64_t j) { return base::Seed(what, i, j); }

// Every number of rows and columns around those that are taken at a time.
TEST(WordProducts, AreThoseOfWordsWhateverTheShape) {
  for (std::int64_t rows = 1; rows <= 9; ++rows) {
    for (std::int64_t columns = 1; columns <= 11; ++columns) {
      WordMatrix m(rows, columns);
      Words by_column;
      Words by_row;
      for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t j = 0; j < columns; ++j) m.Row(i)[static_cast<std::size_t>(j)] = Draw("m", i, j);
      for (std::int64_t j = 0; j < columns; ++j) by_column.push_back(Draw("x", j, 0));
      for (std::int64_t i = 0; i < rows; ++i) by_row.push_back(Draw("y", i, 0));
      Words product(by_row);
      Words transposed(by_column);
      AddProduct(m.Rows(0, rows), by_column, product);
      AddTransposed(m.Rows(0, rows), by_row, transposed);
      Words expected(by_row);
      Words expected_transposed(by_column);
      for (std::size_t i = 0; i < by_row.size(); ++i) {
        for (std::size_t j = 0; j < by_column.size(); ++j) {
          const Word word = m.Row(static_cast<std::int64_t>(i))[j];
          expected[i] += word * by_column[j];
          expected_transposed[j] += word * by_row[i];
        }
      }
      EXPECT_EQ(product, expected) << rows << " x " << columns;
      EXPECT_EQ(transposed, expected_transposed) << rows << " x " << columns;
    }
  }
}

}  // namespace
}  // namespace fdskl::sharing
