/** Private words: names that only those who wrote them understand, and what a trader or an Electron engineer would say. */
import { posix } from 'node:path'
import type { Source } from './sources.ts'

interface PrivateWord {
  /** One word of a name, in small letters; with `*` at its end, how a word begins. */
  readonly word: string
  /** What to say instead. */
  readonly say: string
  /** Where it is private; elsewhere it is a word of the trade. Everywhere when left out. */
  readonly within?: RegExp
  /** Only as a whole name, as a whole name of a type, or as the first word of one; in any place when left out. */
  readonly as?: 'name' | 'type' | 'verb'
}

const PRIVATE: readonly PrivateWord[] = [
  { word: 'desk', say: 'running deployments; in tests, what is tried' },
  { word: 'desks', say: 'market makers' },
  { word: 'shelf', say: 'saved conditionals, saved alerts, read cache' },
  { word: 'settle*', say: 'outcome', within: /^electron\/(?:trading|conditional)\//, as: 'verb' },
  { word: 'holdings', say: 'pending work', within: /^electron\/(?:[^/]+$|profiles\/|windows\/)/ },
  { word: 'ledger', say: 'action log', within: /^electron\/trading\// },
  { word: 'seam*', say: 'port' },
  { word: 'observe*', say: 'evidence', within: /^electron\/trading\//, as: 'verb' },
  { word: 'fate*', say: 'outcome' },
  { word: 'absence', say: 'proof of absence', within: /^electron\/trading\// },
  { word: 'lane', say: 'queue' },
  { word: 'gate', say: 'limit', within: /^electron\// },
  { word: 'life', say: 'lifecycle', within: /^electron\/[^/]+$/ },
  { word: 'picture', say: 'screenshot', within: /^electron\// },
  { word: 'lone', say: 'unattended' },
  { word: 'underway', say: 'in flight', as: 'name' },
  { word: 'valuesource', say: 'topic of one value', as: 'name' },
  { word: 'bring*', say: 'load, restore, show', as: 'verb' },
  { word: 'seat*', say: 'place, window' },
  { word: 'leave', say: 'release, write', as: 'verb' },
  { word: 'linger*', say: 'kept for a while, stopped after' },
  { word: 'tell*', say: 'notify, report', as: 'verb' },
  { word: 'face', say: 'view', as: 'name' },
  { word: 'wish*', say: 'request, wanted' },
  { word: 'turn', say: 'place in the queue', as: 'type' },
  { word: 'word', say: 'label', as: 'type' },
  { word: 'anew', say: 'again' },
]

/** Names that stay, and why. */
const STAY: readonly { readonly path: RegExp; readonly words: RegExp; readonly because: string }[] = [
  {
    path: /(?:^|\/)(?:failures|reconcile|settle-[a-z]+|observe|absence|order-search|under-way|flatten)\.(?:test\.)?ts$/,
    words: /./,
    because: 'the reading of what became of an order is written again as a whole',
  },
  {
    path: /^(?:scripts|e2e|bench)\//,
    words: /^(?:settle|tell|leave|picture|word|turn)/,
    because: 'programs beside the terminal, in their own plain sense',
  },
]

export interface PrivateName {
  readonly word: string
  readonly say: string
  readonly name: string
  readonly path: string
  /** 0 for the name of the file or its folder. */
  readonly line: number
}

/** The words of a name, in small letters: `readOpenWindows`, `open-windows.ts`. */
export const wordsOf = (name: string): string[] =>
  name
    .replace(/\.[a-z.]+$/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())

/** Where private words are left: names declared, names of files and folders, each once a file. */
export function privateNames(sources: readonly Source[]): PrivateName[] {
  return sources.flatMap(({ path, declared }) =>
    [[posix.basename(path), 0] as const, ...declared].flatMap(([name, line]) => {
      const found = PRIVATE.find((one) => matches(one, name, path))
      if (found === undefined) return []
      const { word, say } = found
      if (STAY.some((one) => one.path.test(path) && one.words.test(word))) return []
      return [{ word, say, name, path, line }]
    }),
  )
}

/** Why names stay that would be private otherwise. */
export const exceptions = (): readonly string[] => STAY.map(({ path, because }) => `${path.source}: ${because}`)

function matches({ word, within, as }: PrivateWord, name: string, path: string): boolean {
  if (within !== undefined && !within.test(path)) return false
  const words = wordsOf(name)
  const fits = word.endsWith('*')
    ? (one: string | undefined): boolean => one?.startsWith(word.slice(0, -1)) === true
    : (one: string | undefined): boolean => one === word
  if (as === 'name' || as === 'type') return fits(words.join('')) && (as === 'name' || /^[A-Z]/.test(name))
  return as === 'verb' ? fits(words[0]) : words.some(fits)
}
