/** Holds the workflows of the public repository: nothing in them is anybody's to change from outside, and what they name is there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const folder = join(root, '.github', 'workflows')
const workflows = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
const text = (name: string): string => workflows.find((workflow) => workflow.name === name)?.text ?? ''

/** The jobs of a workflow by name, each as its text. */
const jobsOf = (workflow: string): Record<string, string> => {
  const [, jobs = ''] = workflow.split(/^jobs:\n/m)
  const parts = jobs.split(/^ {2}(?=[\w-]+:$)/m).filter((part) => /^[\w-]+:\n/.test(part))
  return Object.fromEntries(parts.map((part) => [part.slice(0, part.indexOf(':')), part]))
}

/** The scripts of a workflow's steps: what stands behind `run:`, on its line or indented below it. */
const scriptsOf = (workflow: string): string[] =>
  [...workflow.matchAll(/^( *)(?:- )?run: (?:\|\n((?:\1 {2,}.*\n|\n)+)|(.*)\n)/gm)].map(
    ([, , block, line]) => block ?? line ?? '',
  )

describe.each(workflows)('$name', ({ text: workflow }) => {
  const jobs = jobsOf(workflow)

  it('uses every action at a commit, whose version stands beside it', () => {
    const uses = [...workflow.matchAll(/uses:\s*(.*)/g)].map(([, what]) => what)
    expect(uses.length).toBeGreaterThan(0)
    for (const what of uses) expect(what).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it('puts nothing of an event, a name or a secret into the text of a script', () => {
    const scripts = scriptsOf(workflow)
    expect(scripts.length).toBe(workflow.match(/\brun:/g)?.length)
    for (const script of scripts) expect(script).not.toContain('${{')
  })

  it('leaves no credentials in a checkout', () => {
    const checkouts = workflow.split(/(?=- uses: )/).filter((step) => step.startsWith('- uses: actions/checkout@'))
    expect(checkouts.length).toBe(Object.keys(jobs).length)
    for (const step of checkouts) expect(step).toMatch(/^- uses: .*\n {8}with:\n {10}persist-credentials: false$/m)
  })

  it('says what it may, how long each job may take, and what of it runs at the same time', () => {
    expect(workflow).toMatch(/^permissions:(?: \{\}$|\n {2}contents: read$)/m)
    expect(workflow).not.toMatch(/write-all|pull_request_target|secrets: inherit/)
    expect(workflow).toMatch(/^concurrency:\n {2}group: /m)
    expect(Object.keys(jobs).length).toBeGreaterThan(0)
    for (const [name, job] of Object.entries(jobs)) expect(job, name).toMatch(/^ {4}timeout-minutes: \d+$/m)
  })

  it('names scripts that are there', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const all = scriptsOf(workflow).join('\n')
    for (const [, name = ''] of all.matchAll(/npm run ([\w:-]+)/g)) expect(scripts).toHaveProperty(name)
    for (const [, file = ''] of all.matchAll(/\bnode (\S+\.mjs)/g))
      expect(existsSync(join(root, file)), file).toBe(true)
    for (const [file] of all.matchAll(/^\.ci\/\S+/gm)) expect(existsSync(join(root, file)), file).toBe(true)
  })
})

describe('the release', () => {
  const jobs = jobsOf(text('release.yml'))

  it('goes from tests over signatures and first starts to the feed', () => {
    expect(Object.keys(jobs)).toEqual(['test', 'build', 'smoke', 'publish'])
    expect(jobs.build).toContain('needs: test\n')
    expect(jobs.smoke).toContain('needs: build\n')
    expect(jobs.publish).toContain('needs: smoke\n')
    expect(text('release.yml')).toMatch(/^on:\n {2}push:\n {4}tags: \['v\*'\]\n/m)
  })

  it('shows secrets to the protected environment alone, and writes in the last job alone', () => {
    for (const [name, job] of Object.entries(jobs)) {
      expect(job.includes('secrets.'), name).toBe(['build', 'publish'].includes(name))
      expect(job.includes('environment: release'), name).toBe(['build', 'publish'].includes(name))
      const written = [...job.matchAll(/^ {6}([\w-]+): write$/gm)].map(([, what]) => what)
      expect(written, name).toEqual(name === 'publish' ? ['contents', 'id-token', 'attestations'] : [])
    }
  })

  it('asks for signatures that may not be missing, and looks at them and the packages where they are started', () => {
    expect(jobs.build?.match(/npm run package -- --release/g)).toHaveLength(3)
    for (const look of ['codesign --verify', 'stapler validate', 'Get-AuthenticodeSignature'])
      expect(jobs.smoke).toContain(look)
    expect(jobs.build?.match(/scripts\/check-package\.mjs/g)).toHaveLength(4)
    expect(jobs.smoke?.match(/scripts\/check-package\.mjs/g)).toHaveLength(3)
    expect(jobs.smoke?.match(/scripts\/smoke-package\.mjs/g)).toHaveLength(3)
  })

  it('uploads the feed after everything that it names, its signature before it, and does nothing after', () => {
    const order = [
      'npm sbom',
      'scripts/release-sums.mjs dist',
      'scripts/sign-feed.mjs',
      'attest-build-provenance',
      'aws s3 cp dist/',
      '--draft=false',
      "--include '*.yml.sig'",
      "--include '*.yml' ",
    ].map((what) => jobs.publish?.indexOf(what) ?? -1)
    expect(order).not.toContain(-1)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    const after = jobs.publish?.slice(order.at(-1)) ?? ''
    expect(after.trimEnd().split('\n')).toHaveLength(1)
    expect(after).not.toContain('- name')
  })
})

describe('Dependabot', () => {
  it('row 16: looks for steps of Electron every day, and of the actions', () => {
    const settings = readFileSync(join(root, '.github', 'dependabot.yml'), 'utf8')
    const [npm = '', actions = ''] = settings.split('package-ecosystem: ').slice(1)
    expect(npm).toMatch(/^npm\n[\s\S]*interval: daily[\s\S]*dependency-name: electron\n/)
    expect(actions).toMatch(/^github-actions\n/)
  })
})
