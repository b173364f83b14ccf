import type { Script } from './script.ts'

const rows: readonly (readonly [RegExp, (...numbers: readonly number[]) => Script])[] = [
  // `chunks-200`, `chunks-200-20`: n chunks, optionally with a delay in ms.
  [
    /^chunks-(\d+)(?:-(\d+))?$/,
    (count = 1, delayMs = 0) => ({ kind: 'answer', text: pieces(count), delayMs }),
  ],
  // `first-500`: delay in ms before the first event.
  [/^first-(\d+)$/, (firstDelayMs = 0) => ({ kind: 'answer', firstDelayMs })],
  // `error-503`, `error-429-7`: a status, optionally with Retry-After in seconds.
  [/^error-(\d{3})$/, (status = 500) => ({ kind: 'error', status })],
  [/^error-(\d{3})-(\d+)$/, (status = 500, retryAfter = 1) => ({ kind: 'error', status, retryAfter })],
  [/^hang-head$/, () => ({ kind: 'hang', at: 'head' })],
  [/^hang-first$/, () => ({ kind: 'hang', at: 'first-event' })],
  // `hang-3`, `cut-3`, `reset-3`: after this many events.
  [/^hang-(\d+)$/, (events = 1) => ({ kind: 'answer', text: pieces(100), after: { events, end: 'hang' } })],
  [/^cut-(\d+)$/, (events = 1) => ({ kind: 'answer', text: pieces(100), after: { events, end: 'cut' } })],
  [/^reset-(\d+)$/, (events = 1) => ({ kind: 'answer', text: pieces(100), after: { events, end: 'reset' } })],
  // `error-event-0`, `error-event-3`: an error inside a 200 stream after this many events.
  [
    /^error-event-(\d+)$/,
    (events = 0) => ({
      kind: 'answer',
      text: pieces(100),
      after: { events, end: { event: { error: { message: 'The engine fell over.', code: 500 } } } },
    }),
  ],
  [
    /^garbage$/,
    () => ({ kind: 'raw', headers: { 'content-type': 'text/event-stream' }, parts: ['%%%\n\n{]\n\n'] }),
  ],
  [
    /^html$/,
    () => ({ kind: 'raw', headers: { 'content-type': 'text/html' }, parts: ['<html>Sign in</html>'] }),
  ],
  // `trickle-1000`: one byte per interval in ms.
  [/^trickle-(\d+)$/, (delayMs = 1000) => ({ kind: 'answer', text: ['Hi'], writeBytes: 1, delayMs })],
  // `big-event-10`: one event of this many MB.
  [/^big-event-(\d+)$/, (megabytes = 10) => ({ kind: 'answer', text: ['x'.repeat(megabytes * 1_000_000)] })],
  [/^split-utf8$/, () => ({ kind: 'answer', text: ['Grüße ', '日本語 ', '🙂🙃'], writeBytes: 1 })],
  [/^no-done$/, () => ({ kind: 'answer', done: false })],
  [/^no-finish$/, () => ({ kind: 'answer', finish: null })],
  [/^no-usage$/, () => ({ kind: 'answer', usage: 'none' })],
  // `vectors-1024`: this many dimensions; `float-8` ignores encoding_format, `fixed-8` ignores dimensions.
  [/^vectors-(\d+)$/, (dimensions = 8) => ({ kind: 'vectors', dimensions })],
  [/^float-(\d+)$/, (dimensions = 8) => ({ kind: 'vectors', dimensions, ignores: ['encoding_format'] })],
  [/^fixed-(\d+)$/, (dimensions = 8) => ({ kind: 'vectors', dimensions, ignores: ['dimensions'] })],
  [/^thinking$/, () => ({ kind: 'answer', reasoning: 'Let me think about it.' })],
]

/**
 * The script for a model name. Any other name gets the default of its path: chat is `echo`, which repeats its
 * input including images, calls the first tool if the last message is the user's, and repeats a tool's
 * result; embeddings have 8 dimensions.
 */
export function namedScript(model: string, path: string): Script {
  for (const [pattern, make] of rows) {
    const match = pattern.exec(model)
    if (match !== null)
      return make(
        ...match
          .slice(1)
          .filter(group => group !== undefined)
          .map(Number),
      )
  }
  if (path.endsWith('/embeddings')) return { kind: 'vectors' }
  return path.endsWith('/rerank') ? { kind: 'scores' } : { kind: 'answer' }
}

function pieces(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `word${index} `)
}
