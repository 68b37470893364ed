import { describe, expect, it } from 'vitest'
import type { Instrument, MarketsView } from '../../../contract/instrument.ts'
import { parseRefText, type RefText } from '../../../contract/market-ref.ts'
import type { PreviewedPanel, WorkspacePreview } from '../../../contract/workspace.ts'
import { hasLinks, missingWords, tooLongWords, windowWords } from './preview-words.ts'

const instrument = (text: string, title: string, subtitle: string | null = null) =>
  ({ here: true, key: text, ref: parseRefText(text), family: text.split('/')[0], title, subtitle }) as Instrument
const MARKETS: MarketsView = {
  instruments: [
    instrument('scalar/NYCTMP1', 'NYCTMP1', 'New York'),
    instrument('outcome/3601/0', '44 °F, Yes', 'New York high on 4 March'),
  ],
  waiting: [],
  errors: [],
}

const panel = (kind: string, market: string | null = null, group: number | null = null, count = 1): PreviewedPanel => ({
  kind,
  market: market as RefText | null,
  group: group as PreviewedPanel['group'],
  unread: null,
  count,
})
const previewed = (...panels: readonly PreviewedPanel[]): WorkspacePreview => ({
  name: 'Two',
  windows: [{ state: 'maximised', width: 1600, height: 960, panels, isEmpty: false, more: 0, undescribed: [] }],
  unknownKinds: [],
  repeatedIds: [],
})
const words = (preview: WorkspacePreview, markets: MarketsView | undefined = MARKETS): string =>
  preview.windows.map((window) => windowWords(window, markets)).join()

describe('a workspace that is looked at before it is taken', () => {
  it('(9d) says of each window its panels with their markets and link groups', () => {
    const panels = [
      panel('book', 'scalar/NYCTMP1', 1),
      panel('chart', 'outcome/3601/0', null, 2),
      panel('bucket', 'scalar/live', 1),
      panel('trades', null, 3),
      panel('positions', 'scalar/NYCTMP1', 1),
      panel('odd'),
    ]
    expect(words(previewed(...panels))).toBe(
      '1600 × 960, maximised: Order book, NYCTMP1 (group 1); 2 Chart, 44 °F, Yes · New York high on 4 March (pinned); Bucket, live scalar (group 1); Trades (group 3); Positions; odd',
    )
    expect(hasLinks(previewed(...panels))).toBe(true)
    expect(hasLinks(previewed(panel('positions', null, 1)))).toBe(false)
    expect(missingWords(previewed(...panels), MARKETS)).toEqual([])
  })

  it('says that a window without panels stands as at a first start, and how many there are besides', () => {
    const preview = previewed()
    expect(words(preview)).toBe('1600 × 960, maximised: the panels of a first start')
    const [window] = preview.windows
    expect(window && windowWords({ ...window, isEmpty: true }, MARKETS)).toBe('1600 × 960, maximised: no panels')
    expect(window && windowWords({ ...window, panels: [panel('activity')], more: 12 }, MARKETS)).toBe(
      '1600 × 960, maximised: Activity; 12 more panels',
    )
  })

  it('(9d) names the markets that this deployment does not have, and judges none that are not read yet', () => {
    const preview = previewed(
      panel('book', 'binary/NYCBIN9', 2),
      panel('chart', 'outcome/9/1'),
      panel('depth', 'binary/active'),
      panel('positions', 'binary/NYCBIN8'),
    )
    expect(missingWords(preview, MARKETS)).toEqual([
      'This deployment has no binary NYCBIN9, outcome 9, binary markets: panels that show it say so. Choose another market in them.',
    ])
    expect(words(preview)).toContain('Order book, NYCBIN9 (group 2); Chart, outcome 9 (pinned)')
    expect(missingWords(preview, { ...MARKETS, waiting: ['binary'] })).toEqual([
      'This deployment has no outcome 9: panels that show it say so. Choose another market in them.',
    ])
    const unread = {
      ...MARKETS,
      errors: [{ family: 'outcome', message: 'no answer' } as const],
      waiting: ['binary'] as const,
    }
    for (const none of [unread, undefined]) expect(missingWords(preview, none)).toEqual([])
  })

  it('(9a, 9b) names what will not come: panels that this version does not have, that were not kept, and markets that cannot be read', () => {
    const preview = previewed({ ...panel('chart'), unread: 'weather/NYC' })
    const windows = preview.windows.map((window) => ({ ...window, undescribed: ['book'] }))
    expect(missingWords({ ...preview, windows, unknownKinds: ['radar'] }, MARKETS)).toEqual([
      'This version has no panel called radar: left out when it is opened.',
      'Of Order book only the place was kept, not the panel: left out when it is opened.',
      expect.stringMatching(/^Chart shows no market: “weather\/NYC” cannot be read\. Choose/),
    ])
  })

  it('says what becomes of panels that are in several windows of a text', () => {
    const repeated = (...repeatedIds: readonly string[]) => missingWords({ ...previewed(), repeatedIds }, MARKETS)
    expect(repeated('book-1')).toEqual([
      'The panel id book-1 stands in several windows: each window gets a panel of its own.',
    ])
    expect(repeated('a', 'b', 'c', 'd', 'e')).toEqual([
      'The panel ids a, b, c and 2 more stand in several windows: each window gets panels of its own.',
    ])
  })

  it('(9e) is refused in plain words where the text is longer than one may be', () => {
    expect(tooLongWords(4_000_000)).toBeNull()
    expect(tooLongWords(4_000_001)).toBe(
      'This text has 4.1 million characters; a workspace has 4 million at most. Choose a file that was made by “Export”, or export fewer windows.',
    )
  })
})
