/** Protection of the trader from a hostile page: permissions, frames, forged messages, the policy, the preload. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { root } from './support/processes.ts'
import { panel } from './support/screen.ts'
import { expect, test } from './support/shared-terminal.ts'

test.describe('a hostile page', () => {
  let page: Page
  test.beforeAll(async ({ asNewTrader }) => {
    page = (await asNewTrader()).page
  })

  test('is granted no permission', async () => {
    const states = await page.evaluate(async () => {
      const names = [
        'notifications',
        'geolocation',
        'camera',
        'microphone',
        'midi',
        'clipboard-read',
        'clipboard-write',
        'background-sync',
      ]
      const requests = names.map(async (name) => {
        const status = await navigator.permissions.query({ name: name as PermissionName }).catch(() => null)
        return status?.state === 'granted' ? name : null
      })
      const tried = await Promise.all([
        navigator.mediaDevices?.getUserMedia({ audio: true, video: true }).then(
          () => 'media',
          () => null,
        ),
        navigator.clipboard?.readText().then(
          () => 'clipboard',
          () => null,
        ),
        new Promise((resolve) =>
          navigator.geolocation.getCurrentPosition(
            () => resolve('position'),
            () => resolve(null),
            { timeout: 1000 },
          ),
        ),
      ])
      return [...(await Promise.all(requests)), ...tried].filter((name) => name !== null && name !== undefined)
    })
    expect(states).toEqual([])
  })

  test('gives a frame inside it no bridge, and cannot forge a call', { tag: '@core' }, async () => {
    const found = await page.evaluate(async () => {
      const frame = document.createElement('iframe')
      document.body.append(frame)
      const inside = frame.contentWindow as (Window & { terminal?: unknown }) | null
      const reached = inside !== null && 'terminal' in inside
      const received: unknown[] = []
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data }) => received.push(data)
      for (const message of [
        { channel: 'terminal:submit', id: 1, input: {} },
        { id: 1, name: 'readAccount', input: {} },
        'terminal:readAccount',
      ]) {
        window.postMessage(message, '*', [])
        inside?.postMessage(message, '*')
        port1.postMessage(message)
      }
      window.postMessage({ type: 'terminal', port: true }, '*', [port2])
      // Two consecutive calls of the page itself: a forged one would be answered by then.
      for (let calls = 0; calls < 2; calls += 1) await window.terminal?.readAccount({})
      frame.remove()
      return { reached, heard: received }
    })
    expect(found).toEqual({ reached: false, heard: [] })
  })

  test('runs no code from text, no inline handler and no worker from a blob', async () => {
    const ran = await page.evaluate(async () => {
      // DevTools permits code from text during an evaluation; a task of the page itself does not have that permission.
      await new Promise((resolve) => setTimeout(resolve, 0))
      const tries: Record<string, () => unknown> = {
        // biome-ignore lint/security/noGlobalEval: that it is refused is what is shown.
        eval: () => eval('1 + 1'),
        // biome-ignore lint/complexity/useLiteralKeys: a constructor of code, reached as a page would.
        Function: () => (() => {})['constructor']('return 1')(),
        worker: () => new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))),
      }
      const found: string[] = []
      for (const [name, attempt] of Object.entries(tries)) {
        try {
          const result = attempt()
          if (result instanceof Worker) {
            const spoke = await new Promise((resolve) => {
              result.onmessage = () => resolve(true)
              result.onerror = () => resolve(false)
            })
            if (spoke !== true) continue
          }
          found.push(name)
        } catch {
          // Refused, as required.
        }
      }
      try {
        const element = document.createElement('div')
        element.setAttribute('onclick', 'window.clicked = true')
        document.body.append(element)
        element.click()
        element.remove()
      } catch {
        // Refused, as required.
      }
      return 'clicked' in window ? [...found, 'handler'] : found
    })
    expect(ran).toEqual([])
  })

  test('is restricted by main’s policy, regardless of its own declarations', async () => {
    const policy = await page.evaluate(async () => (await fetch(location.href)).headers.get('content-security-policy'))
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w+/=]{20,}'; /)
    const types = "require-trusted-types-for 'script'; trusted-types default"
    for (const closed of [
      ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'", "object-src 'none'"],
      types,
    ]) {
      expect(policy).toContain(closed)
    }
    expect(policy).not.toMatch(/unsafe|\*|https?:|wss?:|blob:/)
  })

  test('still shows the market after all that', async () => {
    await expect(panel(page, 'Order book').locator('[data-side="bid"][data-level="0"]')).toHaveText(/\d/)
  })
})

test('the preload is one CommonJS file that requires electron and nothing else', { tag: '@core' }, () => {
  const folder = join(root, 'out', 'preload')
  expect(readdirSync(folder).filter((name) => !name.endsWith('.map'))).toEqual(['preload.cjs'])
  const text = readFileSync(join(folder, 'preload.cjs'), 'utf8')
  const required = [...text.matchAll(/\brequire\(\s*["'`]([^"'`]+)["'`]\s*\)/g)].map(([, name]) => name)
  expect(new Set(required)).toEqual(new Set(['electron']))
  expect(text).not.toMatch(/\bimport\s*\(|^\s*(import|export)\s/m)
  expect(text.match(/\brequire\b/g)?.length).toBe(required.length)
})
