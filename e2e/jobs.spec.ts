/**
 * Twelve common jobs, each performed completely by mouse, by trading keys and by a palette line, with every press counted and compared with the table
 * of docs/keys.md. Lasting choices are not counted: the market, the size, and arming of one-click and trading keys.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type { Order, Position } from '../contract/account.ts'
import { type ConditionalState, isConditionalFinal } from '../contract/conditional.ts'
import { MESSAGES as CHART } from '../src/panels/chart/messages.ts'
import { MESSAGES as LADDER } from '../src/panels/ladder/messages.ts'
import { chartAtRest, holdBooks, releaseBooks } from './support/at-rest.ts'
import { countPresses, pressesOf } from './support/counted-presses.ts'
import { readExits, readJournal } from './support/journal.ts'
import { rowOf } from './support/pixels.ts'
import { root } from './support/processes.ts'
import { check, chooseMarket, panel } from './support/screen.ts'
import { expect, type SharedTerminal, test } from './support/shared-terminal.ts'

const WAYS = ['mouse', 'keys', 'line'] as const
/** The line goes first, because it would ask about an order like one just sent. */
const PLAYED = ['line', 'keys', 'mouse'] as const satisfies readonly Way[]
type Way = (typeof WAYS)[number]

/** How a job is performed; unsupported ways are absent. */
interface Job {
  readonly name: string
  /** Preparation; before it there are no positions or orders. */
  readonly begins?: () => Promise<void>
  readonly play: { readonly [K in Way]?: () => Promise<void> }
  /** Check of the result. */
  readonly done: () => Promise<void>
}

/** Maximum presses that the guide of keys allows for a job: `| job | by mouse | presses | keys | presses | line, presses |`. */
const allowed = new Map(
  (readFileSync(join(root, 'docs', 'keys.md'), 'utf8').split('## Presses for common jobs')[1] ?? '')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, job = '', , mouse, , keys, line = '']) => [
      job,
      { mouse: Number(mouse), keys: Number(keys), line: Number(/\d+$/.exec(line)?.[0]) },
    ]),
)

test.describe('presses for common jobs', () => {
  // The table needs all of them: a retry starts with the first.
  test.describe.configure({ mode: 'serial' })
  let shared: SharedTerminal
  let page: Page
  let ladder: Locator
  let ticket: Locator
  let positions: Locator
  const counted = new Map<string, Map<Way, number>>()

  test.beforeAll(async ({ asNewTrader }) => {
    shared = await asNewTrader({ width: 1600, height: 960 })
    ;({ page } = shared)
    const workspaces = page.getByRole('navigation', { name: 'Workspaces' })
    await workspaces.getByRole('button', { name: 'Scalp', exact: true }).click()
    const request = page.getByRole('button', { name: 'Open Scalp without saving' })
    ;[ladder, ticket, positions] = [panel(page, 'Ladder'), panel(page, 'Order ticket'), panel(page, 'Positions')]
    await expect(request.or(ladder)).toBeVisible()
    if (await request.isVisible()) await request.click()
    await expect(ladder.locator('[data-row]:not([data-empty])').first()).toBeVisible()
    const terms = {
      stop: { by: 'distance', distance: '1' },
      targets: [{ level: { by: 'distance', distance: '2' }, share: { of: 'position', percent: '100' } }],
      ...{ breakEven: null, trail: null, outBefore: null },
    }
    await call('saveExitTemplate', {
      family: 'scalar',
      change: { do: 'keep', template: { name: 'One to two', terms } },
    })
    const intents = [{ kind: 'binary_setup' }, { kind: 'transfer', amount: '100' }]
    const submitted = intents.map((intent) => ({ requestId: randomUUID(), intent, by: { kind: 'form' } }))
    for (const { requestId, ...one } of submitted) {
      await call('submit', { requestId, ...one })
      const action = () => readJournal(shared.terminal.userDataDir).find(({ id }) => id === requestId)
      await expect
        .poll(() => [action()?.state, action()?.state === 'done' || action()?.message])
        .toEqual(['done', true])
    }
    await countPresses(page)
  })

  test.afterAll(async () => {
    await releaseBooks(shared)
    await call('saveExitTemplate', { family: 'scalar', change: { do: 'delete', name: 'One to two' } })
  })

  async function call(name: string, input: object): Promise<unknown> {
    const answer = await shared.bridge.press(name as 'readAccount', input as never)
    if (!answer.ok) throw new Error(`${name}: ${answer.error.message}`)
    return answer.value
  }
  const held = async (): Promise<readonly Position[]> =>
    ((await call('readAccount', {})) as { readonly positions: readonly Position[] }).positions
  const sizeOf = async (family: Position['family']): Promise<number> =>
    Number((await held()).find((one) => one.family === family)?.size ?? 0)
  const orders = async (): Promise<readonly Order[]> =>
    ((await call('readOpenOrders', {})) as { readonly orders: readonly Order[] }).orders
  const watched = (): number =>
    readExits(shared.terminal.userDataDir).filter(({ state }) => !isConditionalFinal(state as ConditionalState)).length
  const assetShown = async (): Promise<string> =>
    /NYCTMP\d|GBET\w/.exec((await ladder.getAttribute('aria-label')) ?? '')?.[0] ?? ''
  const key = (name: string) => page.keyboard.press(name)
  const palette = () => page.getByRole('dialog', { name: 'Find a command, market or workspace' })
  /** Types a line, waits until the palette has parsed it, and presses Enter on it. */
  const line = async (text: string): Promise<void> => {
    await key('Control+k')
    await page.keyboard.type(text)
    await expect(palette().locator('[role="option"][aria-selected="true"]')).toContainText(
      /^(Preview|Cancel|Step through)/,
    )
    await key('Enter')
    await expect(palette()).toHaveCount(0)
  }
  const preview = (of: string) => page.getByRole('region', { name: `${of} preview` })
  /** Presses Enter on the first match. */
  const enter = async (shown: Locator): Promise<void> => {
    await expect(shown).toBeFocused()
    await expect(shown).toContainText(/\d/)
    await key('Enter')
  }
  const row = (at: number): Locator => ladder.locator(`[data-row="${at}"]`)
  /** The row of the best price of a side, with the pointer off the rows, so that they do not move. */
  const best = async (side: 'bids' | 'asks'): Promise<number> => {
    const column = ladder.locator(`[data-column="${side}"]`)
    await expect(column).toHaveText(/\d/)
    const lines = ((await column.textContent()) ?? '').split('\n')
    return side === 'bids' ? lines.findIndex((text) => text !== '') : lines.findLastIndex((text) => text !== '')
  }
  const press = async (side: 'bids' | 'asks'): Promise<void> =>
    row(await best(side))
      .locator('[data-zone="left"]')
      .click()
  const tags = (): Locator => ladder.locator('[data-tag][data-kind="order"]')
  const bestPrice = async (side: 'bids' | 'asks'): Promise<number> =>
    Number(
      await row(await best(side))
        .locator('[data-cell="price"]')
        .innerText(),
    )

  const place = async (size: string, price: number, tif: 'GTC' | 'IOC'): Promise<void> => {
    const order = { asset: await assetShown(), side: 'buy', price: price.toFixed(2), size, tif, reduceOnly: false }
    await call('submit', { requestId: randomUUID(), intent: { kind: 'place', ...order }, by: { kind: 'form' } })
  }
  /** A resting order, in view of the ladder. */
  const resting = async (): Promise<void> => {
    await place('3', (await bestPrice('bids')) - 0.03, 'GTC')
    await expect(tags()).toHaveCount(1)
  }
  const long = async (): Promise<void> => {
    await place('10', (await bestPrice('asks')) + 0.5, 'IOC')
    await expect.poll(() => sizeOf('scalar')).toBe(10)
    await expect(positions).toContainText('10.0000')
  }
  const nothingRests = () => expect.poll(async () => (await orders()).length).toBe(0)

  /** Arms one-click and keys, and chooses the size. */
  async function armed(): Promise<void> {
    const arm = ladder.getByRole('button', { name: LADDER.armOneClick })
    const isArmed = ladder.getByRole('button', { name: /^Armed/ })
    await expect(arm.or(isArmed)).toBeVisible()
    if (await arm.isVisible()) await arm.click()
    await expect(isArmed).toBeVisible()
    const keys = page.getByRole('button', { name: /^Keys preview: / })
    if (!(await keys.isVisible())) await key('Control+Alt+k')
    await expect(keys).toBeVisible()
    await ladder.getByRole('button', { name: 'Center' }).click()
    await ladder
      .getByRole('group', { name: 'Click size' })
      .getByRole('button', { name: /^10 (contracts|USDC|shares)/ })
      .click()
    await key('3')
    await page.mouse.move(1, 1)
  }
  /** Initial state of each job: no positions, no orders, the scalar market shown. */
  async function begin(): Promise<void> {
    for (const line of await page.getByRole('region', { name: / preview$|^Your orders/ }).all()) {
      await key('Escape')
      await expect(line).toHaveCount(0)
    }
    const near = { distance: '1', bound: '5' }
    const far = { distance: '0.3', bound: '0.5' }
    const distances = { scalar: near, probability: far, outcome: far }
    await call('flatten', { requestId: randomUUID(), distances, cancelOrders: true })
    await expect.poll(async () => [(await held()).length, (await orders()).length]).toEqual([0, 0])
    // An exit ends once two reads agree that its position is gone: until then it would protect the next one.
    await expect.poll(watched).toBe(0)
    // Typed input would hold the market of the ticket.
    for (const name of ['Price', 'Size', 'Amount']) {
      const field = ticket.getByRole('textbox', { name }).first()
      if (await field.isVisible()) await field.fill('')
    }
    for (const name of ['Order ticket', 'Ladder'] as const) {
      const shown = panel(page, name).getByRole('button', { name: /^Market of .*: NYCTMP/ })
      if (!(await shown.isVisible())) await chooseMarket(page, name, 'live scalar', /^Live scalar/)
    }
    await expect(tags()).toHaveCount(0)
    await expect(ladder.locator('[data-row]:not([data-empty])').first()).toBeVisible()
    const exits = ticket.locator('details[data-exits][open]')
    if (await exits.isVisible()) {
      for (const name of ['Stop', 'Target']) await exits.getByRole('textbox', { name, exact: true }).fill('')
      await exits.locator('summary').click()
    }
    const gtc = ladder.getByRole('radio', { name: 'GTC' })
    await check(gtc)
    await armed()
  }

  /** Drags its line, near the left edge, to the drop point. */
  async function pullStop(): Promise<void> {
    const chart = panel(page, 'Chart')
    await chartAtRest(shared, chart, async () => {
      const { y, left } = await rowOf(chart, '--up')
      const box = await chart.boundingBox()
      if (box === null) throw new Error('no chart')
      await page.mouse.move(left + 60, y)
      await expect(chart.locator('[data-grip="line"]')).toHaveCount(1)
      await page.mouse.down()
      await page.mouse.move(left + 60, y + 20, { steps: 4 })
      await page.mouse.move(left + 60, box.y + box.height - 70)
      await page.mouse.up()
    })
    const chip = page.getByRole('dialog', { name: /^Stop for Long 10 at / })
    await chip.getByRole('button', { name: /^Set/ }).click()
  }

  const byLine = (text: string, shown: string) => async (): Promise<void> => {
    await line(text)
    await enter(preview(shown))
  }
  const byKey = (name: string, shown: string) => async (): Promise<void> => {
    await key(name)
    await enter(preview(shown))
  }
  const bought = () => expect.poll(async () => (await sizeOf('scalar')) + (await orders()).length).toBeGreaterThan(0)
  const isHeld = (size: number, family: Position['family'] = 'scalar') => expect.poll(() => sizeOf(family)).toBe(size)
  /** Waits until a prediction's estimate can be confirmed by a press. */
  const confirm = async (shown: Locator): Promise<Locator> => {
    const button = shown.getByRole('button', { name: /^Confirm/ })
    await expect(button).toBeEnabled()
    return button
  }
  const predicted = async (): Promise<void> => {
    const button = await confirm(preview('Prediction'))
    for (let step = 0; step < 4; step += 1) {
      await key('Tab')
      if (await button.evaluate((element) => element === document.activeElement)) break
    }
    await key('Enter')
  }
  const rests = (tif: Order['tif']) => expect.poll(async () => (await orders()).map((one) => one.tif)).toEqual([tif])
  /** Original price of the moved order. */
  let from = 0
  const movedByTwo = () =>
    expect.poll(async () => (await orders()).map(({ price }) => Math.round((Number(price) - from) * 100))).toEqual([-2])

  const JOBS: readonly Job[] = [
    {
      name: 'buy at the ask',
      play: {
        mouse: () => press('asks'),
        keys: byKey('e', 'Order'),
        line: byLine('buy 10 @ ask', 'Order'),
      },
      done: () => bought(),
    },
    {
      name: 'post at the bid',
      play: {
        async mouse() {
          await check(ladder.getByRole('radio', { name: 'ALO' }))
          await press('bids')
        },
        keys: byKey('r', 'Order'),
        line: byLine('buy 10 @ bid post', 'Order'),
      },
      done: () => rests('ALO'),
    },
    {
      name: 'move the last order by two ticks',
      async begins() {
        await resting()
        from = Number((await orders())[0]?.price)
      },
      play: {
        async mouse() {
          const tag = await tags().boundingBox()
          const at = await tags().evaluate((one: HTMLElement) => Number(one.style.getPropertyValue('--at')))
          const goal = await row(at + 2).boundingBox()
          if (tag === null || goal === null) throw new Error('no order in view')
          await page.mouse.move(tag.x + tag.width / 2, tag.y + tag.height / 2)
          await page.mouse.down()
          await page.mouse.move(tag.x + tag.width / 2, goal.y + goal.height / 2, { steps: 4 })
          await page.mouse.up()
        },
        async keys() {
          await key('o')
          await moveDown()
        },
        async line() {
          await line('orders')
          await moveDown()
        },
      },
      done: movedByTwo,
    },
    {
      name: 'cancel the last order',
      begins: resting,
      play: {
        mouse: () => tags().click({ button: 'right' }),
        keys: () => key('Alt+x'),
        line: () => line('cancel last'),
      },
      done: nothingRests,
    },
    {
      name: 'cancel all',
      async begins() {
        await resting()
        await place('4', (await bestPrice('bids')) - 0.05, 'GTC')
        await expect(tags()).toHaveCount(2)
      },
      play: {
        mouse: () => ladder.getByRole('button', { name: 'Cancel all' }).click(),
        keys: () => key('Alt+c'),
        line: () => line('cancel all'),
      },
      done: nothingRests,
    },
    {
      name: 'close all',
      begins: long,
      play: {
        mouse: () => positions.getByRole('button', { name: /^Close NYCTMP/ }).click(),
        keys: byKey('Shift+H', 'Close'),
        line: byLine('close all', 'Close'),
      },
      done: () => isHeld(0),
    },
    {
      name: 'close half',
      begins: long,
      play: {
        async mouse() {
          await positions.getByRole('button', { name: /^More for/ }).click()
          await page.getByRole('menuitem', { name: /^Close half/ }).click()
        },
        keys: byKey('h', 'Close'),
        line: byLine('close half', 'Close'),
      },
      done: () => isHeld(5),
    },
    {
      name: 'reverse',
      begins: long,
      play: {
        async mouse() {
          await positions.getByRole('button', { name: /^More for/ }).click()
          await page.getByRole('menuitem', { name: /^Reverse/ }).click()
          await positions.getByRole('button', { name: /^Reverse to short/ }).click()
        },
        keys: byKey('Shift+R', 'Reversal'),
        line: byLine('reverse', 'Reversal'),
      },
      done: () => isHeld(-10),
    },
    {
      name: 'set a stop on a position',
      begins: long,
      play: {
        mouse: pullStop,
        keys: byKey('l', 'Stop'),
        async line() {
          await line(`stop ${((await bestPrice('bids')) - 501).toFixed(1)}F`)
          await enter(preview('Stop'))
        },
      },
      done: () => expect(positions).toContainText(/stop/i),
    },
    {
      name: 'bracket at entry',
      play: {
        async mouse() {
          await ticket.getByRole('button', { name: 'ask', exact: true }).click()
          await ticket.getByRole('button', { name: '5 contracts', exact: true }).click()
          await ticket.locator('summary', { hasText: 'Exit plan' }).click()
          await ticket.getByRole('button', { name: 'Saved exit plans' }).click()
          await page.getByRole('menuitem', { name: 'One to two' }).click()
          await ticket.locator('[data-send="buy"]').click()
        },
        async keys() {
          const price = (await bestPrice('asks')).toFixed(2)
          await key('F2')
          await expect(ticket.getByRole('textbox', { name: 'Price' })).toBeFocused()
          await page.keyboard.type(price)
          await key('Enter')
          await page.keyboard.type('20')
          await key('Shift+F2')
          await expect(ticket.getByRole('textbox', { name: 'Stop' })).toBeFocused()
          await page.keyboard.type('1')
          await key('Enter')
          await expect(ticket.getByRole('textbox', { name: 'Target', exact: true })).toBeFocused()
          await page.keyboard.type('2')
          await key('Enter')
          await expect(ticket.locator('[data-send="buy"]')).toBeFocused()
          await key('Enter')
        },
        async line() {
          const price = await bestPrice('asks')
          const at = (degrees: number): string => (price - 500 + degrees).toFixed(2)
          // A different price than by keys, because a repeated order within seconds needs a confirmation.
          await line(`buy 20 @ ${at(0.05)}F stop ${at(-1)}F target ${at(2)}F`)
          await enter(preview('Order'))
        },
      },
      async done() {
        // The plan is stored before its order is sent.
        await bought()
        const lines = panel(page, 'Chart').getByRole('listbox', { name: CHART.lines })
        await expect(lines.getByRole('option', { name: /^Stop / })).toHaveCount(1)
        await expect(lines.getByRole('option', { name: /^Target / })).toHaveCount(1)
      },
    },
    {
      name: 'predict UP',
      begins: () => showing('active binary', /^Active binary/),
      play: {
        async mouse() {
          await ticket.getByRole('button', { name: '100 USDC', exact: true }).click()
          await ticket.getByRole('button', { name: /^UP/ }).click()
          await (await confirm(ticket)).click()
        },
        async keys() {
          await key('t')
          await enter(preview('Prediction'))
          await predicted()
        },
        async line() {
          await line('predict up 25')
          await enter(preview('Prediction'))
          await predicted()
        },
      },
      done: () => expect.poll(() => sizeOf('binary')).toBeGreaterThan(0),
    },
    {
      name: 'buy Yes shares',
      begins: () => showing('new york high', /Yes/),
      play: {
        mouse: () => press('asks'),
        keys: byKey('e', 'Order'),
        line: byLine('buy 10 yes @ ask', 'Order'),
      },
      done: () => expect.poll(() => sizeOf('outcome')).toBeGreaterThan(0),
    },
  ]
  /** Two ticks down on the line of own orders. */
  async function moveDown(): Promise<void> {
    const own = page.getByRole('region', { name: 'Your orders' })
    await expect(own).toBeFocused()
    await expect(own).toContainText('order 1 of 1')
    await key('ArrowDown')
    await key('ArrowDown')
    await key('Enter')
  }
  /** Makes the ladder and its linked ticket show another market, armed again. */
  async function showing(typed: string, entry: RegExp): Promise<void> {
    await chooseMarket(page, 'Ladder', typed, entry)
    await expect(ladder.locator('[data-row]:not([data-empty])').first()).toBeVisible()
    await armed()
  }

  const count = (job: string, way: Way, presses: number): void => {
    counted.set(job, (counted.get(job) ?? new Map()).set(way, presses))
  }
  const playEach = (jobs: readonly Job[]): void => {
    for (const job of jobs) {
      test(job.name, async () => {
        for (const way of PLAYED) {
          const play = job.play[way]
          if (play === undefined) continue
          await releaseBooks(shared)
          await begin()
          await job.begins?.()
          await holdBooks(shared)
          count(job.name, way, await pressesOf(page, play))
          await job.done()
          expect
            .soft(counted.get(job.name)?.get(way), `${job.name} by ${way}`)
            .toBeLessThanOrEqual(allowed.get(job.name)?.[way] ?? 0)
        }
      })
    }
  }
  playEach(JOBS)

  test('are printed as a table', () => {
    const rows = [...counted].map(([job, by]) => `| ${job} | ${WAYS.map((way) => by.get(way) ?? '').join(' | ')} |`)
    console.log(['| job | mouse | keys | line |', '|---|---|---|---|', ...rows].join('\n'))
    expect(rows).toHaveLength(12)
  })
})
