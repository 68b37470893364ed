/** The wording of everything that a user can read: one term for one thing, and plurals by the rules of the language. */
import { readdirSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { AVOIDED, GLOSSARY } from '../../contract/glossary.ts'

const SOURCES = ['contract', 'electron', 'src'].flatMap((tree) =>
  readdirSync(tree, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|testing\//.test(file) && !file.endsWith('glossary.ts'))
    .map((file) => `${tree}/${file}`),
)

/** Statements of the database, with their comments. */
const SQL = /\b(?:CREATE|SELECT|INSERT INTO|UPDATE|DELETE FROM|JOIN)\b/

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** What only developers read: imports, log lines, and messages of errors that must not happen. */
const isUnread = (node: Node, source: string, start: number): boolean =>
  /^(?:Import|ExportAll)/.test(node.type) ||
  (node.type === 'CallExpression' && /^[\w.#?]*log\??\.\w+\(/i.test(source.slice(start, start + 60)))

/** The text of string literals, templates and JSX; a figure in a template is `…`. */
function* textsOf(value: unknown, source: string): Generator<string> {
  if (Array.isArray(value)) {
    for (const item of value) yield* textsOf(item, source)
  } else if (isNode(value)) {
    if (isUnread(value, source, value.start as number)) return
    if (value.type === 'TemplateLiteral') {
      const quasis = value.quasis as readonly { readonly value: { readonly cooked: string } }[]
      yield quasis.map(({ value: { cooked } }) => cooked).join('…')
      yield* textsOf(value.expressions, source)
      return
    }
    if (/^(?:Literal|JSXText)$/.test(value.type) && typeof value.value === 'string') {
      yield value.value.replace(/\s+/g, ' ')
      return
    }
    for (const child of Object.values(value)) yield* textsOf(child, source)
  }
}

const TEXTS = SOURCES.flatMap((file) => {
  const source = readFileSync(file, 'utf8')
  const { program } = parseSync(file, source)
  return [...textsOf(program, source)]
    .filter((text) => / |^[A-Z]/.test(text) && !SQL.test(text))
    .map((text) => ({ file, text }))
})

const wordOf = (phrase: string): RegExp =>
  new RegExp(`(?<![\\w'/-])${phrase.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w'-])`, 'i')
const TERMS: readonly (readonly [string, string])[] = [
  ...GLOSSARY.flatMap(({ name, avoid = [] }) => avoid.map((phrase) => [phrase, name] as const)),
  ...Object.entries(AVOIDED),
]

it.each(TERMS)('never says “%s”: the term is “%s”', (phrase) => {
  const word = wordOf(phrase)
  expect(TEXTS.filter(({ text }) => word.test(text)).map(({ file, text }) => `${file}: ${text}`)).toEqual([])
})

it('reads enough text to mean anything', () => {
  expect(TEXTS.length).toBeGreaterThan(5_000)
  expect(TERMS.length).toBeGreaterThan(40)
})

/** A noun chosen or completed by a comparison with one: `=== 1 ? '' : 's'`, `=== 1 ? 'order' : 'orders'`. */
const HOME_MADE = /=== '?1'? \? (?:''|'([\w ]+)'|'1 [\w ]+'|`[^`]*`) : (?:'s|'\1s?'|`\$\{[\w.]+\} [a-z]+s\b)/

it('forms every plural by the helper of the contract', () => {
  const found = SOURCES.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => HOME_MADE.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})
