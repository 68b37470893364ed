/** Parses the examples of the pages in `docs/`: exchanges over HTTP and the socket, and the shapes that they name. */

// biome-ignore lint/suspicious/noExplicitAny: the page may show any JSON.
export type Json = any

/** One documented exchange over HTTP, or over the socket with the received messages. */
export type Example =
  | {
      kind: 'http'
      line: number
      method: string
      path: string
      /** Placeholder of the access token; null when the request has none. */
      token: string | null
      body: Json
      status: number
      /** JSON, or text if the answer is not JSON. */
      answer: Json
    }
  | { kind: 'ws'; line: number; said: Json; messages: Json[] }

/** One page and what is needed to replay it. */
export interface DocumentedPage {
  examples: Example[]
  /** Venue flags of the page: `<!-- replayed with --waitlist -->`. */
  flags: string[]
  /** Keys of the shapes that a page names, as in "json 200 prepared action"; `"…": "prepared action"` refers to them. */
  shapes: Map<string, string[]>
}

/** The key with which an object refers to a shape for its other keys. */
export const REST = '…'

const FENCE = /^```(http|ws|text \d+|json [\w ]+)\n([\s\S]*?)^```$/gm

/** @throws Error naming the line of an incomplete example. */
export function readPage(text: string): DocumentedPage {
  const blocks = [...text.matchAll(FENCE)].map((match) => ({
    label: match[1] ?? '',
    body: match[2] ?? '',
    line: text.slice(0, match.index).split('\n').length,
  }))
  const shapes = new Map<string, string[]>()
  const examples: Example[] = []
  for (const [i, { label, body, line }] of blocks.entries()) {
    if (label === 'http') {
      const answer = blocks[i + 1]
      const [, form, status, shape] = /^(json|text) (\d+)(?: (.+))?$/.exec(answer?.label ?? '') ?? []
      if (answer === undefined || status === undefined) throw new Error(`line ${line}: the request has no answer`)
      const json: Json = form === 'text' ? answer.body : parse(answer.body, answer.line)
      if (shape !== undefined) shapes.set(shape, Object.keys(Array.isArray(json) ? json[0] : json))
      examples.push({ kind: 'http', line, ...requestOf(body, line), status: Number(status), answer: json })
    } else if (label === 'ws') examples.push({ kind: 'ws', line, said: parse(body, line), messages: [] })
    else if (label === 'json message') {
      const last = examples.at(-1)
      if (last?.kind !== 'ws') throw new Error(`line ${line}: nothing was said to get this message`)
      last.messages.push(parse(body, line))
    }
  }
  const flags = /<!-- replayed with (.+) -->/.exec(text)?.[1]?.split(' ') ?? []
  return { examples, flags, shapes }
}

function requestOf(text: string, line: number) {
  const [head = '', json] = text.split('\n\n')
  const [request = '', ...headers] = head.trim().split('\n')
  const [method = '', path = ''] = request.split(' ')
  const authorization = headers.find((header) => header.startsWith('Authorization: Bearer '))
  return {
    method,
    path,
    token: authorization?.slice('Authorization: Bearer '.length) ?? null,
    body: json === undefined ? undefined : parse(json, line),
  }
}

function parse(text: string, line: number): Json {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`line ${line}: ${(error as Error).message}`)
  }
}
