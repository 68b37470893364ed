/** `npm run count`: files, lines, median and longest file of each tree, separately for product code and tests. */

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.css', '*.html', '*.mjs'], { encoding: 'utf8' })
  .trim()
  .split('\n')
const isTest = (file) => /\.(test|spec)\.tsx?$|\/testing\/|^(e2e|tools)\//.test(file)

const trees = new Map()
for (const file of files) {
  const tree = `${file.includes('/') ? file.split('/')[0] : '.'}${isTest(file) ? ' (tests and tools)' : ''}`
  const lines = readFileSync(file, 'utf8').split('\n').length - 1
  for (const name of [tree, isTest(file) ? 'all tests and tools' : 'all product code'])
    trees.set(name, [...(trees.get(name) ?? []), { file, lines }])
}

console.log('files    lines  median  longest')
for (const [tree, counted] of [...trees].sort(
  ([a], [b]) => Number(a.startsWith('all')) - Number(b.startsWith('all')) || a.localeCompare(b),
)) {
  const sorted = counted.toSorted((a, b) => a.lines - b.lines)
  const sum = counted.reduce((all, { lines }) => all + lines, 0)
  const { file, lines } = sorted.at(-1)
  const median = sorted[Math.floor(sorted.length / 2)].lines
  console.log(
    `${String(counted.length).padStart(5)} ${String(sum).padStart(8)} ${String(median).padStart(7)} ${String(lines).padStart(8)}  ${tree} (${file})`,
  )
}
