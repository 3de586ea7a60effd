#include <fmt/format.h>

#include <array>

#include "fdskl/net/tree.h"
#include "runners/reporting/figures/paper_figures.h"

namespace fdskl::figures {
namespace {

// Adds the subtree of `worker` to the diagram, leaves side by side in the order in which they are met and a parent
// above the middle of its children. Returns the worker's x, and sets `place` to its node.
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
  Look look = LookOf(worker == owner ? 0U : 1U);
  look.marker = Marker::kCircle;
  diagram.nodes.push_back({x, -static_cast<double>(depth), std::to_string(worker), look});
  for (const std::size_t child : children) diagram.edges.emplace_back(child, place);
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

}  // namespace

std::optional<Figure> TreesFigure(const stored::Stored& /*stored*/) {
  constexpr int kOwner = 0;
  Figure figure;
  figure.caption =
      "Figure 2. The trees that sum masked angles (T1, all q workers) and masks (T2, all but l') to the owner of a "
      "feature, worker 0, as the program builds them. No sum of two or more workers is formed in both.";
  figure.columns = 2;
  figure.panel_height_inches = 1.9;
  for (const int q : {8, 4}) {
    const int l_prime = q / 2;
    figure.panels.push_back(TreePanel(net::AngleTree(q, kOwner), kOwner, fmt::format("T1, masked angles, q = {}", q)));
    figure.panels.push_back(TreePanel(net::MaskTree(q, kOwner, l_prime), kOwner,
                                      fmt::format("T2, masks, q = {}, without l' = {}", q, l_prime)));
  }
  return figure;
}

}  // namespace fdskl::figures
