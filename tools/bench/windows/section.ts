/** The rows of the section *windows*. */

import { shareOf } from '../machine/processes.ts'
import { type Measured, median, percent, type Row, row, type Section, tenths } from '../table.ts'
import { benchWindows, type WindowsFigures, type WindowsResult } from './windows.ts'

export const windowsSection = (seconds: number): Section => ({
  name: 'windows',
  async run(): Promise<Measured> {
    const figures = await benchWindows(seconds)
    const regained = (times: readonly (number | null)[]): string => {
      const known = times.map((each) => each ?? Number.POSITIVE_INFINITY)
      const text = (value: number): string => (Number.isFinite(value) ? `${value.toFixed(0)} ms` : 'never')
      return `median ${text(median(known))}, longest ${text(Math.max(...known))}`
    }
    return {
      json: figures,
      rows: [
        ...figures.terminal.flatMap((each) => rowsOf(each, 'window')),
        row('  in front again: 55 paints/s after', regained(figures.regainMs.quiet), 'under 200 ms'),
        row('  the same beside other programs', regained(figures.regainMs.otherPrograms), 'under 200 ms'),
        ...figures.floor.flatMap((each) => rowsOf(each, 'floor page')),
        ...ratios(figures),
      ],
    }
  },
})

/** Paints of all windows together, and memory, against the floor pages or the goal. */
function ratios({ terminal, floor }: WindowsResult): Row[] {
  const total = ({ paints }: WindowsFigures): number =>
    paints.reduce((sum, { paintsPerSecond }) => sum + paintsPerSecond, 0)
  return terminal.flatMap((each): Row[] => {
    const { windows, otherPrograms, paints, processes } = each
    const beside = otherPrograms ? ', other programs at work' : ''
    const same = floor.find((one) => one.windows === windows && one.otherPrograms === otherPrograms)
    const [front, ...others] = paints.map(({ paintsPerSecond }) => paintsPerSecond)
    const share = (one: number, of: number): string => (one / of).toFixed(2)
    const memory = processes.reduce((sum, { privateMb }) => sum + privateMb, 0)
    return [
      ...(same === undefined
        ? []
        : [
            row(
              `all paints/s of ${windows} windows${beside}`,
              `${total(each).toFixed(0)}, floor ${total(same).toFixed(0)}, ratio ${share(total(each), total(same))}`,
              otherPrograms ? '' : 'ratio 0.7 or more',
            ),
          ]),
      ...(others.length === 0 || front === undefined
        ? []
        : [row(`slowest of ${windows}, of the front one${beside}`, share(Math.min(...others), front), '0.4 or more')]),
      ...(otherPrograms
        ? []
        : [
            row(
              `private memory of all processes, ${windows} window${windows === 1 ? '' : 's'}`,
              `${memory.toFixed(0)} MB`,
              MEMORY_AIMS[windows],
            ),
          ]),
    ]
  })
}

const MEMORY_AIMS: Readonly<Record<number, string>> = { 1: '250 MB or less', 6: '750 MB or less' }

function rowsOf({ windows, otherPrograms, paints, processes, load }: WindowsFigures, what: string): Row[] {
  const beside = otherPrograms ? ', other programs at work' : ''
  const floor = what !== 'window'
  const [front, ...others] = paints.map(
    ({ p50, p95, paintsPerSecond, busyPercent }) =>
      `p50 ${tenths(p50)}, p95 ${tenths(p95)} ms, ${paintsPerSecond.toFixed(0)} paints/s, ${percent(busyPercent)} busy`,
  )
  const renderers = processes.filter(({ role, corePercent }) => role === 'renderer' && corePercent > 1)
  const threads = renderers.map(({ mainThreadPercent }) => mainThreadPercent.toFixed(0)).join(' ')
  const memory = (role: string): string =>
    processes
      .filter((each) => each.role === role)
      .map(({ privateMb }) => privateMb.toFixed(0))
      .join(' ')
  const time = [
    ...(floor ? [] : [`main ${percent(shareOf(processes, 'main'))}`]),
    `renderers ${percent(shareOf(processes, 'renderer'))} (main threads ${threads})`,
    `browser ${percent(shareOf(processes, 'browser'))}`,
    `graphics ${percent(shareOf(processes, 'graphics'))}`,
  ].join(', ')
  const rates = paints.slice(1).map(({ paintsPerSecond }) => paintsPerSecond)
  const mean = rates.reduce((sum, each) => sum + each, 0) / rates.length
  const quietAim = '30 paints/s or more, p95 under 80 ms'
  return [
    row(`${windows} ${what}${windows === 1 ? '' : 's'}${beside}`, `load ${tenths(load)}`),
    row(floor ? '  first' : '  in front', front ?? '', floor ? '' : 'p95 under 16 ms, 55 paints/s or more'),
    ...others.map((text) => row('  other', text, floor || otherPrograms ? '' : quietAim)),
    ...(rates.length < 2
      ? []
      : [
          row(
            '  slowest of the others, of their mean',
            percent((Math.min(...rates) / mean) * 100),
            floor ? '' : '80 % or more',
          ),
        ]),
    row('  processor time, of one core', time, floor ? '' : 'main under 40 %'),
    row(
      '  private memory, MB',
      [
        ...(floor ? [] : [`main ${memory('main')}`]),
        `renderers ${memory('renderer')}`,
        `browser ${memory('browser')}`,
        `graphics ${memory('graphics')}`,
      ].join(', '),
      floor ? '' : 'a renderer under 250',
    ),
  ]
}
