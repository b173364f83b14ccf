import type { Analysis, AnalysisOptions } from '#components/embeddings/model/analysis/create-analysis.ts'
import type { AnalysisOperation, InputOf, ResultOf } from '#components/embeddings/model/analysis/analysis-operations.ts'
import type { Run } from '#lib/client/run.ts'
import type { startRun } from '#lib/client/send.ts'

/**
 * A worker that responds immediately, and records its requests.
 * @param endless ends only when aborted
 */
export function scriptedAnalysis(
  results: { [Name in AnalysisOperation]?: ResultOf<Name> } = {},
  endless?: AnalysisOperation,
) {
  const asked: string[] = []
  let alive = true
  const known = {
    rows: null,
    load: { usable: 1 },
    pca: { layout: new Float32Array(6), explained: [0.5, 0.2] },
    clusters: { assignments: new Int32Array(3), clusters: [], silhouette: 0 },
    fidelity: { shares: new Float32Array(3), mean: 1, k: 2, sample: null },
    neighbours: [{ index: 1, distance: 0.1 }],
    nearest: [{ index: 2, distance: 0.2 }],
    unload: null,
    ...results,
  }
  const analysis: Analysis = {
    async run<Name extends AnalysisOperation>(
      name: Name,
      _input: InputOf<Name>,
      { signal }: AnalysisOptions = {},
    ) {
      if (!alive) throw new Error('The analysis worker stopped.')
      asked.push(name)
      if (name === endless) return untilAborted(signal)
      if (!(name in known)) throw new Error(`Nothing is scripted for ${name}.`)
      // Each name is scripted with its own type of result, above and by the parameter.
      return known[name as keyof typeof known] as ResultOf<Name>
    },
    alive: () => alive,
    close() {},
  }
  return { analysis, asked, die: () => (alive = false) }
}

function untilAborted(signal?: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
}

export type Reply = 'vectors' | 'refused' | 'waits'

/**
 * An API that returns the vector [length, 1] for each text, rejects, or waits until stopped; by request in
 * order.
 */
export function scriptedSend(replies: readonly Reply[] = []) {
  const bodies: Readonly<Record<string, unknown>>[] = []
  const send: typeof startRun = ({ path, body, signal }, { onUpdate }) => {
    const reply = replies[bodies.length] ?? 'vectors'
    const request: Readonly<Record<string, unknown>> = JSON.parse(body)
    bodies.push(request)
    const running: Run = {
      id: `run_${bodies.length}`,
      state: 'running',
      request: { method: 'POST', path, body },
      response: null,
      events: [],
      timing: { startedAt: 0, firstMs: null, totalMs: null },
      failure: null,
    }
    const finished = endOf(reply, running, request['input'], signal).then(run => {
      onUpdate(run)
      return run
    })
    return { id: running.id, current: () => running, stop: () => {}, finished }
  }
  return { send, bodies }
}

async function endOf(reply: Reply, run: Run, input: unknown, signal?: AbortSignal): Promise<Run> {
  switch (reply) {
    case 'vectors':
      return { ...run, state: 'done', response: { status: 200, headers: {}, body: answer(input) } }
    case 'refused':
      return {
        ...run,
        state: 'failed',
        response: { status: 400, headers: {}, body: '{}' },
        failure: {
          kind: 'api',
          status: 400,
          code: 'invalid_value',
          message: 'Not that text.',
          param: 'input',
          retryAfterMs: null,
          raw: '{}',
        },
      }
    case 'waits':
      await new Promise(resolve => signal?.addEventListener('abort', resolve, { once: true }))
      return { ...run, state: 'stopped' }
  }
}

function answer(input: unknown): string {
  const texts = Array.isArray(input) ? input : [input]
  const data = texts.map((text, index) => ({
    object: 'embedding',
    index,
    embedding: [String(text).length, 1],
  }))
  return JSON.stringify({ object: 'list', model: 'm', data, usage: { prompt_tokens: 3, total_tokens: 3 } })
}
