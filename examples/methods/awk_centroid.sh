#!/bin/sh
# Nearest class mean: sh awk_centroid.sh FOLDER. f(x) = w.x + b with w = the difference of the two means.
set -eu
cd "$1"
paste -d, labels.csv train.csv | awk -F, '
  NR == FNR { # the training samples, behind their labels
    if (FNR == 1) next
    upper = $1 > 0
    ++count[upper]
    for (k = 2; k <= NF; ++k) sum[upper, k] += $k
    columns = NF
    next
  }
  FNR == 1 {
    for (k = 2; k <= columns; ++k) {
      high = sum[1, k] / count[1]; low = sum[0, k] / count[0]
      w[k] = high - low; b -= (high - low) * (high + low) / 2
    }
    next
  }
  { f = b; for (k = 1; k <= NF; ++k) f += w[k + 1] * $k; print f }
' - test.csv > decision.txt
