/** Reads the command line of `scripts/house.mjs`, measures, and prints. */
import { dirname } from 'node:path'
import { wrongImports } from './check.ts'
import { outdated, writeDocuments } from './documents.ts'
import { FOLDERS, figuresOf, TREES } from './figures.ts'
import { print } from './print.ts'
import { readSources } from './sources.ts'

const FLAGS = ['--check', '--json', '--all', '--picture']

/** Gives the exit code: 1 when an import is wrong, 2 for a wrong flag. */
export function main(args: readonly string[]): number {
  const wrong = args.find((arg) => !FLAGS.includes(arg))
  if (wrong !== undefined) {
    process.stderr.write(`house: ${wrong} is none of ${FLAGS.join(', ')}\n`)
    return 2
  }
  const root = dirname(dirname(import.meta.dirname))
  if (args.includes('--picture')) {
    writeDocuments(root)
    return 0
  }
  const sources = readSources(root, FOLDERS)
  if (args.includes('--check')) {
    const sentences = [...wrongImports(root, TREES, sources), ...outdated(root)]
    for (const sentence of sentences) process.stdout.write(`${sentence}\n`)
    process.stdout.write(
      sentences.length === 0 ? 'every import is right, and so is the picture\n' : `${sentences.length} wrong\n`,
    )
    return sentences.length === 0 ? 0 : 1
  }
  const figures = figuresOf(sources)
  process.stdout.write(
    args.includes('--json') ? `${JSON.stringify(figures, null, 2)}\n` : print(figures, args.includes('--all')),
  )
  return 0
}
