/** Circles: parts that reach each other along imports. */

/** What a name leads to. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** Strongly connected parts of two or more, the largest first, each with its members in order (Tarjan). */
export function circles(graph: Graph): string[][] {
  const index = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const found: string[][] = []
  const visit = (node: string): void => {
    index.set(node, index.size)
    lowest.set(node, index.get(node) ?? 0)
    open.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) {
        visit(next)
        lowest.set(node, Math.min(lowest.get(node) ?? 0, lowest.get(next) ?? 0))
      } else if (open.includes(next)) lowest.set(node, Math.min(lowest.get(node) ?? 0, index.get(next) ?? 0))
    }
    if (lowest.get(node) !== index.get(node)) return
    const circle = open.splice(open.indexOf(node))
    if (circle.length > 1) found.push(circle.sort())
  }
  for (const node of graph.keys()) if (!index.has(node)) visit(node)
  return found.sort((one, other) => other.length - one.length)
}

/** A graph of pairs; what only is led to is in it too. */
export function graphOf(edges: Iterable<readonly [from: string, to: string]>): Graph {
  const graph = new Map<string, Set<string>>()
  const at = (name: string): Set<string> => {
    const known = graph.get(name) ?? new Set()
    graph.set(name, known)
    return known
  }
  for (const [from, to] of edges) {
    at(to)
    if (from !== to) at(from).add(to)
  }
  return graph
}
