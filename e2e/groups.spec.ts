/** Window groups: two deployments at once, each with its own trader; a window moves from one to the other, and nothing else does. */
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { MESSAGES as BARS } from '../src/app/bars/messages.ts'
import { bridgeOf } from './support/bridge.ts'
import { writeProfile } from './support/profile.ts'
import { fillTicket, panel, ready, showMarket, statusBar } from './support/screen.ts'
import { reaches, submit } from './support/submit.ts'
import { launch, newDataDir, type Terminal, underElectron } from './support/terminal.ts'
import { connectTo, importSecrets, NO_KEYCHAIN, newTrader, type Trader } from './support/trader.ts'
import { startVenue, type TestVenue } from './support/venue.ts'

/** Two displays, the second larger and not primary. */
const BOTH = '{1920x1080 workAreaTop=30}{2560x1440 workAreaTop=40}'

/** The status bar's short form of an address. */
const shortOf = ({ address }: Trader): string => `${address.slice(0, 4)}…${address.slice(-4)}`

const priceIn = (page: Page) => panel(page, 'Order ticket').getByRole('textbox', { name: 'Price' })

async function moveTo(terminal: Terminal, page: Page, name: string): Promise<Page> {
  const opening = terminal.nextPage()
  // The calling page is gone with the answer.
  await bridgeOf(page).call('chooseProfile', { name })
  return opening
}

/** Typed prices of the windows, as stored on disk. */
const typedIn = (userDataDir: string): readonly string[] =>
  [...readFileSync(join(userDataDir, 'layouts.json'), 'utf8').matchAll(/"price": "(\d+\.\d+)"/g)]
    .map(([, price = '']) => price)
    .sort()

/** All text of the page, including its fields. */
const everything = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const typed = [...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value)
    return `${document.documentElement.innerText} ${typed.join(' ')}`.toLowerCase()
  })

const accountOf = async (page: Page): Promise<{ address: string; positions: readonly unknown[] }> => {
  const answer = await bridgeOf(page).call('readAccount', {})
  if (!answer.ok) throw new Error(answer.error.message)
  return answer.value
}

test.describe('window groups', () => {
  let venues: readonly [TestVenue, TestVenue]
  let traders: readonly [Trader, Trader]
  let terminal: Terminal

  test.beforeAll(async () => {
    const flags = ['--bucket-minutes', '1440']
    venues = await Promise.all([startVenue(flags), startVenue(flags)])
    traders = await Promise.all([newTrader(venues[0]), newTrader(venues[1])])
    const userDataDir = newDataDir()
    const workArea = { x: 1920, y: 40, width: 2560, height: 1400 }
    const display = { x: 1920, y: 0, width: 2560, height: 1440, workArea, scale: 1, isPrimary: false }
    const left = { state: 'normal', left: 80, top: 20, width: 1608, height: 990, display }
    const windows = { '#places/window-1': [{ on: 'other displays', place: left }] }
    writeFileSync(join(userDataDir, 'layouts.json'), JSON.stringify({ windows }))
    const profile = writeProfile(venues[0].url, { name: 'first' })
    terminal = await launch({ userDataDir, profile, env: { ...NO_KEYCHAIN, ISOTHERM_SCREENS: BOTH } })
  })
  test.afterAll(async () => {
    await terminal?.quit()
    for (const venue of venues ?? []) await venue.stop()
  })

  test('a window is on the display where it was left, and returns there after the display was removed and added', async () => {
    const { deeds } = terminal
    test.skip(deeds === null, 'displays cannot be taken away from Electron')
    if (deeds === null) return
    const at = async (): Promise<unknown> => (await deeds({ action: 'look' }))[0]?.bounds
    const left = await at()
    expect(left).toEqual({ x: 2000, y: 60, width: 1608, height: 990 })
    await deeds({ action: 'displays', screens: '{1920x1080 workAreaTop=30}' })
    await expect.poll(at).toEqual({ x: 60, y: 45, width: 1206, height: 743 })
    await deeds({ action: 'displays', screens: BOTH })
    await expect.poll(at).toEqual(left)
  })

  test('workspaces lay out windows, keep typed input, and each window is titled by its content', async () => {
    const { page } = terminal
    const bridge = bridgeOf(page)
    const done = { ok: true, value: null }
    await expect.poll(() => readFileSync(join(terminal.userDataDir, 'layouts.json'), 'utf8')).toContain('"panels"')
    expect(await bridge.call('saveWorkspaceAs', { name: 'One' })).toEqual(done)
    const opening = terminal.nextPage()
    await bridge.call('openWindow', {})
    const other = await opening
    await expect(statusBar(other)).toContainText(BARS.live)
    await showMarket(other, 'Chart', 'active binary', /^Active binary/)
    await expect.poll(() => readFileSync(join(terminal.userDataDir, 'layouts.json'), 'utf8')).toContain('binary/active')
    const { deeds } = terminal
    if (deeds !== null) {
      await expect
        .poll(async () => (await deeds({ action: 'look' })).map(({ title }) => title.replace(/[\dAB] –/, ' –')))
        .toEqual(['NYCTMP – Isotherm', 'GBET – Isotherm'])
    }
    expect(await bridge.call('openWorkspace', { name: 'One', discard: false })).toMatchObject({
      error: { code: 'unsaved_changes' },
    })
    expect(await bridge.call('saveWorkspaceAs', { name: 'Two' })).toEqual(done)
    await fillTicket(page, { price: '512.34', size: '' })
    await fillTicket(other, { price: '487.65', size: '' })
    await expect.poll(() => typedIn(terminal.userDataDir)).toEqual(['487.65', '512.34'])

    await bridge.call('openWorkspace', { name: 'One', discard: false })
    await expect.poll(() => terminal.pages().length).toBe(1)
    await expect(priceIn(terminal.pages()[0] as Page)).toHaveValue('512.34')
    const back = terminal.nextPage()
    await bridgeOf(terminal.pages()[0] as Page).call('openWorkspace', { name: 'Two', discard: true })
    await expect(priceIn(await back)).toHaveValue('487.65')

    const exported = await bridgeOf(page).call('exportWorkspace', { name: 'Two' })
    if (!exported.ok) throw new Error(exported.error.message)
    expect(exported.value.text).not.toMatch(/487\.65|512\.34|first/)
    // Done once the old page is replaced: a call of the next test on the old page would be lost.
    const arranged = page.waitForEvent('framenavigated')
    await bridgeOf(page).call('openWorkspace', { name: 'One', discard: true })
    await arranged
    await expect.poll(() => terminal.pages().length).toBe(1)
    await expect(priceIn(page)).toHaveValue('512.34')
  })

  test('one window moves to another deployment; the other keeps its page, its typed input, and its stops', async () => {
    const [venue] = venues
    const [mine, other] = traders
    const stays = terminal.page
    await importSecrets(bridgeOf(stays), mine, terminal.boxes)
    await ready(stays)

    const { current } = await venue.read<{ current: { asset: string } }>('/v1/bucket')
    const { asset } = current
    const { mark } = await venue.read<{ mark: string }>(`/v1/ticker?asset=${asset}`)
    const price = (Number(mark) + 8).toFixed(2)
    const order = { kind: 'place', asset, side: 'buy', price, size: '10', tif: 'IOC', reduceOnly: false } as const
    await reaches(terminal.userDataDir, await submit(bridgeOf(stays), order), ['filled'])
    const stop = (Number(mark) - 2).toFixed(2)
    const set = await bridgeOf(stays).call('setExitPlan', {
      ...{ requestId: randomUUID(), asset, source: 'mark', protection: { distance: '0.25', bound: '1' } },
      ...{ position: 'long', entry: null, covers: null, name: null, acceptsUntil: true },
      terms: {
        ...{ stop: { by: 'price', price: stop }, targets: [] },
        ...{ breakEven: null, trail: null, outBefore: null },
      },
    })
    expect(set).toMatchObject({ ok: true })

    // The quit key names what would end, and waits; the key that closes a window does not.
    const before = (await terminal.boxes.shown()).length
    const boxes = async () => (await terminal.boxes.shown()).slice(before)
    await stays.keyboard.press('Control+W')
    await stays.keyboard.press('Control+Q')
    await expect.poll(async () => (await boxes()).length).toBe(underElectron ? 0 : 1)
    if (!underElectron) expect((await boxes())[0]?.detail).toContain('first: 1 exit')
    if (terminal.deeds !== null) {
      const [window] = await terminal.deeds({ action: 'look' })
      await terminal.deeds({ action: 'close', window: window?.id ?? 0 })
      await expect.poll(async () => (await boxes()).length).toBe(2)
    }

    const opening = terminal.nextPage()
    await stays.getByRole('button', { name: BARS.newWindow }).click()
    const left = await opening
    await ready(left)
    await fillTicket(stays, { price: '487.65', size: '4321' })
    await fillTicket(left, { price: '498.76', size: '1234' })
    expect((await accountOf(left)).address).toBe(mine.address)
    await connectTo(bridgeOf(stays), terminal.boxes, { name: 'second', address: venues[1].url })

    const moved = await moveTo(terminal, left, 'second')
    await expect(statusBar(moved)).toContainText(BARS.live)
    expect(await bridgeOf(moved).call('readAccount', {})).toMatchObject({ ok: false, error: { code: 'signed_out' } })
    await importSecrets(bridgeOf(moved), other, terminal.boxes)
    await ready(moved)
    expect(await accountOf(moved)).toMatchObject({ address: other.address, positions: [] })
    const shown = await everything(moved)
    expect(shown).toContain(shortOf(other))
    for (const external of [shortOf(mine), '498.76', '487.65']) expect(shown).not.toContain(external)

    // The other window still has the same page.
    await expect(priceIn(stays)).toHaveValue('487.65')
    await expect(panel(stays, 'Order ticket').getByRole('textbox', { name: 'Size' })).toHaveValue('4321')
    expect(await accountOf(stays)).toMatchObject({ address: mine.address, positions: [{ asset }] })
    expect(terminal.pages()).toHaveLength(2)

    // No window is left on the first deployment; its automated orders keep running.
    const notices = moved.getByRole('region', { name: 'Notices' })
    // It is a toast for some seconds, while the moved window may still be loading.
    const reported = expect(notices).toContainText('first keeps running without a window')
    const last = await moveTo(terminal, stays, 'second')
    await reported
    await ready(last)
    expect((await accountOf(last)).address).toBe(other.address)
    await expect(priceIn(last)).toHaveValue('')
    await venue.control('oracle', { temperature_f: Number((Number(mark) - 500 - 4).toFixed(2)) })
    await expect(notices).toContainText(/first: Stop on \S+: triggered/)
    const positions = async () =>
      (await venue.read<{ positions: unknown[] }>(`/v1/positions/${mine.address}`, mine.token)).positions
    await expect.poll(positions).toEqual([])
    expect((await accountOf(last)).positions).toEqual([])

    const back = await moveTo(terminal, last, 'first')
    await ready(back)
    expect((await accountOf(back)).address).toBe(mine.address)
    await expect(priceIn(back)).toHaveValue('487.65')
    await expect(notices).not.toContainText('first keeps running without a window')

    const { userDataDir } = terminal
    await terminal.kill()
    terminal = await launch({ userDataDir, profile: writeProfile(venues[0].url, { name: 'first' }), env: NO_KEYCHAIN })
    await expect.poll(() => terminal.pages().length).toBe(2)
    const banners = async (): Promise<readonly string[]> => {
      const texts = await Promise.all(terminal.pages().map((page) => page.getByRole('banner').innerText()))
      return texts.map((text) => /Practice, (\w+)/.exec(text)?.[1] ?? text).sort()
    }
    await expect.poll(banners).toEqual(['first', 'second'])
  })
})
