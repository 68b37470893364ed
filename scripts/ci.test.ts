import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8')
const job = (name: string): string =>
  read('.github', 'workflows', 'ci.yml')
    .split(/^ {2}(?=\w+:$)/m)
    .find((text) => text.startsWith(`${name}:`)) ?? ''

describe('the public Electron job', () => {
  it('A1: leaves the installation to the project’s own scripts, which would else repeat it and delete Electron’s binary', () => {
    const steps = job('electron')
    expect(steps).toContain('npm run e2e -- --electron')
    expect(steps).not.toMatch(/\bnpm (?:ci|install|i)\b|install-electron/)
  })

  it('A1: gets Electron’s binary from the command that needs it, after the packages', () => {
    const script = read('scripts', 'e2e.mjs')
    const [packages, electron, play] = ['await ensurePackages()', 'ensureElectron()', 'await playwright('].map((call) =>
      script.indexOf(call),
    )
    expect(packages).toBeGreaterThan(0)
    expect(electron).toBeGreaterThan(packages ?? 0)
    expect(play).toBeGreaterThan(electron ?? 0)
    expect(script).not.toContain('giveUp')
  })

  it('A1: packages also when an end-to-end test failed', () => {
    const [, packaging = ''] = job('electron').split('- name: Package, unsigned')
    expect(packaging).toMatch(/^\s+if: \$\{\{ !cancelled\(\) \}\}$/m)
    expect(packaging).toContain('electron-builder --dir --publish never')
  })
})

describe('npm scripts', () => {
  it('start files that are there', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const files = Object.values(scripts).flatMap((script) => /^node (\S+)/.exec(script)?.[1] ?? [])
    expect(files).toContain('scripts/soak.mjs')
    for (const file of files) expect(read(file).length, file).toBeGreaterThan(0)
  })
})
