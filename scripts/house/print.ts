/** The figures as text: one line each, and below it where they stand. */
import { type Figures, LONGEST_FILE, LONGEST_FUNCTION } from './figures.ts'
import { exceptions } from './words.ts'

/** Of a list that is longer, the first are shown. */
const SHOWN = 12

/** @param all shows every place. */
export function print(figures: Figures, all: boolean): string {
  const { fileCircles, roomCircles, privateNames } = figures
  const circle = (members: readonly string[]): string => `${members.length}: ${members.join(', ')}`
  const place = ({ path, line }: { path: string; line: number }, what = ''): string => `${path}:${line} ${what}`.trim()
  const part = (title: string, count: number, rows: readonly string[]): string => {
    const shown = all ? rows : rows.slice(0, SHOWN)
    const rest = rows.length - shown.length
    return [
      `${String(count).padStart(4)}  ${title}`,
      ...shown.map((row) => `        ${row}`),
      ...(rest > 0 ? [`        … and ${rest} more (--all)`] : []),
    ].join('\n')
  }
  const words = [...new Set(privateNames.map(({ word }) => word))].sort()
  return `${[
    part('circles of files', fileCircles.all.length, fileCircles.all.map(circle)),
    part('circles of files, imports of types left out', fileCircles.values.length, fileCircles.values.map(circle)),
    part('circles of rooms', roomCircles.all.length, roomCircles.all.map(circle)),
    part('circles of rooms, imports of types left out', roomCircles.values.length, roomCircles.values.map(circle)),
    part(
      'imports past a door',
      figures.pastDoors.length,
      figures.pastDoors.map((one) => place(one, one.specifier)),
    ),
    part(
      'imports past a door, in tests',
      figures.pastDoorsInTests.length,
      figures.pastDoorsInTests.map((one) => place(one, one.specifier)),
    ),
    part('imports through a door', figures.throughDoors, []),
    part(
      `files over ${LONGEST_FILE} lines`,
      figures.longFiles.length,
      figures.longFiles.map(({ path, lines }) => `${path} ${lines}`),
    ),
    part(
      `tests over ${LONGEST_FILE} lines`,
      figures.longTests.length,
      figures.longTests.map(({ path, lines }) => `${path} ${lines}`),
    ),
    part(
      `functions over ${LONGEST_FUNCTION} lines`,
      figures.longFunctions.length,
      figures.longFunctions.map((one) => place(one, `${one.name} ${one.lines}`)),
    ),
    part(
      '"as unknown as" outside tests',
      figures.casts.length,
      figures.casts.map((one) => place(one)),
    ),
    part('loose files in electron', figures.looseFiles.length, figures.looseFiles),
    part(
      'exports that no other file uses',
      figures.unusedExports.length,
      figures.unusedExports.map((one) => place(one, one.name)),
    ),
    part(
      'exports that only tests use',
      figures.exportsForTests.length,
      figures.exportsForTests.map((one) => place(one, one.name)),
    ),
    part(
      'private words left',
      privateNames.length,
      words.map((word) => {
        const named = privateNames.filter((one) => one.word === word)
        const where = named.map((one) => (one.line === 0 ? one.path : place(one, one.name)))
        return `${word} (say: ${named[0]?.say}) ${named.length}: ${(all ? where : where.slice(0, 4)).join(', ')}${!all && where.length > 4 ? ', …' : ''}`
      }),
    ),
    part('kinds of names that stay private', exceptions().length, exceptions()),
  ].join('\n')}\n`
}
