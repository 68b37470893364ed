/** A day of 30,000 fills in the books: how long one slice of the work blocks main, and the total cost. */
import { benchBooks, type WorkFigures } from '../../../electron/books/testing/bench.ts'
import { ms, row, type Section, whole } from '../table.ts'

export const booksSection: Section = {
  name: 'books',
  byName: true,
  async run() {
    const figures = await benchBooks()
    const text = ({ longest, total, turns }: WorkFigures): string =>
      `longest turn ${ms(longest)}, all ${whole(turns)} of them ${ms(total)}`
    return {
      json: figures,
      rows: [
        row(`books: a day of ${whole(figures.fills)} fills from its beginning`, text(figures.start), 'a few ms a turn'),
        row('books: fills one by one at its end', text(figures.oneByOne), 'a few ms a turn'),
        row('books: fills at once at its end', text(figures.burst), 'a few ms a turn'),
      ],
    }
  },
}
