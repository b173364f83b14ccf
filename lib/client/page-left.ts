import type { RunFailure } from './run.ts'

/** Why an answer that was being written when its page went away is not whole. */
export const pageLeft: RunFailure = {
  kind: 'interrupted',
  code: 'page_left',
  message: 'The page was left before the answer was complete.',
  raw: '',
}
