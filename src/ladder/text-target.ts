/** What the painters of the ladder touch of a text node. */
export interface TextTarget {
  data: string
}
