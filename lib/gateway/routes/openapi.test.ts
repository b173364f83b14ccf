import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startWebServer, type WebServer } from '#lib/capabilities/__fixtures__/web-server.ts'
import { startTestGateway, type TestGateway } from '#lib/gateway/__fixtures__/test-gateway.ts'

const mediaSchema = z.looseObject({ schema: z.record(z.string(), z.unknown()) })
const documentSchema = z.looseObject({
  info: z.looseObject({ version: z.string().regex(/^\d+\.\d+\.\d+$/) }),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        operationId: z.string(),
        summary: z.string(),
        requestBody: z.looseObject({ content: z.record(z.string(), mediaSchema) }).optional(),
        responses: z.record(
          z.string(),
          z.looseObject({ description: z.string(), content: z.record(z.string(), mediaSchema) }),
        ),
      }),
    ),
  ),
  components: z.looseObject({ schemas: z.record(z.string(), z.record(z.string(), z.unknown())) }),
})
type Document = z.output<typeof documentSchema>

let site: WebServer
let sextant: TestGateway
let document: Document
beforeAll(async () => {
  site = await startWebServer({ '/': '<title>T</title><p>Words. <a href="/a">a</a></p>' })
  sextant = await startTestGateway({ policy: { retriesMax: 0 }, allowPrivateHosts: [site.host] })
  document = documentSchema.parse(await (await fetch(`${sextant.url}/openapi.json`)).json())
})
afterAll(async () => {
  await sextant[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

const schemas = new Map<string, z.ZodType>()
const messages = [{ role: 'user', content: 'hello' }]
const readers = [
  ['/v1/embeddings', { input: ['a', 'b'] }],
  ['/v1/embeddings', { input: [1, 2], encoding_format: 'base64' }],
  ['/v1/rerank', { query: 'a', documents: ['a', { text: 'b' }], top_k: 1 }],
  ['/v2/rerank', { query: 'a', documents: ['a', 'b'] }],
] as const

function webBodies(url: string): readonly (readonly [string, object])[] {
  const formats = ['markdown', 'html', 'rawHtml', 'text', 'links']
  return [
    ['/v1/web', { model: 'scrape', params: { url, formats } }],
    ['/v1/web', { model: 'map', params: { url, details: true } }],
    ['/v1/web', { url, details: true }],
    ['/v1/web', { url, limit: 0 }],
    ['/v1/web', { model: 'scrape' }],
    ['/v1/web', {}],
    ...['/v1/scrape', '/v2/scrape'].flatMap(path => [[path, { url, formats }] as const, [path, {}] as const]),
  ]
}

test('every operation has a unique id, and every path parameter is described', () => {
  const operations = Object.entries(document.paths).flatMap(([path, byMethod]) =>
    Object.values(byMethod).map(operation => ({ path, operation })),
  )

  expect(new Set(operations.map(each => each.operation.operationId)).size).toBe(operations.length)
  for (const { path, operation } of operations) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const described = z
      .array(z.looseObject({ name: z.string(), in: z.string() }))
      .parse(operation['parameters'] ?? [])
    expect(described.filter(parameter => parameter.in === 'path').map(parameter => parameter.name)).toEqual(
      named,
    )
  }
})

test('responses, events and errors match the document', { timeout: 30_000 }, async () => {
  const chat = '/v1/chat/completions'
  const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }]
  const bodies = [
    { model: 'scripted/echo', messages },
    { model: 'scripted/echo', messages, tools },
    { model: 'scripted/thinking', messages },
    { model: 'scripted/no-usage', messages },
    { model: 'scripted/echo', messages: [] },
    { model: 'nobody/knows', messages },
    { model: 'scripted/error-500', messages },
    { model: 'scripted/error-429-7', messages },
    { model: 'scripted/hang-head', messages },
  ]
  const statuses = new Set<number>()
  for (const body of bodies) {
    const response = await sextant.chat(body)
    statuses.add(response.status)
    check(chat, 'post', response.status, 'application/json', await response.json())
    const stream_options = { include_usage: true }
    const streamed = await sextant.chat({ ...body, stream: true, stream_options })
    if (streamed.status !== 200) continue
    const events = (await streamed.text()).split('\n\n').filter(event => event.startsWith('data: {'))
    expect(events.length).toBeGreaterThan(0)
    for (const event of events) check(chat, 'post', 200, 'text/event-stream', JSON.parse(event.slice(6)))
  }
  for (const [path, fields] of readers) {
    for (const model of ['scripted/echo', 'nobody/knows', 'scripted/error-500', '']) {
      const response = await sextant.post(path, { model, ...fields })
      check(path, 'post', response.status, 'application/json', await response.json())
    }
  }
  for (const [path, body] of webBodies(site.origin)) {
    const response = await sextant.post(path, body)
    check(path, 'post', response.status, 'application/json', await response.json())
  }
  const anonymous = await sextant.chat({}, { token: 'wrong' })
  check(chat, 'post', anonymous.status, 'application/json', await anonymous.json())
  for (const [path, url] of [
    ['/v1/models', '/v1/models?all=true'],
    ['/v1/models/{id}', '/v1/models/scripted/echo'],
    ['/v1/models/{id}', '/v1/models/nobody/knows'],
  ] as const) {
    const response = await fetch(sextant.url + url, { headers: { authorization: `Bearer ${sextant.token}` } })
    check(path, 'get', response.status, 'application/json', await response.json())
  }

  expect(statuses).toEqual(new Set([200, 400, 404, 429, 502, 504]))
})

test('the API only grows: nothing is removed, and existing requests need no new fields', async () => {
  const file = join(import.meta.dirname, '__fixtures__/openapi-surface.txt')
  const before = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const now = surface()
  const isRequired = (line: string) => line.startsWith('request requires ')
  const existed = (line: string) => {
    const object = /^request requires (.+)\.[^.]+$/.exec(line)?.[1] ?? ''
    return before.some(
      known => known === `schema request ${object}` || known.startsWith(`request ${object}:`),
    )
  }

  expect(before.filter(line => !isRequired(line) && !now.includes(line))).toEqual([])
  expect(now.filter(line => isRequired(line) && existed(line) && !before.includes(line))).toEqual([])
  // `npm run stable` adds what is new, so that it is protected too.
  await expect(`${now.join('\n')}\n`).toMatchFileSnapshot(file)
})

function check(path: string, method: string, status: number, type: string, body: unknown): void {
  const described = document.paths[path]?.[method]?.responses[status]?.content[type]
  if (described === undefined) throw new Error(`${method} ${path} does not describe ${status} ${type}`)
  const name = `${method} ${path} ${status} ${type}`
  const known = schemas.get(name) ?? toSchema(described.schema)
  schemas.set(name, known)
  expect(known.safeParse(body).error?.issues ?? [], `${name} ${JSON.stringify(body)}`).toEqual([])
}

function toSchema(described: Record<string, unknown>): z.ZodType {
  const text = JSON.stringify({ ...described, $defs: document.components.schemas })
  const schema = z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')))
  return z.fromJSONSchema(schema)
}

/** Every operation, status and field with its types, one per line. */
function surface(): string[] {
  const lines = new Set<string>()
  for (const [path, byMethod] of Object.entries(document.paths)) {
    for (const [method, { requestBody, responses }] of Object.entries(byMethod)) {
      const name = `${method.toUpperCase()} ${path}`
      for (const media of Object.values(requestBody?.content ?? {})) walk(media.schema, name, 'request')
      for (const [status, { content }] of Object.entries(responses)) {
        for (const [type, media] of Object.entries(content))
          walk(media.schema, `${name} ${status} ${type}`, 'answer')
      }
    }
  }
  return [...lines].toSorted()

  function walk(schema: unknown, at: string, side: 'request' | 'answer'): void {
    if (typeof schema !== 'object' || schema === null) return
    const node: Record<string, unknown> = { ...schema }
    const reference = node['$ref']
    if (typeof reference === 'string') {
      const name = reference.split('/').at(-1) ?? ''
      lines.add(`${at} is ${name}`)
      if (!lines.has(`schema ${side} ${name}`)) {
        lines.add(`schema ${side} ${name}`)
        walk(document.components.schemas[name], name, side)
      }
      return
    }
    if (node['type'] !== undefined) lines.add(`${side} ${at}: ${JSON.stringify(node['type'])}`)
    for (const value of [node['enum'] ?? [], node['const'] ?? []].flat())
      lines.add(`${side} ${at} = ${JSON.stringify(value)}`)
    if (side === 'request')
      for (const field of z.array(z.string()).parse(node['required'] ?? []))
        lines.add(`request requires ${at}.${field}`)
    for (const [field, inner] of Object.entries(node['properties'] ?? {})) walk(inner, `${at}.${field}`, side)
    for (const inner of [node['anyOf'] ?? [], node['oneOf'] ?? [], node['allOf'] ?? []].flat())
      walk(inner, at, side)
    if (node['items'] !== undefined) walk(node['items'], `${at}[]`, side)
  }
}
