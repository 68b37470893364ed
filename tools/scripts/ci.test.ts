import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8')
const job = (name: string): string =>
  read('.github', 'workflows', 'ci.yml')
    .split(/^ {2}(?=\w+:$)/m)
    .find((text) => text.startsWith(`${name}:`)) ?? ''

describe('the public test jobs', () => {
  it('run npm test completely, and npm run test:all in six shards', () => {
    expect(job('test')).toContain('- run: .ci/run\n')
    expect(job('all')).toContain('shard: [1, 2, 3, 4, 5, 6]\n')
    expect(job('all')).toContain('npm run test:all -- --shard "$SHARD/6"\n')
  })

  it('do not retry', async () => {
    const { default: config } = await import('../../e2e/playwright.config.ts')
    expect(config.retries).toBe(0)
    expect(read('vitest.config.ts')).not.toMatch(/retry/)
  })
})

describe('the public Electron job', () => {
  it('leaves the installation to the project’s own scripts, which would otherwise repeat it and delete Electron’s binary', () => {
    const steps = job('electron')
    expect(steps).toContain('npm run e2e -- --electron')
    expect(steps).not.toMatch(/\bnpm (?:ci|install|i)\b|install-electron/)
  })

  it('gets Electron’s binary from the command that needs it, after the packages', () => {
    const script = read('tools', 'scripts', 'e2e.mjs')
    const [packages, electron, play] = ['await ensurePackages()', 'ensureElectron()', 'await playwright('].map((call) =>
      script.indexOf(call),
    )
    expect(packages).toBeGreaterThan(0)
    expect(electron).toBeGreaterThan(packages ?? 0)
    expect(play).toBeGreaterThan(electron ?? 0)
    expect(script).not.toContain('giveUp')
  })

  it('runs in the sandbox, which its runner is configured to allow', () => {
    expect(job('electron')).toContain('kernel.apparmor_restrict_unprivileged_userns=0')
    expect(read('e2e', 'support', 'terminal.ts')).toContain('chromiumSandbox: true')
    expect(read('tools', 'scripts', 'host-contract.mjs')).toContain("...(isRoot ? ['--no-sandbox'] : [])")
    expect(read('.github', 'workflows', 'ci.yml')).not.toMatch(/no-sandbox|DISABLE_SANDBOX/)
  })
})

describe('the public package job', () => {
  const steps = job('package')

  it('waits for no end-to-end test, and leaves installation and build to the project’s own scripts', () => {
    expect(steps).not.toMatch(/^ {4}needs:|\bnpm (?:ci|install|i)\b/m)
    expect(steps.match(/npm run package/g)).toHaveLength(3)
  })

  it('checks and starts its packages, on all three systems', () => {
    expect(steps).toContain('os: [ubuntu-24.04, macos-15, windows-2025]')
    for (const script of ['check-package', 'smoke-package']) {
      expect(steps.match(new RegExp(`node tools/scripts/${script}\\.mjs`, 'g')), script).toHaveLength(3)
    }
  })

  it('starts the deb as installed, with the sandbox on', () => {
    expect(steps).toMatch(
      /apt-get install -y \.\/dist\/\*\.deb\n\s+xvfb-run -a node tools\/scripts\/smoke-package\.mjs \/opt\/Isotherm\n/,
    )
  })
})

describe('npm scripts', () => {
  it('start existing files', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const files = Object.values(scripts).flatMap((script) => /^node (\S+)/.exec(script)?.[1] ?? [])
    expect(files).toContain('tools/scripts/soak.mjs')
    for (const file of files) expect(read(file).length, file).toBeGreaterThan(0)
  })
})
