// All figures from made-up rows: what they say, and the files that gnuplot makes of them.

#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <boost/iostreams/filter/zlib.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <chrono>
#include <cmath>
#include <regex>
#include <thread>

#include "base/error.h"
#include "base/files.h"
#include "base/testing.h"
#include "baselines/methods.h"
#include "datasets/catalogue.h"
#include "runners/reporting/figures/drawing.h"
#include "runners/reporting/figures/gnuplot_renderer.h"
#include "runners/reporting/figures/paper_figures.h"
#include "runners/reporting/figures/scale.h"
#include "runners/reporting/stored/testing.h"

namespace fdskl::figures {
namespace {

using results::Experiment;

// The first page's drawing commands, inflated.
std::string PdfContent(const std::string& pdf) {
  const std::size_t begin = pdf.find("stream\n") + 7;
  std::istringstream deflated(pdf.substr(begin, pdf.find("endstream", begin) - begin));
  boost::iostreams::filtering_istream inflated;
  inflated.push(boost::iostreams::zlib_decompressor());
  inflated.push(deflated);
  return {std::istreambuf_iterator<char>(inflated), {}};
}

// Three splits of a9a and w8a; PP-SVMV cannot run on w8a.
std::unique_ptr<stored::Stored> Everything() {
  stored::testing::MadeUp made;
  for (const char* dataset : {"w8a", "a9a"}) {
    for (const baselines::MethodRef method : baselines::Methods()) {
      const std::string text(method->name);
      const double base = 10 + static_cast<double>(baselines::PlaceOf(method));
      for (int split = 0; split < 3; ++split) {
        const bool fails = text == "pp-svmv" && std::string(dataset) == "w8a";
        for (const Experiment experiment :
             {Experiment::kCurves, Experiment::kErrors, Experiment::kScaling, Experiment::kWorkers}) {
          made.Run(experiment, dataset, text, split, base + split, 20 * (base - 9) + split);
          made.Curve({base + 20, base + 5 + split, base + split});
          made.Clock(0.5);
          if (experiment == Experiment::kScaling) made.runs().back().train_rows = std::int64_t{3000} * (split + 1);
          if (experiment == Experiment::kWorkers) made.runs().back().workers = 2 << split;
          if (fails) made.Fails("out-of-memory", "needs 5 TB");
        }
      }
    }
    for (const char* masking : {"none", "paper", "ring"}) {
      made.Run(Experiment::kMasking, dataset, "fdskl", 0, 10, 3).masking = masking;
    }
    for (const int bits : {8, 12, 32}) {
      for (int split = 0; split < 3; ++split) {
        results::RunRow& run = made.Run(Experiment::kBits, dataset, "fdskl", split, 10 + split, 3);
        run.ring_bits = bits;
        run.sent_bytes = std::int64_t{100'000'000} * bits;
        if (bits == 12 && split == 2) made.Fails("timeout", "slow");
      }
    }
    for (int split = 0; split < 3; ++split) {
      for (const int features : {4096, 1024, 2048}) {
        const double error = 6 + split + 8192.0 / features;
        made.Run(Experiment::kFeatures, dataset, "fdskl", split, error, 3).features = features;
        if (features == 1024 && split == 2) made.Fails("timeout", "slow");
      }
      made.Run(Experiment::kFeatures, dataset, "fd-svrg", split, 7 + 2 * split, 3);
      made.Run(Experiment::kFeatures, dataset, "libsvm", split, 5, 3);
    }
    for (const char* structure : {"tree", "ring", "star", "mpi-reduce"}) {
      for (const int q : {2, 4, 8}) {
        made.comm().push_back({dataset, "part", 1000, structure, q, "shared-memory", 0.01 * q, {}, q, 100, q, false});
      }
    }
    for (const char* structure : {"tree", "ring", "star", "pipelined-ring"}) {
      for (const int q : {2, 4, 8, 256, 1024}) {
        made.comm().push_back({dataset, "part", 1000, structure, q, "wan", {}, 0.1 * q, q, 100, q, q > 8});
        if (q <= 8) made.comm().back().clock_seconds = 0.11 * q;
      }
    }
  }
  for (const double gamma : {0.04, 0.02, 0.01}) {
    for (std::int64_t t = 1; t < 20000; t *= 2) {
      for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        results::TheoryRow row{.check = "theorem1", .iteration = t, .seed = seed, .gamma = gamma, .lambda = 0.05};
        const double decayed = std::pow(1 - 0.3 * gamma, static_cast<double>(t));
        row.error = (gamma + decayed) * (1 + 0.1 * static_cast<double>(seed % 2));
        made.theory().push_back(row);
      }
    }
  }
  for (const std::int64_t t : {128, 256, 512}) {
    for (const std::int64_t n : {1, 2, 4}) {
      made.theory().push_back({.check = "bytes", .workers = n, .iteration = t, .sent_bytes = n * t * t});
      const double seconds = 1e-6 * static_cast<double>(t * t * n);
      made.theory().push_back({.check = "seconds", .columns = 100 * n, .iteration = t, .seconds = seconds});
      made.theory().push_back({.check = "seconds",
                               .workers = n,
                               .columns = 400,
                               .iteration = t,
                               .seconds = 4e-6 * static_cast<double>(t * t)});
    }
  }
  const auto audited = [&](const char* attack, const char* mode, const char* role) {
    for (const std::int64_t features : {100, 1000}) {
      results::AuditRow row;
      row.attack = attack;
      row.mode = mode;
      row.role = role;
      row.sweep = "features";
      row.dataset = "a9a";
      row.edition = "full";
      row.features = features;
      row.measure = "bits";
      row.low = row.recovered = 0.9;
      row.high = 1;
      row.chance = 0.8;
      made.audit().push_back(row);
    }
  };
  for (int split = 0; split < 3; ++split) {
    made.Run(Experiment::kErrors, "a9a", "fdskl", split, 15 + split, 40).settings =
        R"({"update": "plain", "masking": "paper", "sweeps": 0})";
  }
  for (const auto& [kind, from, to] : {std::tuple("keys", 0, 1), {"sample-numbers", 0, 1}, {"masked-angles", 1, 0}}) {
    results::TrafficRow row;
    row.part = "transcript";
    row.method = "fdskl";
    row.workers = 2;
    row.batch = row.block = 4;
    row.kind = kind;
    row.sender = from;
    row.receiver = to;
    row.sent_bytes = 1234;
    made.traffic().push_back(row);
  }
  for (const char* mode : {"none", "paper", "ring", "shared", "paper, T2 = T1"})
    audited("reused-mask", mode, "measured");
  for (const char* role : {"measured", "must-fail", "must-succeed"}) audited("row-sets", "secureboost", role);
  return made.Make();
}

bool Has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

// Every start tag has its end, in order: enough to catch a file that is cut short or has an unescaped character.
bool IsWellFormed(const std::string& xml) {
  std::vector<std::string> open;
  const std::regex tag(R"(<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<![^>]*>|<(/?)([A-Za-z][\w:-]*)([^<>]*?)(/?)>)");
  std::string rest;
  auto end = xml.cbegin();
  for (std::sregex_iterator match(xml.begin(), xml.end(), tag), last; match != last; ++match) {
    rest.append(end, (*match)[0].first);
    end = (*match)[0].second;
    if (!(*match)[2].matched || (*match)[4].length() > 0) continue;
    if ((*match)[1].length() == 0) {
      open.push_back((*match)[2]);
    } else if (open.empty() || open.back() != (*match)[2]) {
      return false;
    } else {
      open.pop_back();
    }
  }
  return open.empty() && rest.find_first_of("<>") == std::string::npos;
}

TEST(Figures, WellFormednessCheckCanFail) {
  EXPECT_TRUE(IsWellFormed("<?xml version='1.0'?><svg><g a='b'/><text>x</text></svg>"));
  EXPECT_FALSE(IsWellFormed("<svg><g></svg></g>"));
  EXPECT_FALSE(IsWellFormed("<svg><g>"));
  EXPECT_FALSE(IsWellFormed("<svg>a < b</svg>"));
}

class EveryRenderer : public ::testing::TestWithParam<RendererKind> {};

TEST_P(EveryRenderer, DrawsAllAsThreeValidFilesWithTitlesAndAbsences) {
  if (GetParam() == RendererKind::kMatplot && BestRenderer() != RendererKind::kMatplot) {
    GTEST_SKIP() << "matplot++ is not installed";
  }
  const base::testing::TempFolder folder;
  const auto drawer = MakeRenderer(GetParam());
  Renderer& renderer = *drawer;
  const auto stored = Everything();
  const auto drawn = DrawFigures(*stored, folder.path(), renderer);
  ASSERT_EQ(drawn.size(), 16U);
  for (const DrawnFigure& figure : drawn) {
    SCOPED_TRACE(figure.name);
    EXPECT_EQ(figure.missing, "");
    EXPECT_FALSE(figure.caption.empty());
    const std::string svg = base::ReadText(folder.path() / (figure.name + ".svg"));
    EXPECT_TRUE(IsWellFormed(svg));
    EXPECT_EQ(base::ReadText(folder.path() / (figure.name + ".png")).substr(0, 8), "\x89PNG\r\n\x1a\n");
    const std::string pdf = base::ReadText(folder.path() / (figure.name + ".pdf"));
    EXPECT_EQ(pdf.substr(0, 5), "%PDF-");
    EXPECT_TRUE(Has(pdf.substr(pdf.size() - 8), "%%EOF"));
    EXPECT_TRUE(std::filesystem::exists(folder.path() / (figure.name + "_column.pdf")));
    if (figure.name == "figure2_trees") {
      EXPECT_TRUE(Has(svg, "T1, q = 8") && Has(svg, "without l' = 4") && Has(svg, "paper's example, T1"));
    } else if (figure.name == "figure1_system") {
      EXPECT_TRUE(Has(svg, "1,234 B") && Has(svg, "masked angles") && Has(svg, "passive: holds columns"));
    } else if (figure.name == "extra_as_printed") {
      EXPECT_TRUE(Has(svg, "as printed / ours") && Has(svg, "difference [points]") && Has(svg, "a9a"));
    } else if (figure.name == "extra_audit") {
      EXPECT_TRUE(Has(svg, "reused-mask") && Has(svg, "a9a, bits") && Has(figure.caption, "a9a full"));
      EXPECT_TRUE(Has(svg, "trees seen") && Has(svg, "must fail"));
    } else if (figure.name == "extra_theorem1") {
      EXPECT_TRUE(Has(svg, "γ = 0.02") && Has(svg, "iterations") && Has(svg, "e∞"));
    } else if (figure.name == "extra_appendix_c") {
      EXPECT_TRUE(Has(svg, "q=4: 2.00") && Has(svg, "d = 400") && Has(svg, "iterations T"));
    } else {
      const bool comm = figure.name == "figure4_communication";
      EXPECT_TRUE(comm ? Has(figure.caption, "a9a (part, 1,000 of 48,842 rows)") : Has(svg, "12,000 of 48,842 rows"));
      EXPECT_TRUE(comm || Has(figure.caption, "profile smoke")) << figure.caption;
    }
  }
  EXPECT_TRUE(Has(base::ReadText(folder.path() / "figure6_errors.svg"), ">out-of-memory<"));  // in its method's row
  for (const char* name : {"figure3_curves", "figure5_scaling", "extra_workers"}) {
    EXPECT_TRUE(Has(base::ReadText(folder.path() / (std::string(name) + ".svg")), "PP-SVMV: out-of-memory")) << name;
  }
  for (const char* name : {"figure5_scaling", "extra_workers"}) {
    EXPECT_TRUE(Has(base::ReadText(folder.path() / (std::string(name) + ".svg")), "a machine for every party")) << name;
  }
  const std::string comm = base::ReadText(folder.path() / "figure4_communication.svg");
  for (const char* text : {"this machine", "by logical clock", "pipelined-ring", "closed form"})
    EXPECT_TRUE(Has(comm, text)) << text;
  const std::string bits = base::ReadText(folder.path() / "extra_bits.svg");
  for (const char* text : {"bits of an angle", "test error [%]", "sent [GB]", "FDSKL: timeout in 1 of 9"})
    EXPECT_TRUE(Has(bits, text)) << text;
  const std::string features = base::ReadText(folder.path() / "extra_features.svg");
  for (const char* text : {"random features", "test error [%]", "4096", "FD-SVRG", "FDSKL: timeout in 1 of 9"})
    EXPECT_TRUE(Has(features, text)) << text;
}

// One row of panels: a panel for each network, whatever the number of datasets. Where the closed form goes on, it is
// dashed and begins at the last number of workers that was run.
TEST(CommFigure, IsOneRowOfNetworks) {
  const auto stored = Everything();
  const Figure figure = *CommFigure(*stored);
  ASSERT_EQ(figure.panels.size(), 2U);
  EXPECT_EQ(figure.panels[0].lines.size(), 4U);
  const Panel& wan = figure.panels[1];
  ASSERT_EQ(wan.lines.size(), 8U);
  EXPECT_EQ(wan.lines[0].x, (std::vector<double>{2, 4, 8}));
  EXPECT_DOUBLE_EQ(wan.lines[0].y.back(), 0.88);
  EXPECT_EQ(wan.lines[0].look.dash, Dash::kSolid);
  EXPECT_EQ(wan.lines[1].x, (std::vector<double>{8, 256, 1024}));
  EXPECT_DOUBLE_EQ(wan.lines[1].y[1], 25.6);
  EXPECT_EQ(wan.lines[1].look.dash, Dash::kDotted);
}

INSTANTIATE_TEST_SUITE_P(Figures, EveryRenderer, ::testing::Values(RendererKind::kGnuplot, RendererKind::kMatplot));

// Arms that were planned have a line, a box and a place in the legend of their own.
TEST(Figures, ThreeAndSixShowArms) {
  stored::testing::MadeUp made;
  for (int split = 0; split < 3; ++split) {
    for (const Experiment experiment : {Experiment::kCurves, Experiment::kErrors}) {
      made.Run(experiment, "a9a", "fdskl", split, 10, 1);
      made.Curve({20, 10});
      made.Run(experiment, "a9a", "fdskl", split, 15, 4).settings =
          R"({"update": "plain", "masking": "paper", "sweeps": 0})";
      made.Curve({30, 15});
    }
  }
  const auto stored = made.Make();
  const auto curves = CurvesFigure(*stored);
  ASSERT_EQ(curves->legend.size(), 2U);
  EXPECT_EQ(curves->legend[1].name, "FDSKL as printed");
  ASSERT_EQ(curves->panels.at(0).lines.size(), 2U);
  EXPECT_EQ(curves->panels[0].lines[1].y.back(), 15);
  const auto errors = ErrorsFigure(*stored);
  ASSERT_EQ(errors->panels.at(0).boxes.size(), 2U);
  EXPECT_EQ(errors->panels[0].boxes[1].median, 15);
  EXPECT_EQ(errors->panels[0].slots, static_cast<int>(baselines::Methods().size()) + 1);
}

TEST(Figures, TheoremOneShowsMeasuredAndFittedCurves) {
  const auto figure = TheoremFigure(*Everything());
  ASSERT_EQ(figure->panels.size(), 3U);
  ASSERT_EQ(figure->panels[0].lines.size(), 6U);
  const Line& measured = figure->panels[0].lines[0];
  const Line& fitted = figure->panels[0].lines[1];
  for (std::size_t i = 0; i < measured.y.size(); ++i) EXPECT_NEAR(measured.y[i] / fitted.y[i], 1, 0.2);
  EXPECT_FALSE(figure->panels[1].lines[0].low.empty());
}

TEST(Figures, SameRowsGiveTheSameBytes) {
  const base::testing::TempFolder one;
  const base::testing::TempFolder two;
  GnuplotRenderer renderer;
  const auto stored = Everything();
  const Drawing drawing = Draw(*ErrorsFigure(*stored));
  const auto files = {"figure.svg", "figure.png", "figure.pdf"};
  for (const char* file : files) renderer.Render(drawing, one.path() / file);
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));  // a file that says when it was made is found out
  for (const char* file : files) renderer.Render(drawing, two.path() / file);
  for (const char* file : files) {
    EXPECT_TRUE(base::ReadText(one.path() / file) == base::ReadText(two.path() / file)) << file;
  }
}

TEST(Figures, WithoutRowsTheExperimentToRunIsNamedAndTheOthersAreDrawn) {
  const base::testing::TempFolder folder;
  base::WriteText(folder.path() / "figure3_curves.svg", "of an earlier time");
  GnuplotRenderer renderer;
  const auto drawn = DrawFigures(*stored::testing::MadeUp().Make(), folder.path(), renderer);
  EXPECT_EQ(drawn[0].missing, "no rows of experiment traffic; run: fdskl traffic");
  EXPECT_EQ(drawn[1].missing, "");
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "figure2_trees.pdf"));
  EXPECT_EQ(drawn[2].missing, "no rows of experiment curves; run: fdskl reproduce --experiment curves");
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "figure3_curves.svg"));
}

TEST(Figures, ABrokenOrMissingGnuplotIsOneClearErrorAndLeavesNoFile) {
  const base::testing::TempFolder folder;
  const Drawing drawing = Draw(*TreesFigure(*stored::testing::MadeUp().Make()));
  const auto complaint = [&](const std::string& program) -> std::string {
    GnuplotRenderer renderer(program);
    try {
      renderer.Render(drawing, folder.path() / "out" / "figure2_trees.svg");
    } catch (const base::Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(complaint("no-such-gnuplot"), "cannot start 'no-such-gnuplot': No such file or directory");
  EXPECT_TRUE(Has(complaint("false"), "false could not draw figure2_trees.svg: it ended with status"));
  EXPECT_TRUE(Has(complaint("true"), "true could not draw figure2_trees.svg"));
  EXPECT_TRUE(std::filesystem::is_empty(folder.path() / "out"));
}

// Names come from users' files and from tables that others made.
TEST(Figures, NoTextOfAFigureReachesAShell) {
  const base::testing::TempFolder folder;
  const std::filesystem::path bait = folder.path() / "bait";
  const std::string nasty =
      fmt::format("`touch {0}`\\`touch {0}`\"; system('touch {0}'); \"$(touch {0})", bait.string());
  Drawing drawing = Draw(*TreesFigure(*stored::testing::MadeUp().Make()));
  ASSERT_FALSE(drawing.frames.empty());
  for (Frame& frame : drawing.frames) {
    frame.x.label = frame.y.label = nasty;
    for (Shape& shape : frame.shapes) shape.text = nasty;
    frame.x.ticks.push_back({0.5, nasty});
  }
  GnuplotRenderer renderer;
  const std::filesystem::path file = folder.path() / "figure.svg";
  renderer.Render(drawing, file);
  EXPECT_FALSE(std::filesystem::exists(bait));
  EXPECT_TRUE(Has(base::ReadText(file), "`touch ")) << "it is drawn as it stands";
}

TEST(Figures, MethodsOnOtherRowsAreNamed) {
  stored::testing::MadeUp made;
  made.Run(Experiment::kCurves, "a9a", "fdskl", 0, 10, 1);
  made.Run(Experiment::kCurves, "a9a", "libsvm", 0, 10, 1).rows = 5000;
  const auto stored = made.Make();
  const Panel panel = DatasetPanel(*stored, Experiment::kCurves, "a9a");
  EXPECT_EQ(panel.title, "a9a\n12,000 of 48,842 rows");
  EXPECT_EQ(panel.notes, std::vector<std::string>{"LIBSVM: 5,000 of 48,842 rows"});
}

TEST(Figures, BitsByHand) {
  const auto figure = BitsFigure(*Everything());
  ASSERT_EQ(figure->panels.size(), 4U);  // errors of two datasets, and their bytes
  EXPECT_EQ(figure->columns, 2);
  for (const Panel& panel : figure->panels) {
    EXPECT_EQ(panel.slots, 3);
    EXPECT_EQ(panel.x.ticks, (std::vector<std::pair<double, std::string>>{{1, "8"}, {2, "12"}, {3, "32"}}));
  }
  const Line& errors = figure->panels[0].lines.at(0);
  EXPECT_EQ(errors.x, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(errors.y, (std::vector<double>{11, 10.5, 11}));  // the third split with 12 bits has no row that is ok
  EXPECT_EQ(errors.low.at(0), 10);
  EXPECT_EQ(errors.high.at(0), 12);
  EXPECT_TRUE(errors.whiskers);
  const Panel& bytes = figure->panels[2];
  ASSERT_EQ(bytes.bars.size(), 3U);
  EXPECT_DOUBLE_EQ(bytes.bars[0].height, 0.8);
  EXPECT_DOUBLE_EQ(bytes.bars[2].height, 3.2);
  EXPECT_DOUBLE_EQ(bytes.bars[2].high, 3.2);
}

TEST(Figures, FeaturesByHand) {
  const auto figure = FeaturesFigure(*Everything());
  ASSERT_EQ(figure->panels.size(), 2U);
  EXPECT_EQ(figure->columns, 2);
  EXPECT_EQ(figure->legend.size(), 3U);
  const Panel& panel = figure->panels[0];
  EXPECT_TRUE(panel.x.logarithmic);
  EXPECT_TRUE(panel.y.logarithmic);
  EXPECT_EQ(panel.x.ticks,
            (std::vector<std::pair<double, std::string>>{{1024, "1024"}, {2048, "2048"}, {4096, "4096"}}));
  ASSERT_EQ(panel.lines.size(), 3U);
  const Line& fdskl = panel.lines[0];
  const Line& linear = panel.lines[1];
  const Line& exact = panel.lines[2];
  EXPECT_EQ(fdskl.x, (std::vector<double>{1024, 2048, 4096}));
  EXPECT_EQ(fdskl.y, (std::vector<double>{14.5, 11, 9}));  // the third split with 1,024 features has no row that is ok
  EXPECT_EQ(fdskl.low.at(1), 10);
  EXPECT_EQ(fdskl.high.at(1), 12);
  EXPECT_TRUE(fdskl.whiskers);
  EXPECT_EQ(linear.x, (std::vector<double>{1024, 4096}));  // level, from the first tick to the last
  EXPECT_EQ(linear.y, (std::vector<double>{9, 9}));
  EXPECT_EQ(linear.low, (std::vector<double>{7, 7}));
  EXPECT_EQ(exact.y, (std::vector<double>{5, 5}));
  EXPECT_EQ(exact.look.dash, Dash::kDashed);
  EXPECT_EQ(panel.notes,
            (std::vector<std::string>{"FDSKL: timeout in 1 of 9", "FD-SVRG + 1 point: from 4,096 features on"}));
}

TEST(Figures, FeaturesCountFromWhereTheErrorStaysNear) {
  const auto panel = [](const std::vector<double>& errors, double linear) {
    stored::testing::MadeUp made;
    std::int64_t features = 512;
    for (const double error : errors) {
      features *= 2;
      made.Run(Experiment::kFeatures, "a9a", "fdskl", 0, error, 1).features = features;
    }
    made.Run(Experiment::kFeatures, "a9a", "fd-svrg", 0, linear, 1);
    return FeaturesFigure(*made.Make())->panels.at(0);
  };
  EXPECT_EQ(panel({5, 4, 3}, 2).notes.at(0), "FD-SVRG + 1 point: from 4,096 features on");
  EXPECT_EQ(panel({3, 4, 3}, 2).notes.at(0), "FD-SVRG + 1 point: from 4,096 features on");
  EXPECT_EQ(panel({3, 2, 1}, 2).notes.at(0), "FD-SVRG + 1 point: from 1,024 features on");
  EXPECT_EQ(panel({2, 2, 4}, 2).notes.at(0), "FD-SVRG + 1 point: not reached");
  EXPECT_FALSE(panel({5, 4, 3}, 0).y.logarithmic);  // 0 has no place on a logarithmic axis
}

TEST(Figures, BoxPlotByHand) {
  const Box box = BoxOf({1, 2, 3, 4, 5, 6, 7, 8, 30}, 0, {});
  EXPECT_DOUBLE_EQ(box.quartile_low, 3);
  EXPECT_DOUBLE_EQ(box.median, 5);
  EXPECT_DOUBLE_EQ(box.quartile_high, 7);
  EXPECT_DOUBLE_EQ(box.whisker_low, 1);
  EXPECT_DOUBLE_EQ(box.whisker_high, 8);
  EXPECT_EQ(box.outliers, std::vector<double>{30});
}

TEST(Figures, AxesHaveTicksWhateverTheirRange) {
  for (const bool logarithmic : {false, true}) {
    for (const auto& values : {std::vector<double>{0.013, 0.014}, {1e-6, 1e6}, {3, 3}, {2, 70}, {}}) {
      const Scale scale({.label = "", .logarithmic = logarithmic}, values);
      EXPECT_GE(scale.ticks().size(), values.size() == 2 && values[1] == 3 ? 2U : 3U);
      EXPECT_LE(scale.ticks().size(), 9U);
      for (const double value : values) {
        EXPECT_GT(scale.At(value), 0);
        EXPECT_LT(scale.At(value), 1);
      }
    }
  }
}

TEST(Scale, ABrokenAxisLeavesOutTheGapAndKeepsTheOrder) {
  const Scale scale({.label = "", .gap = {3, 8}}, std::vector<double>{1, 3, 8, 9});
  EXPECT_LT(scale.At(1), scale.At(3));
  EXPECT_LT(scale.At(3), scale.gap().begin);
  EXPECT_GT(scale.At(8), scale.gap().end);
  EXPECT_LT(scale.At(8), scale.At(9));
  EXPECT_LT(scale.gap().end - scale.gap().begin, 0.1);
  for (const Tick& tick : scale.ticks()) EXPECT_TRUE(tick.share <= scale.gap().begin || tick.share >= scale.gap().end);
}

TEST(Scale, FindsTheWidestGapBetweenIntervals) {
  const Stretch gap = WidestGap({{7, 8}, {1, 3}, {2, 4}, {4.5, 5}});
  EXPECT_EQ(gap.low, 5);
  EXPECT_EQ(gap.high, 7);
  EXPECT_EQ(WidestGap({{1, 3}, {2, 4}}).high, 0);
}

TEST(Figures, TheErrorsOfOneMethodFarFromAllOthersBreakTheAxis) {
  const auto axis_of = [](double far) {
    stored::testing::MadeUp made;
    for (int split = 0; split < 3; ++split) {
      const char* methods[] = {"fdskl", "dsg", "libsvm", "pp-svmv", "secureboost"};
      for (const char* method : methods) made.Run(Experiment::kErrors, "a9a", method, split, 3 + 0.1 * split, 1);
      made.Run(Experiment::kErrors, "a9a", "fd-svrg", split, far + 0.1 * split, 1);
    }
    return ErrorsFigure(*made.Make())->panels.at(0).x;
  };
  EXPECT_DOUBLE_EQ(axis_of(8).gap.high, 8);
  EXPECT_EQ(axis_of(3.2).gap.high, 0);
}

// Both widths are those that a paper with two columns of text has, and no panel leaves the page.
TEST(Drawing, IsAsWideAsAPageOrAColumn) {
  const auto stored = Everything();
  for (const FigureMaker& maker : PaperFigures()) {
    for (const PageWidth width : {PageWidth::kPage, PageWidth::kColumn}) {
      const Drawing drawing = Draw(*maker.make(*stored), width);
      EXPECT_EQ(drawing.width_inches, width == PageWidth::kPage ? 6.75 : 3.25);
      for (const Frame& frame : drawing.frames) {
        EXPECT_GT(frame.width, 0.1) << maker.name;
        EXPECT_GE(frame.left, 0) << maker.name;
        EXPECT_LE(frame.left + frame.width, 1 + 1e-9) << maker.name;
        EXPECT_GE(frame.bottom, 0) << maker.name;
        EXPECT_LE(frame.bottom + frame.height, 1 + 1e-9) << maker.name;
      }
    }
  }
}

// A text's box on the page, in inches from its lower left corner.
struct TextBox {
  std::string text;
  double left, right, bottom, top;
};

// The texts of a drawing. Renderers place ticks' labels and those of axes; these are about where they do.
std::vector<TextBox> TextsOf(const Drawing& drawing) {
  constexpr double kLetterHeight = 0.75;  // share of the size in points
  constexpr double kTickInches = 0.05;
  std::vector<TextBox> boxes;
  const auto add = [&](const std::string& text, double x, double y, double points, Align align) {
    if (text.empty()) return;
    const double width = TextInches(text, points);
    const double left = align == Align::kLeft ? x : align == Align::kRight ? x - width : x - width / 2;
    const double half = kLetterHeight * points / 72 / 2;
    boxes.push_back({text, left, left + width, y - half, y + half});
  };
  for (const Frame& frame : drawing.frames) {
    const auto x = [&](double share) { return (frame.left + share * frame.width) * drawing.width_inches; };
    const auto y = [&](double share) { return (frame.bottom + share * frame.height) * drawing.height_inches; };
    for (const Shape& shape : frame.shapes)
      if (shape.kind == ShapeKind::kText) add(shape.text, x(shape.x[0]), y(shape.y[0]), shape.size_points, shape.align);
    for (const Tick& tick : frame.x.ticks) add(tick.label, x(tick.share), y(0) - 0.13, kTickPoints, Align::kCenter);
    for (const Tick& tick : frame.y.ticks)
      add(tick.label, x(0) - kTickInches, y(tick.share), kTickPoints, Align::kRight);
    add(frame.x.label, x(0.5), y(0) - 0.26, kLabelPoints, Align::kCenter);
  }
  return boxes;
}

// As a reader sees it: every text is on the page, and none stands on another.
void ExpectReadable(const stored::Stored& stored) {
  for (const FigureMaker& maker : PaperFigures()) {
    const auto figure = maker.make(stored);
    if (!figure) continue;
    for (const PageWidth width : {PageWidth::kPage, PageWidth::kColumn}) {
      SCOPED_TRACE(fmt::format("{}, {} wide", maker.name, width == PageWidth::kPage ? "a page" : "a column"));
      const Drawing drawing = Draw(*figure, width);
      const std::vector<TextBox> texts = TextsOf(drawing);
      constexpr double kBeyond = 0.02;  // widths are estimates
      for (std::size_t i = 0; i < texts.size(); ++i) {
        const TextBox& a = texts[i];
        EXPECT_TRUE(a.left > -kBeyond && a.right < drawing.width_inches + kBeyond && a.bottom > -kBeyond &&
                    a.top < drawing.height_inches + kBeyond)
            << a.text << " leaves the page";
        for (std::size_t k = 0; k < i; ++k) {
          const TextBox& b = texts[k];
          const bool apart = a.right <= b.left + kBeyond || b.right <= a.left + kBeyond ||
                             a.top <= b.bottom + kBeyond || b.top <= a.bottom + kBeyond;
          EXPECT_TRUE(apart) << a.text << " stands on " << b.text;
        }
      }
    }
  }
}

// Ten datasets and all arms in Figures 3 and 6, as a whole run has them; where one of them could not run, too.
std::unique_ptr<stored::Stored> EveryArm() {
  stored::testing::MadeUp made;
  for (const datasets::CatalogueEntry& dataset : datasets::Catalogue()) {
    const double base = 3 + 5 * static_cast<double>(stored::DatasetOrder(dataset.name));
    for (const cell::ArmRef arm : cell::Arms()) {
      const auto place = static_cast<double>(cell::PlaceOf(arm));
      std::vector<std::string> settings;
      for (const cell::ArmSetting& setting : arm->settings)
        settings.push_back(fmt::format("\"{}\": {}", setting.name, setting.value.empty() ? "1" : setting.value));
      for (int split = 0; split < 3; ++split) {
        for (const Experiment experiment : {Experiment::kCurves, Experiment::kErrors}) {
          const double error = base + 0.4 * place + 0.1 * (split + 1) * std::sin(place + split);
          results::RunRow& run =
              made.Run(experiment, dataset.name, std::string(arm->method->name), split, error, 0.01 * std::exp(place));
          run.rows = dataset.rows;
          run.train_rows = dataset.rows * 3 / 4;
          run.settings = fmt::format("{{{}}}", fmt::join(settings, ", "));
          made.Curve({error + 6, error + 3, error + 1, error + 0.2, error});
          made.Clock(0.5);
          if (arm->name == "fdskl-private" && dataset.columns > 1000) made.Fails("timeout", "slow");
        }
      }
    }
  }
  return made.Make();
}

TEST(Figures, EveryTextIsOnThePageAndNoneStandsOnAnother) {
  ExpectReadable(*Everything());
  ExpectReadable(*EveryArm());
  ExpectReadable(stored::Stored(base::SourceFolder() / "results/reference"));
}

// What LaTeX includes at its own size has the letters and lines that were asked for.
TEST(Figures, LettersAndLinesOfAPdfHaveTheirSizes) {
  const base::testing::TempFolder folder;
  Figure figure{.caption = "", .panels = {{.title = "Title"}}, .legend = {{"one", {}}}};
  figure.panels[0].x.label = "x";
  figure.panels[0].lines = {{.look = {}, .x = {1, 2}, .y = {1, 2}}};
  GnuplotRenderer().Render(Draw(figure), folder.path() / "a.pdf");
  const std::string content = PdfContent(base::ReadText(folder.path() / "a.pdf"));
  std::set<double> letters;
  std::set<double> lines;
  const std::regex pattern(R"(([0-9.]+) 0 0 -[0-9.]+ [0-9. -]+ Tm|([0-9.]+) w\n)");
  for (std::sregex_iterator match(content.begin(), content.end(), pattern), end; match != end; ++match) {
    const bool is_letter = (*match)[1].matched;
    (is_letter ? letters : lines).insert(std::stod((*match)[is_letter ? 1 : 2]));
  }
  const auto has = [](const std::set<double>& sizes, double points) {
    return std::ranges::any_of(sizes, [&](double size) { return std::abs(size - points) < 0.05; });
  };
  for (const double points : {kTitlePoints, kLabelPoints, kTickPoints})
    EXPECT_TRUE(has(letters, points)) << points << ": " << fmt::format("{}", fmt::join(letters, " "));
  EXPECT_TRUE(has(lines, kLinePoints)) << fmt::format("{}", fmt::join(lines, " "));
  EXPECT_LT(*lines.rbegin(), kLinePoints + 0.1);
}

TEST(Looks, AnyNumberOfSeriesIsToldApart) {
  std::vector<Look> looks;
  for (std::size_t n = 0; n < 84; ++n) {
    EXPECT_EQ(std::ranges::count(looks, LookOf(n)), 0) << n;
    looks.push_back(LookOf(n));
  }
  std::vector<cell::ArmRef> arms = cell::Arms();
  cell::Arm twin = *arms.front();  // a user's own method with the colour and marker of another
  cell::Arm other = twin;
  arms.push_back(&twin);
  arms.push_back(&other);
  const std::vector<Look> all = LooksOf(arms);
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(std::ranges::count(all, all[i]), 1) << arms[i]->name;
}

}  // namespace
}  // namespace fdskl::figures
