import { describe, expect, it } from 'vitest'
import { fullTitleOf, type InstrumentView } from './instrument.ts'

const view = (over: object): InstrumentView => ({ here: true, family: 'outcome', subtitle: null, ...over }) as never

describe('the name of a market without context', () => {
  it.each([
    ['44 °F, Yes · High on 4 March', view({ title: '44 °F, Yes', subtitle: 'High on 4 March' })],
    ['Rain on 4 March, No', view({ title: 'Rain on 4 March, No' })],
    ['NYCTMP1', view({ family: 'scalar', title: 'NYCTMP1', subtitle: 'New York, Central Park' })],
    ['outcome 3601', { here: false, title: 'outcome 3601' } as never],
  ])('%s', (text, of) => {
    expect(fullTitleOf(of)).toBe(text)
  })
})
