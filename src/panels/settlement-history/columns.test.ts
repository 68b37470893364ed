import { expect, it } from 'vitest'
import { byHour, type SettledBucket } from '../../../contract/settlement-history.ts'
import { millis } from '../../../contract/time.ts'
import { copyText } from '../../ui/index.ts'
import { historySpec } from './columns.tsx'
import { changeText, HOURS, shareText } from './hour-figures.tsx'

const plain = (text: string): string => text.replaceAll('\u00a0', ' ')
const bucket = (change: Partial<SettledBucket>): SettledBucket =>
  ({
    asset: 'NYCTMP1',
    end: millis(Date.UTC(2026, 2, 4, 12)),
    mark: '537.11',
    before60: '536.42',
    before30: null,
    ...change,
  }) as SettledBucket

it('the CSV of settlements is exact, in the market’s own unit, and omits unknown values', () => {
  const { columns } = historySpec('America/New_York')
  expect(copyText([bucket({})], columns, 'csv')).toBe(
    [
      'Settled,At the station,Asset,Settled at,Mark,T−60,Change 60,T−30,Change 30',
      '2026-03-04T12:00:00.000Z,07:00 EST,NYCTMP1,37.11,537.11,536.42,0.69,,',
      '',
    ].join('\r\n'),
  )
})

it('an hour with too few buckets is marked as such, also in copies', () => {
  const few = byHour([bucket({})], 'before60', () => 7)
  const [row] = few
  if (row === undefined) throw new Error('there is one')
  const count = HOURS.columns.find(({ id }) => id === 'count')
  const mean = HOURS.columns.find(({ id }) => id === 'mean')
  expect([count?.text?.(row), mean?.text?.(row), mean?.csv?.(row)]).toEqual(['1, too few', '—', ''])
})

it('statistics are written to a hundredth, with their sign', () => {
  expect([0.424, -1, 0, -0.001].map((one) => plain(changeText(one)))).toEqual([
    '+ 0.42 °F',
    '− 1.00 °F',
    '0.00 °F',
    '0.00 °F',
  ])
  expect(plain(shareText(0.536))).toBe('54 %')
})
