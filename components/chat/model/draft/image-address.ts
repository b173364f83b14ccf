/** Metadata of an image URL, without fetching it. */
export type ImageAddress =
  | { readonly kind: 'data'; readonly mediaType: string; readonly sizeBytes: number }
  | { readonly kind: 'web'; readonly host: string }
  | { readonly kind: 'other' }

export const imageMediaTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const
/** The API's own limit for an image; the whole body may be 32 MiB. */
export const imageBytesMax = 20 * 1024 * 1024

export function readImageAddress(url: string): ImageAddress {
  const data = /^data:([\w.+-]+\/[\w.+-]+)?(;[^,]*)?,/i.exec(url)
  if (data) {
    const payload = url.length - data[0].length
    const base64 = /;base64/i.test(data[2] ?? '')
    const padding = url.endsWith('==') ? 2 : url.endsWith('=') ? 1 : 0
    return {
      kind: 'data',
      mediaType: (data[1] ?? 'text/plain').toLowerCase(),
      sizeBytes: base64 ? Math.max(0, Math.floor((payload * 3) / 4) - padding) : payload,
    }
  }
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return { kind: 'other' }
  return { kind: 'web', host: new URL(url).host }
}

/** Reason a file cannot be sent as an image; null when it can. */
export function checkImageFile(file: {
  readonly name: string
  readonly type: string
  readonly size: number
}): string | null {
  if (!(imageMediaTypes as readonly string[]).includes(file.type))
    return `${file.name} is ${file.type || 'of unknown type'}. Use PNG, JPEG, WebP or GIF.`
  if (file.size > imageBytesMax)
    return `${file.name} is ${(file.size / 1024 / 1024).toFixed(1)} MB; the limit is 20 MB.`
  return file.size === 0 ? `${file.name} is empty.` : null
}

/** Reason a model cannot receive images; null when it can or does not report it. */
export function checkModelReadsImages(
  model: { readonly id: string; readonly input?: readonly string[] | undefined } | null,
): string | null {
  if (!model?.input || model.input.includes('image')) return null
  return `${model.id} does not support images. Choose a model that does, or the API will reject the request.`
}
