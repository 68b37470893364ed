/** A million fills on disk: how fast the history panels open, sort, filter, sum and export. */
import { benchPast } from '../../../electron/past/testing/bench.ts'
import { ms, row, type Section, whole } from '../table.ts'

export const pastSection: Section = {
  name: 'past',
  byName: true,
  async run() {
    const figures = await benchPast()
    const { asked, fills, orders, keptPerSecond, databaseMb, csvRowsPerSecond, csvMb, longestDelay } = figures
    const { memoryBefore, memoryMost } = figures
    return {
      json: figures,
      rows: [
        row(`past: fills kept, of ${whole(fills)} (and ${whole(orders)} orders)`, `${whole(keptPerSecond)}/s`),
        row('past: the database', `${whole(databaseMb)} MB`),
        ...Object.entries(asked).map(([name, value]) =>
          row(`past: ${name}`, ms(value), name.endsWith('first page') ? 'under 300 ms' : ''),
        ),
        row('past: CSV of all fills', `${whole(csvRowsPerSecond)} rows/s, ${whole(csvMb)} MB`),
        row('past: longest that main was held up meanwhile', ms(longestDelay), 'a few ms'),
        row('past: memory of the process, before and at most', `${whole(memoryBefore)}, ${whole(memoryMost)} MB`),
      ],
    }
  },
}
