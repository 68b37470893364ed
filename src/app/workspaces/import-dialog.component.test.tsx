import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { PreviewedPanel, WorkspacePreview } from '../../../contract/workspace.ts'
import { YES } from '../../testing/fake-terminal.ts'
import { type Mounted, mount } from '../../testing/mount.tsx'
import { all, choose } from '../../testing/screen.ts'

const dialog = page.getByRole('dialog', { name: 'Import workspace…' })
const lines = (): string[] => all(dialog, 'li').map(({ textContent }) => textContent.replace(/\s/g, ' '))
const warnings = (): (string | null)[] => all(dialog, '[role="status"]').map(({ textContent }) => textContent)

const shown = (kind: string, market: string | null = null, more: Partial<PreviewedPanel> = {}): PreviewedPanel =>
  ({ ...{ kind, market, group: null, unread: null, count: 1 }, ...more }) as PreviewedPanel
const WINDOW = {
  state: 'maximised',
  width: 1600,
  height: 960,
  panels: [],
  isEmpty: false,
  more: 0,
  undescribed: [],
} as const
const previewed = (windows: readonly Partial<WorkspacePreview['windows'][number]>[]): WorkspacePreview => ({
  ...{ name: 'Two', unknownKinds: [], repeatedIds: [] },
  windows: windows.map((window) => ({ ...WINDOW, ...window })),
})

async function open(): Promise<Mounted> {
  const mounted = await mount([['trades', 'scalar/live']])
  await choose(page.getByRole('button', { name: 'All workspaces' }), /^Import…/)
  await expect.element(dialog).toBeVisible()
  return mounted
}
/** Opens the dialog and previews a text, for which main returns this preview. */
async function look(preview: WorkspacePreview): Promise<Mounted> {
  const mounted = await open()
  mounted.terminal.answer('previewWorkspace', () => ({ ok: true, value: preview }))
  await dialog.getByRole('textbox').fill('{}')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Add' })).toBeVisible()
  return mounted
}

describe('the preview of a workspace before its import', () => {
  it('shows the panels of each window with their markets and link groups', async () => {
    await look(
      previewed([
        {
          panels: [
            shown('book', 'scalar/NYCTMP1', { group: 1 }),
            shown('chart', YES, { count: 2 }),
            shown('trades', null, { group: 3 }),
            shown('positions', 'scalar/NYCTMP1', { group: 1 }),
          ],
        },
        {},
        { isEmpty: true },
        { panels: [shown('activity')], more: 12 },
      ]),
    )
    expect(lines()).toEqual([
      expect.stringMatching(
        /^1600 × 960, maximized: Order book, NYCTMP1 \(group 1\); 2 Chart, 43 °F or lower, Yes · .* \(pinned\); Trades \(group 3\); Positions$/,
      ),
      '1600 × 960, maximized: the default panels',
      '1600 × 960, maximized: no panels',
      '1600 × 960, maximized: Activity; 12 more panels',
    ])
    await expect.element(dialog).toMatchTextContent(/Linked panels show the market of their group/)
    expect(warnings()).toEqual([])
  })

  it('names the markets and panels that cannot be imported, and judges no market that has not been read yet', async () => {
    const window = {
      panels: [
        shown('book', 'binary/NYCBIN9'),
        shown('chart', 'outcome/9/1'),
        shown('depth', null, { unread: 'rain' }),
      ],
      undescribed: ['book'],
    }
    const { terminal } = await look({ ...previewed([window]), unknownKinds: ['radar'], repeatedIds: ['a', 'b'] })
    const others = [
      expect.stringMatching(/^This version has no panel radar/),
      expect.stringMatching(/^Order book cannot be restored \(no saved data\)/),
      expect.stringMatching(/^Depth shows no market: “rain” cannot be read/),
      expect.stringMatching(/^Panel ids a, b appear in several windows/),
    ]
    expect(warnings()).toEqual(expect.arrayContaining(others))
    expect(warnings().join()).toContain(
      'This deployment has no binary NYCBIN9, outcome 9: choose another market in their panels.',
    )
    terminal.change({ kind: 'markets' }, { waiting: ['binary'] })
    await expect.poll(() => warnings().join()).toContain('This deployment has no outcome 9: choose')
  })

  it('is refused where the text exceeds the maximum length', async () => {
    await open()
    const file = dialog.getByLabelText('Workspace file').element() as HTMLInputElement
    const chosen = new DataTransfer()
    chosen.items.add(new File([new Uint8Array(12_300_000)], 'long.json'))
    file.files = chosen.files
    file.dispatchEvent(new Event('change', { bubbles: true }))
    await expect.element(dialog).toMatchTextContent('This text has 4.1 million characters; the maximum is 4 million.')
  })
})
