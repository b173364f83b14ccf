import type { Run } from '#lib/client/run.ts'
import type { ScrapeRow } from '#components/scrape/model/scrape-row.ts'
import type { StartRun } from '#lib/client/send.ts'

/** A run as it was sent, before any response. */
export function startedRun(id: string, body: string): Run {
  return {
    id,
    state: 'running',
    request: { method: 'POST', path: '/v1/web', body },
    response: null,
    events: [],
    timing: { startedAt: 0, firstMs: null, totalMs: null },
    failure: null,
  }
}

/** A request body for one page. */
function bodyOf(url: string): string {
  return JSON.stringify({ model: 'scrape', params: { url } })
}

/** A run that returned a page. */
export function pageRun(url: string, data: object = { markdown: `# ${url}` }, tokens = 7): Run {
  const metadata = { title: `Title of ${url}`, url, statusCode: 200 }
  const usage = { prompt_tokens: 0, completion_tokens: tokens, total_tokens: tokens }
  const body = JSON.stringify({ object: 'scrape.completion', data: { metadata, ...data }, usage })
  return {
    ...startedRun(`run of ${url}`, bodyOf(url)),
    state: 'done',
    response: { status: 200, headers: {}, body },
    timing: { startedAt: 0, firstMs: 1, totalMs: 2 },
  }
}

export function failedRun(url: string, status = 502): Run {
  return {
    ...startedRun(`run of ${url}`, bodyOf(url)),
    state: 'failed',
    response: { status, headers: {}, body: '{}' },
    failure: {
      kind: 'api',
      status,
      code: 'fetch_failed',
      message: 'The page could not be reached.',
      param: null,
      retryAfterMs: null,
      raw: '{}',
    },
  }
}

export function rowOf(url: string, run: Run | null = pageRun(url)): ScrapeRow {
  return { address: url, body: bodyOf(url), run, cancelled: false, whole: null }
}

export interface ScriptedSend {
  readonly send: StartRun
  /** Requests in the order they were sent; the test ends each of them. */
  readonly sent: readonly { readonly url: string; readonly body: string; end: (run: Partial<Run>) => void }[]
}

/** A fake network: each run continues until the test ends it or it is stopped. */
export function scriptedSend(): ScriptedSend {
  const sent: ScriptedSend['sent'][number][] = []
  const send: StartRun = ({ body }, { onUpdate }) => {
    let run = startedRun(`run-${sent.length}`, body)
    const end = (changes: Partial<Run>) => {
      run = { ...run, ...changes, id: run.id, request: run.request }
      onUpdate(run)
    }
    sent.push({ url: JSON.parse(body).params.url, body, end })
    return {
      id: run.id,
      current: () => run,
      stop: () => end({ state: 'stopped' }),
      finished: Promise.resolve(run),
    }
  }
  return { send, sent }
}
