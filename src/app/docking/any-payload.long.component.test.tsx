/**
 * Every panel with arbitrary payloads of the declared types: none crashes, and each shows the correct content as soon as it arrives. Every entry of
 * the panel table takes part.
 */
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { runs, SEED } from '../../../contract/testing/property-runs.ts'
import { type PayloadOf, parseTopicKey, type Topic, type TopicKey } from '../../../contract/topics.ts'
import { uncaught } from '../../bridge/index.ts'
import { createQueryClient } from '../../queries/index.ts'
import { YES } from '../../testing/fake-terminal.ts'
import { type Change, hostile } from '../../testing/hostile.ts'
import type { Payloads } from '../../testing/loose-fields.ts'
import { mount } from '../../testing/mount.tsx'
import { frames } from '../../testing/screen.ts'
import { TYPICAL_ROWS } from '../../testing/typical-rows.ts'
import { type KindId, PANELS } from './panel-table.tsx'

const MARKETS = { scalar: 'scalar/live', binary: 'binary/active', outcome: YES } as const
type Shown = readonly [kind: KindId, market?: string]
const SHOWN = PANELS.flatMap(({ id, shows }): readonly Shown[] =>
  shows === null ? [[id]] : shows.map((family) => [id, MARKETS[family]] as const),
)
const COLUMN = 5
const COLUMNS = Array.from({ length: Math.ceil(SHOWN.length / COLUMN) }, (_, at) =>
  SHOWN.slice(at * COLUMN, (at + 1) * COLUMN),
)
/** Data written by the terminal itself, and the versions that trigger list reads. */
const OWN: ReadonlySet<string> = new Set([
  ...['settings', 'workspaces', 'windows', 'arriving_panels', 'asked_of_window', 'links', 'favourites', 'crosshair'],
  ...['market_list', 'last_prices', 'activity'],
])

/** Panels that retain earlier input: every price, and column widths. Of these only the head is compared. */
const KEEPING: ReadonlySet<string | undefined> = new Set(['chart', 'settlement-desk', 'shares'])
/** Rows that painters keep for reuse, and the ladder's counts of observed trades. */
const UNSAID = '[hidden], [data-column="traded"], [data-column="ahead"]'
/** The text of each panel, by its position. */
const texts = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('[data-panel]')].map((panel) => {
    const { panel: kind } = panel.dataset
    const part = (KEEPING.has(kind) ? panel.querySelector('header') : panel)?.cloneNode(true) as HTMLElement | undefined
    for (const unsaid of part?.querySelectorAll(UNSAID) ?? []) unsaid.remove()
    // Columns written by painters keep the whitespace of empty lines.
    return `${kind}: ${part?.textContent.replace(/\s+/g, ' ')}`
  })

/** The first difference of each panel's text. */
const differences = (before: readonly string[], now: readonly string[]): string[] =>
  now.flatMap((text, at) => {
    const last = before[at] ?? ''
    if (text === last) return []
    let same = 0
    while (same < text.length && text[same] === last[same]) same += 1
    const from = Math.max(0, same - 20)
    return [`${text.slice(0, 20)}… ${last.slice(from, same + 60)} → ${text.slice(from, same + 60)}`]
  })

/** Errors that no panel catches, and those that React and panels report. */
function heardErrors(): string[] {
  const errors: string[] = []
  const hear = (event: ErrorEvent | PromiseRejectionEvent): void => {
    const error = 'reason' in event ? event.reason : uncaught(event)
    if (error !== null) errors.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
  const write = console.error
  // Vitest also writes each event of the window here.
  const isSaid = (one: unknown): boolean =>
    !(one instanceof Error) || uncaught({ error: one, message: one.message }) !== null
  console.error = (...messages) => {
    if (messages.every(isSaid))
      errors.push(messages.map((one) => (one instanceof Error ? one.stack : String(one))).join(' '))
  }
  window.addEventListener('error', hear)
  window.addEventListener('unhandledrejection', hear)
  onTestFinished(() => {
    console.error = write
    window.removeEventListener('error', hear)
    window.removeEventListener('unhandledrejection', hear)
  })
  return errors
}

const change: fc.Arbitrary<Change> = fc.record({
  payload: fc.nat(10_000),
  field: fc.nat(10_000),
  value: fc.nat(10_000),
  rows: fc.constantFrom('first', 'all'),
})

it('no payload crashes a panel, and each shows the next valid one', async () => {
  const errors = heardErrors()
  const client = createQueryClient()
  const { terminal } = await mount(COLUMNS, {
    ...{ client, size: { width: 3600, height: 2000 } },
    before({ publish }) {
      for (const [kind, rows] of Object.entries(TYPICAL_ROWS)) publish({ kind } as Topic, rows as PayloadOf<Topic>)
    },
  })
  await expect.poll(() => texts().length).toBe(SHOWN.length)

  let version = 100
  async function readAgain(): Promise<void> {
    version += 1
    terminal.publish({ kind: 'market_list' }, version)
    terminal.publish({ kind: 'last_prices' }, version)
    terminal.publish({ kind: 'activity' }, version)
    await client.invalidateQueries()
    await frames()
  }
  // The panel calculates its distribution in steps.
  await expect.element(page.getByText('50, 80, 95 %').first()).toBeVisible()
  await readAgain()
  const good = new Map<TopicKey, readonly [Topic, unknown]>()
  for (const key of terminal.watched) {
    const topic = parseTopicKey(key)
    if (topic !== null && !OWN.has(topic.kind)) good.set(key, [topic, terminal.payload(topic)])
  }
  let before: readonly string[] = []
  await expect
    .poll(async () => {
      const last = before
      for (const [topic, payload] of good.values()) terminal.publish(topic, payload as PayloadOf<Topic>)
      await readAgain()
      before = texts()
      return differences(last, before)
    })
    .toEqual([])

  const reads = new Set(terminal.calls.map(({ name }) => name).filter((name) => name.startsWith('read')))
  reads.delete('readLayout')
  const kinds = [...new Set([...good.values()].map(([{ kind }]) => kind)), ...reads] as (keyof Payloads)[]

  /** The payload that a change belongs to: the key of a topic, or the name of a read. */
  function targetOf({ payload }: Change): string {
    const kind = kinds[payload % kinds.length] as string
    const keys = [...good].flatMap(([key, [topic]]) => (topic.kind === kind ? [key] : []))
    return keys[Math.floor(payload / kinds.length) % keys.length] ?? kind
  }

  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 60, size: 'max' }), async (changes) => {
      const byTarget = Map.groupBy(changes, targetOf)
      const messages = new Set<string>()
      terminal.alterEvery((name, value) => {
        const answer = hostile(name as keyof Payloads, value, byTarget.get(name) ?? [])
        for (const one of answer.said) messages.add(one)
        return answer.payload
      })
      for (const [key, ofTopic] of byTarget) {
        const [topic, payload] = good.get(key) ?? []
        if (topic === undefined) continue
        const one = hostile(topic.kind as keyof Payloads, payload, ofTopic)
        for (const each of one.said) messages.add(each)
        terminal.publish(topic, one.payload as PayloadOf<Topic>)
      }
      await readAgain()
      terminal.alterEvery(null)
      for (const [topic, payload] of good.values()) terminal.publish(topic, payload as PayloadOf<Topic>)
      await readAgain()
      const stopped = errors.splice(0)
      const why = `after:\n${[...messages].join('\n')}\n`
      expect([...stopped, ...terminal.inputs('reportError')], why).toEqual([])
      await expect.poll(() => differences(before, texts()), { message: why }).toEqual([])
    }),
    // A run takes too long to shrink a failure; the message lists the changed fields.
    { numRuns: runs(1, 1_000), endOnFailure: true, seed: SEED },
  )
})
