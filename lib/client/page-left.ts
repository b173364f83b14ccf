import type { RunFailure } from './run.ts'

/** The failure of a response that was streaming when its page closed. */
export const pageLeft: RunFailure = {
  kind: 'interrupted',
  code: 'page_left',
  message: 'You left the page before the response was complete.',
  raw: '',
}
