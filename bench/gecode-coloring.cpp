/* SPDX-License-Identifier: MIT */
/* The chromatic number of a DIMACS graph with Gecode.
 *
 * Vertices are numbered anew: a greedy clique first, then by falling degree.
 * One disequality an edge, value precedence in that order against exchanged
 * colors (which fixes the clique), branch and bound on the largest color, from
 * the number of colors that greedy coloring needs; most neighbors for its values
 * first, the best order of those tried.
 *
 * With COLORS all colorings with so many colors are counted instead, TIMES times:
 * the graph as it is, smallest domain first, nothing done about exchanged colors.
 *
 * usage: gecode-coloring FILE SECONDS [COLORS [TIMES]] */
#include <gecode/int.hh>
#include <gecode/minimodel.hh>
#include <gecode/search.hh>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

using namespace Gecode;

using Graph = std::vector<std::vector<bool>>;

static Graph
read_graph(const char *name)
{
  std::ifstream file(name);
  Graph graph;

  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string kind, format;
    std::size_t a, b;
    words >> kind;
    if (kind == "p" && words >> format >> a)
      graph.assign(a, std::vector<bool>(a, false));
    else if (kind == "e" && words >> a >> b && a != b)
      graph.at(a - 1).at(b - 1) = graph.at(b - 1).at(a - 1) = true;
  }
  return graph;
}

/* Old numbers in the new order. */
static std::vector<int>
order_vertices(const Graph &graph)
{
  std::vector<int> by_degree(graph.size()), clique, rest;
  std::vector<long> degree;

  for (const auto &row : graph)
    degree.push_back(std::count(row.begin(), row.end(), true));
  std::iota(by_degree.begin(), by_degree.end(), 0);
  std::stable_sort(by_degree.begin(), by_degree.end(),
                   [&](int a, int b) { return degree[a] > degree[b]; });
  for (int vertex : by_degree) {
    bool joins = std::all_of(clique.begin(), clique.end(),
                             [&](int other) { return graph[vertex][other]; });
    (joins ? clique : rest).push_back(vertex);
  }
  clique.insert(clique.end(), rest.begin(), rest.end());
  return clique;
}

static Graph
renumber(const Graph &graph, const std::vector<int> &order)
{
  Graph renumbered(graph.size(), std::vector<bool>(graph.size()));

  for (std::size_t a = 0; a < order.size(); a++)
    for (std::size_t b = 0; b < order.size(); b++)
      renumbered[a][b] = graph[order[a]][order[b]];
  return renumbered;
}

static int
greedy_colors(const Graph &graph)
{
  std::vector<int> color(graph.size(), -1);
  int colors = 0;

  for (std::size_t vertex = 0; vertex < graph.size(); vertex++) {
    std::vector<bool> used(graph.size() + 1, false);
    for (std::size_t other = 0; other < vertex; other++)
      if (graph[vertex][other])
        used[color[other]] = true;
    while (used[++color[vertex]])
      continue;
    colors = std::max(colors, color[vertex] + 1);
  }
  return colors;
}

class Coloring : public IntMinimizeSpace
{
public:
  Coloring(const Graph &graph, int colors)
      : vertices(*this, static_cast<int>(graph.size()), 0, colors - 1),
        n_colors(*this, 1, colors)
  {
    int n = vertices.size();

    for (int a = 0; a < n; a++) {
      rel(*this, vertices[a] < n_colors);
      for (int b = a + 1; b < n; b++)
        if (graph[a][b])
          rel(*this, vertices[a], IRT_NQ, vertices[b]);
    }
    precede(*this, vertices, IntArgs::create(colors, 0));
    branch(*this, vertices, INT_VAR_DEGREE_SIZE_MAX(), INT_VAL_MIN());
    branch(*this, n_colors, INT_VAL_MIN());
  }

  Coloring(Coloring &other) : IntMinimizeSpace(other)
  {
    vertices.update(*this, other.vertices);
    n_colors.update(*this, other.n_colors);
  }

  Space *
  copy() override
  {
    return new Coloring(*this);
  }

  IntVar
  cost() const override
  {
    return n_colors;
  }

private:
  IntVarArray vertices;
  IntVar n_colors;
};

class AllColorings : public Space
{
public:
  AllColorings(const Graph &graph, int colors)
      : vertices(*this, static_cast<int>(graph.size()), 0, colors - 1)
  {
    for (int a = 0; a < vertices.size(); a++)
      for (int b = a + 1; b < vertices.size(); b++)
        if (graph[a][b])
          rel(*this, vertices[a], IRT_NQ, vertices[b]);
    branch(*this, vertices, INT_VAR_SIZE_MIN(), INT_VAL_MIN());
  }

  AllColorings(AllColorings &other) : Space(other)
  {
    vertices.update(*this, other.vertices);
  }

  Space *
  copy() override
  {
    return new AllColorings(*this);
  }

private:
  IntVarArray vertices;
};

static unsigned long
count_all(const Graph &graph, int colors)
{
  AllColorings root(graph, colors);
  DFS<AllColorings> search(&root);
  unsigned long solutions = 0;

  while (std::unique_ptr<AllColorings>(search.next()))
    solutions++;
  return solutions;
}

int
main(int argc, char **argv)
{
  if (argc < 3 || argc > 5) {
    std::fputs("usage: gecode-coloring FILE SECONDS [COLORS [TIMES]]\n",
               stderr);
    return 2;
  }

  Graph graph = read_graph(argv[1]);
  if (argc > 3) {
    unsigned long solutions = 0;
    for (int left = argc > 4 ? std::atoi(argv[4]) : 1; left > 0; left--)
      solutions = count_all(graph, std::atoi(argv[3]));
    std::printf("%lu solutions\n", solutions);
    return 0;
  }
  graph = renumber(graph, order_vertices(graph));
  int best = greedy_colors(graph);
  Search::TimeStop stop(std::strtod(argv[2], nullptr) * 1000);
  Search::Options options;
  options.stop = &stop;
  Coloring root(graph, best);
  BAB<Coloring> search(&root, options);
  while (std::unique_ptr<Coloring> found{search.next()})
    best = found->cost().val();
  std::printf("%s, objective=%d\n", search.stopped() ? "feasible" : "optimal",
              best);
  return 0;
}
