// The files that renderers make from all figures, and their errors.

#include "runners/reporting/figures/renderer.h"

#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/iostreams/filter/zlib.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <chrono>
#include <cmath>
#include <regex>
#include <set>
#include <sstream>
#include <thread>

#include "base/error.h"
#include "base/files.h"
#include "base/testing.h"
#include "runners/reporting/figures/drawing.h"
#include "runners/reporting/figures/gnuplot_renderer.h"
#include "runners/reporting/figures/paper_figures.h"
#include "runners/reporting/figures/testing.h"

namespace fdskl::figures {
namespace {

using testing::Everything;
using testing::Has;

// The first page's drawing commands, inflated.
std::string PdfContent(const std::string& pdf) {
  const std::size_t begin = pdf.find("stream\n") + 7;
  std::istringstream deflated(pdf.substr(begin, pdf.find("endstream", begin) - begin));
  boost::iostreams::filtering_istream inflated;
  inflated.push(boost::iostreams::zlib_decompressor());
  inflated.push(deflated);
  return {std::istreambuf_iterator<char>(inflated), {}};
}

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
      EXPECT_TRUE(comm ? Has(figure.caption, "a9a (part, 1,000 training rows)") : Has(svg, "12,000 of 48,842 rows"));
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

INSTANTIATE_TEST_SUITE_P(Figures, EveryRenderer, ::testing::Values(RendererKind::kGnuplot, RendererKind::kMatplot));

TEST(Figures, SameRowsGiveTheSameBytes) {
  const base::testing::TempFolder one;
  const base::testing::TempFolder two;
  GnuplotRenderer renderer;
  const auto stored = Everything();
  const Drawing drawing = Draw(*ErrorsFigure(*stored));
  const auto files = {"figure.svg", "figure.png", "figure.pdf"};
  for (const char* file : files) renderer.Render(drawing, one.path() / file);
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));  // long enough that a time in a file would differ
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

// Texts may be hostile: names come from users' files and from tables that others made.
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

// A PDF that LaTeX includes at its natural size has the wanted sizes of letters and lines.
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
  ASSERT_TRUE(has(lines, kLinePoints)) << fmt::format("{}", fmt::join(lines, " "));
  EXPECT_LT(*lines.rbegin(), kLinePoints + 0.1);
}

}  // namespace
}  // namespace fdskl::figures
