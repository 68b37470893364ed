/** Prints the table of docs/development-host.md. */
import { apiTable } from './api-table.ts'

process.stdout.write(`${apiTable()}\n`)
