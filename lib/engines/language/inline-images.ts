import type { ChatRequest } from '#lib/contracts/chat.ts'
import type { ContentPart } from '#lib/contracts/chat-message.ts'
import { fetchImages } from './fetch-images.ts'

/**
 * Fetches one image for a server that takes only base64.
 * @returns a `data:` address
 * @throws ApiError `url_not_allowed`, `fetch_failed`, `fetch_timeout`, or `invalid_value` when it is no image
 */
export type FetchImage = (url: string, options: { signal: AbortSignal; param: string }) => Promise<string>

/** The request with every image at an address replaced by the image itself; the same object when there is none. */
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

/** Addresses, each with the first place in the request that names it. */
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
