import type { Run } from '#lib/client/run.ts'
import type { StartRun } from '#lib/client/send.ts'
import type { SearchSource } from '#lib/contracts/api/search/search.ts'
import { nothingFound } from '#components/search/model/evidence/found-answer.ts'
import type { SearchTurn } from '#components/search/model/search-turn.ts'

export function sourceOf(pageContent: string, url = 'https://a.test/page', title = 'A page'): SearchSource {
  return { pageContent, metadata: { title, url } }
}

/** An event of a search with this delta. */
export function chunkOf(delta: object, finish: string | null = null): unknown {
  return { object: 'search.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] }
}

/** A request body with a question and additional parameters. */
export function bodyOf(query: string, params: object = {}) {
  return { model: 'sextant-ai-search', params: { query, ...params }, stream: true, details: true }
}

export function runOf(body: object, events: readonly unknown[] = [], state: Run['state'] = 'running'): Run {
  return {
    id: 'run-0',
    state,
    request: { method: 'POST', path: '/v1/web', body: JSON.stringify(body) },
    response: null,
    events: events.map((event, index) => {
      const data = typeof event === 'string' ? event : JSON.stringify(event)
      return { number: index + 1, atMs: index, bytes: data.length, kind: 'data', data }
    }),
    timing: { startedAt: 0, firstMs: null, totalMs: null },
    failure: null,
  }
}

/** A completed answer. */
export function turnOf(query: string, content: string, params: object = {}): SearchTurn {
  const run = runOf(bodyOf(query, params), [chunkOf({ content }, 'stop'), '[DONE]'], 'done')
  return { run, found: { ...nothingFound, content, finish: 'stop' } }
}

export interface SentSearch {
  readonly body: ReturnType<typeof bodyOf> & { params: Record<string, unknown> }
  /** Returns the current state of the run. */
  readonly become: (change: Partial<Run>) => void
  /** Ends the run with this response. */
  readonly answer: (content: string) => void
}

/** Records requests, and lets a test control their responses. */
export function recordSent(): { readonly sent: readonly SentSearch[]; readonly send: StartRun } {
  const sent: SentSearch[] = []
  return {
    sent,
    send(request, { onUpdate }) {
      let run: Run = { ...runOf({}), id: `run-${sent.length}`, request: { method: 'POST', ...request } }
      const become = (change: Partial<Run>) => {
        run = { ...run, ...change }
        onUpdate(run)
      }
      const body = JSON.parse(request.body) as SentSearch['body']
      const answer = (content: string) => {
        const { events } = runOf({}, [chunkOf({ content }, 'stop'), '[DONE]'])
        become({ events, state: 'done' })
      }
      sent.push({ body, become, answer })
      return {
        id: run.id,
        current: () => run,
        stop: () => become({ state: 'stopped' }),
        finished: Promise.resolve(run),
      }
    },
  }
}
