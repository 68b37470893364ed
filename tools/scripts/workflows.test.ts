/** Checks the workflows of the public repository: nobody outside can change their inputs, and everything they name exists. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { SHIPPED_WHOLE } from './release/bundled-packages.ts'

interface Step {
  readonly name?: string
  readonly id?: string
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
  readonly env?: Readonly<Record<string, string>>
}

interface Job {
  readonly needs?: string | readonly string[]
  readonly environment?: string
  readonly permissions?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
  readonly outputs?: Readonly<Record<string, string>>
  readonly strategy?: { readonly matrix: { readonly include?: readonly Readonly<Record<string, string>>[] } }
  readonly steps: readonly Step[]
  readonly 'timeout-minutes'?: number
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>
  readonly permissions: Readonly<Record<string, string>>
  readonly concurrency?: { readonly group: string }
  readonly env?: unknown
  readonly jobs: Readonly<Record<string, Job>>
}

const root = join(import.meta.dirname, '..', '..')
const folder = join(root, '.github', 'workflows')
const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8')
const workflows = readdirSync(folder).map((name) => {
  const text = readFileSync(join(folder, name), 'utf8')
  return { name, text, workflow: parse(text) as Workflow }
})
const workflowOf = (name: string): Workflow => {
  const found = workflows.find((it) => it.name === name)
  if (found === undefined) throw new Error(`there is no workflow ${name}`)
  return found.workflow
}
const jobOf = (name: string, job: string): Job => {
  const found = workflowOf(name).jobs[job]
  if (found === undefined) throw new Error(`there is no job ${job} in ${name}`)
  return found
}

const has = (value: unknown, text: string): boolean => JSON.stringify(value ?? null).includes(text)
/** A secret of the repository, or the token with write access. */
const seesSecret = (value: unknown): boolean => has(value, 'secrets.') || has(value, 'github.token')
/** An expression of a workflow. */
const expression = (what: string): string => `\${{ ${what} }}`
const scriptsOf = (steps: readonly Step[]): string[] => steps.flatMap(({ run }) => run ?? [])
const uses = (step: Step, action: string): boolean => step.uses?.startsWith(`actions/${action}@`) ?? false
const indexOf = (steps: readonly Step[], script: string): number =>
  steps.findIndex(({ run }) => run?.includes(script) ?? false)

/** Whether a script installs packages, runs project code that does, or builds. */
const INSTALLS =
  /\bnpm (?:ci|install|i|exec|rebuild|test|run)\b|\bnpx\b|apt-get|Install-Module|\.ci\/run|(?:check-package|smoke-package|e2e|advisories|test|start)\.mjs/

describe.each(workflows)('$name', ({ text, workflow }) => {
  const jobs = Object.entries(workflow.jobs)
  const steps = jobs.flatMap(([, job]) => job.steps)

  it('pins every action to a commit, with its version in a comment', () => {
    const lines = [...text.matchAll(/uses:\s*(.*)/g)].map(([, what]) => what)
    expect(lines).toHaveLength(steps.filter((step) => step.uses !== undefined).length)
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) expect(line).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it('inserts no event data, name or secret into the text of a script', () => {
    for (const script of scriptsOf(steps)) expect(script).not.toMatch(/\$\{\{/)
  })

  it('leaves no credentials in a checkout', () => {
    for (const [name, job] of jobs) {
      const checkouts = job.steps.filter((step) => uses(step, 'checkout'))
      expect(checkouts, name).toHaveLength(1)
      expect(checkouts[0]?.with, name).toMatchObject({ 'persist-credentials': false })
    }
  })

  it('declares its permissions, the timeout of each job, and its concurrency', () => {
    expect([{}, { contents: 'read' }]).toContainEqual(workflow.permissions)
    expect(text).not.toMatch(/write-all|pull_request_target|secrets: inherit/)
    expect(workflow.concurrency?.group).toBeTruthy()
    for (const [name, job] of jobs) expect(job['timeout-minutes'], name).toBeGreaterThan(0)
  })

  it('names existing scripts', () => {
    const { scripts } = JSON.parse(read('package.json'))
    const all = scriptsOf(steps).join('\n')
    for (const [, name = ''] of all.matchAll(/npm run ([\w:-]+)/g)) expect(scripts).toHaveProperty(name)
    for (const [, file = ''] of all.matchAll(/\bnode (\S+\.mjs)/g))
      expect(existsSync(join(root, file)), file).toBe(true)
    for (const [file] of all.matchAll(/^\.ci\/\S+/gm)) expect(existsSync(join(root, file)), file).toBe(true)
  })

  it('gives secrets only to single steps, and to none that installs or builds', () => {
    expect(seesSecret(workflow.env)).toBe(false)
    for (const [name, job] of jobs) {
      expect(seesSecret({ ...job, steps: [] }), name).toBe(false)
      for (const step of job.steps.filter(seesSecret)) {
        expect(step.run, step.name).toBeDefined()
        expect(step.run, step.name).not.toMatch(INSTALLS)
        if (step.run?.includes('package.mjs')) expect(step.run, step.name).toContain('--built="$OUT"')
      }
    }
  })

  it('installs packages without their install scripts', () => {
    for (const [line] of scriptsOf(steps)
      .join('\n')
      .matchAll(/.*\bnpm (?:ci|install|i|rebuild)\b.*/g))
      expect(line).toContain('--ignore-scripts')
  })
})

describe('the release', () => {
  const RELEASE = 'release.yml'
  const { jobs, on } = workflowOf(RELEASE)
  const [build, sign, smoke, publish] = ['build', 'sign', 'smoke', 'publish'].map((name) => jobOf(RELEASE, name)) as [
    Job,
    Job,
    Job,
    Job,
  ]
  const systems = sign.strategy?.matrix.include?.map(({ name = '' }) => name) ?? []
  const packing = sign.steps.filter(({ run }) => run?.includes('package.mjs'))

  it('goes from tests over the build, signatures and first starts to the feed', () => {
    expect(Object.entries(jobs).map(([name, { needs }]) => [name, needs])).toEqual([
      ['test', undefined],
      ['build', 'test'],
      ['sign', 'build'],
      ['smoke', 'sign'],
      ['publish', ['sign', 'smoke']],
    ])
    expect(on).toEqual({ push: { tags: ['v*'] } })
  })

  it('gives secrets only to the protected environment, and write access only to the last job', () => {
    for (const [name, job] of Object.entries(jobs)) {
      expect(seesSecret(job), name).toBe(['sign', 'publish'].includes(name))
      expect(job.environment, name).toBe(['sign', 'publish'].includes(name) ? 'release' : undefined)
      const written = Object.entries(job.permissions ?? {}).flatMap(([what, may]) => (may === 'write' ? [what] : []))
      expect(written, name).toEqual(name === 'publish' ? ['contents', 'id-token', 'attestations'] : [])
    }
  })

  it('builds without secrets, and reports the digest of the whole out folder', () => {
    expect(scriptsOf(build.steps).some((script) => script.includes('--build-only'))).toBe(true)
    expect(build.outputs).toEqual({ out: expression('steps.out.outputs.digest') })
    const digest = build.steps.find(({ id }) => id === 'out')?.run
    expect(digest).toContain('digest=$(node tools/scripts/release-sums.mjs --one out)\n')
    const upload = build.steps.find((step) => uses(step, 'upload-artifact'))
    expect(upload?.with).toMatchObject({ name: 'out', path: 'out', 'include-hidden-files': true })
  })

  it('signs only the out folder with that digest, on machines where no package code ran before', () => {
    expect(sign.env?.OUT).toBe(expression('needs.build.outputs.out'))
    expect(packing).toHaveLength(3)
    for (const { run } of packing) expect(run).toMatch(/package\.mjs --release --built="\$OUT" \$FLAGS$/m)
    const before = sign.steps.slice(0, indexOf(sign.steps, 'package.mjs'))
    expect(scriptsOf(before).flatMap((script) => script.match(/\bnode \S+|\bnpm .*/g) ?? [])).toEqual([
      'node tools/scripts/release-tag.mjs',
      'npm ci --ignore-scripts --no-audit --no-fund',
    ])
    expect(before.filter((step) => uses(step, 'download-artifact')).map((step) => step.with)).toEqual([
      { name: 'out', path: 'out' },
    ])
  })

  it('reports the digest of each package as an output of its job, before anything else runs there', () => {
    expect(systems).toEqual(['linux-x64', 'linux-arm64', 'mac', 'windows'])
    expect(sign.outputs).toEqual(
      Object.fromEntries(systems.map((name) => [name, expression(`steps.digests.outputs.${name}`)])),
    )
    const last = sign.steps.slice(-2)
    expect(sign.steps.indexOf(packing.at(-1) as Step)).toBe(sign.steps.length - 3)
    expect(last[0]).toMatchObject({ id: 'digests', env: { NAME: expression('matrix.name') } })
    expect(last[0]?.run).toContain('digests=$(node tools/scripts/release-sums.mjs --each built)\necho "$NAME=$digests"')
    expect(last[1]?.with).toMatchObject({ name: `built-${expression('matrix.name')}`, path: 'built' })
  })

  it('starts the finished packages, and checks their signatures and contents', () => {
    const digests = smoke.steps.findIndex(({ env }) => env?.DIGESTS === expression('needs.sign.outputs[matrix.built]'))
    expect(smoke.steps[digests]?.run).toBe('node tools/scripts/release-sums.mjs --compare "$DIGESTS" dist')
    expect(digests).toBe(smoke.steps.findIndex((step) => uses(step, 'download-artifact')) + 1)
    const scripts = scriptsOf(smoke.steps).join('\n')
    for (const look of ['codesign --verify', 'stapler validate', 'Get-AuthenticodeSignature'])
      expect(scripts).toContain(look)
    expect(scripts.match(/scripts\/check-package\.mjs/g)).toHaveLength(3)
    expect(scripts.match(/scripts\/smoke-package\.mjs/g)).toHaveLength(3)
  })

  it('publishes artifacts by name, and no file whose digest the signing jobs did not report', () => {
    const downloads = publish.steps.filter((step) => uses(step, 'download-artifact'))
    expect(downloads.map((step) => step.with)).toEqual(
      systems.map((name) => ({ name: `built-${name}`, path: `built/${name}` })),
    )
    const at = indexOf(publish.steps, '--compare')
    const { env = {}, run = '' } = publish.steps[at] ?? {}
    const variable = (name: string): string => name.toUpperCase().replace('-', '_')
    expect(env).toEqual(
      Object.fromEntries(systems.map((name) => [variable(name), expression(`needs.sign.outputs.${name}`)])),
    )
    for (const name of systems)
      expect(run).toContain(`node tools/scripts/release-sums.mjs --compare "$${variable(name)}" built/${name}\n`)
    expect(run.lastIndexOf('--compare')).toBeLessThan(run.indexOf('mv built/'))
    expect(publish.steps[at - 1]).toBe(downloads.at(-1))
    expect(publish.steps.findIndex(seesSecret)).toBeGreaterThan(at)
  })

  it.each([
    ['signs', sign],
    ['publishes', publish],
  ])('%s only a tag that a maintainer signed on a commit of main', (_what, job) => {
    const at = indexOf(job.steps, 'tools/scripts/release-tag.mjs "$GITHUB_REF_NAME"')
    const { run, env, ...others } = job.steps[at] ?? {}
    expect(env).toEqual({ ISOTHERM_TAG_SIGNERS: expression('vars.ISOTHERM_TAG_SIGNERS') })
    // A condition could skip it, and `continue-on-error` ignore its result.
    expect(Object.keys(others)).toEqual(['name', 'shell'])
    expect(run).toContain('"+refs/tags/$GITHUB_REF_NAME:refs/tags/$GITHUB_REF_NAME"')
    expect(run).toContain("'+refs/heads/main:refs/remotes/origin/main'")
    expect(job.steps.find((step) => uses(step, 'checkout'))?.with).toMatchObject({ 'fetch-depth': 0 })
    expect(job.steps.slice(0, at).every((step) => uses(step, 'checkout') || uses(step, 'setup-node'))).toBe(true)
  })

  it('signs feeds of its own version that match the packages next to them', () => {
    const { run } = publish.steps[indexOf(publish.steps, 'sign-feed.mjs')] ?? {}
    expect(run).toMatch(
      /^node tools\/scripts\/sign-feed\.mjs --files dist --version "\$\{GITHUB_REF_NAME#v\}" .* feed\/\*\.yml$/,
    )
  })

  it('publishes nothing with a known advisory', () => {
    expect(scriptsOf(jobOf(RELEASE, 'test').steps)).toContain('node tools/scripts/advisories.mjs')
  })

  it('uploads the feed after all files it names, its signature before it, and nothing after it', () => {
    const all = publish.steps.map((step) => step.run ?? step.uses ?? '').join('\n')
    const order = [
      '--compare',
      'npm sbom',
      'tools/scripts/release-sums.mjs dist',
      'tools/scripts/sign-feed.mjs',
      'attest-build-provenance',
      'aws s3 cp dist/',
      '--draft=false',
      "--include '*.yml.sig'",
      "--include '*.yml' ",
    ].map((what) => all.indexOf(what))
    expect(order).not.toContain(-1)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(all.slice(order.at(-1)).trimEnd().split('\n')).toHaveLength(1)
  })
})

describe('shipped packages', () => {
  it('are compared with known advisories on every change and every day', () => {
    const { on, jobs } = workflowOf('advisories.yml')
    expect(on).toMatchObject({ push: { branches: ['main'] }, pull_request: null, schedule: [{ cron: '17 5 * * *' }] })
    expect(scriptsOf(Object.values(jobs).flatMap(({ steps }) => steps))).toEqual(['node tools/scripts/advisories.mjs'])
  })

  it('get update proposals every day, one per package, and so do the actions', () => {
    const { updates } = parse(read('.github', 'dependabot.yml'))
    const [npm, actions] = updates
    expect(npm).toMatchObject({ 'package-ecosystem': 'npm', directory: '/', schedule: { interval: 'daily' } })
    expect(npm).not.toHaveProperty('allow')
    expect(npm).not.toHaveProperty('ignore')
    expect(actions).toMatchObject({ 'package-ecosystem': 'github-actions', directory: '/' })
    // A shipped package grouped by mistake with the tools would be delayed until all tools pass.
    const patterns: string[] = npm.groups.tools.patterns
    const grouped = (name: string): boolean =>
      patterns.some((it) => (it.endsWith('*') ? name.startsWith(it.slice(0, -1)) : name === it))
    const { imports } = sourcesOf(['contract', 'electron', 'src', 'venue'])
    expect(imports.size).toBeGreaterThan(15)
    for (const name of ['electron', 'electron-updater', ...SHIPPED_WHOLE, ...imports])
      expect(grouped(name), name).toBe(false)
    const { dependencies, devDependencies } = JSON.parse(read('package.json'))
    for (const it of patterns)
      expect(
        Object.keys({ ...dependencies, ...devDependencies }).some((name) => it.startsWith('@') || name === it),
      ).toBe(true)
  })
})

/** The packages imported by files of the program, without their tests. */
function sourcesOf(folders: readonly string[]): { imports: ReadonlySet<string> } {
  const files = folders.flatMap((name) =>
    readdirSync(join(root, name), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|testing[\\/]/.test(file))
      .map((file) => readFileSync(join(root, name, file), 'utf8')),
  )
  const names = files.flatMap((text) =>
    [...text.matchAll(/^(?:import|export) (?!type\b)[^'"]*['"]((?:@[\w-]+\/)?[\w.-]+)[^'"]*['"]/gm)].flatMap(
      ([, name]) => name ?? [],
    ),
  )
  return { imports: new Set(names.filter((name) => !name.startsWith('.') && !name.startsWith('node'))) }
}
