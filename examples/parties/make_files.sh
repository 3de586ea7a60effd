#!/usr/bin/env bash
# Makes the files of a bank and a shop from real columns of defaultcredit (default_credit.csv, 30,000 clients): what each
# knows of its own clients, in an order of its own. Where that dataset is not here, tiny made-up files of the same form.
#
#   examples/parties/make_files.sh FOLDER [ROWS]
#
# Leaves in FOLDER: bank.csv (with labels) and shop.csv to train on, new_bank.csv and new_shop.csv to predict, the truth
# for these (new_labels.csv), and clients.toml, the catalogue. Every client is a row of both but for one in ten of each.
set -euo pipefail
folder=${1:?usage: make_files.sh FOLDER [ROWS]}
rows=${2:-4000}
source=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$folder"

# default_credit.csv on standard output, from where datasets are looked for; fails where it is not.
real() {
  local place file
  for place in "${FDSKL_DATA:-}" "$source/datasets/raw" "$source/../shared/datasets"; do
    [ -n "$place" ] || continue
    file=$place/default_credit.csv
    if [ -f "$file" ]; then cat "$file"; return; fi
    if [ -f "$file.xz" ]; then xz -dc "$file.xz"; return; fi
    if [ -f "$file.gz" ]; then gzip -dc "$file.gz"; return; fi
  done
  return 1
}

# Columns as in default_credit.csv: the balance and the last payments decide, and chance does a little.
made_up() {
  awk -v rows="$rows" 'BEGIN {
    srand(7)
    printf "ID,LIMIT_BAL,SEX,EDUCATION,MARRIAGE,AGE,PAY_0,PAY_2,PAY_3,PAY_4,PAY_5,PAY_6"
    for (i = 1; i <= 6; ++i) printf ",BILL_AMT%d", i
    for (i = 1; i <= 6; ++i) printf ",PAY_AMT%d", i
    print ",default payment next month"
    for (n = 1; n <= rows; ++n) {
      late = int(4 * rand()) - 1; debt = rand()
      printf "%d,%d,%d,%d,%d,%d", n, 10000 + int(490000 * rand()), 1 + int(2 * rand()), 1 + int(3 * rand()), 1 + int(2 * rand()), 21 + int(40 * rand())
      for (i = 0; i < 6; ++i) printf ",%d", late
      for (i = 0; i < 6; ++i) printf ",%d", int(100000 * debt)
      for (i = 0; i < 6; ++i) printf ",%d", int(5000 * rand())
      printf ",%d\n", (late > 0 && debt > 0.3) != (rand() < 0.05)
    }
  }'
}

if real >/dev/null 2>&1; then table=real; else table=made_up; echo "default_credit.csv is not here: making up data" >&2; fi

# The bank knows limits, payments and who defaulted; the shop knows the person, and what was bought and paid.
# Rows that both train on come first; the last tenth is new.
"$table" | tr -d '\r"' | awk -F, -v rows="$rows" -v folder="$folder" '
  NR == 1 {
    for (i = 1; i <= NF; ++i) place[$i] = i
    split("LIMIT_BAL PAY_0 PAY_2 PAY_3 PAY_4 PAY_5 PAY_6 BILL_AMT1 BILL_AMT2 BILL_AMT3", of_bank, " ")
    split("SEX EDUCATION MARRIAGE AGE BILL_AMT4 BILL_AMT5 BILL_AMT6 PAY_AMT1 PAY_AMT2 PAY_AMT3 PAY_AMT4 PAY_AMT5 PAY_AMT6", of_shop, " ")
    bank_head = "client"; for (i = 1; i in of_bank; ++i) bank_head = bank_head "," of_bank[i]
    shop_head = "client"; for (i = 1; i in of_shop; ++i) shop_head = shop_head "," of_shop[i]
    print bank_head ",default" > (folder "/bank.csv")
    print bank_head > (folder "/new_bank.csv")
    print shop_head > (folder "/shop.csv")
    print shop_head > (folder "/new_shop.csv")
    print "client,default" > (folder "/new_labels.csv")
    next
  }
  NR > rows + 1 { next }
  {
    client = sprintf("c%06d", $(place["ID"]))
    label = $(place["default payment next month"])
    bank = client; for (i = 1; i in of_bank; ++i) bank = bank "," $(place[of_bank[i]])
    shop = client; for (i = 1; i in of_shop; ++i) shop = shop "," $(place[of_shop[i]])
    if (NR > rows * 9 / 10) {
      print bank > (folder "/new_bank.csv"); print shop > (folder "/new_shop.csv"); print client "," label > (folder "/new_labels.csv")
      next
    }
    if (NR % 10 != 3) print bank "," label > (folder "/bank.csv")
    if (NR % 10 != 7) print shop > (folder "/shop.csv")
  }'
# The shop keeps its clients in an order of its own.
for file in shop new_shop; do
  { head -n 1 "$folder/$file.csv"; tail -n +2 "$folder/$file.csv" | sort -t, -k 5,5n -k 1,1r; } >"$folder/$file.sorted"
  mv "$folder/$file.sorted" "$folder/$file.csv"
done

cat >"$folder/clients.toml" <<'TOML'
# Two parties that know the same people: who has which file, and how rows are matched.
[clients]
ids = "private"
id = "client"

[clients.party.bank]
file = "bank.csv"
label = "default"

[clients.party.shop]
file = "shop.csv"
TOML
