/**
 * Memory of the terminal while its windows trade. Here only the complete process of sampling and judging is tested: a minute proves nothing about a
 * day. `npm run soak weight` trades for eight hours (`ISOTHERM_HOURS`) and requires each process and each heap to stay flat.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { MIN_SAMPLES } from '../tools/bench/machine/flat.ts'
import { type Weighed, type WeighOptions, weigh } from '../tools/bench/weight/weigh.ts'
import { root } from './support/processes.ts'
import { underElectron } from './support/terminal.ts'

const SOAK = process.env.ISOTHERM_TESTS === 'soak'
const HOURS = Number(process.env.ISOTHERM_HOURS ?? 8)
const MINUTE = 60_000
const LONG: WeighOptions = {
  windows: 3,
  samples: Math.max(MIN_SAMPLES, Math.round(HOURS * 60)),
  everyMs: MINUTE,
  notify: (line) => process.stdout.write(`${line}\n`),
}
const SHORT: WeighOptions = { windows: 2, samples: MIN_SAMPLES, everyMs: 0 }

test('windows that trade are sampled, each process and each heap, and judged by one rule', async () => {
  test.skip(underElectron || process.platform !== 'linux', 'processes are read from /proc, by the names of the host')
  const options = SOAK ? LONG : SHORT
  test.setTimeout(options.samples * (options.everyMs + MINUTE) + 5 * MINUTE)
  const weighed = await weigh(options)
  if (SOAK) report(weighed)
  const { series, verdicts, traded, ended } = weighed
  expect(ended).toEqual([])
  const heaps = Array.from({ length: options.windows }, (_, at) => `window ${at + 1}, heap`)
  expect([...verdicts.keys()]).toEqual(expect.arrayContaining(['main', 'main, heap', 'browser', ...heaps]))
  const renderers = [...verdicts.keys()].filter((name) => name.startsWith('renderer '))
  expect(renderers.length, 'a process for each window').toBeGreaterThanOrEqual(options.windows)
  for (const name of verdicts.keys())
    expect(
      series.get(name)?.every((mb) => mb > 0),
      name,
    ).toBe(true)
  // At the end of a bucket there are no entries; otherwise each round trades.
  expect(traded, 'rounds that traded').toBeGreaterThanOrEqual(options.samples / 2)
  if (!SOAK) return
  for (const [name, { flat, first, last, allowed }] of verdicts) {
    expect(flat, `${name}: ${mb(first)} MB, then ${mb(last)} MB, at most ${mb(allowed)} MB more`).toBe(true)
  }
})

const mb = (value: number): string => value.toFixed(1)

/** The table for a release, and all samples. */
function report({ verdicts, series, rounds, traded }: Weighed): void {
  const lines = [...verdicts].map(
    ([name, { flat, first, last, rise, allowed }]) =>
      `| ${name} | ${mb(first)} | ${mb(last)} | ${mb(rise)} | ${mb(allowed)} | ${flat ? 'flat' : 'not flat'} |`,
  )
  const table = [
    `${rounds} samples, ${traded} rounds traded`,
    '',
    '| MB | first quarter | last quarter | rise | allowed | |',
    '| --- | ---: | ---: | ---: | ---: | --- |',
    ...lines,
    '',
  ].join('\n')
  const folder = join(root, 'test-results', 'soak')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'weight.md'), table)
  writeFileSync(join(folder, 'weight.json'), `${JSON.stringify(Object.fromEntries(series), null, 2)}\n`)
  process.stdout.write(table)
}
