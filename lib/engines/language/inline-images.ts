import type { ChatRequest } from '#lib/contracts/chat.ts'
import type { ContentPart } from '#lib/contracts/chat-message.ts'

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
  if (!request.messages.some(message => message.role === 'user' && hasRemoteImage(message.content)))
    return request
  const messages = await Promise.all(
    request.messages.map(async (message, at) => {
      if (message.role !== 'user' || typeof message.content === 'string') return message
      const content = await Promise.all(
        message.content.map((part, position) =>
          inlinePart(part, fetchImage, { signal, param: `messages.${at}.content.${position}.image_url.url` }),
        ),
      )
      return { ...message, content }
    }),
  )
  return { ...request, messages }
}

function hasRemoteImage(content: string | readonly ContentPart[]): boolean {
  return typeof content !== 'string' && content.some(isRemoteImage)
}

function isRemoteImage(part: ContentPart): part is Extract<ContentPart, { type: 'image_url' }> {
  return part.type === 'image_url' && !part.image_url.url.startsWith('data:')
}

async function inlinePart(
  part: ContentPart,
  fetchImage: FetchImage,
  options: { signal: AbortSignal; param: string },
): Promise<ContentPart> {
  if (!isRemoteImage(part)) return part
  return { ...part, image_url: { ...part.image_url, url: await fetchImage(part.image_url.url, options) } }
}
