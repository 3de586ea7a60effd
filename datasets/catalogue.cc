#include "datasets/catalogue.h"

#include <algorithm>

#include "base/error.h"

namespace fdskl::datasets {
namespace {

std::string Libsvm(std::string_view file) {
  return fmt::format("https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/binary/{}", file);
}

// Checksums of parts and of the .xz files: SOURCES.md beside the shared files. The texts are the publishers' own.
std::vector<CatalogueEntry> MakeCatalogue() {
  return {
      {.name = "gisette",
       .rows = 6000,
       .columns = 5000,
       .density = 0.994,
       .sources = {{.rows = 6000,
                    .columns = 5000,
                    .positives = 3000,
                    .files = {{.name = "gisette_scale", .address = Libsvm("gisette_scale.bz2")}}},
                   {.edition = Edition::kPart,
                    .rows = 6000,
                    .columns = 1000,
                    .positives = 3000,
                    .files = {{.name = "gisette_scale.first1000features",
                               .sha256 = "72a87d6a013eee6590661c7f28ba9181d3cb88bfc82440fdbee9eb22ef6c22a4",
                               .text_sha256 = "e1ab03eeef79c25e62d588f3565af4d851b34b005045fe33547e1f08d7565579"}},
                    .note = "all 6,000 samples of the paper, the first 1,000 of 5,000 features"},
                   {.edition = Edition::kPart,
                    .rows = 1000,
                    .columns = 5000,
                    .positives = 500,
                    .files = {{.name = "gisette_scale.t",
                               .sha256 = "9aaf3d8b0263763fcef83f81ef93fc5177ddbb6f8636e5b2b5c4d73207618208",
                               .text_sha256 = "9ede2eabe5ead1e00f56fcf50841eedb6fa2fdb20e1a155c0582a9bede4c6679"}},
                    .note = "the publisher's test part; 1,000 samples are few, so the other part comes first"}}},
      {.name = "phishing",
       .rows = 11055,
       .columns = 68,
       .positive_share = 0.557,
       .density = 0.441,
       .sources = {{.rows = 11055,
                    .columns = 68,
                    .positives = 6157,
                    .files = {{.name = "phishing",
                               .sha256 = "796306aeeff0773b2100ff36d54415155f58b4ba8419fbee5a8e00ef381a99a8",
                               .text_sha256 = "0cf66ef36604c393da9359b2e5d894a2df8aee31fd184633cefa138add2ef08a",
                               .address = Libsvm("phishing")}}}}},
      {.name = "a9a",
       .rows = 48842,
       .columns = 123,
       .positive_share = 0.2393,
       .density = 0.1128,
       .sources = {{.rows = 48842,
                    .columns = 123,
                    .positives = 11687,
                    .files = {{.name = "a9a",
                               .sha256 = "78ce75dfe9bc9c228c26fe8fd825becbfca2e46e28a0942b65d6669dc83f0754",
                               .text_sha256 = "f5d5ffd8d865ff41328e7ee043e4b020816914ff6843ff15b98905ddbedce906",
                               .address = Libsvm("a9a")},
                              {.name = "a9a.t",
                               .sha256 = "4895bd602093e30a2c9ae7c8b86a404961644516f58029e1641335e1fc7e3214",
                               .text_sha256 = "1f448a153f0320399a7e40836eb207655b0bde0f21fc941cc472193daa9f5de9",
                               .address = Libsvm("a9a.t")}}}}},
      {.name = "ijcnn1",
       .rows = 49990,
       .columns = 22,
       .positive_share = 0.0971,
       .density = 0.591,
       .sources = {{.rows = 49990,
                    .columns = 22,
                    .positives = 4853,
                    .files = {{.name = "ijcnn1",
                               .sha256 = "0122f83402aa68a235bbc55d409698694278e986cf27f26e268519105af9cba0",
                               .text_sha256 = "16506cad788cf7c9607454150ed1994788204bac2ff4c9cb3b320036b6950d3f",
                               .address = Libsvm("ijcnn1.bz2")}}}}},
      {.name = "cod-rna",
       .rows = 59535,
       .columns = 8,
       .positive_share = 0.3333,
       .sources = {{.rows = 59535,
                    .columns = 8,
                    .positives = 19845,
                    .files = {{.name = "cod-rna",
                               .sha256 = "5056c8827d390677e6103618beb754469768b061a031d7af961e80afe05e2882",
                               .text_sha256 = "65b7cc0689fc29bba5db8b50fab0b6446d985f4bf8f6f5dd474f7df8b2f1ab6c",
                               .address = Libsvm("cod-rna")}}}}},
      {.name = "w8a",
       .rows = 64700,
       .columns = 300,
       .positive_share = 0.0299,
       .density = 0.0388,
       .sources = {{.rows = 64700,
                    .columns = 300,
                    .positives = 1933,
                    .files = {{.name = "w8a",
                               .sha256 = "9c58e7517682ba21a2098ae7d689f065cfc6c784ed5294a0cda5fea77b0729a8",
                               .text_sha256 = "6a9fa8fd5f524303240a5db07d4b3d4a51e8b7b4b20a914105d8e3e8c81640f2",
                               .address = Libsvm("w8a")},
                              {.name = "w8a.t",
                               .sha256 = "4c344af9e6cb69522a9eb0122217729becebb91d0e7e2e6209686ec026fde7b8",
                               .text_sha256 = "618929ecb01bebb841daec4cae4aa07b97832d29b08652452775598929547fde",
                               .address = Libsvm("w8a.t")}}}}},
      {.name = "real-sim",
       .rows = 72309,
       .columns = 20958,
       .positive_share = 0.3075,
       .density = 0.00245,
       .sources = {{.rows = 72309,
                    .columns = 20958,
                    .positives = 22238,
                    .files = {{.name = "real-sim", .address = Libsvm("real-sim.bz2")}}},
                   {.edition = Edition::kPart,
                    .rows = 3000,
                    .columns = 20958,
                    .positives = 1500,
                    .files = {{.name = "real-sim_small_3K",
                               .sha256 = "4a5103c61114c61cfe8be187eb933e8aa86907edafd4a8a44be2e00c87efec2f",
                               .text_sha256 = "e17aa63d9c1fdc3714157a3d2cf3ce1266c9001d67c093d29255bc8f6a2035a6"}},
                    .note = "3,000 of 72,309 samples, half of each class (the full set: 31% positive)"}}},
      {.name = "epsilon",
       .rows = 400000,
       .columns = 2000,
       .sources = {{.rows = 400000,
                    .columns = 2000,
                    .files = {{.name = "epsilon_normalized", .address = Libsvm("epsilon_normalized.xz")}}},
                   {.edition = Edition::kPart,
                    .rows = 5000,
                    .columns = 100,
                    .positives = 2491,
                    .csv = CsvFormat{.label = "y", .dropped = {"id"}},
                    .files = {{.name = "epsilon_5k_100features.csv",
                               .sha256 = "d5d0f8d27138f25bbcb920c02a4b977d2f54e683679e3c3d97b02ff2fd21913f",
                               .text_sha256 = "ac0e91f53ef9f4ed6c1bc71763dcfa39c5ef41fb2ce0fb6f04739f6d5be1b53b"}},
                    .note = "5,000 of 400,000 samples, 100 of 2,000 features"}}},
      {.name = "defaultcredit",
       .rows = 30000,
       .columns = 23,
       .positive_share = 0.2212,
       .density = 0.781,
       .sources =
           {{.rows = 30000,
             .columns = 23,
             .positives = 6636,
             .csv = CsvFormat{.label = "default payment next month", .dropped = {"ID"}},
             .files = {{.name = "default_credit.csv",
                        .sha256 = "8552340f42c2a544a9adbf10acf91e31800034c9233b95a3dea6df678eea6b52",
                        .text_sha256 = "4edce6da569b2c30788a85fd98a9bafb1a983e8ca1a7aac875dd7ff853cbd0bb",
                        .address = "https://archive.ics.uci.edu/dataset/350/default+of+credit+card+clients",
                        .by_hand =
                            "it is published as a spreadsheet: save that as CSV without its first row (X1 ... Y)"}}}}},
      {.name = "givemecredit",
       .rows = 150000,
       .columns = 10,
       .positive_share = 0.0668,
       .density = 0.6,
       .missing_share = 0.0224,
       .sources = {{.rows = 150000,
                    .columns = 10,
                    .positives = 10026,
                    .csv = CsvFormat{.label = "SeriousDlqin2yrs", .dropped = {""}, .missing = "NA"},
                    .files = {{.name = "cs-training.csv",
                               .sha256 = "17846b696bc036b8e8249855b631ef72d3fe405decdaf8be1c059e39a776f770",
                               .text_sha256 = "1bd46da486a5708c58c7b01a034fae2a13b327f6f7b62ea7ba4fe3b5824b24ac",
                               .address = "https://www.kaggle.com/c/GiveMeSomeCredit/data",
                               .by_hand = "it is published behind a log-in: download the archive and unpack it"}}}}},
  };
}

}  // namespace

std::span<const CatalogueEntry> Catalogue() {
  static const std::vector<CatalogueEntry> catalogue = MakeCatalogue();
  return catalogue;
}

const CatalogueEntry& FindDataset(std::string_view name) {
  const auto entry = std::ranges::find(Catalogue(), name, &CatalogueEntry::name);
  if (entry != Catalogue().end()) return *entry;
  std::vector<std::string_view> valid;
  for (const CatalogueEntry& known : Catalogue()) valid.push_back(known.name);
  throw base::Error(base::UnknownName("dataset", name, valid));
}

}  // namespace fdskl::datasets
