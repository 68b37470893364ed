/** What the terminal tells the person who started it, a line at a time; stdout stays free. */
export const say = (text: string): void => void process.stderr.write(`${text}\n`)
