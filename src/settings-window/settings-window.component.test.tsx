import { describe, expect, it, onTestFinished } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { violations } from '../testing/axe.ts'
import { mount } from '../testing/mount.tsx'
import { all, check, focused, gone, panel, press } from '../testing/screen.ts'
import { MESSAGES } from './messages.ts'

const settings = (): Locator => page.getByRole('dialog', { name: 'Settings', exact: true })
const find = (): Locator => settings().getByRole('searchbox', { name: 'Find a setting' })
const root = document.documentElement

/** Opens the settings by their key; they are closed after the test. */
async function open(): Promise<void> {
  onTestFinished(async () => {
    if (settings().elements().length > 0) await press('Escape')
    await gone(settings())
  })
  await expect.element(page.getByRole('main')).toBeVisible()
  await press('Control+,')
  await focused(find())
}

describe('the settings', () => {
  it('open by a key, and axe finds no violation', async () => {
    await mount([])
    await open()
    expect(await violations()).toEqual([])
    await press('Escape')
    await gone(settings())
  })

  it('are found by typing, apply at once, and are reset by a click', async () => {
    const { terminal } = await mount([])
    await open()
    await find().fill('light theme')
    await check(settings().getByRole('radio', { name: 'Light theme' }))
    await expect.poll(() => root.dataset.theme).toBe('light')
    await settings().getByRole('button', { name: 'Theme: reset to Dark theme' }).click()
    await expect.poll(() => root.dataset.theme).toBe('dark')
    expect(terminal.inputs('saveSettings')).toEqual([{ theme: 'light' }, { theme: 'dark' }])
  })

  it('are chosen from a list where there are many choices', async () => {
    await mount([])
    await open()
    await find().fill('ask beyond 2')
    const cents = settings().getByRole('combobox', { name: /^Limit through best price, ¢/ })
    await cents.selectOptions('Ask beyond 5 ¢')
    const usual = settings().getByRole('button', { name: /reset to Ask beyond 10 ¢/ })
    await expect.element(usual).toBeVisible()
    ;(usual.element() as HTMLElement).focus()
    await press('Enter')
    await expect.element(cents).toHaveValue('10')
  })

  it('are set in steps where they are numbers', async () => {
    await mount([])
    await open()
    await find().fill('text size')
    await settings().getByRole('button', { name: 'Text size: larger' }).click()
    await expect.element(settings().getByRole('group', { name: 'Text size' })).toMatchTextContent('110 %')
    await settings()
      .getByRole('button', { name: /^Text size: reset to/ })
      .click()
    await expect.element(settings().getByRole('group', { name: 'Text size' })).toMatchTextContent('100 %')
  })

  it('report when nothing matches the query', async () => {
    await mount([])
    await open()
    await find().fill('no such thing')
    await expect.element(settings()).toMatchTextContent(MESSAGES.nothing('no such thing'))
  })

  it('show each current limit, with a link to where it is changed', async () => {
    await mount(['limits'])
    await open()
    await find().fill('max order value')
    await expect
      .element(settings().getByRole('region', { name: 'Limits' }))
      .toMatchTextContent(/Max order value.*250,000 USDC/)
    await find().fill('change limits')
    await settings().getByRole('button', { name: 'Change limits…' }).click()
    await gone(settings())
    await focused(panel('Limits').getByRole('textbox').first())
  })

  describe('for the API key of Open-Meteo', () => {
    const KEY = 'planted-key-0123'
    const group = (): Locator => settings().getByRole('group', { name: MESSAGES.openMeteoKey })
    const field = (): Locator =>
      group()
        .getByLabelText(/API key of Open-Meteo/)
        .last()
    const button = (name: string): Locator => group().getByRole('button', { name })

    it('take it typed as dots, pass it on once, forget it, and say only that one is stored', async () => {
      const { terminal } = await mount([])
      await open()
      await find().fill('open-meteo')
      await expect.element(group()).toMatchTextContent(MESSAGES.openMeteoKeyIs.none)
      await expect.element(button(MESSAGES.forgetOpenMeteoKey)).not.toBeInTheDocument()
      await field().fill(KEY)
      await expect.element(field()).toHaveAttribute('type', 'password')
      await button(MESSAGES.storeOpenMeteoKey).click()
      await expect.element(group()).toMatchTextContent(MESSAGES.openMeteoKeyIs.stored)
      await expect.element(field()).toHaveValue('')
      await expect.element(settings().getByRole('combobox', { name: /^Second forecast/ })).toHaveValue('key')
      expect(terminal.inputs('setOpenMeteoKey')).toEqual([{ key: KEY }])
      expect(document.documentElement.outerHTML).not.toContain(KEY)
      expect(await violations()).toEqual([])
      await field().fill('another-key')
      await button(MESSAGES.replaceOpenMeteoKey).click()
      await expect.poll(() => terminal.inputs('setOpenMeteoKey').length).toBe(2)
      await button(MESSAGES.forgetOpenMeteoKey).click()
      await expect.element(group()).toMatchTextContent(MESSAGES.openMeteoKeyIs.none)
    })

    it('say why it was refused beside its field, until it is typed again', async () => {
      const { terminal } = await mount([])
      const message = 'Enter the API key first.'
      terminal.refuse('setOpenMeteoKey', 'bad_input', message)
      await open()
      await find().fill('open-meteo')
      await button(MESSAGES.storeOpenMeteoKey).click()
      await expect.element(group().getByRole('alert')).toMatchTextContent(message)
      await expect.element(field()).toHaveAttribute('aria-invalid', 'true')
      await expect.element(field()).toHaveAccessibleDescription(message)
      await field().fill('x')
      await expect.element(group().getByRole('alert')).not.toBeInTheDocument()
    })

    it('say that the keychain does not have it, or that there is none', async () => {
      const { terminal } = await mount([], {
        before: (one) => one.change({ kind: 'weather' }, { openMeteoKey: 'missing' }),
      })
      await open()
      await find().fill('open-meteo')
      await expect.element(group()).toMatchTextContent(MESSAGES.openMeteoKeyIs.missing)
      const reason = 'No keychain: it cannot be used. Secrets are kept for this session only.'
      terminal.change({ kind: 'session' }, { keychain: { mode: 'session', reason } })
      terminal.change({ kind: 'weather' }, { openMeteoKey: 'stored' })
      await expect.element(group()).toMatchTextContent(reason)
    })
  })

  it('play each sound at the chosen volume', async () => {
    const gains: number[] = []
    const ramp = AudioParam.prototype.linearRampToValueAtTime
    AudioParam.prototype.linearRampToValueAtTime = function (this: AudioParam, value, at) {
      if (value > 0) gains.push(value)
      return ramp.call(this, value, at)
    }
    onTestFinished(() => {
      AudioParam.prototype.linearRampToValueAtTime = ramp
    })
    const loudest = (): number => Math.max(...gains.splice(0))
    await mount([])
    await open()
    await find().fill('sound')
    // The volume, five events, and the connection that is lost and restored.
    const buttons = settings().getByRole('button', { name: /: Test sound/ })
    await expect.poll(() => buttons.elements().length).toBe(8)
    for (const button of buttons.elements()) {
      ;(button as HTMLElement).click()
      expect(loudest()).toBeGreaterThan(0)
    }
    const hear = settings().getByRole('button', { name: 'Alert sound: Test sound' })
    await hear.click()
    const before = loudest()
    await settings().getByRole('button', { name: 'Sound volume: larger' }).click()
    await expect.element(settings().getByRole('group', { name: 'Sound volume' })).toMatchTextContent('70 %')
    await hear.click()
    expect(loudest()).toBeGreaterThan(before)
  })
})

describe.each(['dark', 'light'] as const)('in high contrast, %s', (theme) => {
  it('every text has a contrast ratio of at least seven', async () => {
    const { play } = await mount(
      [
        [['bucket', 'scalar/live'], ['chart', 'scalar/live'], ['positions']],
        [
          ['book', 'scalar/live'],
          ['trades', 'scalar/live'],
        ],
        [['ticket', 'scalar/live'], ['activity']],
      ],
      { settings: { theme, highContrast: true } },
    )
    await play(500)
    await expect.poll(() => [root.dataset.contrast, root.dataset.theme]).toEqual(['high', theme])
    await expect.element(panel('Positions').getByRole('row').nth(1)).toBeVisible()
    await expect.poll(() => all(panel('Order book'), '[data-level]').length).toBeGreaterThan(5)
    expect(await violations({ rules: ['color-contrast-enhanced'] })).toEqual([])
  })
})
