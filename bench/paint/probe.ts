/**
 * What is on the screen, read at the last moment before it is painted: a ResizeObserver on an element that changes size in every frame
 * fires after all animation callbacks and layout.
 */
import type { CDPSession, Page } from '@playwright/test'
import { STAMP_RANGE } from './stamp.ts'

/** Figures of one measured stretch. */
export interface PaintFigures {
  readonly p50: number
  readonly p95: number
  readonly p99: number
  /** Frames in which a newer book was painted, a second. */
  readonly paintsPerSecond: number
  /** Share of the time the page's main thread was busy, percent. */
  readonly busyPercent: number
}

/** The value below which `share` of the samples lie. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/**
 * Measures a page that shows stamped books.
 * @param selector the element whose text is the stamped size of the best bid.
 */
export async function measurePaints(page: Page, selector: string, seconds: number): Promise<PaintFigures> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await page.evaluate(startProbe, { selector, range: STAMP_RANGE })
  const before = await busySeconds(session)
  const from = performance.now()
  await page.waitForTimeout(seconds * 1000)
  const latencies = await page.evaluate(stopProbe)
  const elapsed = (performance.now() - from) / 1000
  const busy = (await busySeconds(session)) - before
  await session.detach()
  return {
    p50: percentile(latencies, 0.5),
    p95: percentile(latencies, 0.95),
    p99: percentile(latencies, 0.99),
    paintsPerSecond: latencies.length / elapsed,
    busyPercent: (busy / elapsed) * 100,
  }
}

/** Share of the time the page's main thread is busy, percent, with no probe in the page. */
export async function measureBusy(page: Page, seconds: number): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const before = await busySeconds(session)
  const from = performance.now()
  await page.waitForTimeout(seconds * 1000)
  const busy = (await busySeconds(session)) - before
  await session.detach()
  return (busy / ((performance.now() - from) / 1000)) * 100
}

async function busySeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? Number.NaN
}

interface ProbeWindow extends Window {
  paintProbe?: { latencies: number[]; stop: () => void }
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
  let last = ''
  let running = true
  let wide = false
  const observer = new ResizeObserver(() => {
    const text = document.querySelector(selector)?.textContent ?? ''
    if (text === last || text === '') return
    last = text
    const stamp = Number(text.replace(/[^\d]/g, ''))
    const now = Math.round((performance.timeOrigin + performance.now()) * 10) % range
    latencies.push(((now - stamp + range) % range) / 10)
  })
  observer.observe(box)
  const frame = (): void => {
    if (!running) return
    wide = !wide
    box.style.width = wide ? '2px' : '1px'
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  holder.paintProbe = {
    latencies,
    stop() {
      running = false
      observer.disconnect()
      box.remove()
    },
  }
}

function stopProbe(): number[] {
  const probe = (window as ProbeWindow).paintProbe
  probe?.stop()
  return probe?.latencies ?? []
}
