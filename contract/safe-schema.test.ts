import { describe, expect, it } from 'vitest'
import { type CallName, calls, type InputOf } from './ipc.ts'
import { LONGEST_NOTE } from './notes.ts'

const BAD = 'a\u202Eb\u0007\nc\u2028d'
const LINE = 'a b c d'
const BLOCK = 'a b\nc\nd'

const ITEM = {
  id: 'x',
  menu: 'Trade',
  section: BAD,
  submenu: BAD,
  label: BAD,
  key: null,
  off: BAD,
  isChosen: false,
} as const
const PLAN: InputOf<'setExitPlan'> = {
  ...{
    requestId: '01890a5d-ac96-774b-bcce-b302099a8057',
    asset: 'NYCTMP1',
    position: 'long',
    entry: null,
    covers: null,
  },
  ...{ name: BAD, source: 'mark', protection: { distance: '1', bound: null }, acceptsUntil: false },
  terms: { stop: { by: 'distance', distance: '1' }, targets: [], breakEven: null, trail: null, outBefore: null },
}

/** Texts that a page may send, and the parts that must be safe after parsing. */
const INPUTS: readonly {
  readonly [N in CallName]: readonly [call: N, input: InputOf<N>, read: unknown]
}[CallName][] = [
  ['saveWorkspaceAs', { name: BAD }, { name: LINE }],
  ['openWorkspace', { name: BAD, discard: true }, { name: LINE }],
  ['openTemplate', { name: BAD, layouts: [{}], discard: true }, { name: LINE }],
  ['renameWorkspace', { name: BAD, to: BAD }, { name: LINE, to: LINE }],
  ['importWorkspace', { text: '', name: BAD }, { name: LINE }],
  ['setTitle', { title: BAD }, { title: LINE }],
  ['setMenu', { items: [ITEM] }, { items: [{ section: LINE, submenu: LINE, label: LINE, off: LINE }] }],
  ['setExitPlan', PLAN, { name: LINE }],
  ['saveNote', { about: 'market/A', text: BAD, before: BAD }, { text: BLOCK, before: BLOCK }],
  ['requestAccess', { email: BAD, note: BAD }, { email: LINE, note: BLOCK }],
  ['removeProfile', { name: BAD }, { name: LINE }],
  ['chooseProfile', { name: BAD }, { name: LINE }],
  ['lookAtService', { address: 'a', network: 'mainnet', name: BAD, file: null }, { name: LINE }],
  ['reportError', { message: BAD, stack: BAD }, { message: LINE, stack: BLOCK }],
]

describe('text from a page', () => {
  it.each(INPUTS)('is safe once main has parsed it: %s', (call, input, read) => {
    expect(calls[call].input.parse(input)).toMatchObject(read as object)
  })

  it.each<readonly [CallName, object]>([
    ['saveWorkspaceAs', { name: '\u202E\u0007' }],
    ['saveWorkspaceAs', { name: 'x'.repeat(61) }],
    ['setTitle', { title: 'x'.repeat(121) }],
    ['saveNote', { about: 'market/A', text: 'x'.repeat(2 * LONGEST_NOTE + 1), before: '' }],
    ['requestAccess', { email: 'a', note: 'x'.repeat(5_001) }],
  ])('is refused when nothing is left of a name, or it is too long: %s', (call, input) => {
    expect(calls[call].input.safeParse(input).success).toBe(false)
  })
})
