/**
 * A program for `runObserved`: starts the whole server, uses each capability once with embedded models, and prints
 * what it asked of the network.
 */
import { createServer } from 'node:http'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import sharp from 'sharp'
import type { CapabilityId } from '#lib/contracts/api/capabilities.ts'
import { capabilities } from '#lib/contracts/api/capabilities.ts'
import { guide, pdfFile, textFile, type TestFile } from './document-files.ts'
import { launchServer } from './launch-server.ts'
import { startWitness, type Testimony } from './network-witness.ts'
import { exitInterface, siteAddress } from './observe-network.ts'

export interface Use extends Testimony {
  /** Status of the response to each request. */
  readonly statuses: Readonly<Record<string, number>>
}

const siteName = 'site.test'
const sitePort = 8080
const siteUrl = `http://${siteName}:${sitePort}/`

const chromium = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync)
const question = {
  model: 'local/qwen2.5-coder-0.5b-instruct',
  messages: [{ role: 'user', content: 'Say yes.' }],
}
const texts = ['Boats report on channel 12.', 'Visitors moor at the northern quay.']

type Send = () => Promise<Response>

const witness = await startWitness({ [siteName]: siteAddress }, exitInterface)
const site = createServer((_, outgoing) => {
  outgoing.setHeader('content-type', 'text/html')
  outgoing.end(
    '<title>Harbour</title><div id="a"></div><script>a.textContent = "written by a script"</script>',
  )
})
site.listen(sitePort, siteAddress)
await once(site, 'listening')
const statuses: Record<string, number> = {}
{
  await using server = await launchServer({
    configuration: `defaults: { chat: ${question.model} }`,
    environment: { SEARCH_BACKENDS: 'library', ...(chromium !== undefined && { CHROMIUM_PATH: chromium }) },
  })
  const authorization = `Bearer ${server.apiKey}`
  const post = async (path: string, body: object): Promise<Response> =>
    await fetch(`${server.url}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { authorization, 'content-type': 'application/json' },
    })
  const send = async (
    path: string,
    { name, buffer, mimeType }: TestFile,
    fields: object = {},
  ): Promise<Response> => {
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) form.set(field, String(value))
    form.set('file', new Blob([new Uint8Array(buffer)], { type: mimeType }), name)
    return await fetch(`${server.url}${path}`, { method: 'POST', body: form, headers: { authorization } })
  }
  const sound = { name: 'tone.wav', mimeType: 'audio/wav', buffer: tone(2) }
  const uses: Readonly<Record<CapabilityId, Readonly<Record<string, Send>>>> = {
    // First, because a search finds nothing else.
    library: {
      'add an item': async () => await post('/v1/library', { title: 'Harbour guide', text: texts.join(' ') }),
      search: async () => await post('/v1/library/search', { query: 'channel' }),
    },
    chat: { chat: async () => await post('/v1/chat/completions', { ...question, max_tokens: 4 }) },
    embeddings: {
      embeddings: async () =>
        await post('/v1/embeddings', { model: 'local/bge-small-en-v1.5', input: texts }),
    },
    rerank: {
      rerank: async () =>
        await post('/v1/rerank', { model: 'local/hybrid-rerank', query: 'mooring', documents: texts }),
    },
    map: { map: async () => await post('/v1/map', { url: siteUrl }) },
    scrape: {
      'a page': async () => await post('/v1/scrape', { url: siteUrl }),
      ...(chromium !== undefined && {
        'a page in the browser': async () =>
          await post('/v1/scrape', { url: siteUrl, formats: ['screenshot'] }),
      }),
    },
    search: {
      search: async () =>
        await post('/v1/web', {
          model: 'sextant-ai-search',
          params: { query: 'Which channel?', chatModel: { provider: 'local', model: 'extractive' } },
        }),
    },
    documents: {
      pdf: async () => await send('/upload', await pdfFile('guide.pdf', guide), { extract_mode: 'markdown' }),
      text: async () =>
        await send('/upload', textFile('guide.txt', texts.join('\n')), { extract_mode: 'embeddings' }),
      page: async () => await send('/upload', textFile('guide.html', '<p>A page</p>', 'text/html')),
      rtf: async () => await send('/upload', textFile('guide.rtf', String.raw`{\rtf1 A text}`, 'text/rtf')),
      picture: async () => await send('/upload', await picture(), { enable_ocr: true }),
      sound: async () => await send('/upload', sound),
      transcription: async () =>
        await send('/v1/audio/transcriptions', sound, { model: 'local/moonshine-tiny-en' }),
    },
  }
  for (const [id, requests] of Object.entries(uses)) {
    for (const [name, request] of Object.entries(requests))
      statuses[`${id}: ${name}`] = (await request()).status
  }
  for (const { path } of Object.values(capabilities)) {
    const page = await fetch(`${server.url}${path}`, { headers: { accept: 'text/html' } })
    statuses[`console: ${path}`] = page.status
  }
}
site.close()
site.closeAllConnections()
const testimony = await witness.stop()
process.stdout.write(JSON.stringify({ statuses, ...testimony } satisfies Use))

/** A 16-bit WAV at 16 kHz: a pure tone is a recording without words. */
function tone(seconds: number): Buffer {
  const samples = Int16Array.from({ length: seconds * 16_000 }, (_, at) =>
    Math.round(Math.sin(at / 5) * 9000),
  )
  const head = Buffer.from(
    'RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x80\x3e\0\0\0\x7d\0\0\x02\0\x10\0data\0\0\0\0',
    'latin1',
  )
  head.writeUInt32LE(36 + samples.byteLength, 4)
  head.writeUInt32LE(samples.byteLength, head.length - 4)
  return Buffer.concat([head, Buffer.from(samples.buffer)])
}

async function picture(): Promise<TestFile> {
  const image = sharp({ create: { width: 300, height: 100, channels: 3, background: 'white' } })
  return { name: 'blank.png', mimeType: 'image/png', buffer: await image.png().toBuffer() }
}
