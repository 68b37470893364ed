/** What is needed of a syntax tree, in the shape that ESTree gives it. */

/** Any node; what is in it depends on its type. */
export interface AnyNode {
  readonly type: string
  /** Offsets in the text. */
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

/** Every node directly below, in the order of the text. */
export function childrenOf(node: AnyNode): AnyNode[] {
  return Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode))
}

/** The node below a key, or null. */
export function nodeAt(node: AnyNode | null, key: string): AnyNode | null {
  const value = node?.[key]
  return isNode(value) ? value : null
}

/** The nodes in the list below a key; holes are left out. */
export function nodesAt(node: AnyNode, key: string): AnyNode[] {
  const value = node[key]
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** The text below a key, or null. */
export function textAt(node: AnyNode | null, key: string): string | null {
  const value = node?.[key]
  return typeof value === 'string' ? value : null
}

/** Gives the line, from 1, of an offset. */
export function lineCounter(text: string): (offset: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}
