/** Test cases of the hardening: complete, and once without each of its statements; the same for the policy and its headers. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseAst } from 'vite'
import { root } from '../support/processes.ts'

/** Setup of a probe: module addresses, and the folder of its pages. */
export interface ProbeCase {
  readonly name: string
  /** Which attempts to run. */
  readonly of: 'hardening' | 'policy' | 'both'
  readonly hardening: string
  readonly appProtocol: string
  readonly pages: string
}

export interface Outcome {
  readonly name: string
  /** Attempts that succeeded, or features that broke; empty when all is well. */
  readonly found: readonly string[]
}

/** The name of the case in which nothing is omitted. */
export const WHOLE = 'whole'

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

/** A piece of source text that can be omitted. */
export interface Piece {
  readonly start: number
  readonly end: number
  /** Its first line, used as its name. */
  readonly text: string
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

/** Every node below one, including itself, with the chain of its ancestor types. */
function* nodesOf(node: Node, within: readonly string[] = []): Generator<readonly [Node, readonly string[]]> {
  yield [node, within]
  for (const child of Object.values(node).flat(1)) {
    if (isNode(child)) yield* nodesOf(child, [...within, node.type])
  }
}

/** Calls and returns within functions; and the elements of the policy's lists and headers. */
function isPiece({ type }: Node, within: readonly string[], ofThePolicy: boolean): boolean {
  if (!ofThePolicy)
    return /^(?:Expression|Return)Statement$/.test(type) && within.some((one) => one.includes('Function'))
  if (within.at(-1) === 'ArrayExpression') return true
  return type === 'Property' && within.slice(-2).join(' ') === 'Property ObjectExpression'
}

/** @param part the part of the text to search for pieces. */
function piecesOf(source: string, ofThePolicy: boolean): Piece[] {
  const from = ofThePolicy ? source.indexOf('const contentSecurityPolicy') : 0
  return [...nodesOf(parseAst(source, { lang: 'ts' }) as unknown as Node)].flatMap(([node, within]) => {
    if (node.start < from || !isPiece(node, within, ofThePolicy)) return []
    const text = source.slice(node.start, node.end).split('\n')[0] ?? ''
    // Keeps the list syntax valid.
    const comma = ofThePolicy && source[node.end] === ',' ? 1 : 0
    return [{ start: node.start, end: node.end + comma, text }]
  })
}

const WINDOWS = join(root, 'electron', 'windows')

/** Writes the modules of every case into a folder. */
export function writeCases(folder: string): ProbeCase[] {
  const pages = join(import.meta.dirname, 'pages')
  const sender = pathToFileURL(join(root, 'electron', 'ipc', 'sender.ts')).href
  let written = 0
  const write = (source: string): string => {
    written += 1
    const file = join(folder, `module-${written}.ts`)
    writeFileSync(file, source.replace("'../ipc/index.ts'", `'${sender}'`))
    return pathToFileURL(file).href
  }
  const [ofHardening, ofProtocol] = ['hardening.ts', 'app-protocol.ts'].map((name) =>
    readFileSync(join(WINDOWS, name), 'utf8'),
  ) as [string, string]
  const whole: ProbeCase = {
    name: WHOLE,
    of: 'both',
    hardening: write(ofHardening),
    appProtocol: write(ofProtocol),
    pages,
  }
  const without = (source: string, { start, end }: Piece): string =>
    write(`${source.slice(0, start)}${source.slice(end)}`)
  return [
    whole,
    ...piecesOf(ofHardening, false).map((piece) => ({
      ...whole,
      name: piece.text,
      of: 'hardening' as const,
      hardening: without(ofHardening, piece),
    })),
    ...piecesOf(ofProtocol, true).map((piece) => ({
      ...whole,
      name: piece.text,
      of: 'policy' as const,
      appProtocol: without(ofProtocol, piece),
    })),
  ]
}
