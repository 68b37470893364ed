/** Parses CSV (RFC 4180) into lines of fields. */
export function readCsv(text: string): string[][] {
  const lines: string[][] = []
  let line: string[] = []
  for (const [, field = '', end] of text.matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n)/g)) {
    line.push(field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field)
    if (end === ',') continue
    lines.push(line)
    line = []
  }
  return lines
}

/** The same as records, keyed by the header line. */
export function readRecords(text: string): Record<string, string>[] {
  const [heads = [], ...lines] = readCsv(text)
  return lines.map((line) => Object.fromEntries(heads.map((head, index) => [head, line[index] ?? ''])))
}
