import type { ModelKind } from '#lib/contracts/api/models.ts'
import { ApiError } from '#lib/errors.ts'
import { knownProviders } from '#lib/known-providers.ts'

const pathByKind: Readonly<Record<ModelKind, string>> = {
  chat: '/v1/chat/completions',
  embeddings: '/v1/embeddings',
  rerank: '/v1/rerank',
  speech: '/v1/audio/transcriptions',
  web: '/v1/web',
}

/** The provider of an id is known but has no key or URL. */
export function notConfigured(publicId: string, providerId: string): ApiError {
  const known = knownProviders.find(each => each.id === providerId)
  const or = known === undefined ? '' : ` or set ${known.variable}`
  return notFound(
    `The model \`${publicId}\` is served by the provider \`${providerId}\`, which is not configured. ` +
      `Add its ${known?.gives ?? 'address'} under Team → Providers${or}.`,
  )
}

/** The model exists, but the team's admins disabled it. */
export function switchedOff(publicId: string): ApiError {
  return notFound(`The model \`${publicId}\` is disabled under Team → Providers.`)
}

/** The kind of model that a request needs. */
export type CallKind = 'chat' | 'embeddings' | 'rerank' | 'speech'

const verbByKind: Readonly<Record<CallKind, string>> = {
  chat: 'chat',
  embeddings: 'make embeddings',
  rerank: 'rerank',
  speech: 'transcribe',
}
const nounByKind: Readonly<Record<CallKind, string>> = {
  chat: 'chat models',
  embeddings: 'embedding models',
  rerank: 'rerankers',
  speech: 'models that transcribe',
}

/** The model exists but is of another kind. */
export function wrongKind(publicId: string, wanted: CallKind, kind: ModelKind): ApiError {
  return notFound(
    `The model \`${publicId}\` does not ${verbByKind[wanted]}; use it with POST ${pathByKind[kind]}.`,
  )
}

/** The provider exists but has no models of the kind. */
export function cannot(providerId: string, wanted: CallKind): ApiError {
  return notFound(`The provider \`${providerId}\` has no ${nounByKind[wanted]}.`)
}

/** It replaces a chat model in searches but cannot chat. */
export function answersSearchesOnly(publicId: string): ApiError {
  const message = `The model \`${publicId}\` only answers AI searches. Use it as \`params.chatModel\` of POST /v1/web.`
  return new ApiError('invalid_value', message, { param: 'model' })
}

export function unknownModel(publicId: string, known: Iterable<string>): ApiError {
  const similar = similarIds(publicId, known).map(id => `\`${id}\``)
  const advice =
    similar.length > 0
      ? `Did you mean ${new Intl.ListFormat('en', { type: 'disjunction' }).format(similar)}?`
      : 'See GET /v1/models for all models.'
  return notFound(`The model \`${publicId.slice(0, 256)}\` does not exist. ${advice}`)
}

function notFound(message: string): ApiError {
  return new ApiError('model_not_found', message, { param: 'model' })
}

const countMax = 3
const likenessMin = 0.45

/** Up to three ids similar to a mistyped one, most similar first. */
export function similarIds(wanted: string, known: Iterable<string>): string[] {
  const pairs = pairsOf(wanted)
  return [...new Set(known)]
    .map(id => ({ id, likeness: Math.max(dice(pairs, pairsOf(id)), dice(pairs, pairsOf(lastPart(id)))) }))
    .filter(({ likeness }) => likeness >= likenessMin)
    .toSorted((a, b) => b.likeness - a.likeness || a.id.localeCompare(b.id))
    .slice(0, countMax)
    .map(({ id }) => id)
}

function lastPart(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1)
}

function pairsOf(text: string): ReadonlySet<string> {
  const lower = text.toLowerCase().slice(0, 256)
  return new Set(Array.from({ length: Math.max(0, lower.length - 1) }, (_, at) => lower.slice(at, at + 2)))
}

function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return a.size + b.size === 0 ? 0 : (2 * a.intersection(b).size) / (a.size + b.size)
}
