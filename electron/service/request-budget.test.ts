import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import type { Phase } from './certainty.ts'
import { ServiceError } from './errors.ts'
import { FOR, type Purpose, type Urgency } from './purpose.ts'
import { RequestBudget } from './request-budget.ts'

const tooMany = (retryAfterMs: number | null): ServiceError =>
  new ServiceError({
    kind: 'problem',
    route: 'r',
    message: 'Slow down.' as never,
    code: 'rate_limited',
    status: 429,
    retryAfterMs,
  })

/** A budget, the requests that left through it in order, and a service that refuses until the test decides. */
function openBudget() {
  const clock = createFakeClock()
  const budget = new RequestBudget({ clock, random: () => 0 })
  const left: string[] = []
  const failed = new Map<string, ServiceError>()
  const setup = { refuse: null as ServiceError | null }
  function ask(name: string, purpose: Purpose, phase: Phase = 'read', timeoutMs = 10_000): void {
    budget
      .run({ purpose, phase, route: name, timeoutMs }, async () => {
        left.push(name)
        if (setup.refuse !== null) throw setup.refuse
      })
      .catch((error: ServiceError) => failed.set(name, error))
  }
  /** One read is refused, and asks for a pause. */
  async function refuseOnce(retryAfterMs: number | null): Promise<void> {
    setup.refuse = tooMany(retryAfterMs)
    ask('refused', FOR.market, 'submit')
    await clock.advanceAsync(0)
    setup.refuse = null
    left.length = 0
    failed.clear()
  }
  return { clock, budget, left, failed, setup, ask, refuseOnce }
}

const action = (urgency: Urgency, more: Partial<Purpose> = {}): Purpose => ({ urgency, onWait: () => {}, ...more })

/** A submit may be sent after this long, and not a moment earlier. */
async function expectHeldBack(
  { clock, budget }: Pick<ReturnType<typeof openBudget>, 'clock' | 'budget'>,
  order: Purpose,
  ms: number,
): Promise<void> {
  let may = false
  void budget.mayLeave(order).then(() => {
    may = true
  })
  await clock.advanceAsync(ms - 1)
  expect(may).toBe(false)
  await clock.advanceAsync(1)
  expect(may).toBe(true)
}

describe('the request budget', () => {
  it('lets everything leave at once while nothing is known, and has nothing to show', async () => {
    const { clock, budget, left, ask } = openBudget()
    for (let i = 0; i < 1_000; i += 1) ask(`r${i}`, FOR.market)
    await clock.advanceAsync(0)
    expect(left).toHaveLength(1_000)
    expect(budget.view()).toBeNull()
    expect(clock.waiting).toBe(0)
  })

  it('delays requests in a pause, releases them by urgency and then by age, and shows what waits until when', async () => {
    const { clock, budget, left, ask, refuseOnce } = openBudget()
    await refuseOnce(2_000)
    const order: Urgency[] = ['market', 'account', 'held', 'order']
    for (const urgency of order) ask(`${urgency}1`, FOR[urgency])
    for (const urgency of order) ask(`${urgency}2`, FOR[urgency])
    await clock.advanceAsync(1_000)
    expect(left).toEqual([])
    expect(budget.view()).toEqual({
      pausedUntil: clock.now() + 1_000,
      waiting: { closes: 0, cancels: 0, orders: 2, held: 2, reads: 4 },
    })
    expect(budget.pauseText()).toMatch(/^The venue asks for a pause until \d\d:\d\d:\d\d UTC\.$/)
    await clock.advanceAsync(1_000)
    expect(left.slice(0, 2)).toEqual(['order1', 'order2'])
    await clock.advanceAsync(60_000)
    expect(left).toEqual(
      [...left].sort((a, b) => order.indexOf(b.slice(0, -1) as Urgency) - order.indexOf(a.slice(0, -1) as Urgency)),
    )
    expect(budget.view()).toBeNull()
  })

  it('lets closes and cancels leave in a pause, each of them before waiting reads', async () => {
    const { clock, left, ask, refuseOnce } = openBudget()
    await refuseOnce(8_000)
    ask('read', FOR.market)
    ask('cancel', FOR.cancel, 'prepare')
    ask('close', FOR.close, 'prepare')
    await clock.advanceAsync(0)
    expect(left).toEqual(['cancel', 'close'])
  })

  it('retries the prepare of a close while the pause refuses it, more and more rarely', async () => {
    const { clock, left, setup, ask, refuseOnce } = openBudget()
    await refuseOnce(60_000)
    setup.refuse = tooMany(60_000)
    ask('close', FOR.close, 'prepare')
    const at: number[] = []
    for (let ms = 0; ms < 45_000; ms += 50) {
      const before = left.length
      await clock.advanceAsync(50)
      if (ms === 0) at.push(0)
      if (left.length > before && ms > 0) at.push(ms + 50)
    }
    expect(at).toEqual([0, 250, 750, 2_750, 4_750, 8_750])
    setup.refuse = null
    await clock.advanceAsync(10_000)
    expect(left.length).toBe(6)
  })

  it('has one retry interval for all closes together', async () => {
    const { clock, left, setup, ask, refuseOnce } = openBudget()
    await refuseOnce(9_000)
    setup.refuse = tooMany(9_000)
    for (let i = 0; i < 10; i += 1) ask(`close${i}`, FOR.close, 'prepare')
    await clock.advanceAsync(0)
    const atOnce = left.length
    await clock.advanceAsync(8_000)
    expect(atOnce).toBeLessThanOrEqual(3)
    expect(left.length - atOnce).toBeLessThanOrEqual(7)
  })

  it('never repeats a submit', async () => {
    const { clock, left, failed, setup, ask } = openBudget()
    setup.refuse = tooMany(1_000)
    ask('submit', action('close'), 'submit')
    await clock.advanceAsync(20_000)
    expect(left).toEqual(['submit'])
    expect(failed.get('submit')?.status).toBe(429)
  })

  it('fails a request that waited for its own time-out, with a message that names the limit, and never sends it', async () => {
    const { clock, left, failed, ask, refuseOnce } = openBudget()
    await refuseOnce(9_000)
    ask('read', FOR.market, 'read', 4_000)
    await clock.advanceAsync(0)
    expect(failed.get('read')).toMatchObject({
      kind: 'held_back',
      code: 'request_limit',
      status: null,
      retryAfterMs: 9_000,
    })
    expect(failed.get('read')?.message).toMatch(/^The venue asks for a pause until/)
    for (let i = 0; i < 200; i += 1) ask(`r${i}`, FOR.market)
    await clock.advanceAsync(60_000)
    expect(left).not.toContain('read')
    const late = [...failed.values()].at(-1)
    expect(late?.message).toBe("The venue's request limit allowed no request within 10 s.")
    expect(left.length + failed.size).toBe(201)
  })

  it('refuses an order at once when the pause is longer than its patience, and notifies it when it waits', async () => {
    const { clock, left, failed, ask, refuseOnce } = openBudget()
    await refuseOnce(4_000)
    let reported = 0
    const order = () => action('order', { patience: 3_000, onWait: () => (reported += 1) })
    ask('early', order(), 'prepare')
    await clock.advanceAsync(0)
    expect(failed.get('early')?.kind).toBe('held_back')
    await clock.advanceAsync(2_000)
    ask('late', order(), 'prepare')
    await clock.advanceAsync(0)
    expect(reported).toBe(1)
    await clock.advanceAsync(2_000)
    expect(left).toEqual(['late'])
  })

  it('sums up the waits of all requests of one order', async () => {
    const { clock, left, failed, ask, refuseOnce } = openBudget()
    await refuseOnce(2_000)
    const order = action('order', { patience: 3_000 })
    ask('read', order)
    await clock.advanceAsync(2_000)
    expect(left).toEqual(['read'])
    await refuseOnce(2_000)
    ask('prepare', order, 'prepare')
    await clock.advanceAsync(10_000)
    expect(failed.get('prepare')?.kind).toBe('held_back')
    expect(left).toEqual([])
  })

  it('reserves room for the submit of a prepared action, which then waits only for a pause', async () => {
    const { clock, budget, left, ask, refuseOnce } = openBudget()
    await refuseOnce(1_000)
    await clock.advanceAsync(1_000)
    const order = action('order')
    ask('prepare', order, 'prepare')
    await clock.advanceAsync(0)
    expect(left).toEqual(['prepare'])
    for (let i = 0; i < 20; i += 1) ask(`r${i}`, FOR.order)
    await budget.mayLeave(order)
    ask('submit', order, 'submit')
    await clock.advanceAsync(0)
    expect(left.at(-1)).toBe('submit')
    expect(budget.view()?.waiting.orders).toBeGreaterThan(15)
  })

  it('delays the submit of a prepared order in a pause, before it is signed', async () => {
    const opened = openBudget()
    const { clock, ask, left, refuseOnce } = opened
    const order = action('order', { patience: 3_000 })
    ask('prepare', order, 'prepare')
    await clock.advanceAsync(0)
    expect(left).toEqual(['prepare'])
    await refuseOnce(2_000)
    await expectHeldBack(opened, order, 2_000)
  })

  it('delays the submit of a repeated prepare in a pause, too', async () => {
    const opened = openBudget()
    const { clock, budget, ask, refuseOnce } = opened
    const order = action('order')
    ask('prepare', order, 'prepare')
    await clock.advanceAsync(0)
    await budget.mayLeave(order)
    ask('prepared again', order, 'prepare')
    await clock.advanceAsync(0)
    await refuseOnce(2_000)
    await expectHeldBack(opened, order, 2_000)
  })

  it('withdraws what waits for an action that has ended', async () => {
    const { clock, budget, left, failed, ask, refuseOnce } = openBudget()
    await refuseOnce(2_000)
    const order = action('order')
    ask('order', order, 'prepare')
    ask('read', FOR.market)
    budget.end(order)
    await clock.advanceAsync(0)
    expect(failed.get('order')?.kind).toBe('held_back')
    await clock.advanceAsync(60_000)
    expect(left).toEqual(['read'])
  })

  it('gives up work whose patience is over while requests are delayed, and not otherwise', async () => {
    const { clock, budget, ask, refuseOnce } = openBudget()
    const never = () => new Promise<string>(() => {})
    const order = action('order', { patience: 3_000 })
    const results: string[] = []
    const start = (): void =>
      void budget.patiently(order, never).catch((error: ServiceError) => results.push(error.kind))
    start()
    await clock.advanceAsync(10_000)
    expect(results).toEqual([])
    await refuseOnce(9_000)
    ask('read', FOR.held)
    start()
    await clock.advanceAsync(3_000)
    expect(results).toEqual(['held_back'])
  })

  it('notifies windows of the beginning and the end of a pause without waiting requests', async () => {
    const { clock, budget, refuseOnce } = openBudget()
    const reports: boolean[] = []
    budget.onChange(() => reports.push(budget.view() !== null))
    await refuseOnce(2_000)
    expect(reports.at(-1)).toBe(true)
    await clock.advanceAsync(2_001)
    expect(reports.at(-1)).toBe(false)
    expect(clock.waiting).toBe(0)
  })

  /** A service that asked for a minute's pause after a few requests, and then accepts everything: almost nothing was learned of it. */
  async function learnedTooLittle() {
    const setup = openBudget()
    for (let i = 0; i < 10; i += 1) {
      setup.ask(`r${i}`, FOR.account)
      await setup.clock.advanceAsync(100)
    }
    await setup.refuseOnce(60_000)
    await setup.clock.advanceAsync(60_000)
    return setup
  }

  it('lets a Flatten of twenty positions leave in seconds, however little was learned, and fails none of its closes', async () => {
    const { clock, left, failed, ask } = await learnedTooLittle()
    for (let i = 0; i < 20; i += 1) ask(`close${i}`, FOR.close, 'prepare')
    await clock.advanceAsync(2_500)
    expect(left).toHaveLength(20)
    expect(failed.size).toBe(0)
  })

  it('opens the socket in its turn, although reads wait for all the available room', async () => {
    const { clock, budget, ask } = await learnedTooLittle()
    for (let i = 0; i < 30; i += 1) ask(`early${i}`, FOR.account)
    const waits: number[] = []
    for (let wait = budget.openSocket(); wait > 0 && waits.length < 10; wait = budget.openSocket()) {
      waits.push(wait)
      for (let i = 0; i < 10; i += 1) ask('more', FOR.account)
      await clock.advanceAsync(Math.ceil(wait))
    }
    expect(waits).toHaveLength(1)
    expect(waits[0]).toBeLessThan(30_000)
  })

  it('opens the socket after a pause that came while it waited', async () => {
    const { clock, budget, ask } = await learnedTooLittle()
    for (let i = 0; i < 5; i += 1) ask(`early${i}`, FOR.account)
    const wait = budget.openSocket()
    expect(wait).toBeGreaterThan(0)
    budget.socketRefused(90_000)
    await clock.advanceAsync(Math.ceil(wait))
    const longer = budget.openSocket()
    expect(longer).toBeGreaterThan(30_000)
    await clock.advanceAsync(Math.ceil(longer))
    expect(budget.openSocket()).toBe(0)
  })

  it('starts again with another token', async () => {
    const { clock, budget, left, ask, refuseOnce } = openBudget()
    await refuseOnce(9_000)
    ask('read', FOR.market)
    budget.callerChanged()
    await clock.advanceAsync(0)
    expect(left).toEqual(['read'])
    expect(budget.view()).toBeNull()
  })
})
