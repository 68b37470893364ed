import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAppProtocol } from './app-protocol.ts'
import { type Bounds, openingBounds } from './placement.ts'

const laptop: Bounds = { x: 0, y: 25, width: 1440, height: 875 }
const side: Bounds = { x: 1440, y: 0, width: 2560, height: 1440 }

describe('a window opens', () => {
  it('centered on the primary display the first time', () => {
    expect(openingBounds(null, [side])).toEqual({ x: 1920, y: 240, width: 1600, height: 960 })
  })

  it('as it was left, on any display', () => {
    const left = { x: 1500, y: 40, width: 1200, height: 800 }
    expect(openingBounds(left, [laptop, side])).toEqual(left)
  })

  it('back on the primary display when its own is gone', () => {
    const left = { x: 3000, y: 40, width: 1200, height: 800 }
    expect(openingBounds(left, [laptop])).toMatchObject({ x: 120, width: 1200 })
  })

  it('always where its top strip can be grabbed with a mouse, for any saved bounds', () => {
    const number = fc.integer({ min: -9000, max: 9000 })
    const length = fc.integer({ min: 1, max: 9000 })
    fc.assert(
      fc.property(fc.record({ x: number, y: number, width: length, height: length }), (saved) => {
        const opened = openingBounds(saved, [laptop, side])
        const caught = [laptop, side].some(
          (screen) =>
            opened.x + opened.width >= screen.x + 120 &&
            opened.x <= screen.x + screen.width - 120 &&
            opened.y >= screen.y &&
            opened.y <= screen.y + screen.height - 24,
        )
        expect(caught).toBe(true)
      }),
    )
  })
})

describe('app://ui/', () => {
  const folder = mkdtempSync(join(tmpdir(), 'isotherm-app-'))
  const root = join(folder, 'ui')
  mkdirSync(root)
  writeFileSync(join(folder, 'secret.js'), 'secret')
  writeFileSync(join(root, 'index.html'), '<meta name="csp-nonce" content="__CSP_NONCE__">')
  writeFileSync(join(root, 'data.json'), '{}')
  const serve = createAppProtocol(root)

  it('serves the page under a strict policy with its own nonce', async () => {
    const [first, second] = await Promise.all([
      serve(new Request('app://ui/')),
      serve(new Request('app://ui/index.html')),
    ])
    const nonceOf = async (response: Response) => /content="([^"]+)"/.exec(await response.text())?.[1]
    const policy = first.headers.get('content-security-policy') ?? ''
    const nonce = await nonceOf(first)
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(await nonceOf(second)).not.toBe(nonce)
  })

  it.each([
    'app://other/index.html',
    'app://ui/../secret.js',
    'app://ui/%2e%2e/secret.js',
    'app://ui/..%2fsecret.js',
    'app://ui/a%00.js',
    'app://ui/%E0%A4%A',
    'https://ui/index.html',
  ])('serves no file outside its folder: %s', async (url) => {
    expect((await serve(new Request(url))).status).toBe(404)
  })

  it('answers only GET, only existing files, only known types', async () => {
    expect((await serve(new Request('app://ui/', { method: 'POST' }))).status).toBe(405)
    expect((await serve(new Request('app://ui/nothing.js'))).status).toBe(404)
    expect((await serve(new Request('app://ui/data.json'))).status).toBe(404)
  })
})
