/** Pages put together to rows: the first takes the place of all, the next comes at the end. Pure. */

export interface PageState<Row> {
  readonly rows: readonly Row[]
  /** The question that the rows answer. */
  readonly asked: string
  /** Another object for each time that the rows began anew; null before the first. */
  readonly firstRead: object | null
  /** Where the next page begins; null where there is none. */
  readonly next: string | null
  readonly isLoading: boolean
  readonly failure: string | null
}

export type PageEvent<Row> =
  | { readonly kind: 'asked' }
  | {
      readonly kind: 'page'
      readonly asked: string
      readonly after: string | null
      readonly rows: readonly Row[]
      readonly next: string | null
    }
  | { readonly kind: 'failed'; readonly words: string }

export const NO_PAGES: PageState<never> = {
  rows: [],
  asked: '',
  firstRead: null,
  next: null,
  isLoading: false,
  failure: null,
}

/** What was shown stays until something else can be: a page that fails takes nothing away. */
export function pageStep<Row>(state: PageState<Row>, event: PageEvent<Row>): PageState<Row> {
  switch (event.kind) {
    case 'asked':
      return { ...state, isLoading: true, failure: null }
    case 'failed':
      return { ...state, isLoading: false, failure: event.words }
    case 'page': {
      const { asked, after, rows, next } = event
      if (after === null) return { rows, asked, firstRead: {}, next, isLoading: false, failure: null }
      // Of another question, or asked twice: it has no place.
      if (asked !== state.asked || after !== state.next) return { ...state, isLoading: false }
      return { ...state, rows: [...state.rows, ...rows], next, isLoading: false, failure: null }
    }
  }
}
