import type { Caller } from '#lib/capabilities/request-context.ts'
import type {
  FocusMode,
  OptimizationMode,
  SearchRequest,
  SearchParams,
} from '#lib/contracts/api/search/search.ts'
import { requireLibrary } from '#lib/capabilities/library/target-collection.ts'
import { findLinks } from './retrieve/find-links.ts'
import type { SearchDeps } from './search-deps.ts'
import { defaultAnswerModel, extractiveModel } from '#lib/contracts/api/search/answer-model.ts'
import { ApiError } from '#lib/errors.ts'

export type Turn =
  | { readonly role: 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string }

/** A search with its defaults, checked against what this server has. */
export interface SearchJob {
  /** As the user wrote it. */
  readonly question: string
  /** The same without URLs. */
  readonly words: string
  readonly links: readonly string[]
  readonly history: readonly Turn[]
  readonly focusMode: FocusMode
  readonly optimizationMode: OptimizationMode
  readonly answerer: Answerer
  /** Null: results keep the order of their backends. */
  readonly ranker: Ranker | null
  /** Null: all collections; `off`: the library is excluded. */
  readonly collections: readonly string[] | null | 'off'
  readonly language: string | null
  /** Whether it finds images, videos and follow-up questions besides the answer. */
  readonly hasExtras: boolean
}

const turnsMax = 20

/** @throws ApiError `invalid_value`, `model_not_allowed` */
export async function readSearchJob(
  request: SearchRequest,
  caller: Caller,
  deps: SearchDeps,
  hasExtras: boolean,
): Promise<SearchJob> {
  const { params } = request
  const focusMode = params.focusMode ?? 'webSearch'
  const optimizationMode = params.optimizationMode ?? 'balanced'
  const answerer = await chooseAnswerer(params.chatModel, { focusMode, optimizationMode }, caller, deps)
  // Validated even if it is not used.
  const ranker = await chooseRanker(params.embeddingModel, caller, deps)
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
    collections: readCollections(params.library, caller),
    language: params.language ?? null,
    hasExtras,
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

/** A key without the library scope searches without it, unless the request names a collection. */
export function readCollections(
  library: boolean | readonly string[] | null | undefined,
  caller: Pick<Caller, 'usesLibrary'>,
): SearchJob['collections'] {
  if (library === false) return 'off'
  if (library === true || Array.isArray(library)) requireLibrary(caller)
  if (!caller.usesLibrary) return 'off'
  return Array.isArray(library) ? library : null
}

/** Answer model. */
type Answerer =
  | { readonly kind: 'extractive' }
  | {
      readonly kind: 'model'
      readonly model: string
      /** Small: slow at long inputs and poor at following long instructions. */
      readonly embedded: boolean
      /** Whether it finds out by reading if a passage answers the question. */
      readonly confirms: boolean
      /** Tokens; null: unknown. */
      readonly contextTokens: number | null
      readonly promptTokensPerSecond: number | null
    }

/** Ranking model. */
interface Ranker {
  readonly model: string
  /** Whether the request names it: then an unknown one is an error of the request. */
  readonly named: boolean
  /** Similarity of unrelated texts. */
  readonly floor: number
}

type ModelName = SearchParams['chatModel']
type ModelDeps = Pick<SearchDeps, 'models' | 'chat'>

const defaultFloor = 0.3
export const rankerParam = 'params.embeddingModel'

/** @throws ApiError `invalid_value` or `model_not_allowed`, both with `param` */
async function chooseAnswerer(
  name: ModelName,
  { focusMode, optimizationMode }: { focusMode: FocusMode; optimizationMode: OptimizationMode },
  caller: Caller,
  deps: ModelDeps,
): Promise<Answerer> {
  const writes = focusMode === 'writingAssistant'
  const named = idOf(name, id => deps.chat.models.resolve(id).providerId)
  if (named !== null) {
    const param = 'params.chatModel'
    checkAllowed(named, param, caller)
    if (named === extractiveModel && writes) throw cannotWrite(param)
    return await describe(named, param, deps)
  }
  const defaultModel = defaultAnswerModel(deps.models.defaults(), { focusMode, optimizationMode })
  if (defaultModel === null) throw noDefault()
  checkAllowed(defaultModel, null, caller)
  return await describe(defaultModel, null, deps)
}

/**
 * @returns null where the key does not allow the default: ranking should not fail a search
 * @throws ApiError `invalid_value` or `model_not_allowed`, for a model that was named
 */
async function chooseRanker(name: ModelName, caller: Caller, deps: ModelDeps): Promise<Ranker | null> {
  const param = rankerParam
  const named = idOf(name, id => deps.chat.models.resolve(id).providerId)
  if (named !== null) checkAllowed(named, param, caller)
  const model = named ?? deps.models.defaults().embeddings
  if (model === undefined || !caller.allows(model)) return null
  try {
    if (named !== null) await deps.models.requireListed(named, 'embeddings')
    const { similarityFloor } = await deps.models.facts(model, 'embeddings')
    return { model, named: named !== null, floor: Math.max(defaultFloor, similarityFloor ?? defaultFloor) }
  } catch (error) {
    if (named === null && error instanceof ApiError) return null
    throw asInvalid(error, param)
  }
}

async function describe(model: string, param: string | null, { models }: ModelDeps): Promise<Answerer> {
  if (model === extractiveModel) return { kind: 'extractive' }
  try {
    const { providerId, contextTokens, promptTokensPerSecond } = await models.facts(model, 'chat')
    const embedded = providerId === 'local'
    const confirms = embedded && canConfirm(model)
    return { kind: 'model', model, embedded, confirms, contextTokens, promptTokensPerSecond }
  } catch (error) {
    if (param !== null) throw asInvalid(error, param)
    throw error
  }
}

/**
 * Whether an embedded model, whose name has its size, has a billion parameters. Measured with `npm run bench answers`:
 * smaller ones copy words of any passage.
 */
export function canConfirm(model: string): boolean {
  return !/(?<![\d.])0\.\d+b(?![a-z])/iu.test(model)
}

/** `provider/model`, or the public id where it belongs to that provider or none was named. */
function idOf(name: ModelName, providerOf: (id: string) => string): string | null {
  if (name === null || name === undefined) return null
  const model = name.model ?? name.name ?? ''
  const provider = name.provider ?? ''
  if (provider === '' || model.startsWith(`${provider}/`)) return model
  try {
    if (providerOf(model) === provider) return model
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
  return `${provider}/${model}`
}

function checkAllowed(model: string, param: string | null, caller: Caller): void {
  if (caller.allows(model)) return
  const message = `This key does not allow the model \`${model}\`. Use another model or key.`
  throw new ApiError('model_not_allowed', message, param === null ? {} : { param })
}

function noDefault(): ApiError {
  const message = 'This server has no default chat model. Name one in `params.chatModel`.'
  return new ApiError('missing_required_parameter', message, { param: 'params.chatModel' })
}

export function asInvalid(error: unknown, param: string): unknown {
  if (!(error instanceof ApiError) || error.code !== 'model_not_found') return error
  return new ApiError('invalid_value', error.message, { param, cause: error })
}

function cannotWrite(param: string): ApiError {
  const message =
    '`local/extractive` quotes sources, and writingAssistant has none. Choose a chat model or another focusMode.'
  return new ApiError('invalid_value', message, { param })
}
