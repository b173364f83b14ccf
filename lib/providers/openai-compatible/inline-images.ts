import type { ChatRequest } from '#lib/contracts/api/chat.ts'
import type { ContentPart } from '#lib/contracts/api/chat-message.ts'
import { ApiError } from '#lib/errors.ts'
import type { LanguageModel } from './language-model.ts'

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
    generate: async (request, attempt) =>
      model.generate(await inlineImages(request, fetchImage, attempt.signal), attempt),
    async *stream(request, attempt) {
      yield* model.stream(await inlineImages(request, fetchImage, attempt.signal), attempt)
    },
  }
}

/** The request with every image URL replaced by a `data:` URL; the same object when there is none. */
export async function inlineImages(
  request: ChatRequest,
  fetchImage: FetchImage,
  signal: AbortSignal,
): Promise<ChatRequest> {
  const params = findRemoteImages(request)
  if (params.size === 0) return request
  const images = await fetchImages(params, fetchImage, signal)
  const messages = request.messages.map(message => {
    if (message.role !== 'user' || typeof message.content === 'string') return message
    return { ...message, content: message.content.map(part => inlinePart(part, images)) }
  })
  return { ...request, messages }
}

/** URLs, each with its first path in the request. */
function findRemoteImages(request: ChatRequest): Map<string, string> {
  const params = new Map<string, string>()
  for (const [at, { role, content }] of request.messages.entries()) {
    if (role !== 'user' || typeof content === 'string') continue
    for (const [position, part] of content.entries()) {
      if (part.type !== 'image_url' || /^data:/i.test(part.image_url.url) || params.has(part.image_url.url))
        continue
      params.set(part.image_url.url, `messages.${at}.content.${position}.image_url.url`)
    }
  }
  return params
}

function inlinePart(part: ContentPart, images: ReadonlyMap<string, string>): ContentPart {
  if (part.type !== 'image_url') return part
  const url = images.get(part.image_url.url)
  return url === undefined ? part : { ...part, image_url: { ...part.image_url, url } }
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
