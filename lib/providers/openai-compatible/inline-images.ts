import type { ChatCompletion, ChatRequest } from '#lib/contracts/api/chat.ts'
import type { ChatMessage } from '#lib/contracts/api/chat-message.ts'
import { ApiError } from '#lib/errors.ts'
import type { AttemptOptions } from '#lib/providers/transport/attempt-options.ts'
import type { LanguageModel, LanguageStreamItem } from './language-model.ts'

/**
 * Fetches one image for a server that accepts only base64.
 * @returns a `data:` URL
 * @throws ApiError `url_not_allowed`, `fetch_failed`, `fetch_timeout`, or `invalid_value` when it is not an
 * image
 */
export type FetchImage = (url: string, options: { signal: AbortSignal; param: string }) => Promise<string>

/**
 * The model of a server that must not fetch URLs chosen by clients, because it runs inside our network, or that
 * accepts only base64: images are fetched here.
 */
export function withInlineImages(model: LanguageModel, fetchImage: FetchImage): LanguageModel {
  return {
    ...model,
    generate: (request, attempt) =>
      hasParts(request)
        ? generateInlined(model, fetchImage, request, attempt)
        : model.generate(request, attempt),
    stream: (request, attempt) =>
      hasParts(request) ? streamInlined(model, fetchImage, request, attempt) : model.stream(request, attempt),
  }
}

/** Most conversations are text: they are passed on without another promise, or another generator for each event. */
function hasParts({ messages }: ChatRequest): boolean {
  return messages.some(({ content }) => Array.isArray(content))
}

async function generateInlined(
  model: LanguageModel,
  fetchImage: FetchImage,
  request: ChatRequest,
  attempt: AttemptOptions,
): Promise<ChatCompletion> {
  return model.generate(await inlineImages(request, fetchImage, attempt.signal), attempt)
}

async function* streamInlined(
  model: LanguageModel,
  fetchImage: FetchImage,
  request: ChatRequest,
  attempt: AttemptOptions,
): AsyncGenerator<LanguageStreamItem> {
  yield* model.stream(await inlineImages(request, fetchImage, attempt.signal), attempt)
}

/**
 * The request with every image URL replaced by a `data:` URL, and without other content that could name a URL; the
 * same object when there is nothing to replace.
 * @throws ApiError `invalid_value` for content that is no text and no image
 */
export async function inlineImages(
  request: ChatRequest,
  fetchImage: FetchImage,
  signal: AbortSignal,
): Promise<ChatRequest> {
  const known = keepKnownContent(request)
  const params = findRemoteImages(known)
  if (params.size === 0) return known
  const images = await fetchImages(params, fetchImage, signal)
  return mapParts(known, part => inlinePart(part, images))
}

// A server may fetch what another member names, whatever the type says: vLLM does.
const textMembers = ['type', 'text', 'refusal', 'thinking', 'signature', 'cache_control']
const membersOf: ReadonlyMap<string, readonly string[]> = new Map([
  ['text', textMembers],
  ['refusal', textMembers],
  ['thinking', textMembers],
  ['image_url', ['type', 'image_url', 'cache_control']],
])

function keepKnownContent(request: ChatRequest): ChatRequest {
  return mapParts(request, (part, param) => {
    const members = membersOf.get(part.type)
    if (members === undefined || (part.type === 'image_url' && !isImagePart(part))) throw unknownPart(param)
    if (Object.keys(part).every(name => members.includes(name))) return part
    const kept = Object.entries(part).filter(([name]) => members.includes(name))
    return { ...Object.fromEntries(kept), type: part.type }
  })
}

function unknownPart(param: string): ApiError {
  const message = `Invalid value for '${param}': this model accepts only text and images at http(s) or data: URLs.`
  return new ApiError('invalid_value', message, { param })
}

/** A part of any role; the contract checks those of users only. */
interface Part {
  readonly type: string
}

interface ImagePart extends Part {
  readonly image_url: { readonly url: string }
}

function isImagePart(part: Part): part is ImagePart {
  if (part.type !== 'image_url') return false
  const { image_url: image } = part as Part & { readonly image_url?: unknown }
  if (typeof image !== 'object' || image === null) return false
  return 'url' in image && typeof image.url === 'string' && /^(https?:\/\/|data:)/i.test(image.url)
}

/** The request with other parts; the same object when all of them are the same. */
function mapParts(request: ChatRequest, map: (part: Part, param: string) => Part): ChatRequest {
  let isChanged = false
  const messages = request.messages.map((message, at) => {
    if (!Array.isArray(message.content)) return message
    const content = message.content.map((part: Part, position) => {
      const mapped = map(part, `messages.${at}.content.${position}`)
      isChanged ||= mapped !== part
      return mapped
    })
    return { ...message, content } as ChatMessage
  })
  return isChanged ? { ...request, messages } : request
}

/** URLs, each with its first path in the request. */
function findRemoteImages(request: ChatRequest): Map<string, string> {
  const params = new Map<string, string>()
  for (const [at, { content }] of request.messages.entries()) {
    if (!Array.isArray(content)) continue
    for (const [position, part] of content.entries()) {
      if (!isImagePart(part) || /^data:/i.test(part.image_url.url) || params.has(part.image_url.url)) continue
      params.set(part.image_url.url, `messages.${at}.content.${position}.image_url.url`)
    }
  }
  return params
}

function inlinePart(part: Part, images: ReadonlyMap<string, string>): Part {
  if (!isImagePart(part)) return part
  const url = images.get(part.image_url.url)
  if (url === undefined) return part
  const inlined: ImagePart = { ...part, image_url: { ...part.image_url, url } }
  return inlined
}

const imagesMax = 100
const atOnceMax = 4
// As base64. The request itself may have 32 MiB, and all of it is forwarded as one body.
const charactersMax = 100 * 1024 * 1024

/**
 * Fetches a few images at a time: one small request must not cause thousands of requests or gigabytes of
 * memory.
 * @param params the path in the request of each URL
 * @returns the `data:` URL of each
 */
async function fetchImages(
  params: ReadonlyMap<string, string>,
  fetchImage: FetchImage,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const images = new Map<string, string>()
  const failed = new AbortController()
  const either = AbortSignal.any([signal, failed.signal])
  const waiting = params.entries()
  let characters = 0

  async function fetchSome(): Promise<void> {
    for (const [url, param] of waiting) {
      if (either.aborted) return
      const image = await fetchImage(url, { signal: either, param })
      characters += image.length
      if (characters > charactersMax) throw new ApiError('invalid_value', tooLarge, { param })
      images.set(url, image)
    }
  }
  const past = [...params.values()][imagesMax]
  if (past !== undefined) throw new ApiError('invalid_value', tooMany, { param: past })
  try {
    await Promise.all(Array.from({ length: atOnceMax }, fetchSome))
  } finally {
    failed.abort()
  }
  return images
}

const tooMany = `At most ${imagesMax} images per request are fetched for this model. Send the rest as data: URLs.`
const tooLarge = 'The images of this request are over 75 MB in total. Send fewer or smaller images.'
