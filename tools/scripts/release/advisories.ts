/**
 * `node tools/scripts/advisories.mjs`: compares the shipped packages with the advisories of the npm registry. An advisory of moderate severity or
 * above fails it, unless `.github/accepted-advisories.json` accepts it with a reason and a date.
 *
 * `npm audit --omit=dev` would check only the keychain module: the packages in the bundles are devDependencies, like the tools that are not shipped.
 * So the whole lock file is audited, and packages in no bundle are ignored.
 *
 * Exit code 0: no faults; 1: faults, one per line; 2: the registry gave no readable answer, which does not count as clean.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { bundledPackages, SHIPPED_WHOLE } from './bundled-packages.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const DAY_MS = 86_400_000
/** Validity of an acceptance, days: after that someone must check again for a fix. */
const ACCEPTED_DAYS = 90
/** Severities that do not fail. Any other does, including ones that npm may add. */
const HARMLESS = new Set(['none', 'info', 'low'])

/** A reviewed advisory that does not affect the terminal's use of the package. */
const acceptance = z.strictObject({
  /** Such as "GHSA-aaaa-bbbb-cccc". */
  advisory: z.string().regex(/^GHSA(?:-[0-9a-z]{4}){3}$/),
  package: z.string().min(1),
  /** Why it is harmless here, as a sentence. */
  reason: z.string().min(20),
  /** Date of the review, YYYY-MM-DD. */
  date: z.iso.date(),
})
export type Acceptance = z.infer<typeof acceptance>

/** The relevant parts of npm's audit report. */
const report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      /** Advisories on the package itself, and names of its vulnerable dependencies. */
      via: z.array(z.union([z.string(), z.object({ url: z.string(), title: z.string(), severity: z.string() })])),
      /** Locations of the package, such as "node_modules/ws". */
      nodes: z.array(z.string()),
    }),
  ),
})

/** The answer of npm or the acceptance file is invalid. */
export class UnreadableError extends Error {}

/**
 * @param text of the acceptance file.
 * @throws {UnreadableError} naming the first incomplete entry.
 */
export function readAcceptances(text: string): Acceptance[] {
  const read = z.array(acceptance).safeParse(JSON.parse(text))
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new UnreadableError(`accepted-advisories.json: ${issue?.path.join('.')}: ${issue?.message}`)
}

/**
 * Faults of the shipped packages, one per line; empty when there are none.
 * @param audit output of `npm audit --json`.
 * @param shipped locations of the shipped packages under node_modules, such as "ws" or "a/node_modules/b".
 * @param now ms.
 * @throws {UnreadableError} when it is not an audit report: npm writes an error instead.
 */
export function faultsOfAudit(
  audit: string,
  shipped: readonly string[],
  accepted: readonly Acceptance[],
  now: number,
): string[] {
  const { vulnerabilities } = readReport(audit)
  const places = new Set(shipped.map((place) => `node_modules/${place}`))
  const found = Object.entries(vulnerabilities).flatMap(([name, { via, nodes }]) =>
    nodes.some((node) => places.has(node))
      ? via.flatMap((it) => (typeof it === 'string' || HARMLESS.has(it.severity) ? [] : [{ name, ...it }]))
      : [],
  )
  const isOf = (entry: Acceptance, { name, url }: { name: string; url: string }): boolean =>
    entry.package === name && url.endsWith(`/${entry.advisory}`)
  const open = found.filter((it) => !accepted.some((entry) => isOf(entry, it)))
  return [
    ...open.map(({ name, severity, title, url }) => `${name}: ${severity}: ${title} (${url})`),
    ...accepted.flatMap((entry) =>
      faultOfAcceptance(
        entry,
        found.some((it) => isOf(entry, it)),
        now,
      ),
    ),
  ]
}

function readReport(audit: string): z.infer<typeof report> {
  let parsed: unknown
  try {
    parsed = JSON.parse(audit)
  } catch {
    throw new UnreadableError('npm audit gave no report')
  }
  const read = report.safeParse(parsed)
  if (read.success) return read.data
  const { message } = z.object({ message: z.string() }).catch({ message: 'it has no vulnerabilities' }).parse(parsed)
  throw new UnreadableError(`npm audit gave no report: ${message}`)
}

function faultOfAcceptance({ advisory, package: name, date }: Acceptance, isFound: boolean, now: number): string[] {
  const age = now - Date.parse(date)
  if (!isFound) return [`${advisory} is accepted, and no shipped ${name} has it: remove the entry`]
  if (age < 0) return [`${advisory} is accepted on ${date}, which is in the future`]
  return Math.floor(age / DAY_MS) > ACCEPTED_DAYS
    ? [`${advisory} was accepted on ${date}: look again whether ${name} has a fix, and renew the date if not`]
    : []
}

function main(): number {
  const bundled = bundledPackages(root)
  if (bundled.length === 0) throw new UnreadableError('out/bundled names no package: build first')
  const shipped = ['electron', ...SHIPPED_WHOLE, ...bundled]
  const accepted = readAcceptances(readFileSync(join(root, '.github', 'accepted-advisories.json'), 'utf8'))
  // Its exit code reports advisories of any package, shipped or not.
  const { stdout, error } = spawnSync('npm audit --json --package-lock-only', {
    cwd: root,
    encoding: 'utf8',
    shell: true,
  })
  if (error !== undefined) throw error
  const faults = faultsOfAudit(stdout, shipped, accepted, Date.now())
  for (const fault of faults) process.stderr.write(`isotherm: ${fault}\n`)
  process.stderr.write(`isotherm: ${shipped.length} shipped packages, ${faults.length} faults\n`)
  return faults.length === 0 ? 0 : 1
}

if (import.meta.main) {
  try {
    process.exitCode = main()
  } catch (error) {
    process.stderr.write(`isotherm: advisories: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 2
  }
}
