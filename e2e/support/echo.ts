import type { ChatBody } from './scripted-upstream.ts'

/** The reply of a plain scripted model: the last message, and each image by its type and size. */
export function echo(body: ChatBody): string {
  const last = body.messages?.at(-1)
  if (last === undefined) return 'Nothing was said.'
  if (last.role === 'tool') return `The tool said: ${textOf(last.content)}`
  const images = imagesOf(last.content)
  const seen = images.length === 0 ? '' : ` I see ${images.join(' and ')}.`
  return `You said: ${textOf(last.content)}${seen}`
}

/** The tool call of an echo model: the first tool, with a value for each property. */
export function echoToolCall(body: ChatBody): { name: string; arguments: unknown } | null {
  const tool = body.tools?.[0]
  if (tool === undefined || body.messages?.at(-1)?.role !== 'user') return null
  const schema = tool.function.parameters as
    | { properties?: Record<string, { type?: string; enum?: unknown[] }> }
    | undefined
  const values = Object.entries(schema?.properties ?? {}).map(([name, property]) => [name, sample(property)])
  return { name: tool.function.name, arguments: Object.fromEntries(values) as unknown }
}

function sample(property: { type?: string; enum?: unknown[] }): unknown {
  if (property.enum !== undefined) return property.enum[0]
  const byType: Record<string, unknown> = { number: 1, integer: 1, boolean: true, array: [], object: {} }
  return byType[property.type ?? 'string'] ?? 'Lisbon'
}

interface Part {
  readonly type?: string
  readonly text?: string
  readonly image_url?: { readonly url: string }
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return (content as Part[] | null)?.map(part => part.text ?? '').join('') ?? ''
}

function imagesOf(content: unknown): string[] {
  if (!Array.isArray(content)) return []
  return (content as Part[]).flatMap(part =>
    part.image_url === undefined ? [] : [describe(part.image_url.url)],
  )
}

function describe(url: string): string {
  const match = /^data:([\w/+.-]+);base64,(.*)$/s.exec(url)
  if (match === null) return `an image at ${url}`
  const bytes = Buffer.from(match[2] ?? '', 'base64')
  const png = bytes.subarray(1, 4).toString() === 'PNG'
  const size = png ? `, ${bytes.readUInt32BE(16)} × ${bytes.readUInt32BE(20)} pixels` : ''
  return `an image of type ${match[1]}, ${bytes.length} bytes${size}`
}
