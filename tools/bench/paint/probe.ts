/**
 * Reads what is on screen at the last moment before it is painted: a ResizeObserver on an element that changes size with the stamp fires after all
 * animation callbacks and layout. It requests no frame of its own.
 */
import type { Page } from '@playwright/test'
import { STAMP_RANGE } from './stamp.ts'

/** Figures of one measurement. */
export interface PaintFigures {
  readonly p50: number
  readonly p95: number
  readonly p99: number
  /** Frames per second in which a newer book was painted. */
  readonly paintsPerSecond: number
  /** Busy time of the page's main thread, percent. */
  readonly busyPercent: number
}

/** The value below which `share` of the samples lie. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** A page under measurement. */
export interface WatchedPage {
  /** Runs a self-contained function in the page. */
  run<Arg, Result>(script: (arg: Arg) => Result, arg: Arg): Promise<Result>
  /** The DevTools performance metrics. */
  metrics(): Promise<readonly { readonly name: string; readonly value: number }[]>
  release(): Promise<void>
}

/** A window of the terminal as a page under measurement. */
export async function watchedPage(page: Page): Promise<WatchedPage> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  return {
    run: (script, arg) => page.evaluate(script as never, arg),
    metrics: async () => (await session.send('Performance.getMetrics')).metrics,
    release: () => session.detach(),
  }
}

/** Paints of a page: ages of its books at the time, and times, ms on the page's own clock. */
export interface Paints {
  readonly latencies: readonly number[]
  readonly at: readonly number[]
}

/**
 * Watches a page with stamped books; the returned function ends it.
 * @param selector the element whose text is the stamped size of the best bid.
 */
export async function watchPaints(page: Pick<WatchedPage, 'run'>, selector: string): Promise<() => Promise<Paints>> {
  await page.run(startProbe, { selector, range: STAMP_RANGE })
  return () => page.run(stopProbe, null)
}

/** Measures a page with stamped books. @param selector as for `watchPaints`. */
export async function measurePaints(page: WatchedPage, selector: string, seconds: number): Promise<PaintFigures> {
  const stop = await watchPaints(page, selector)
  const busy = await watchBusy(page)
  await pause(seconds)
  const { latencies } = await stop()
  const { elapsed, busyPercent } = await busy()
  return {
    p50: percentile(latencies, 0.5),
    p95: percentile(latencies, 0.95),
    p99: percentile(latencies, 0.99),
    paintsPerSecond: latencies.length / elapsed,
    busyPercent,
  }
}

/** Busy time of the page's main thread, percent, without a probe in the page. */
export async function measureBusy(page: WatchedPage, seconds: number): Promise<number> {
  const busy = await watchBusy(page)
  await pause(seconds)
  return (await busy()).busyPercent
}

async function watchBusy(page: WatchedPage): Promise<() => Promise<{ elapsed: number; busyPercent: number }>> {
  const before = await busySeconds(page)
  const from = performance.now()
  return async () => {
    const elapsed = (performance.now() - from) / 1000
    return { elapsed, busyPercent: (((await busySeconds(page)) - before) / elapsed) * 100 }
  }
}

const pause = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

const busySeconds = async (page: WatchedPage): Promise<number> =>
  (await page.metrics()).find((metric) => metric.name === 'TaskDuration')?.value ?? Number.NaN

interface ProbeWindow extends Window {
  paintProbe?: { latencies: number[]; at: number[]; stop: () => void }
}

function startProbe({ selector, range }: { selector: string; range: number }): void {
  const holder = window as ProbeWindow
  holder.paintProbe?.stop()
  const box = document.createElement('div')
  box.style.position = 'fixed'
  box.style.left = '-20px'
  box.style.height = '1px'
  document.body.append(box)
  const latencies: number[] = []
  const at: number[] = []
  let last = ''
  let wide = false
  const observer = new ResizeObserver(() => {
    const [text = ''] = (document.querySelector(selector)?.textContent ?? '').split('\n', 1)
    if (text === last || text === '') return
    last = text
    const sent = Number(text.replace(/[^\d]/g, ''))
    const now = Math.round((performance.timeOrigin + performance.now()) * 10) % range
    latencies.push(((now - sent + range) % range) / 10)
    at.push(performance.now())
  })
  observer.observe(box)
  // Called in the frame in which the stamp is written, before its layout.
  const changes = new MutationObserver(() => {
    wide = !wide
    box.style.width = wide ? '2px' : '1px'
  })
  const stamp = document.querySelector(selector)
  if (stamp !== null) changes.observe(stamp, { characterData: true, childList: true, subtree: true })
  holder.paintProbe = {
    latencies,
    at,
    stop() {
      changes.disconnect()
      observer.disconnect()
      box.remove()
    },
  }
}

function stopProbe(): Paints {
  const probe = (window as ProbeWindow).paintProbe
  probe?.stop()
  return { latencies: probe?.latencies ?? [], at: probe?.at ?? [] }
}
