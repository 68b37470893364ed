/**
 * Measures how the code is laid out and holds its rooms: `node scripts/house.mjs` prints every figure, `--all` with every place, `--json` as
 * JSON; `--check` holds the imports of each tree to its `rooms.json`, and fails with a sentence for each that is wrong; `--picture` draws the
 * rooms (docs/pictures/house.svg) and lists them (docs/rooms.md).
 */
import { main } from './house/main.ts'

process.exitCode = main(process.argv.slice(2))
