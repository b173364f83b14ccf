import { ApiError } from '#lib/errors.ts'
import type { FetchImage } from './inline-images.ts'

const imagesMax = 100
const atOnceMax = 4
// As base64; the request itself may have 32 MiB, and all of it is sent on as one body.
const charactersMax = 100 * 1024 * 1024

/**
 * Fetches images a few at a time: one small request must not become thousands of calls, or gigabytes here.
 * @param params the place in the request of each address
 * @returns the `data:` address of each
 */
export async function fetchImages(
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

const tooMany = `At most ${imagesMax} images of one request are fetched for this model. Send the rest as data: addresses.`
const tooLarge =
  'The images at the addresses of this request are over 75 MB together. Send fewer, or smaller ones.'
