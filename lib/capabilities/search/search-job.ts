import type { Call } from '#lib/capabilities/call.ts'
import type { FocusMode, OptimizationMode, SearchRequest } from '#lib/contracts/search.ts'
import { requireLibrary } from '#lib/capabilities/library/library-wish.ts'
import { findLinks } from './find-links.ts'
import { type Answerer, chooseAnswerer, chooseRanker, type Ranker } from './search-models.ts'
import type { SearchParts } from './search-parts.ts'

export type Turn =
  | { readonly role: 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string }

/** A search with its defaults, checked against what this server has. */
export interface SearchJob {
  /** As the person wrote it. */
  readonly question: string
  /** The same without addresses. */
  readonly words: string
  readonly links: readonly string[]
  readonly history: readonly Turn[]
  readonly focusMode: FocusMode
  readonly optimizationMode: OptimizationMode
  readonly answerer: Answerer
  /** Null: found documents keep the order of their backends. */
  readonly ranker: Ranker | null
  /** Null: all collections; `off`: the library is left out. */
  readonly collections: readonly string[] | null | 'off'
  readonly language: string | null
}

const turnsMax = 20

/** @throws ApiError `invalid_value`, `model_not_allowed` */
export async function readSearchJob(
  request: SearchRequest,
  call: Call,
  parts: SearchParts,
): Promise<SearchJob> {
  const { params } = request
  const focusMode = params.focusMode ?? 'webSearch'
  const optimizationMode = params.optimizationMode ?? 'balanced'
  const answerer = await chooseAnswerer(params.chatModel, { focusMode, optimizationMode }, call, parts)
  // It is checked even where it is not used.
  const ranker = await chooseRanker(params.embeddingModel, call, parts)
  const { links, rest } = findLinks(params.query)
  return {
    question: params.query,
    words: rest,
    links,
    history: readHistory(request),
    focusMode,
    optimizationMode,
    answerer,
    ranker: optimizationMode === 'balanced' ? ranker : null,
    collections: readCollections(params.library, call),
    language: params.language ?? null,
  }
}

function readHistory({ params, history }: SearchRequest): Turn[] {
  const given = params.history ?? params.conversationHistory ?? history ?? []
  return given
    .slice(-turnsMax)
    .map(([role, content]) =>
      role === 'human' || role === 'user' ? { role: 'user', content } : { role: 'assistant', content },
    )
}

/** A key that may not use the library searches without it, unless it asks for some of it. */
export function readCollections(
  library: boolean | readonly string[] | null | undefined,
  call: Pick<Call, 'usesLibrary'>,
): SearchJob['collections'] {
  if (library === false) return 'off'
  if (library === true || Array.isArray(library)) requireLibrary(call)
  if (!call.usesLibrary) return 'off'
  return Array.isArray(library) ? library : null
}
