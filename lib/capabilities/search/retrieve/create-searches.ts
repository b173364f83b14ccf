import type { AttemptPolicy } from '#lib/capabilities/attempts/attempt-policy.ts'
import type { CallTimers } from '#lib/capabilities/attempts/attempt-options.ts'
import type { Handler, EventStream, StreamItem } from '#lib/capabilities/handler.ts'
import type { RequestContext } from '#lib/capabilities/request-context.ts'
import type { ChatModels } from '#lib/capabilities/chat/chat-options.ts'
import { createEmbedTexts } from '#lib/capabilities/embeddings/embed-texts.ts'
import type { EmbeddingModels } from '#lib/capabilities/embeddings/embedding-models.ts'
import { type rawSearchContract, rawSearchLimitDefault } from '#lib/contracts/api/search/search-raw.ts'
import type {
  searchContract,
  SearchChunk,
  SearchRequest,
  SearchCompletion,
  SearchDetails,
  SearchFinish,
  SearchImage,
  SearchVideo,
} from '#lib/contracts/api/search/search.ts'
import {
  createReloadableSearch,
  type ReloadableSearchSettings,
} from '#lib/search-backends/reloadable-search.ts'
import type { ReadPage } from './read-page.ts'
import type { SearchLibraryPart, SearchModels, SearchDeps } from '#lib/capabilities/search/search-deps.ts'
import { runSearch, type SearchItem, mergeCandidates } from '#lib/capabilities/search/run-search.ts'
import { readSearchJob, readCollections, type SearchJob } from '#lib/capabilities/search/search-job.ts'
import { SearchRun } from '#lib/capabilities/search/search-run.ts'
import { toWebEnvelope } from '#lib/capabilities/web/web-envelope.ts'
import { bestPassages } from '#lib/capabilities/search/answer/best-passages.ts'
import { retrieve } from './retrieve.ts'
import { nothingSearched, toNotes } from '#lib/capabilities/search/search-outcome.ts'
import type { Media } from './find-media.ts'
import { createHash } from 'node:crypto'
import { newId } from '#lib/capabilities/new-id.ts'

/** All search capabilities. */
export interface Searches {
  readonly search: Handler<typeof searchContract>
  /** The answer and its sources, without images, videos and follow-up questions. */
  readonly answerOnly: Handler<typeof searchContract>
  readonly raw: Handler<typeof rawSearchContract>
  /** Whether any search backend may be queried. */
  readonly hasBackends: () => boolean
}

export interface SearchesOptions {
  readonly deps: {
    readonly models: SearchModels & ChatModels & EmbeddingModels
    readonly policy: AttemptPolicy
    readonly timers: CallTimers
  }
  /** Search backends and how to reach them. */
  readonly backends: Pick<
    ReloadableSearchSettings,
    'configured' | 'added' | 'ordered' | 'builtIn' | 'contact' | 'request' | 'onFault' | 'onAnswered'
  >
  readonly library: SearchLibraryPart
  readonly readPage: ReadPage
  readonly sealThumbnail: (url: string) => string | null
  /** The console's address, without a slash at the end. */
  readonly consoleUrl: string
  readonly deadlineMs: number
  readonly version: string
}

/** Creates them with shared backends and library. */
export function createSearches(options: SearchesOptions): Searches {
  const { deps: asking, backends, consoleUrl, version, ...rest } = options
  const { search, hasBackends } = createReloadableSearch({
    ...backends,
    circuits: asking.policy.circuits,
    version,
  })
  const deps = {
    ...rest,
    version,
    chat: { ...asking, version },
    embed: createEmbedTexts(asking),
    models: asking.models,
    backends: search,
    libraryAddress: (itemId: string, page: number) => `${consoleUrl}/library/${itemId}#page=${page}`,
  }
  return {
    search: createSearch(deps, true),
    answerOnly: createSearch(deps, false),
    raw: createRawSearch(deps),
    hasBackends,
  }
}

/** Answers a question from the backends, the library and linked pages, with sources. */
function createSearch(deps: SearchDeps, hasExtras: boolean): Handler<typeof searchContract> {
  return (request, context) =>
    request.stream === true
      ? stream(request, context, deps, hasExtras)
      : answer(request, context, deps, hasExtras)
}

async function answer(request: SearchRequest, context: RequestContext, deps: SearchDeps, hasExtras: boolean) {
  await using run = new SearchRun(context, deps.deadlineMs, deps.chat.policy.reportedCosts)
  const job = await readSearchJob(request, context.caller, deps, hasExtras)
  const items = runSearch(job, context, deps, run)
  return await collectSearch(items, createSearchHead(deps.version), optionsOf(request, deps), run)
}

async function* stream(
  request: SearchRequest,
  context: RequestContext,
  deps: SearchDeps,
  hasExtras: boolean,
): EventStream<SearchChunk> {
  await using run = new SearchRun(context, deps.deadlineMs, deps.chat.policy.reportedCosts)
  const job = await readSearchJob(request, context.caller, deps, hasExtras)
  const items = withNotes(runSearch(job, context, deps, run), run)
  yield* streamSearch(items, createSearchHead(deps.version), optionsOf(request, deps), run)
}

/** The items of a search, and between them why it waits. */
async function* withNotes(
  items: AsyncGenerator<SearchItem, void>,
  run: SearchRun,
): AsyncGenerator<SearchItem, void> {
  try {
    for (;;) {
      const next = items.next()
      for (;;) {
        const item = await Promise.race([next, run.noted])
        const note = run.takeNote()
        if (note !== null) yield { kind: 'waiting', note }
        if (item === undefined) continue
        if (item.done === true) return
        yield item.value
        break
      }
    }
  } finally {
    await items.return()
  }
}

function optionsOf({ details }: SearchRequest, { deadlineMs }: SearchDeps) {
  return { details: details === true, deadlineMs }
}

/** A search as one answer. */
async function collectSearch(
  items: AsyncIterable<SearchItem>,
  head: SearchHead,
  { details, deadlineMs }: { details: boolean; deadlineMs: number },
  run: SearchRun,
): Promise<SearchCompletion> {
  const about: SearchDetails = { steps: [], query: '', sources: [], backends: [], deadline_ms: deadlineMs }
  let content = ''
  let found: Extract<SearchItem, { kind: 'found' }> | null = null
  let end: Extract<SearchItem, { kind: 'end' }> | null = null
  for await (const item of items) {
    if (item.kind === 'step') about.steps.push(item.step)
    if (item.kind === 'found') found = item
    if (item.kind === 'text') content += item.text
    if (item.kind === 'end') end = item
  }
  if (found === null || end === null) throw new Error('the search ended without a result')
  return {
    ...head,
    object: 'search.completion',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content,
          sources: [...found.sources],
          ...toMediaLists(end.media, details),
          suggestions: [...end.suggestions],
          ...(details && { details: { ...about, ...found.details } }),
        },
        finish_reason: end.finish,
      },
    ],
    usage: run.usage,
  }
}

/** Steps after which a comment says that the search goes on. */
const announced: ReadonlySet<string> = new Set(['search', 'rank', 'read'])

type Delta = SearchChunk['choices'][number]['delta']

/**
 * A search as events. Without details only comments are sent before the first content, so earlier failures are plain
 * errors for the first second. With details every step is sent as it ends.
 */
async function* streamSearch(
  items: AsyncIterable<SearchItem>,
  head: SearchHead,
  { details, deadlineMs }: { details: boolean; deadlineMs: number },
  run: SearchRun,
): EventStream<SearchChunk> {
  const toChunk = (delta: Delta, finish: SearchFinish | null = null): SearchChunk => ({
    ...head,
    object: 'search.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })
  const send = (...chunks: SearchChunk[]): StreamItem<SearchChunk> => {
    run.committed = true
    return { kind: 'events', events: chunks }
  }
  let held: SearchChunk[] = []
  if (details) yield send(toChunk({ details: { deadline_ms: deadlineMs } }))
  for await (const item of items) {
    switch (item.kind) {
      case 'waiting':
        yield item
        break
      case 'step':
        if (details) yield send(toChunk({ details: { steps: [item.step] } }))
        // Before the search, a plain 503 can still say that no backend answers.
        else if (announced.has(item.step.name)) yield { kind: 'waiting', note: `${item.step.name} done` }
        break
      case 'found': {
        const about = details && { details: item.details }
        const first = toChunk({ role: 'assistant', sources: [...item.sources], ...about })
        if (details) yield send(first)
        else held = [first]
        break
      }
      case 'text':
        yield send(...held, toChunk({ content: item.text }))
        held = []
        break
      case 'end': {
        const lists = { ...toMediaLists(item.media, details), suggestions: [...item.suggestions] }
        yield send(...held, toChunk(lists, item.finish), {
          ...head,
          object: 'search.completion.chunk',
          choices: [],
          usage: run.usage,
        })
      }
    }
  }
}

const contentCharsMax = 2000

/** Results of the backends and the library, without a model. */
function createRawSearch(deps: SearchDeps): Handler<typeof rawSearchContract> {
  return async ({ params }, context: RequestContext) => {
    await using run = new SearchRun(context, deps.deadlineMs, deps.chat.policy.reportedCosts)
    const job: SearchJob = {
      question: params.query,
      words: params.query,
      links: [],
      history: [],
      focusMode: params.focusMode ?? 'webSearch',
      optimizationMode: 'speed',
      answerer: { kind: 'extractive' },
      ranker: null,
      collections: readCollections(params.library, context.caller),
      language: params.language ?? null,
      hasExtras: false,
    }
    const searching = run.open('search')
    const retrieved = await retrieve(job, params.query, searching.context, deps, run)
    context.trace.searched(toNotes(retrieved))
    const found = mergeCandidates(retrieved.lists)
    if (!retrieved.searchedWeb && found.length === 0) {
      const searched =
        retrieved.searchedLibrary && !(await run.outside(deps.library.isEmpty(context.caller.teamId)))
      if (!searched) throw nothingSearched(retrieved, job)
    }
    const data = {
      results: found.slice(0, params.limit ?? rawSearchLimitDefault).map(({ title, url, text }) => ({
        title,
        url,
        content: bestPassages(params.query, text, contentCharsMax),
      })),
      answers: [...retrieved.results, ...retrieved.answers.map(({ text }) => text)],
      failures: retrieved.reports.flatMap(({ backend, failure }) =>
        failure === undefined ? [] : [{ backend, reason: failure }],
      ),
    }
    const envelope = toWebEnvelope('search', data, 0, deps.version)
    const { cost, cost_details } = run.usage
    const usage = { ...envelope.usage, ...(cost !== undefined && { cost, cost_details }) }
    return { ...envelope, usage, object: 'search.results' as const }
  }
}

/** Images and videos in the response format; our thumbnails only with `details`. */
function toMediaLists(
  { images, videos }: Media,
  details: boolean,
): { images: SearchImage[]; videos: SearchVideo[] } {
  if (details) return { images: [...images], videos: [...videos] }
  return {
    images: images.map(({ thumbnail: _, ...image }) => image),
    videos: videos.map(({ thumbnail: _, ...video }) => video),
  }
}

type SearchHead = Pick<SearchChunk, 'id' | 'created' | 'model' | 'system_fingerprint'>

/** Common fields of all events of one answer. */
function createSearchHead(version: string): SearchHead {
  const digest = createHash('sha256').update(`sextant-ai-search\n${version}`).digest('hex')
  return {
    id: newId('search-', 24),
    created: Math.floor(Date.now() / 1000),
    model: 'sextant-ai-search',
    system_fingerprint: `fp_${digest.slice(0, 10)}`,
  }
}
