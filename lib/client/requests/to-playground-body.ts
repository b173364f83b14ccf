import type { Draft } from '#lib/client/draft.ts'
import { isObject, toObject } from '#lib/client/json-value.ts'
import { readJson } from '#lib/client/read-json.ts'
import type { RequestDetail } from '#lib/contracts/team/requests.ts'

type Body = Draft['body']

export interface PlaygroundBody {
  readonly body: Body
  /** What of the request is not in it; null: nothing is missing. */
  readonly note: string | null
}

/**
 * The body of a request of the log as its playground takes it: several spellings of an operation share one.
 * @returns null when the body is no JSON object
 */
export function toPlaygroundBody(
  { route, model }: Pick<RequestDetail, 'route' | 'model'>,
  text: string,
): PlaygroundBody | null {
  const sent = readJson(text)
  if (!isObject(sent)) return null
  const spelling = route === 'web' ? `web ${model ?? 'map'}` : route
  const body = spellings[spelling]?.(sent) ?? sent
  if (route === 'upload' || route === 'transcription') return { body, note: 'Attach the file again.' }
  if (spelling === 'web search')
    return { body, note: 'It asked for hits alone; here they are answered from.' }
  let dropped = 0
  const whole = withoutNotes(body, () => dropped++)
  const note =
    dropped === 0
      ? null
      : `Not kept, add again: ${dropped === 1 ? 'an image or file' : `${dropped} images or files`}.`
  return { body: toObject(whole), note }
}

const spellings: Readonly<Record<string, (sent: Body) => Body>> = {
  'web map': sent => (sent['model'] === 'map' ? toObject(sent['params']) : sent),
  'web-map': ({ params }) => toObject(params),
  'web search': toSearch,
  'web-search': toSearch,
  'map-v2': ({ sitemap, ...rest }) => ({
    ...rest,
    ...(sitemap === 'skip' && { ignoreSitemap: true }),
    ...(sitemap === 'only' && { sitemapOnly: true }),
  }),
  'rerank-v2': sent => ({ return_documents: false, ...sent }),
  'scrape-flat': params => ({ model: 'scrape', params }),
  'scrape-flat-v2': ({ formats, ...params }) => ({
    model: 'scrape',
    params: { ...params, ...(Array.isArray(formats) && { formats: formats.map(nameOf) }) },
  }),
  transcription: ({ file }) => ({ file }),
}

function toSearch({ params }: Body): Body {
  const { limit: _, ...rest } = toObject(params)
  return { model: 'sextant-ai-search', params: rest }
}

function nameOf(format: unknown): unknown {
  return isObject(format) ? format['type'] : format
}

// What stands where data was that is not kept.
const dataNote = /\[\d+ bytes not kept\]$/

/** Without parts of messages whose data is gone: the API would refuse them. */
function withoutNotes(value: unknown, onDrop: () => void): unknown {
  if (Array.isArray(value)) {
    return value.flatMap(each => {
      if (!isObject(each) || !holdsNote(each)) return [withoutNotes(each, onDrop)]
      onDrop()
      return []
    })
  }
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withoutNotes(field, onDrop)]))
}

/** Of a part of a message: itself, or one level below, as `image_url.url` or `input_audio.data`. */
function holdsNote(part: Readonly<Record<string, unknown>>): boolean {
  return Object.values(part).some(
    field => isNote(field) || (isObject(field) && Object.values(field).some(isNote)),
  )
}

function isNote(value: unknown): boolean {
  return typeof value === 'string' && dataNote.test(value)
}
