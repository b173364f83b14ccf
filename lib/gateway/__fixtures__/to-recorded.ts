import type { RecordedRequest } from '#e2e/support/scripted-upstream.ts'
import { isRecord } from '#lib/read-json.ts'

/**
 * The requests that a real client sent, as JSON for `__fixtures__/clients`. Prose is replaced: the words of a client
 * are its maker's, and change with the day and the machine.
 * @param upstreamModel the model's name at the upstream; the client named `publicModel`
 */
export function toRecorded(
  requests: readonly RecordedRequest[],
  { upstreamModel, publicModel }: { readonly upstreamModel: string; readonly publicModel: string },
): string {
  const recorded = requests.map(({ path, headers, json }) => ({
    path,
    headers: Object.fromEntries(
      ['anthropic-version', 'anthropic-beta', 'content-type'].flatMap(name => {
        const value = headers[name]
        return typeof value === 'string' ? [[name, value]] : []
      }),
    ),
    body: JSON.stringify(withoutProse(json)).replace(
      `"model":"${upstreamModel}"`,
      `"model":"${publicModel}"`,
    ),
  }))
  return `${JSON.stringify(recorded, null, 2)}\n`
}

function withoutProse(value: unknown): unknown {
  if (typeof value === 'string') return withoutWords(value)
  if (Array.isArray(value)) return value.map(withoutProse)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutProse(part)]))
}

// Names, types and IDs; with marks that the gateway reads.
const name = /^[\w.:$-]{1,40}$/
const schemaUrl = /^https:\/\/json-schema\.org\//
const marks = ['<system-reminder>', 'x-anthropic-billing-header:']

function withoutWords(text: string): string {
  if (name.test(text) || schemaUrl.test(text)) return text
  if (text.startsWith('{')) return text.replaceAll(/[0-9a-f]{4,}/g, digits => '0'.repeat(digits.length))
  const mark = marks.find(each => text.startsWith(each))
  return mark === undefined ? 'Some text.' : `${mark} Some text.`
}
