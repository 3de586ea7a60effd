#include <fmt/format.h>

#include <array>

#include "fdskl/net/tree.h"
#include "runners/reporting/figures/paper_figures.h"

namespace fdskl::figures {
namespace {

Node WorkerNode(double x, double y, int worker, int owner) {
  Look look = LookOf(worker == owner ? 0U : 1U);
  look.marker = Marker::kCircle;
  return {x, y, std::to_string(worker), look};
}

// Adds the subtree of `worker` to the diagram, with leaves side by side in the order of a walk and a parent above the
// middle of its children. Returns the worker's x, and sets `place` to its node.
double Place(const net::Tree& tree, int worker, int depth, int owner, double& next_leaf, Diagram& diagram,
             std::size_t& place) {
  std::vector<std::size_t> children;
  double sum = 0;
  for (const int child : tree.children(worker)) {
    std::size_t child_place = 0;
    sum += Place(tree, child, depth + 1, owner, next_leaf, diagram, child_place);
    children.push_back(child_place);
  }
  const double x = children.empty() ? next_leaf++ : sum / static_cast<double>(children.size());
  place = diagram.nodes.size();
  diagram.nodes.push_back(WorkerNode(x, -static_cast<double>(depth), worker, owner));
  for (const std::size_t child : children) diagram.arrows.push_back({.from = child, .to = place});
  return x;
}

Panel TreePanel(const net::Tree& tree, int owner, std::string title) {
  Panel panel;
  panel.title = std::move(title);
  panel.diagram.emplace();
  double next_leaf = 0;
  std::size_t place = 0;
  Place(tree, tree.root(), 0, owner, next_leaf, *panel.diagram, place);
  return panel;
}

// The paper's example, which numbers workers from 1 and has a coordinator above them. T1 follows the text: workers 1
// and 2, and 3 and 4, add up in pairs, and the pairs' sums go to the coordinator. The text does not describe T2, over
// workers 1 to 3, and our copy has no picture of it; the one shown is totally different from T1. [paper: Section 2.3.1]
Panel PapersPanel(bool second) {
  Panel panel;
  panel.title = second ? "paper's example, a T2\nmasks of workers 1 to 3" : "paper's example, T1\nmasked angles";
  Diagram& diagram = panel.diagram.emplace();
  constexpr int kCoordinator = 0;
  diagram.nodes.push_back(WorkerNode(0.5, 0, kCoordinator, kCoordinator));
  diagram.nodes.back().text = "Σ";
  diagram.nodes.push_back(WorkerNode(0, -1, 1, kCoordinator));
  diagram.nodes.push_back(WorkerNode(1, -1, second ? 2 : 3, kCoordinator));
  diagram.nodes.push_back(WorkerNode(0, -2, second ? 3 : 2, kCoordinator));
  diagram.arrows = {{.from = 3, .to = 1}, {.from = 1, .to = 0}, {.from = 2, .to = 0}};
  if (second) return panel;
  diagram.nodes.push_back(WorkerNode(1, -2, 4, kCoordinator));
  diagram.arrows.push_back({.from = 4, .to = 2});
  return panel;
}

}  // namespace

std::optional<Figure> TreesFigure(const stored::Stored& /*stored*/) {
  constexpr int kOwner = 0;
  Figure figure;
  figure.caption =
      "Figure 2. The trees that sum masked angles (T1) and masks (T2). Left: the paper's example of four workers and a "
      "coordinator, T1 as its text says, T2 one that its definition admits. Then: as the program builds them, to the "
      "owner of a feature, worker 0, itself one of the q workers; T2 is without l'. Arrows say who sends to whom. No "
      "sum of two or more workers is formed in both trees of a pair.";
  figure.columns = 3;
  figure.panel_height_inches = 1.5;
  figure.panels.push_back(PapersPanel(false));
  for (const int q : {4, 8})
    figure.panels.push_back(TreePanel(net::AngleTree(q, kOwner), kOwner, fmt::format("T1, q = {}\nmasked angles", q)));
  figure.panels.push_back(PapersPanel(true));
  for (const int q : {4, 8}) {
    const int l_prime = q / 2;
    figure.panels.push_back(TreePanel(net::MaskTree(q, kOwner, l_prime), kOwner,
                                      fmt::format("T2, q = {}\nmasks, without l' = {}", q, l_prime)));
  }
  return figure;
}

}  // namespace fdskl::figures
