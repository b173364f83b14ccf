import type { z } from 'zod'
import { searchChunkSchema, searchCompletionSchema } from '#lib/contracts/api/search/search-answer.ts'
import type { Script } from '#e2e/support/script.ts'
import { type SearxServer, startSearxServer } from './searx-server.ts'
import { startTestGateway, type TestGateway, type TestGatewayOptions } from './test-gateway.ts'

export interface SearchGateway extends AsyncDisposable {
  readonly sextant: TestGateway
  readonly searx: SearxServer
  /** Sends a search and checks the response against the contract. */
  readonly search: (params: Record<string, unknown>, extra?: Record<string, unknown>) => Promise<SearchReply>
  /** Resets recorded requests and scripts. */
  readonly reset: () => void
}

export interface SearchReply {
  readonly status: number
  readonly headers: Headers
  readonly message: z.output<typeof searchCompletionSchema>['choices'][number]['message']
  readonly body: z.output<typeof searchCompletionSchema>
  readonly error: { readonly code: string; readonly message: string; readonly param: string | null } | null
}

/** A gateway with a scripted search server and a scripted answer model. */
export async function startSearchGateway(options: TestGatewayOptions = {}): Promise<SearchGateway> {
  const searx = await startSearxServer()
  const configured = [{ id: 'searxng', baseUrl: searx.origin, apiKey: null }] as const
  const sextant = await startTestGateway({
    ...options,
    policy: { retriesMax: 0, ...options.policy },
    search: { configured, ...options.search },
  })
  const empty = { choices: [{ message: undefined }] } as unknown as SearchReply['body']
  return {
    sextant,
    searx,
    async search(params, extra = {}) {
      const response = await sextant.post('/v1/web', { model: 'sextant-ai-search', params, ...extra })
      const given: unknown = await response.json()
      const body = response.ok ? searchCompletionSchema.parse(given) : empty
      const error = response.ok ? null : (given as { error: NonNullable<SearchReply['error']> }).error
      const message = body.choices[0]?.message as SearchReply['message']
      return { status: response.status, headers: response.headers, message, body, error }
    },
    reset() {
      searx.asked.length = 0
      searx.found = {}
      searx.fault = null
      searx.failing.clear()
      sextant.upstream.reset()
    },
    async [Symbol.asyncDispose]() {
      await sextant[Symbol.asyncDispose]()
      await searx[Symbol.asyncDispose]()
    },
  }
}

/** Responses of the scripted model to the calls of one search: rewriting, answer, suggestions. */
export function says(rewritten: string, answer: string, suggestions = ''): Script[] {
  return [rewritten, answer, suggestions].map(text => ({ kind: 'answer', text }))
}

/** The events of a streamed search. */
export async function readSearchEvents(response: Response) {
  const blocks = (await response.text()).split('\n\n').filter(block => block.startsWith('data: '))
  const lines = blocks.map(block => block.slice('data: '.length))
  const values = lines.filter(line => line !== '[DONE]').map(line => JSON.parse(line) as { error?: { code: string } })
  const chunks = values.filter(value => value.error === undefined).map(value => searchChunkSchema.parse(value))
  const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta))
  return {
    chunks,
    deltas,
    text: deltas.map(({ content }) => content ?? '').join(''),
    error: values.find(value => value.error !== undefined)?.error ?? null,
    done: lines.at(-1) === '[DONE]',
  }
}
