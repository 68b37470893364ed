/** Prints the table of tools/chromium-host/README.md. */
import { apiTable } from './api-table.ts'

process.stdout.write(`${apiTable()}\n`)
